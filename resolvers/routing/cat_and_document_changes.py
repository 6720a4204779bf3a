"""What can be changed about documents."""

from resolvers.routing.route import OPERATE, WRITE, Route

MUTATIONS: tuple[Route, ...] = (
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
    Route(
        "Mutation.createDocument(input: CreateDocumentInput!): CreatedDocument!",
        "commands.documents.uploads:create_document",
        "Creates a document, and answers with an address where its file can be uploaded once, within 15 minutes. Once "
        "the file has arrived it is recognised without another call; `onDocumentEvent` tells how far it is. It belongs "
        "to the caller's client, and is deleted automatically 30 days after it has ended.",
        access=WRITE,
    ),
    Route(
        "Mutation.retryDocument(input: RetryDocumentInput!): TextractJob!",
        "commands.documents.retries:retry_document",
        "Recognises a document once more: one that is FAILED or ERROR, or that is under way but has not changed for "
        "an hour. Anything else fails with `Conflict`, and a document whose file is gone with `NotFound`.",
        access=WRITE,
    ),
    Route(
        "Mutation.deleteDocument(input: DeleteDocumentInput!): DocumentDeletion!",
        "commands.documents.removals:delete_document",
        "Deletes a document. What `createDocument` made goes with its file and its results; files and results of other "
        "programs stay unless `objects` is true. If `isComplete` is false, repeat the call.",
        access=WRITE,
    ),
    Route(
        "Mutation.purgeDocuments(input: PurgeDocumentsInput!): DocumentPurge!",
        "commands.documents.removals:purge_documents",
        "Deletes old documents, up to 100 in each call, the oldest first. Unless `dryRun` is false it only counts what "
        "would be deleted.",
        access=OPERATE,
    ),
    Route(
        "Mutation.redriveDeadLetters(input: RedriveDeadLettersInput!): [LetterRedrive!]!",
        "resolvers.queries.letters:redrive_dead_letters",
        "Sends messages again that no worker could process. A message about a document begins a new attempt of it. "
        "What was sent again is no longer in `deadLetters`.",
        access=OPERATE,
    ),
)
