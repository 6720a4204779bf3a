"""Where items of receipts lead to: the image, the receipt, the line or the word that they belong to, and results."""

from resolvers.routing.route import OPERATE, PAGE, Route

OF_IMAGES: tuple[Route, ...] = (
    Route("Line.image: Image", "resolvers.queries.receipts:image_of", "The image that the line is on."),
    Route("Word.image: Image", "resolvers.queries.receipts:image_of", "The image that the word is on."),
    Route("Word.line: Line", "resolvers.queries.image_text:line_of_image", "The line that the word is in."),
    Route("Letter.image: Image", "resolvers.queries.receipts:image_of", "The image that the letter is on."),
    Route("Letter.line: Line", "resolvers.queries.image_text:line_of_image", "The line that the letter is in."),
    Route("Letter.word: Word", "resolvers.queries.image_text:word_of_image", "The word that the letter is in."),
    Route("WordTag.word: Word", "resolvers.queries.image_text:word_of_image", "The word that has this tag."),
    Route(
        "Image.otherItems: [OtherItem!]!",
        "resolvers.queries.image_text:other_items",
        "What other programs keep with the image, of types that this API does not know, as it is stored.",
        access=OPERATE,
    ),
)

PARTS: tuple[Route, ...] = (
    Route("ReceiptRef.receipt: Receipt", "resolvers.queries.receipts:receipt_of", "The receipt itself."),
    Route("FieldWord.word: ReceiptWord", "resolvers.queries.receipts:word_of", "The word itself."),
    Route("AnalysedLabel.word: ReceiptWord", "resolvers.queries.receipts:word_of", "The word itself."),
)

RESULTS: tuple[Route, ...] = (
    Route(
        "CompletionBatchResult.batch: BatchSummary",
        "resolvers.queries.receipt_batches:batch_of",
        "The batch that the result belongs to.",
    ),
    Route(
        "CompletionBatchResult.receipt: Receipt",
        "resolvers.queries.receipts:receipt_of",
        "The receipt that the word is on.",
        needs=("image_id",),
    ),
    Route(
        "EmbeddingBatchResult.batch: BatchSummary",
        "resolvers.queries.receipt_batches:batch_of",
        "The batch that the result belongs to.",
    ),
    Route(
        "EmbeddingBatchResult.receipt: Receipt",
        "resolvers.queries.receipts:receipt_of",
        "The receipt that the word is on.",
        needs=("image_id",),
    ),
    Route(
        "ReceiptMetadata.place: PlacesCache",
        "resolvers.queries.places:place_of",
        "The latest stored answer of the Google Places API about the merchant's place; null if none is stored.",
        needs=("place_id",),
    ),
    Route(
        "GPTValidation.receipt: Receipt",
        "resolvers.queries.receipts:receipt_of",
        "The receipt that GPT was asked about.",
    ),
    Route(
        "GPTInitialTagging.receipt: Receipt",
        "resolvers.queries.receipts:receipt_of",
        "The receipt that GPT was asked about.",
    ),
    Route(
        "ReceiptValidationResult.category: ReceiptValidationCategory",
        "resolvers.queries.receipt_validations:category_of",
        "The category that the finding belongs to.",
    ),
    Route("ReceiptLetter.word: ReceiptWord", "resolvers.queries.receipts:word_of", "The word that the letter is in."),
)

QUERIES: tuple[Route, ...] = (
    *OF_IMAGES,
    *PARTS,
    *RESULTS,
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
    Route(
        "ReceiptWordLabel.replaced: ReceiptWordLabel",
        "resolvers.queries.labels:replaced_by_label",
        "The earlier label of the same word that this one replaced; null if it replaced none. After `relabel`, it is "
        "the label that became INVALID.",
        needs=("label_consolidated_from",),
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
