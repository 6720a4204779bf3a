"""What can be asked of cat images, of documents, and of anything by its id."""

from resolvers.routing.route import OPERATE, PAGE, SPAN, Route

QUERIES: tuple[Route, ...] = (
    Route("Query.catBatch(batchId: ID!): CatBatch!", "cats:cat_batch", "A batch of cat images; it may be empty."),
    Route(
        "Query.catImage(batchId: ID!, fingerprint: ID!): CatImage",
        "cats:cat_image",
        "An image by its batch and fingerprint.",
    ),
    Route(
        f"Query.catImages(clientId: ID, isCat: Boolean, fingerprint: ID, status: CatStatus, {SPAN}, {PAGE}): "
        "CatImageConnection!",
        "cats:cat_images",
        "Images of a client, by answer or by fingerprint, the newest first.",
    ),
    Route("CatBatch.summary: CatBatchSummary!", "cats:summary_of_batch", "How far it has come."),
    Route(
        f"CatBatch.images(status: CatStatus, clientId: ID, {SPAN}, {PAGE}): CatImageConnection!",
        "cats:images_of_batch",
        "Its images.",
    ),
    Route(
        "CatBatch.imagesWithLogs: [CatImage!]!",
        "cats:logs_of_batch",
        "The images that have debug logs; for operators, since logs may tell of others.",
        access=OPERATE,
    ),
    Route("Query.document(jobId: ID!): TextractJob", "documents:document", "A document by its job id."),
    Route(
        f"Query.documents(status: DocumentStatus, {SPAN}, newestFirst: Boolean = true, {PAGE}): TextractJobConnection!",
        "documents:all_documents",
        "Documents by status, or of all statuses, in order of submission.",
    ),
    Route(
        f"Query.documentsByKey(documentKey: String!, {PAGE}): TextractJobConnection!",
        "documents:documents_by_key",
        "The jobs of an uploaded document.",
    ),
    Route(
        f"Query.documentsByTextractId(textractId: ID!, {PAGE}): TextractJobConnection!",
        "documents:documents_by_textract_id",
        "The job that a notification of Textract speaks of.",
    ),
    Route(
        f"Query.stuckDocuments(olderThanMinutes: Int = 60, {PAGE}): TextractJobConnection!",
        "documents:stuck_documents",
        "Documents that should have ended long ago, the oldest first.",
    ),
    Route("Query.node(id: ID!): Node", "nodes:node", "Any item by its global id."),
    Route("Query.nodes(ids: [ID!]!): [Node]!", "nodes:nodes", "Up to 100 items by their global ids, in order."),
)
