"""What can be changed about cat images and documents."""

from resolvers.routing.route import WRITE, Route

MUTATIONS: tuple[Route, ...] = (
    Route(
        "Mutation.registerCatImage(input: RegisterCatImageInput!): CatImage!",
        "commands.cats.cat_images:register_cat_image",
        "Records a cat image that was uploaded and waits to be processed (PENDING). It is deleted automatically "
        "after 14 days. It belongs to the caller's client. Fails with `Conflict` if the same file is recorded in this "
        "batch with another `clientId` or `fileName`.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordCatResult(input: RecordCatResultInput!): CatImage!",
        "commands.cats.cat_images:record_cat_result",
        "Records the result of processing a cat image: whether it shows a cat, or that it could not be processed. "
        "An image is processed once: another result afterwards fails with `Conflict`.",
        access=WRITE,
    ),
    Route(
        "Mutation.submitDocument(input: SubmitDocumentInput!): TextractJob!",
        "commands.documents.textract_jobs:submit_document",
        "Creates a job for a document that will be uploaded to S3, with the status UPLOADING. It belongs to the "
        "caller's client. If another document has this `jobId`, the call fails with `Conflict`.",
        access=WRITE,
    ),
    Route(
        "Mutation.setDocumentStatus(input: SetDocumentStatusInput!): TextractJob!",
        "commands.documents.textract_jobs:set_document_status",
        "Sets how far a document has come, and stores what is known by then. A step that is not possible fails with "
        "`Conflict`: COMPLETED, FAILED and ERROR are final.",
        access=WRITE,
    ),
)
