"""What can be asked of cat images, and what can be changed about them."""

from resolvers.routing.route import PAGE, SPAN, WRITE, Route, between

BATCH_ID = "The number of the batch, such as `1763300000`; `batch-` may stand in front of it."
FINGERPRINTS = "The SHA-256 of each image file, as 64 lowercase hexadecimal digits"
ABOUT_CATS = "There is no status `pass`: whether an image shows a cat is `isCat`."

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
        "Query.catImages(clientId: ID, mine: Boolean = false, isCat: Boolean, fingerprint: ID, fingerprints: [ID!], "
        f"status: CatStatus, {SPAN}, {PAGE}): CatImageConnection!",
        "resolvers.queries.cats:cat_images",
        "The images of one client, with one answer or with some fingerprints, from all batches, the newest first. Give "
        "exactly one of `clientId`, `mine`, `isCat`, `fingerprint` and `fingerprints`. Callers find the images of "
        "their own client; operators and IAM those of all.",
        arguments={
            "clientId": "Only images that this client uploaded; none if the caller may not see them. Cannot be "
            "combined with `mine`, `isCat` or fingerprints.",
            "mine": "Whether to return the images of the caller's own client. Cannot be combined with `clientId`, "
            "`isCat` or fingerprints.",
            "isCat": "Only images that show a cat, or only images that do not; images that were not processed have no "
            "answer and are in neither list. Cannot be combined with `clientId`, `mine` or fingerprints.",
            "fingerprint": "Only images whose file has this SHA-256: the same file may have been uploaded in several "
            "batches. Cannot be combined with `clientId`, `mine` or `isCat`.",
            "fingerprints": f"{FINGERPRINTS}, 1 to 20 files from any batches. Within one batch "
            "`CatBatch.imagesByFingerprint` is cheaper. Cannot be combined with `clientId`, `mine` or `isCat`.",
            "status": f"Only images with this status. Images with another status are read and left out. {ABOUT_CATS}",
            **between("uploadedAt"),
        },
    ),
    Route(
        f"Query.stuckCatImages(olderThanMinutes: Int = 60, clientId: ID, {PAGE}): CatImageConnection!",
        "resolvers.queries.cats:stuck_cat_images",
        "The images that have waited for some time and are still PENDING, the oldest first. Callers find those of "
        "their own client. Operators and IAM find all that `createCatBatch` made, or with `clientId` all of one "
        "client. `retryCatImage` sends one on its way again.",
        arguments={
            "olderThanMinutes": "How long they have waited at least, from 0 to 5,256,000 minutes.",
            "clientId": "Only images of this client; none if the caller may not see them.",
        },
    ),
    Route(
        "CatImage.logs: String",
        "resolvers.queries.cats:logs_of_images",
        "Log lines from processing the image, as JSON text; null unless the upload asked for them. Only the client "
        "that owns the image and operators can read them; for others it is null. Each is read from S3 on its own.",
    ),
    Route(
        "CatBatch.summary: CatBatchSummary!",
        "resolvers.queries.cats:summary_of_batch",
        "How many images of the batch are in which state, of those that the caller may see. They are counted anew on "
        "each call.",
    ),
    Route(
        f"CatBatch.images(status: CatStatus, isCat: Boolean, clientId: ID, {SPAN}, {PAGE}): CatImageConnection!",
        "resolvers.queries.cats:images_of_batch",
        "The images of the batch: with `since` or `until` the oldest first, otherwise in no particular order. All "
        "arguments can be combined.",
        arguments={
            "status": f"Only images with this status. {ABOUT_CATS}",
            "isCat": "Only images that show a cat, or only images that do not. Those without an answer are in neither "
            "list.",
            "clientId": "Only images that this client uploaded; none if the caller may not see them.",
            **between("uploadedAt"),
        },
    ),
    Route(
        "CatBatch.imagesByFingerprint(fingerprints: [ID!]!): [CatImage]!",
        "resolvers.queries.cats:images_by_fingerprint",
        "Several images of the batch at once, in the order of `fingerprints`. Null in the place of one that does not "
        "exist or belongs to another client.",
        arguments={"fingerprints": f"{FINGERPRINTS}, at most 100."},
    ),
    Route(
        "CatBatch.imagesWithLogs: [CatImage!]!",
        "resolvers.queries.cats:logs_of_batch",
        "The images of the batch that have log lines for debugging, of those whose logs the caller may read.",
    ),
)

MUTATIONS: tuple[Route, ...] = (
    Route(
        "Mutation.createCatBatch(input: CreateCatBatchInput!): CatBatchUploads!",
        "commands.cats.batches:create_cat_batch",
        "Creates a batch of 1 to 20 pictures and answers where to upload each. What is uploaded is processed by "
        "itself; `onCatImage` tells of each result. A file that this client has a result of already need not be "
        "uploaded. Images and files are deleted automatically after 14 days. Each call makes another batch.",
        access=WRITE,
    ),
    Route(
        "Mutation.retryCatImage(input: RetryCatImageInput!): CatImage!",
        "commands.cats.image_changes:retry_cat_image",
        "Sends an image that is FAIL, or that waits for too long, on its way again. Fails with `Conflict` if the image "
        "has a result, if it is being processed, if its file is not there, or if `createCatBatch` did not make it.",
        access=WRITE,
    ),
    Route(
        "Mutation.deleteCatImage(input: DeleteCatImageInput!): CatImage!",
        "commands.cats.image_changes:delete_cat_image",
        "Deletes an image with its log, and answers with what it was. The file goes too if `createCatBatch` made the "
        "image; the file of another program only with `objects: true`.",
        access=WRITE,
    ),
    Route(
        "Mutation.registerCatImage(input: RegisterCatImageInput!): CatImage!",
        "commands.cats.cat_images:register_cat_image",
        "Records a cat image that was uploaded by another program and waits to be processed by it (PENDING). It is "
        "deleted automatically after 14 days. It belongs to the caller's client. Fails with `Conflict` if the same "
        "file is recorded in this batch with another `clientId` or `fileName`.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordCatResult(input: RecordCatResultInput!): CatImage!",
        "commands.cats.cat_images:record_cat_result",
        "Records the result of processing a cat image: whether it shows a cat, or that it could not be processed. "
        "An image is processed once: another result afterwards fails with `Conflict`. So does any result of an image "
        "that `createCatBatch` made, which is processed by this API itself.",
        access=WRITE,
    ),
)
