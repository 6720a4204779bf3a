"""What can be asked of cat images, of documents, and of anything by its id."""

from resolvers.routing.route import OPERATE, PAGE, SPAN, Route, between

BATCH_ID = "The number of the batch, such as `1763300000`; `batch-` may stand in front of it."

QUERIES: tuple[Route, ...] = (
    Route(
        "Query.catBatch(batchId: ID!): CatBatch!",
        "resolvers.queries.cats:cat_batch",
        "A batch of cat images that were uploaded together. A batch that does not exist is returned without images. "
        "Callers see and count the images of their own client; operators and IAM those of all.",
        arguments={"batchId": BATCH_ID},
    ),
    Route(
        "Query.catImage(batchId: ID!, fingerprint: ID!): CatImage",
        "resolvers.queries.cats:cat_image",
        "One cat image; null if it belongs to another client.",
        arguments={
            "batchId": BATCH_ID,
            "fingerprint": "The SHA-256 of the image file, as 64 lowercase hexadecimal digits.",
        },
    ),
    Route(
        f"Query.catImages(clientId: ID, isCat: Boolean, fingerprint: ID, status: CatStatus, {SPAN}, {PAGE}): "
        "CatImageConnection!",
        "resolvers.queries.cats:cat_images",
        "The images of one client, with one answer or with one fingerprint, from all batches, the newest first. Give "
        "exactly one of `clientId`, `isCat` and `fingerprint`. Callers find the images of their own client; operators "
        "and IAM those of all.",
        arguments={
            "clientId": "Only images that this client uploaded; none if the caller may not see them. Cannot be "
            "combined with `isCat` or `fingerprint`.",
            "isCat": "Only images that show a cat, or only images that do not; images that were not processed have no "
            "answer and are in neither list. Cannot be combined with `clientId` or `fingerprint`.",
            "fingerprint": "Only images whose file has this SHA-256: the same file may have been uploaded in several "
            "batches. Cannot be combined with `clientId` or `isCat`.",
            "status": "Only images with this status. Images with another status are read and left out.",
            **between("uploadedAt"),
        },
    ),
    Route(
        "CatBatch.summary: CatBatchSummary!",
        "resolvers.queries.cats:summary_of_batch",
        "How many images of the batch are in which state. They are counted anew on each call.",
    ),
    Route(
        f"CatBatch.images(status: CatStatus, clientId: ID, {SPAN}, {PAGE}): CatImageConnection!",
        "resolvers.queries.cats:images_of_batch",
        "The images of the batch: with `since` or `until` the oldest first, otherwise in no particular order. All "
        "arguments can be combined.",
        arguments={
            "status": "Only images with this status.",
            "clientId": "Only images that this client uploaded; none if the caller may not see them.",
            **between("uploadedAt"),
        },
    ),
    Route(
        "CatBatch.imagesWithLogs: [CatImage!]!",
        "resolvers.queries.cats:logs_of_batch",
        "The images of the batch that have log lines for debugging. Only for operators, because such lines may reveal "
        "data of other clients.",
        access=OPERATE,
    ),
    Route(
        "Query.document(jobId: ID!): TextractJob",
        "resolvers.queries.documents:document",
        "One document that Amazon Textract reads; null if it belongs to another client.",
        arguments={"jobId": "The id of the document's job, usually a UUID; not the id that Textract gave it."},
    ),
    Route(
        f"Query.documents(status: DocumentStatus, clientId: ID, {SPAN}, newestFirst: Boolean = true, {PAGE}): "
        "TextractJobConnection!",
        "resolvers.queries.documents:all_documents",
        "The documents that Amazon Textract reads, in order of `submittedAt`. Callers see those of their own client, "
        "and if they are signed in those that belong to none; operators and IAM see all.",
        arguments={
            "status": "Only documents with this status.",
            "clientId": "Only documents of this client; none if the caller may not see them.",
            **between("submittedAt"),
        },
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
)
