"""What can be changed about cat images and documents."""

from resolvers.routing.route import WRITE, Route

MUTATIONS: tuple[Route, ...] = (
    Route(
        "Mutation.registerCatImage(input: RegisterCatImageInput!): CatImage!",
        "mutations.cats:register_cat_image",
        "Notes an image that was uploaded and waits. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordCatResult(input: RecordCatResultInput!): CatImage!",
        "mutations.cats:record_cat_result",
        "Notes what came of an image: whether there is a cat on it, or that nobody could tell.",
        access=WRITE,
    ),
    Route(
        "Mutation.submitDocument(input: SubmitDocumentInput!): TextractJob!",
        "mutations.documents:submit_document",
        "Opens a job for a document that will be uploaded. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.setDocumentStatus(input: SetDocumentStatusInput!): TextractJob!",
        "mutations.documents:set_document_status",
        "Notes how far a document has come. One that has ended stays as it is.",
        access=WRITE,
    ),
)
