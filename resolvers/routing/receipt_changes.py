"""What can be changed about images and receipts."""

from resolvers.routing.route import OPERATE, WRITE, Route

LABELS = (
    Route(
        "Mutation.removeLabel(input: RemoveLabelInput!): ReceiptWord!",
        "commands.receipts.receipt_deletions:remove_label",
        "Takes a label from a word and returns the word. A label that is wrong is better judged INVALID with "
        "`validateLabel`: then it stays known. Changes nothing if the word does not have the label.",
        access=WRITE,
    ),
    Route(
        "Mutation.addLabel(input: AddLabelInput!): ReceiptWordLabel!",
        "commands.receipts.labels:add_label",
        "Proposes a label for a word of a receipt. If the word has this label already, nothing changes; the call "
        "fails with `Conflict` if the stored one was proposed for another reason or by another program.",
        access=WRITE,
    ),
    Route(
        "Mutation.validateLabel(input: ValidateLabelInput!): ReceiptWordLabel!",
        "commands.receipts.labels:validate_label",
        "Sets the validation status of a label of a word. If several people check the same label, `expectedStatus` "
        "makes sure that only the first of them succeeds.",
        access=WRITE,
    ),
    Route(
        "Mutation.relabel(input: RelabelInput!): ReceiptWordLabel!",
        "commands.receipts.hygiene:relabel",
        "Replaces a wrong label of a word: the old label becomes INVALID, and the new one names it in "
        "`labelConsolidatedFrom`. Returns the new label.",
        access=WRITE,
    ),
    Route(
        "Mutation.consolidateLabel(input: ConsolidateLabelInput!): LabelHygieneResult!",
        "commands.receipts.hygiene:consolidate_label",
        "Records the finding that one label is only another name for a second one, and replaces it on the given "
        "words, all at once: the old label becomes INVALID, and the words get the second label as PENDING unless "
        "they have it. Fails with `NotFound` if one of the words does not have the old label.",
        access=WRITE,
    ),
    Route(
        "Mutation.putLabelMetadata(input: PutLabelMetadataInput!): LabelMetadata!",
        "commands.receipts.hygiene:put_label_metadata",
        "Stores the definition of a label: what it means, and whether it is still in use. It replaces the stored "
        "one completely: fields that are left out are removed.",
        access=WRITE,
    ),
)

IMAGES = (
    Route(
        "Mutation.importImage(input: ImportImageInput!): ImageImport!",
        "commands.receipts.images:import_image",
        "Stores an image with its lines, words, letters and receipts. If `isComplete` is false in the answer, "
        "repeat the call, or send the next part: what is stored already is skipped. Fails with `Conflict` if "
        "something is stored with other contents.",
        access=WRITE,
    ),
    Route(
        "ImageImport.image: Image",
        "resolvers.queries.receipts:imported_images",
        "The image as it is stored; null until the import is complete.",
        needs=("image_id",),
    ),
    Route(
        "Mutation.deleteImage(input: DeleteImageInput!): ImageDeletion!",
        "commands.receipts.deletions:delete_image",
        "Deletes an image with its receipts and everything that belongs to them. This cannot be undone. A large "
        "image takes several calls: repeat the same call until `isComplete` is true. Only for operators.",
        access=OPERATE,
    ),
    Route(
        "Mutation.deleteReceipt(input: DeleteReceiptInput!): ReceiptDeletion!",
        "commands.receipts.receipt_deletions:delete_receipt",
        "Deletes a receipt with its text, labels, analyses, fields and results of batches, and counts one less on its "
        "image. This cannot be undone. Repeat the same call until `isComplete` is true. Only for operators.",
        access=OPERATE,
    ),
)

TAGS = (
    Route(
        "Mutation.tagWord(input: TagWordInput!): Word!",
        "commands.receipts.tags:tag_word",
        "Gives a word of an image a tag, or updates what is stored about a tag that the word has: fields that are "
        "left out stay as they are. Returns the word.",
        access=WRITE,
    ),
    Route(
        "Mutation.untagWord(input: UntagWordInput!): Word!",
        "commands.receipts.tags:untag_word",
        "Takes a tag from a word of an image and returns the word. Changes nothing if the word does not have the tag.",
        access=WRITE,
    ),
    Route(
        "Mutation.tagReceiptWord(input: TagReceiptWordInput!): ReceiptWord!",
        "commands.receipts.tags:tag_receipt_word",
        "Gives a word of a receipt a tag, or updates what is stored about a tag that the word has: fields that are "
        "left out stay as they are. Returns the word.",
        access=WRITE,
    ),
    Route(
        "Mutation.untagReceiptWord(input: UntagReceiptWordInput!): ReceiptWord!",
        "commands.receipts.tags:untag_receipt_word",
        "Takes a tag from a word of a receipt and returns the word. Changes nothing if the word does not have the tag.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordGptValidation(input: RecordGptValidationInput!): GPTValidation!",
        "commands.receipts.gpt:record_gpt_validation",
        "Stores a question to GPT whether tags are right, and GPT's answer: about a whole receipt, or about one tag "
        "of a word. An earlier answer about the same receipt or tag is replaced.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordGptInitialTagging(input: RecordGptInitialTaggingInput!): GPTInitialTagging!",
        "commands.receipts.gpt:record_gpt_initial_tagging",
        "Stores a request to GPT to tag words for the first time, and GPT's answer: about a whole receipt, or about "
        "one tag of a word. An earlier answer about the same receipt or tag is replaced.",
        access=WRITE,
    ),
)

CONCLUSIONS = (
    Route(
        "Mutation.setReceiptMetadata(input: SetReceiptMetadataInput!): ReceiptMetadata!",
        "commands.receipts.conclusions:set_receipt_metadata",
        "Stores which merchant a receipt is from, and how that was found out. It replaces what is stored "
        "completely: fields that are left out are removed.",
        access=WRITE,
    ),
    Route(
        "Mutation.setReceiptField(input: SetReceiptFieldInput!): ReceiptField!",
        "commands.receipts.conclusions:set_receipt_field",
        "Stores which words make up one field of a receipt, such as its address. It replaces what is stored for "
        "this field.",
        access=WRITE,
    ),
    Route(
        "Mutation.putLabelAnalysis(input: PutLabelAnalysisInput!): ReceiptLabelAnalysis!",
        "commands.receipts.analyses:put_label_analysis",
        "Stores an analysis that proposes labels for the words of a receipt. It replaces the stored one. The labels "
        "themselves do not change: see `addLabel`.",
        access=WRITE,
    ),
    Route(
        "Mutation.putStructureAnalysis(input: PutStructureAnalysisInput!): ReceiptStructureAnalysis!",
        "commands.receipts.analyses:put_structure_analysis",
        "Stores an analysis that divides a receipt into sections. It replaces the stored one.",
        access=WRITE,
    ),
    Route(
        "Mutation.putLineItemAnalysis(input: PutLineItemAnalysisInput!): ReceiptLineItemAnalysis!",
        "commands.receipts.analyses:put_line_item_analysis",
        "Stores an analysis of what was bought, and whether the amounts add up. It replaces the stored one.",
        access=WRITE,
    ),
    Route(
        "Mutation.putValidation(input: PutValidationInput!): ReceiptValidationSummary!",
        "commands.receipts.receipt_validations:put_validation",
        "Stores the validation of a receipt with its categories and findings. It replaces the stored one with all "
        "its categories and findings. More than 98 changed categories and findings cannot be combined with "
        "`expectedValidationTimestamp`.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordChatGptValidation(input: RecordChatGptValidationInput!): ReceiptChatGPTValidation!",
        "commands.receipts.receipt_validations:record_chat_gpt_validation",
        "Stores a second opinion of ChatGPT on the validation of a receipt, beside the earlier ones. If another "
        "opinion with the same `timestamp` is stored, the call fails with `Conflict`.",
        access=WRITE,
    ),
)

PIPELINES = (
    Route(
        "Mutation.setEmbeddingStatus(input: SetEmbeddingStatusInput!): [Node!]!",
        "commands.receipts.embeddings:set_embedding_status",
        "Sets the embedding status of lines and words of receipts: whether they have been turned into vectors. "
        "Returns them in the given order. Either all of them change or none does; a step that is not possible fails "
        "with `Conflict`.",
        access=WRITE,
    ),
    Route(
        "Mutation.startCompaction(input: StartCompactionInput!): CompactionRun!",
        "commands.receipts.compaction:start_compaction",
        "Records that the merging of a receipt's line or word vectors begins, and creates the run if it does not "
        "exist yet. Merging that FAILED may begin again; merging that is COMPLETED may not.",
        access=WRITE,
    ),
    Route(
        "Mutation.finishCompaction(input: FinishCompactionInput!): CompactionRun!",
        "commands.receipts.compaction:finish_compaction",
        "Records that the merging of a receipt's line or word vectors is COMPLETED or has FAILED. Fails with "
        "`Conflict` if it has not begun.",
        access=WRITE,
    ),
    Route(
        "Mutation.cachePlace(input: CachePlaceInput!): PlacesCache!",
        "commands.receipts.places:cache_place",
        "Stores an answer of the Google Places API and adds 1 to its `queryCount`. Repeats are counted again unless "
        "they have the same `queriedAt`.",
        access=WRITE,
    ),
    Route(
        "Mutation.createBatch(input: CreateBatchInput!): BatchSummary!",
        "commands.receipts.batches:create_batch",
        "Records a batch of requests that is sent to OpenAI, with the status PENDING. If another batch has this "
        "`batchId`, the call fails with `Conflict`.",
        access=WRITE,
    ),
    Route(
        "Mutation.setBatchStatus(input: SetBatchStatusInput!): BatchSummary!",
        "commands.receipts.batches:set_batch_status",
        "Sets how far a batch has come. Steps may be skipped, but a step backwards or out of a final status fails "
        "with `Conflict`.",
        access=WRITE,
    ),
    Route(
        "Mutation.deleteBatch(input: DeleteBatchInput!): BatchDeletion!",
        "commands.receipts.receipt_deletions:delete_batch",
        "Deletes a batch with its results. This cannot be undone. Repeat the same call until `isComplete` is true. "
        "Only for operators.",
        access=OPERATE,
    ),
    Route(
        "Mutation.recordBatchResults(input: RecordBatchResultsInput!): BatchResults!",
        "commands.receipts.batches:record_batch_results",
        "Stores results of a batch: vectors, one result for each word, or opinions, one for each label of a word. A "
        "different result for the same word or label is replaced; results that are stored already are skipped.",
        access=WRITE,
    ),
)

MUTATIONS: tuple[Route, ...] = (*IMAGES, *LABELS, *TAGS, *CONCLUSIONS, *PIPELINES)
