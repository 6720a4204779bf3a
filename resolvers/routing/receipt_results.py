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
        f"Query.validationCategories(fieldName: String, status: String, {SPAN}, {PAGE}): "
        "ReceiptValidationCategoryConnection!",
        "resolvers.queries.receipt_validations:validation_categories",
        "The validations of kinds of fields, on any receipt, the newest first; those of one `fieldName` are sorted by "
        "`imageId` and `receiptId` instead. Those without a time come last.",
        arguments={
            "fieldName": "Only this kind of field, such as `business_identity` or `total`; upper and lower case "
            "matter. Can only be given together with `status`.",
            "status": "Only validations with this result, usually `valid`, `invalid` or `needs_review`; upper and "
            "lower case matter.",
            **between("validationTimestamp"),
        },
    ),
    Route(
        f"Query.validationResults(type: String, {SPAN}, {PAGE}): ReceiptValidationResultConnection!",
        "resolvers.queries.receipt_validations:validation_results",
        "The single findings of validations, on any receipt, the newest first, those without a time last; with `type` "
        "alone, they are sorted by `imageId` and `receiptId`.",
        arguments={
            "type": "Only findings that are this serious, usually `error`, `warning`, `info` or `success`; upper and "
            "lower case matter.",
            **between("validationTimestamp"),
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
        f"Query.places(placeId: ID, {SPAN}, {PAGE}): PlacesCacheConnection!",
        "resolvers.queries.places:places",
        "The stored answers of the Google Places API, the last used first. Those that other programs stored are in no "
        "index by time: they follow in no particular order.",
        arguments={
            "placeId": "Only answers that found this place, by its id in Google Places. Cannot be combined with "
            "`since` and `until`.",
            **between("lastUpdated"),
        },
    ),
    Route(
        "Query.batch(batchId: ID!): BatchSummary",
        "resolvers.queries.receipt_batches:batch",
        "One batch of requests to OpenAI.",
        arguments={"batchId": "The id of the batch, a UUID; not the id that OpenAI gave it."},
    ),
    Route(
        f"Query.batches(status: BatchStatus, batchType: BatchType, {PAGE}): BatchSummaryConnection!",
        "resolvers.queries.receipt_batches:batches",
        "The batches of requests to OpenAI: with one status, sorted by `batchType`; otherwise in no particular order.",
        arguments={
            "status": "Only batches that have come this far.",
            "batchType": "Only batches that ask OpenAI for this.",
        },
    ),
    Route(
        "Query.completionResults(label: String, originalLabel: String, labelTarget: String, status: BatchStatus, "
        f"{PAGE}): CompletionBatchResultConnection!",
        "resolvers.queries.receipt_batches:completion_results",
        "GPT's opinions on labels, from all batches, in no particular order. All arguments can be combined.",
        arguments={
            "label": "Only opinions on this label, or on labels of this group: whichever their writer listed them by.",
            "originalLabel": "Only opinions on this label, by any program; upper and lower case matter.",
            "labelTarget": "Only opinions on labels of this group, such as `money`.",
            "status": "Only opinions that have come this far.",
        },
    ),
    Route(
        f"Query.labelHygiene(alias: String, canonicalLabel: String, {PAGE}): LabelHygieneResultConnection!",
        "resolvers.queries.labels:label_hygiene",
        "The findings that one label is only another name for a second one: all in no particular order, or by one of "
        "the two labels.",
        arguments={
            "alias": "Only findings that this label is only another name, in upper case, such as `TOTAL`. Cannot be "
            "combined with `canonicalLabel`.",
            "canonicalLabel": "Only findings that this label is to be used instead, in upper case, such as "
            "`GRAND_TOTAL`. Cannot be combined with `alias`.",
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
        "How many images are stored. Counters answer; where a deployment keeps none, all are "
        "counted on each call, for people who are signed in.",
    ),
    Route(
        "Query.receiptCount: Int!",
        "resolvers.queries.receipts:receipt_count",
        "How many receipts are stored. Counters answer; where a deployment keeps none, all are "
        "counted on each call, for people who are signed in.",
    ),
    Route(
        "Query.merchantCounts(prefix: String): [MerchantCount!]!",
        "resolvers.queries.receipts:merchant_counts",
        "How many receipts each merchant has, the merchant with the most receipts first. Names that differ only in "
        "upper and lower case are one merchant. Receipts whose merchant is unknown are not counted. Counters answer; "
        "where a deployment keeps none, all are counted on each call, for people who are signed in.",
        arguments={
            "prefix": "Only merchants whose name begins with this; upper and lower case do not matter.",
        },
    ),
    Route(
        "Query.labelTimeline(since: AWSDateTime, until: AWSDateTime, step: Int = 86400): [LabelTimelineStep!]!",
        "resolvers.queries.labels:label_timeline",
        "How many labels were proposed when, by their validation status today: one entry for each step of time, the "
        "oldest first. All labels of the span are counted on each call.",
        arguments={
            "since": "The beginning of the timeline; defaults to 30 days before its end.",
            "until": "The end of the timeline; defaults to now.",
            "step": "The length of a step in seconds, at least 60; 86400 is a day. There may be 1,000 steps at most.",
        },
    ),
    Route(
        "Query.labelCounts(labels: [String!]): [LabelCount!]!",
        "resolvers.queries.labels:label_counts",
        "How many words have each of these labels, by validation status, in the order of `labels`. Counters "
        "answer; where a deployment keeps none, every use of the labels is read on each call, for people who are "
        "signed in.",
        arguments={
            "labels": "The labels to count, at most 50; upper and lower case do not matter. If left out, the 22 core "
            "labels are counted, such as `MERCHANT_NAME` and `GRAND_TOTAL`.",
        },
    ),
)
