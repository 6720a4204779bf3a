"""What can be changed about images and receipts."""

from resolvers.routing.route import OPERATE, WRITE, Route

LABELS = (
    Route(
        "Mutation.addLabel(input: AddLabelInput!): ReceiptWordLabel!",
        "mutations.labels:add_label",
        "Proposes a label for a word of a receipt. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.validateLabel(input: ValidateLabelInput!): ReceiptWordLabel!",
        "mutations.labels:validate_label",
        "Says what became of a label; `expectedStatus` lets one of several people win.",
        access=WRITE,
    ),
    Route(
        "Mutation.relabel(input: RelabelInput!): ReceiptWordLabel!",
        "mutations.hygiene:relabel",
        "Replaces a wrong label: the old one becomes INVALID, the new one says where it comes from.",
        access=WRITE,
    ),
    Route(
        "Mutation.consolidateLabel(input: ConsolidateLabelInput!): LabelHygieneResult!",
        "mutations.hygiene:consolidate_label",
        "Records that a label is only another name of a second one, and relabels words, all at once.",
        access=WRITE,
    ),
    Route(
        "Mutation.putLabelMetadata(input: PutLabelMetadataInput!): LabelMetadata!",
        "mutations.hygiene:put_label_metadata",
        "Writes down what a label means, in place of what was written before.",
        access=WRITE,
    ),
)

IMAGES = (
    Route(
        "Mutation.importImage(input: ImportImageInput!): ImageImport!",
        "mutations.images:import_image",
        "Brings in an image with its lines, words, letters and receipts. What is there already is skipped, so that a "
        "repeat goes on where an import was broken off.",
        access=WRITE,
    ),
    Route(
        "ImageImport.image: Image",
        "mutations.images:imported_images",
        "The image; null until the import is complete.",
        needs=("image_id",),
    ),
    Route(
        "Mutation.deleteImage(input: DeleteImageInput!): ImageDeletion!",
        "mutations.deletions:delete_image",
        "Deletes an image with all that belongs to it, and counts it. Asked again, it goes on where it stopped.",
        access=OPERATE,
    ),
)

TAGS = (
    Route(
        "Mutation.tagWord(input: TagWordInput!): Word!",
        "mutations.tags:tag_word",
        "Tags a word of an image, or says more of a tag that it has. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.untagWord(input: UntagWordInput!): Word!",
        "mutations.tags:untag_word",
        "Takes a tag from a word of an image. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.tagReceiptWord(input: TagReceiptWordInput!): ReceiptWord!",
        "mutations.tags:tag_receipt_word",
        "Tags a word of a receipt, or says more of a tag that it has. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.untagReceiptWord(input: UntagReceiptWordInput!): ReceiptWord!",
        "mutations.tags:untag_receipt_word",
        "Takes a tag from a word of a receipt. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordGptValidation(input: RecordGptValidationInput!): GPTValidation!",
        "mutations.gpt:record_gpt_validation",
        "Keeps what GPT said when it checked tags: of a receipt, or of one tag of a word.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordGptInitialTagging(input: RecordGptInitialTaggingInput!): GPTInitialTagging!",
        "mutations.gpt:record_gpt_initial_tagging",
        "Keeps what GPT said when it first tagged words: of a receipt, or of one tag of a word.",
        access=WRITE,
    ),
)

CONCLUSIONS = (
    Route(
        "Mutation.setReceiptMetadata(input: SetReceiptMetadataInput!): ReceiptMetadata!",
        "mutations.receipts:set_receipt_metadata",
        "Says whose a receipt is, in place of what was known before.",
        access=WRITE,
    ),
    Route(
        "Mutation.setReceiptField(input: SetReceiptFieldInput!): ReceiptField!",
        "mutations.receipts:set_receipt_field",
        "Says which words make up a field of a receipt, in place of what was thought before.",
        access=WRITE,
    ),
    Route(
        "Mutation.putLabelAnalysis(input: PutLabelAnalysisInput!): ReceiptLabelAnalysis!",
        "mutations.analyses:put_label_analysis",
        "Keeps what the words of a receipt mean, in place of the analysis before.",
        access=WRITE,
    ),
    Route(
        "Mutation.putStructureAnalysis(input: PutStructureAnalysisInput!): ReceiptStructureAnalysis!",
        "mutations.analyses:put_structure_analysis",
        "Keeps the sections of a receipt, in place of the analysis before.",
        access=WRITE,
    ),
    Route(
        "Mutation.putLineItemAnalysis(input: PutLineItemAnalysisInput!): ReceiptLineItemAnalysis!",
        "mutations.analyses:put_line_item_analysis",
        "Keeps what was bought, in place of the analysis before.",
        access=WRITE,
    ),
    Route(
        "Mutation.putValidation(input: PutValidationInput!): ReceiptValidationSummary!",
        "mutations.validations:put_validation",
        "Keeps a validation with its categories and results, wholly in place of the one before.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordChatGptValidation(input: RecordChatGptValidationInput!): ReceiptChatGPTValidation!",
        "mutations.validations:record_chat_gpt_validation",
        "Keeps a second opinion on a validation. A repeat changes nothing.",
        access=WRITE,
    ),
)

PIPELINES = (
    Route(
        "Mutation.setEmbeddingStatus(input: SetEmbeddingStatusInput!): [Node!]!",
        "mutations.embeddings:set_embedding_status",
        "Says how far lines and words have come on their way to vectors: all of them, or none.",
        access=WRITE,
    ),
    Route(
        "Mutation.startCompaction(input: StartCompactionInput!): CompactionRun!",
        "mutations.compaction:start_compaction",
        "Makes a compaction run known, and begins one collection of it if one is named.",
        access=WRITE,
    ),
    Route(
        "Mutation.finishCompaction(input: FinishCompactionInput!): CompactionRun!",
        "mutations.compaction:finish_compaction",
        "Ends one collection of a compaction run, well or badly.",
        access=WRITE,
    ),
    Route(
        "Mutation.cachePlace(input: CachePlaceInput!): PlacesCache!",
        "mutations.places:cache_place",
        "Keeps an answer of the Places API and counts the query; the same `queriedAt` is counted once.",
        access=WRITE,
    ),
    Route(
        "Mutation.createBatch(input: CreateBatchInput!): BatchSummary!",
        "mutations.batches:create_batch",
        "Makes a batch known that is sent to OpenAI. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.setBatchStatus(input: SetBatchStatusInput!): BatchSummary!",
        "mutations.batches:set_batch_status",
        "Says how far a batch has come: only forward.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordBatchResults(input: RecordBatchResultsInput!): BatchResults!",
        "mutations.batches:record_batch_results",
        "Keeps what a batch brought for each word. What is there already is skipped.",
        access=WRITE,
    ),
)

MUTATIONS: tuple[Route, ...] = (*IMAGES, *LABELS, *TAGS, *CONCLUSIONS, *PIPELINES)
