"""What can be asked of images and receipts, their text, labels and tags."""

from resolvers.routing.route import PAGE, SPAN, Route, between

IMAGE_ID = {"imageId": "The id of the image, a UUID."}
EMBEDDING_STATUS = (
    "Only {0} with this status: whether they have been turned into vectors. The oldest {0} have no status: they are "
    "listed under NONE, at the end."
)
TAG = {"tag": "The tag, such as `TOTAL_AMOUNT`; upper and lower case do not matter."}

QUERIES: tuple[Route, ...] = (
    Route(
        "Query.image(imageId: ID!): Image",
        "resolvers.queries.receipts:image",
        "One image, with the receipts on it.",
        arguments=IMAGE_ID,
    ),
    Route(
        f"Query.images(imageType: ImageType, receiptCount: Int, {SPAN}, newestFirst: Boolean = true, {PAGE}): "
        "ImageConnection!",
        "resolvers.queries.receipts:images",
        "All images, the newest first; or those of one `imageType`, sorted by their number of receipts. Images without "
        "a time come last.",
        arguments={
            "imageType": "Only images that were made in this way. Images that were stored without a type count as SCAN "
            "and come last.",
            "receiptCount": "Only images with this many receipts; images whose receipts were not counted are listed "
            "under 0. Can only be given together with `imageType`.",
            **between("timestampAdded"),
            "newestFirst": "Whether to start with the newest image; otherwise the list starts with the oldest one. "
            "With `imageType` it has no effect.",
        },
    ),
    Route(
        "Query.randomImage(imageType: ImageType, receiptCount: Int): Image",
        "resolvers.queries.receipts:random_image",
        "Any image, chosen by chance; null if there is none.",
        arguments={
            "imageType": "Only images that were made in this way.",
            "receiptCount": "Only images with this many receipts. Can only be given together with `imageType`.",
        },
    ),
    Route(
        "Query.receipt(imageId: ID!, receiptId: Int!): Receipt",
        "resolvers.queries.receipts:receipt",
        "One receipt, with its text and everything that was found out about it.",
        arguments={
            "imageId": "The id of the image that the receipt was cut out of, a UUID.",
            "receiptId": "The number of the receipt within its image, counted from 1.",
        },
    ),
    Route(
        "Query.receipts(merchantName: String, placeId: ID, validationStatus: MerchantMatch, minConfidence: Float, "
        f"{SPAN}, newestFirst: Boolean = true, {PAGE}): ReceiptConnection!",
        "resolvers.queries.receipts:all_receipts",
        "All receipts, the newest first; or those of certain merchants. All arguments can be combined. Those of a "
        "merchant or a place are sorted by `imageId` and `receiptId`; by confidence alone, the highest comes first.",
        arguments={
            "merchantName": "Only receipts of this merchant. It is compared with `canonicalMerchantName`, or with "
            "`merchantName` if there is none; upper and lower case do not matter.",
            "placeId": "Only receipts of the merchant with this `placeId`, an id of Google Places.",
            "validationStatus": "Only receipts whose merchant was found with this certainty.",
            "minConfidence": "Only receipts whose `matchConfidence` is at least this, from 0 to 1. Receipts without a "
            "confidence are left out.",
            **between("timestampAdded"),
            "newestFirst": "Whether to start with the newest receipt; otherwise the list starts with the oldest one. "
            "It has no effect where the list is sorted by something else.",
        },
    ),
    Route(
        "Query.randomReceipt: Receipt",
        "resolvers.queries.receipts:random_receipt",
        "Any receipt, chosen by chance; null if there is none.",
    ),
    Route(
        f"Query.receiptMetadata(merchantName: String, placeId: ID, {PAGE}): ReceiptMetadataConnection!",
        "resolvers.queries.receipts:receipt_metadata",
        "The merchants of receipts, one entry for each receipt whose merchant was looked up. Those of one merchant "
        "or one place are sorted by `imageId` and `receiptId`; without an argument, all entries come in no "
        "particular order.",
        arguments={
            "merchantName": "Only receipts of this merchant. It is compared with `canonicalMerchantName`, or with "
            "`merchantName` if there is none; upper and lower case do not matter. Cannot be combined with `placeId`.",
            "placeId": "Only receipts with this `placeId`, an id of Google Places. Cannot be combined with "
            "`merchantName`.",
        },
    ),
    Route(
        "Query.labels(label: String, validationStatus: ValidationStatus, imageId: ID, receiptId: Int, "
        f"{PAGE}): ReceiptWordLabelConnection!",
        "resolvers.queries.labels:labels",
        "The labels of words, by label, by validation status, by the image or receipt that they are on, or by several "
        "of these; give at least one of them. With `label` or `imageId` they are sorted by image and in reading order, "
        "otherwise they come in no particular order.",
        arguments={
            "label": "Only this label, such as `GRAND_TOTAL`; upper and lower case do not matter.",
            "validationStatus": "Only labels with this status. Together with `label`, labels with another status are "
            "read and left out, so a page of rare ones takes longer.",
            "imageId": "Only labels of words on this image.",
            "receiptId": "Only labels of words on the receipt with this number. Can only be given together with "
            "`imageId`.",
        },
    ),
    Route(
        f"Query.receiptLines(embeddingStatus: EmbeddingStatus!, {PAGE}): ReceiptLineConnection!",
        "resolvers.queries.receipts:lines",
        "All lines with one embedding status, on any receipt, in no particular order.",
        arguments={"embeddingStatus": EMBEDDING_STATUS.format("lines")},
    ),
    Route(
        f"Query.receiptWords(embeddingStatus: EmbeddingStatus!, {PAGE}): ReceiptWordConnection!",
        "resolvers.queries.receipts:words",
        "All words with one embedding status, on any receipt, in no particular order.",
        arguments={"embeddingStatus": EMBEDDING_STATUS.format("words")},
    ),
    Route(
        f"Query.receiptFields(fieldType: String!, {PAGE}): ReceiptFieldConnection!",
        "resolvers.queries.receipts:receipt_fields",
        "One field, such as the address, of all receipts on which it was found; sorted by `imageId` and `receiptId`.",
        arguments={"fieldType": "Which field, such as `ADDRESS_LINE`; upper and lower case do not matter."},
    ),
    Route(
        f"Query.wordTags(tag: String!, {PAGE}): WordTagConnection!",
        "resolvers.queries.labels:word_tags",
        "Every use of a tag, the forerunner of labels, on words of whole images; sorted by `imageId`, then in reading "
        "order.",
        arguments=TAG,
    ),
    Route(
        f"Query.receiptWordTags(tag: String!, {PAGE}): ReceiptWordTagConnection!",
        "resolvers.queries.labels:receipt_word_tags",
        "Every use of a tag, the forerunner of labels, on words of receipts; sorted by `imageId` and `receiptId`, then "
        "in reading order.",
        arguments=TAG,
    ),
)
