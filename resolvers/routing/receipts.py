"""What can be asked of images and receipts."""

from resolvers.routing.route import PAGE, SPAN, Route

QUERIES: tuple[Route, ...] = (
    Route("Query.image(imageId: ID!): Image", "receipts:image", "An image by its id."),
    Route(
        f"Query.images(imageType: ImageType, receiptCount: Int, {PAGE}): ImageConnection!",
        "receipts:images",
        "All images, or those of a type, or those of a type with so many receipts.",
    ),
    Route("Query.receipt(imageId: ID!, receiptId: Int!): Receipt", "receipts:receipt", "A receipt by its ids."),
    Route(f"Query.receipts({PAGE}): ReceiptConnection!", "receipts:all_receipts", "All receipts, in no order."),
    Route(
        f"Query.receiptMetadata(merchantName: String, placeId: ID, {PAGE}): ReceiptMetadataConnection!",
        "receipts:receipt_metadata",
        "Whose receipts there are: of a merchant in any spelling of case, of a place, or all.",
    ),
    Route(
        f"Query.labels(label: String, validationStatus: ValidationStatus, {PAGE}): ReceiptWordLabelConnection!",
        "receipts:labels",
        "Labels by what they say, by their validation status, or by both.",
    ),
    Route(
        f"Query.receiptLines(embeddingStatus: EmbeddingStatus!, {PAGE}): ReceiptLineConnection!",
        "receipts:lines",
        "Lines of receipts by the state of their embedding.",
    ),
    Route(
        f"Query.receiptWords(embeddingStatus: EmbeddingStatus!, {PAGE}): ReceiptWordConnection!",
        "receipts:words",
        "Words of receipts by the state of their embedding.",
    ),
    Route(
        f"Query.receiptFields(fieldType: String!, {PAGE}): ReceiptFieldConnection!",
        "receipts:receipt_fields",
        "Fields of receipts by type, such as ADDRESS_LINE.",
    ),
    Route(
        f"Query.wordTags(tag: String!, {PAGE}): WordTagConnection!",
        "receipts:word_tags",
        "Where a tag stands on words of images.",
    ),
    Route(
        f"Query.receiptWordTags(tag: String!, {PAGE}): ReceiptWordTagConnection!",
        "receipts:receipt_word_tags",
        "Where a tag stands on words of receipts.",
    ),
    Route(
        f"Query.labelAnalyses({SPAN}, {PAGE}): ReceiptLabelAnalysisConnection!",
        "receipts:label_analyses",
        "Analyses of labels, the newest first.",
    ),
    Route(
        f"Query.structureAnalyses({SPAN}, {PAGE}): ReceiptStructureAnalysisConnection!",
        "receipts:structure_analyses",
        "Analyses of structure, the newest first.",
    ),
    Route(
        f"Query.lineItemAnalyses({SPAN}, {PAGE}): ReceiptLineItemAnalysisConnection!",
        "receipts:line_item_analyses",
        "Analyses of line items, the newest first.",
    ),
    Route(
        f"Query.validations(status: String, {SPAN}, {PAGE}): ReceiptValidationSummaryConnection!",
        "receipts:validations",
        "Validations of receipts, the newest first, of one status or of all.",
    ),
    Route(
        f"Query.validationCategories(fieldName: String!, status: String!, {PAGE}): "
        "ReceiptValidationCategoryConnection!",
        "receipts:validation_categories",
        "Categories of validations by field and status.",
    ),
    Route(
        f"Query.validationResults(type: String!, {PAGE}): ReceiptValidationResultConnection!",
        "receipts:validation_results",
        "Single findings by type: error, warning, info or success.",
    ),
    Route(
        f"Query.chatGptValidations(status: String, {SPAN}, {PAGE}): ReceiptChatGPTValidationConnection!",
        "receipts:chat_gpt_validations",
        "Second opinions, the newest first, of one revised status or of all.",
    ),
    Route(
        f"Query.compactionRuns({SPAN}, {PAGE}): CompactionRunConnection!",
        "receipts:compaction_runs",
        "Compaction runs, the newest first.",
    ),
    Route(
        "Query.place(searchType: SearchType!, searchValue: String!): PlacesCache",
        "receipts:place",
        "What the Places API said about an address, a phone number or a URL.",
    ),
    Route(
        f"Query.places(placeId: ID, {PAGE}): PlacesCacheConnection!",
        "receipts:places",
        "Kept answers of the Places API, all or those for one place.",
    ),
    Route("Query.batch(batchId: ID!): BatchSummary", "receipts:batch", "A batch that was sent to OpenAI."),
    Route(
        f"Query.batches(status: BatchStatus!, batchType: BatchType, {PAGE}): BatchSummaryConnection!",
        "receipts:batches",
        "Batches by status, and by type if given.",
    ),
    Route(
        f"Query.completionResults(label: String!, {PAGE}): CompletionBatchResultConnection!",
        "receipts:completion_results",
        "What GPT thinks of a label, in all batches.",
    ),
    Route(
        f"Query.labelHygiene(alias: String, canonicalLabel: String, {PAGE}): LabelHygieneResultConnection!",
        "receipts:label_hygiene",
        "Findings that one label is another name of a second one, by either of them.",
    ),
    Route("Query.labelMetadata(label: String!): LabelMetadata", "receipts:label_metadata", "What a label means."),
    Route(
        f"Query.labelsKnown(labelTarget: String, {PAGE}): LabelMetadataConnection!",
        "receipts:labels_known",
        "The labels that are explained, all or those of a target.",
    ),
    Route("Query.imageCount: Int!", "receipts:image_count", "How many images there are."),
    Route("Query.receiptCount: Int!", "receipts:receipt_count", "How many receipts there are."),
    Route(
        "Query.merchantCounts: [MerchantCount!]!",
        "receipts:merchant_counts",
        "Receipts per merchant, the most first; spellings of one name count together.",
    ),
    Route(
        "Query.labelCounts(labels: [String!]): [LabelCount!]!",
        "receipts:label_counts",
        "Labels per validation status: of the labels given, or of all core labels.",
    ),
    Route("Receipt.image: Image", "receipts:image_of", "The image that it is on."),
    Route("ReceiptLine.receipt: Receipt", "receipts:receipt_of", "The receipt that it belongs to."),
    Route("ReceiptWord.receipt: Receipt", "receipts:receipt_of", "The receipt that it belongs to."),
    Route("ReceiptWord.line: ReceiptLine", "receipts:line_of", "The line that it stands in."),
    Route("ReceiptWordLabel.word: ReceiptWord", "receipts:word_of", "The word that it explains."),
    Route("ReceiptWordLabel.receipt: Receipt", "receipts:receipt_of", "The receipt that it belongs to."),
    Route("ReceiptWordTag.word: ReceiptWord", "receipts:word_of", "The word that it stands on."),
    Route("WordTag.image: Image", "receipts:image_of", "The image that it belongs to."),
    Route("ReceiptMetadata.receipt: Receipt", "receipts:receipt_of", "The receipt that it speaks of."),
    Route("ReceiptField.receipt: Receipt", "receipts:receipt_of", "The receipt that it belongs to."),
    Route("ReceiptLabelAnalysis.receipt: Receipt", "receipts:receipt_of", "The receipt that it speaks of."),
    Route("ReceiptStructureAnalysis.receipt: Receipt", "receipts:receipt_of", "The receipt that it speaks of."),
    Route("ReceiptLineItemAnalysis.receipt: Receipt", "receipts:receipt_of", "The receipt that it speaks of."),
    Route("ReceiptValidationSummary.receipt: Receipt", "receipts:receipt_of", "The receipt that it speaks of."),
    Route("ReceiptValidationCategory.receipt: Receipt", "receipts:receipt_of", "The receipt that it speaks of."),
    Route("ReceiptValidationResult.receipt: Receipt", "receipts:receipt_of", "The receipt that it speaks of."),
    Route("ReceiptChatGPTValidation.receipt: Receipt", "receipts:receipt_of", "The receipt that it speaks of."),
    Route("CompactionRun.receipt: Receipt", "receipts:receipt_of", "The receipt that it merges."),
    Route(
        "LabelHygieneResult.receipt: Receipt",
        "receipts:receipt_of",
        "The receipt that it was found on.",
        needs=("image_id", "receipt_id"),
    ),
    Route(
        "CompletionBatchResult.word: ReceiptWord",
        "receipts:word_of",
        "The word that it speaks of.",
        needs=("image_id",),
    ),
    Route("EmbeddingBatchResult.word: ReceiptWord", "receipts:word_of", "The word that it speaks of."),
    Route(
        f"BatchSummary.completionResults(status: BatchStatus, {PAGE}): CompletionBatchResultConnection!",
        "receipts:completions_of_batch",
        "What a completion batch brought.",
    ),
    Route(
        f"BatchSummary.embeddingResults(status: EmbeddingStatus, {PAGE}): EmbeddingBatchResultConnection!",
        "receipts:embeddings_of_batch",
        "What an embedding batch brought.",
    ),
    Route(
        f"Receipt.completionResults({PAGE}): CompletionBatchResultConnection!",
        "receipts:completions_of_receipt",
        "What completion batches brought for it.",
    ),
    Route(
        f"Receipt.embeddingResults({PAGE}): EmbeddingBatchResultConnection!",
        "receipts:embeddings_of_receipt",
        "What embedding batches brought for it.",
    ),
)
