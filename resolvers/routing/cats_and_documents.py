"""What can be asked of documents, and of anything by its id."""

from resolvers.routing.route import OPERATE, PAGE, SPAN, Route, between

QUERIES: tuple[Route, ...] = (
    Route(
        "Query.document(jobId: ID!): TextractJob",
        "resolvers.queries.documents:document",
        "One document that Amazon Textract reads; null if it belongs to another client.",
        arguments={"jobId": "The id of the document's job, usually a UUID; not the id that Textract gave it."},
    ),
    Route(
        f"Query.documents(status: DocumentStatus, clientId: ID, mine: Boolean = false, {SPAN}, "
        f"newestFirst: Boolean = true, {PAGE}): TextractJobConnection!",
        "resolvers.queries.documents:all_documents",
        "The documents that Amazon Textract reads, in order of `submittedAt`. Callers see those of their own client, "
        "and if they are signed in those that belong to none; operators and IAM see all.",
        arguments={
            "status": "Only documents with this status.",
            "clientId": "Only documents of this client; none if the caller may not see them. Cannot be combined with "
            "`mine`.",
            "mine": "Whether to return only documents of the caller's own client, and none that belong to no client.",
            **between("submittedAt"),
        },
    ),
    Route(
        "Query.documentCounts(clientId: ID, mine: Boolean = false): DocumentCounts!",
        "resolvers.queries.documents:document_counts",
        "How many documents are in which status, among those that the caller may see. Counters answer; "
        "where a deployment keeps none, the documents are counted on each call.",
        arguments={
            "clientId": "Only documents of this client; none if the caller may not see them. Cannot be combined with "
            "`mine`.",
            "mine": "Whether to count only documents of the caller's own client, and none that belong to no client.",
        },
    ),
    Route(
        f"TextractJob.pages({PAGE}): DocumentPageConnection!",
        "resolvers.queries.document_results:pages_of_documents",
        "What Textract read, page by page: lines, tables and forms with their places. Empty until the document is "
        "COMPLETED. Read from S3.",
        needs=("result_key", "attempt", "is_managed"),
        arguments={"first": "How many pages to return at most, from 1 to 100. Very full pages may be fewer."},
    ),
    Route(
        "TextractJob.resultUrl: String",
        "resolvers.queries.document_results:result_urls",
        "A link to the results, for 15 minutes: a file of pages as JSON, one a line, or for a very long document the "
        "index of several such files. Null until there are results, and if they are not a single file.",
        needs=("result_key", "attempt", "is_managed", "file_name"),
    ),
    Route(
        "TextractJob.documentUrl: String",
        "resolvers.queries.document_results:document_urls",
        "A link to the uploaded file, for 15 minutes. Null if no file is known, or if this API does not know the "
        "bucket.",
        needs=("document_key", "file_name"),
    ),
    Route(
        f"Query.documentsByKey(documentKey: String!, {PAGE}): TextractJobConnection!",
        "resolvers.queries.documents:documents_by_key",
        "The jobs for the document that was uploaded under one S3 key, in no particular order: usually one.",
        arguments={"documentKey": "The S3 key of the document, such as `input/<jobId>/invoice.pdf`."},
    ),
    Route(
        f"Query.documentsByTextractId(textractId: ID!, {PAGE}): TextractJobConnection!",
        "resolvers.queries.documents:documents_by_textract_id",
        "The document that Textract knows by an id of its own: usually one. Notifications from Textract carry this id.",
        arguments={"textractId": "The id that Textract gave to its own job."},
    ),
    Route(
        f"Query.stuckDocuments(olderThanMinutes: Int = 60, {PAGE}): TextractJobConnection!",
        "resolvers.queries.documents:stuck_documents",
        "The documents that were submitted some time ago and are still UPLOADING, SUBMITTED or PROCESSING, the oldest "
        "first.",
        arguments={"olderThanMinutes": "How long ago they were submitted at least, from 0 to 5,256,000 minutes."},
    ),
    Route(
        f"Query.deadLetters(queue: LetterQueue, {PAGE}): DeadLetterConnection!",
        "resolvers.queries.letters:dead_letters",
        "The messages that no worker could process although they were delivered several times, the newest first. "
        "`redriveDeadLetters` sends them again.",
        access=OPERATE,
        arguments={"queue": "Only messages of this queue. If left out, messages of all queues."},
    ),
    Route(
        "Query.node(id: ID!): Node",
        "resolvers.queries.nodes:node",
        "Any item by its global id, whatever its type; select its fields with `... on Job` and the like. Null if the "
        "id is invalid or leads to nothing.",
        arguments={"id": "The `id` of an item, as another query returned it."},
    ),
    Route(
        "Query.nodes(ids: [ID!]!): [Node]!",
        "resolvers.queries.nodes:nodes",
        "Several items by their global ids, in the order of `ids`. Null in the place of an id that is invalid or "
        "leads to nothing.",
        arguments={"ids": "The `id` of each item, at most 100. They may belong to different types."},
    ),
    Route(
        "Query.storedItem(id: ID!): StoredItem",
        "resolvers.queries.nodes:stored_item",
        "Any item as it is stored, with its keys and whatever else other programs wrote into it, even if it is too "
        "malformed for `node`. Null if the id is invalid or leads to nothing.",
        access=OPERATE,
        arguments={"id": "The `id` of an item, as another query returned it."},
    ),
)
