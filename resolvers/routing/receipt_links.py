"""Where items of receipts lead to: the image, the receipt, the line or the word that they belong to, and results."""

from resolvers.routing.route import PAGE, Route

QUERIES: tuple[Route, ...] = (
    Route("Receipt.image: Image", "resolvers.queries.receipts:image_of", "The image that the receipt was cut out of."),
    Route("ReceiptLine.receipt: Receipt", "resolvers.queries.receipts:receipt_of", "The receipt that the line is on."),
    Route("ReceiptWord.receipt: Receipt", "resolvers.queries.receipts:receipt_of", "The receipt that the word is on."),
    Route("ReceiptWord.line: ReceiptLine", "resolvers.queries.receipts:line_of", "The line that the word is in."),
    Route("ReceiptWordLabel.word: ReceiptWord", "resolvers.queries.receipts:word_of", "The word that has this label."),
    Route(
        "ReceiptWordLabel.receipt: Receipt",
        "resolvers.queries.receipts:receipt_of",
        "The receipt that the labelled word is on.",
    ),
    Route("ReceiptWordTag.word: ReceiptWord", "resolvers.queries.receipts:word_of", "The word that has this tag."),
    Route("WordTag.image: Image", "resolvers.queries.receipts:image_of", "The image that the tagged word is on."),
    Route(
        "ReceiptMetadata.receipt: Receipt",
        "resolvers.queries.receipts:receipt_of",
        "The receipt that is from this merchant.",
    ),
    Route(
        "ReceiptField.receipt: Receipt",
        "resolvers.queries.receipts:receipt_of",
        "The receipt that the field was found on.",
    ),
    Route(
        "ReceiptLabelAnalysis.receipt: Receipt",
        "resolvers.queries.receipts:receipt_of",
        "The receipt that was analysed.",
    ),
    Route(
        "ReceiptStructureAnalysis.receipt: Receipt",
        "resolvers.queries.receipts:receipt_of",
        "The receipt that was analysed.",
    ),
    Route(
        "ReceiptLineItemAnalysis.receipt: Receipt",
        "resolvers.queries.receipts:receipt_of",
        "The receipt that was analysed.",
    ),
    Route(
        "ReceiptValidationSummary.receipt: Receipt",
        "resolvers.queries.receipts:receipt_of",
        "The receipt that was validated.",
    ),
    Route(
        "ReceiptValidationCategory.receipt: Receipt",
        "resolvers.queries.receipts:receipt_of",
        "The receipt that was validated.",
    ),
    Route(
        "ReceiptValidationResult.receipt: Receipt",
        "resolvers.queries.receipts:receipt_of",
        "The receipt that the finding was made on.",
    ),
    Route(
        "ReceiptChatGPTValidation.receipt: Receipt",
        "resolvers.queries.receipts:receipt_of",
        "The receipt that ChatGPT was asked about.",
    ),
    Route(
        "CompactionRun.receipt: Receipt",
        "resolvers.queries.receipts:receipt_of",
        "The receipt whose vectors the run merges.",
    ),
    Route(
        "LabelHygieneResult.receipt: Receipt",
        "resolvers.queries.receipts:receipt_of",
        "The receipt that the finding was made on; null if it was made on none in particular.",
        needs=("image_id", "receipt_id"),
    ),
    Route(
        "CompletionBatchResult.word: ReceiptWord",
        "resolvers.queries.receipts:word_of",
        "The word whose label GPT was asked about.",
        needs=("image_id",),
    ),
    Route(
        "EmbeddingBatchResult.word: ReceiptWord",
        "resolvers.queries.receipts:word_of",
        "The word that the batch was to turn into a vector.",
    ),
    Route(
        f"BatchSummary.completionResults(status: BatchStatus, {PAGE}): CompletionBatchResultConnection!",
        "resolvers.queries.receipt_batches:completions_of_batch",
        "GPT's opinions on labels from this batch, in no particular order; empty if the batch asks for vectors.",
        arguments={"status": "Only results with this status."},
    ),
    Route(
        f"BatchSummary.embeddingResults(status: EmbeddingStatus, {PAGE}): EmbeddingBatchResultConnection!",
        "resolvers.queries.receipt_batches:embeddings_of_batch",
        "The results of turning words into vectors from this batch, in no particular order; empty if the batch asks "
        "for opinions on labels.",
        arguments={"status": "Only results with this status."},
    ),
    Route(
        f"Receipt.completionResults({PAGE}): CompletionBatchResultConnection!",
        "resolvers.queries.receipt_batches:completions_of_receipt",
        "GPT's opinions on the labels of the receipt's words, from all batches; sorted by `batchId`.",
    ),
    Route(
        f"Receipt.embeddingResults({PAGE}): EmbeddingBatchResultConnection!",
        "resolvers.queries.receipt_batches:embeddings_of_receipt",
        "The results of turning the receipt's words into vectors, from all batches; sorted by `batchId`.",
    ),
)
