"""What can be asked of analyses, validations, places, batches and definitions of labels; and what can be counted."""

from resolvers.routing.route import PAGE, SPAN, Route, between

QUERIES: tuple[Route, ...] = (
    Route(
        f"Query.labelAnalyses({SPAN}, {PAGE}): ReceiptLabelAnalysisConnection!",
        "resolvers.queries.receipt_analyses:label_analyses",
        "All analyses that propose labels for the words of a receipt, the newest first.",
        arguments=between("timestampAdded"),
    ),
    Route(
        f"Query.structureAnalyses({SPAN}, {PAGE}): ReceiptStructureAnalysisConnection!",
        "resolvers.queries.receipt_analyses:structure_analyses",
        "All analyses that divide a receipt into sections, the newest first.",
        arguments=between("timestampAdded"),
    ),
    Route(
        f"Query.lineItemAnalyses({SPAN}, {PAGE}): ReceiptLineItemAnalysisConnection!",
        "resolvers.queries.receipt_analyses:line_item_analyses",
        "All analyses of what was bought, the newest first.",
        arguments=between("timestampAdded"),
    ),
    Route(
        f"Query.validations(status: String, {SPAN}, {PAGE}): ReceiptValidationSummaryConnection!",
        "resolvers.queries.receipt_validations:validations",
        "The validations of all receipts, the newest first.",
        arguments={
            "status": "Only validations with this `overallStatus`, usually `valid`, `invalid` or `needs_review`; upper "
            "and lower case matter.",
            **between("validationTimestamp"),
        },
    ),
    Route(
        f"Query.validationCategories(fieldName: String!, status: String!, {PAGE}): "
        "ReceiptValidationCategoryConnection!",
        "resolvers.queries.receipt_validations:validation_categories",
        "All validations of one kind of field with one result, on any receipt; sorted by `imageId` and `receiptId`.",
        arguments={
            "fieldName": "The kind of field, such as `business_identity` or `total`; upper and lower case matter.",
            "status": "The result for this kind of field, usually `valid`, `invalid` or `needs_review`; upper and "
            "lower case matter.",
        },
    ),
    Route(
        f"Query.validationResults(type: String!, {PAGE}): ReceiptValidationResultConnection!",
        "resolvers.queries.receipt_validations:validation_results",
        "All single findings of one type from validations, on any receipt; sorted by `imageId` and `receiptId`.",
        arguments={
            "type": "How serious the findings are, usually `error`, `warning`, `info` or `success`; upper and lower "
            "case matter.",
        },
    ),
    Route(
        f"Query.chatGptValidations(status: String, {SPAN}, {PAGE}): ReceiptChatGPTValidationConnection!",
        "resolvers.queries.receipt_validations:chat_gpt_validations",
        "The second opinions of ChatGPT on the validations of all receipts, the newest first.",
        arguments={
            "status": "Only opinions with this `revisedStatus`, usually `valid`, `invalid` or `needs_review`; upper "
            "and lower case matter.",
            **between("timestamp"),
        },
    ),
    Route(
        f"Query.compactionRuns({SPAN}, {PAGE}): CompactionRunConnection!",
        "resolvers.queries.receipt_analyses:compaction_runs",
        "All runs that merge the vectors of a receipt into the search index, the newest first.",
        arguments=between("createdAt"),
    ),
    Route(
        "Query.place(searchType: SearchType!, searchValue: String!): PlacesCache",
        "resolvers.queries.places:place",
        "The stored answer of the Google Places API to one search; null if none is stored. Google itself is not asked.",
        arguments={
            "searchType": "What `searchValue` is: an address, a phone number or a URL.",
            "searchValue": "The address, phone number or URL, written as it was when Google was asked.",
        },
    ),
    Route(
        f"Query.places(placeId: ID, {PAGE}): PlacesCacheConnection!",
        "resolvers.queries.places:places",
        "The stored answers of the Google Places API, in no particular order.",
        arguments={"placeId": "Only answers that found this place, by its id in Google Places."},
    ),
    Route(
        "Query.batch(batchId: ID!): BatchSummary",
        "resolvers.queries.receipt_batches:batch",
        "One batch of requests to OpenAI.",
        arguments={"batchId": "The id of the batch, a UUID; not the id that OpenAI gave it."},
    ),
    Route(
        f"Query.batches(status: BatchStatus!, batchType: BatchType, {PAGE}): BatchSummaryConnection!",
        "resolvers.queries.receipt_batches:batches",
        "The batches of requests to OpenAI that have one status, sorted by `batchType`.",
        arguments={
            "status": "How far the batches have come.",
            "batchType": "Only batches that ask OpenAI for this.",
        },
    ),
    Route(
        f"Query.completionResults(label: String!, {PAGE}): CompletionBatchResultConnection!",
        "resolvers.queries.receipt_batches:completion_results",
        "GPT's opinions on one label or one group of labels, from all batches, in no particular order.",
        arguments={
            "label": "A group of labels, such as `money`, or a label, such as `GRAND_TOTAL`; upper and lower case "
            "matter. Results from `recordBatchResults` are found by their group (`labelTarget`) alone.",
        },
    ),
    Route(
        f"Query.labelHygiene(alias: String, canonicalLabel: String, {PAGE}): LabelHygieneResultConnection!",
        "resolvers.queries.labels:label_hygiene",
        "The findings that one label is only another name for a second one, by either of the two labels: give exactly "
        "one of the arguments `alias` and `canonicalLabel`.",
        arguments={
            "alias": "The label that is only another name, in upper case, such as `TOTAL`. Cannot be combined with "
            "`canonicalLabel`.",
            "canonicalLabel": "The label to use instead, in upper case, such as `GRAND_TOTAL`. Cannot be combined with "
            "`alias`.",
        },
    ),
    Route(
        "Query.labelMetadata(label: String!): LabelMetadata",
        "resolvers.queries.labels:label_metadata",
        "The definition of one label: what it means, and whether it is still in use. Null if it was never defined.",
        arguments={"label": "The label, in upper case, such as `GRAND_TOTAL`."},
    ),
    Route(
        f"Query.labelsKnown(labelTarget: String, {PAGE}): LabelMetadataConnection!",
        "resolvers.queries.labels:labels_known",
        "The definitions of labels, in the alphabetical order of the labels.",
        arguments={
            "labelTarget": "Only labels that belong to this group, such as `money`; upper and lower case matter."
        },
    ),
    Route(
        "Query.imageCount: Int!",
        "resolvers.queries.receipts:image_count",
        "How many images are stored. They are counted anew on each call.",
    ),
    Route(
        "Query.receiptCount: Int!",
        "resolvers.queries.receipts:receipt_count",
        "How many receipts are stored. They are counted anew on each call.",
    ),
    Route(
        "Query.merchantCounts: [MerchantCount!]!",
        "resolvers.queries.receipts:merchant_counts",
        "How many receipts each merchant has, the merchant with the most receipts first. Names that differ only in "
        "upper and lower case are one merchant. Receipts whose merchant is unknown are not counted.",
    ),
    Route(
        "Query.labelCounts(labels: [String!]): [LabelCount!]!",
        "resolvers.queries.labels:label_counts",
        "How many words have each of these labels, by validation status, in the order of `labels`. Every use of the "
        "labels is read on each call, so frequent labels take longer.",
        arguments={
            "labels": "The labels to count, at most 50; upper and lower case do not matter. If left out, the 22 core "
            "labels are counted, such as `MERCHANT_NAME` and `GRAND_TOTAL`.",
        },
    ),
)
