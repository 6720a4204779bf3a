"""Examples of mutations on cat images and documents."""

from entities.cats import CatImage, CatStatus
from entities.documents import DocumentStatus, TextractJob
from entities.letters import DeadLetter, LetterQueue
from resolvers.runtime.ids import global_id
from tests.commands.conftest import Changing
from tests.contract.examples.example import Example
from tests.loaders.sample import NOW
from tests.reads.cases.case import OUR_BATCH
from tests.storage import CATS_BUCKET

AT = "2026-11-16T15:00:00.123456Z"
CREATED = {"catImages": {"nodes": [{"fileName": "a.png", "status": "PENDING"}]}}
IMAGE = {"batchId": "7", "fingerprint": "0123456789abcdef" * 4}


def _register(api: Changing) -> None:
    api.do("registerCatImage", "{ status }", **IMAGE, clientId="c", s3Key="cats/tom.png")


FILE = "input/d-failed/a.pdf"
FAILED = TextractJob(
    job_id="d-failed",
    document_key=FILE,
    status=DocumentStatus.FAILED,
    submitted_at=NOW,
    textract_id="t-failed",
    error="Textract could not read it.",
)
LETTER = DeadLetter(letter_id="input:m0", queue=LetterQueue.INPUT, body="{}", received_at=NOW)
"""As in the small world."""

PICTURE = f"failed/{OUR_BATCH}/{'ab' * 32}"
BROKEN = CatImage(
    batch_id=OUR_BATCH,
    fingerprint="ab" * 32,
    client_id="c",
    s3_key=f"{CATS_BUCKET}/{PICTURE}",
    uploaded_at=NOW,
    status=CatStatus.FAIL,
    error="The file is empty.",
    is_managed=True,
)
TOM = CatImage(batch_id=7, fingerprint="cd" * 32, client_id="c", s3_key="cats/tom.png", uploaded_at=NOW)

EXAMPLES: dict[str, Example] = {
    "createCatBatch": Example(
        {
            "files": [
                {"fileName": "a.png", "sha256": "ef" * 32, "byteLength": 1024, "contentType": "image/png"},
                {"fileName": "b.png", "sha256": "1" * 64, "byteLength": 1024, "contentType": "image/png"},
            ],
            "debug": True,
            "force": False,
            "clientId": "ours",
        },
        then=('{ catImages(fingerprint: "%s") { nodes { fileName status } } }' % ("ef" * 32), CREATED),
    ),
    "retryCatImage": Example({"batchId": str(OUR_BATCH), "fingerprint": "ab" * 32}, stored=(BROKEN,)),
    "deleteCatImage": Example({"batchId": "7", "fingerprint": "cd" * 32}, stored=(TOM,), removes=TOM),
    "registerCatImage": Example(
        # Uploaded now: what was uploaded two weeks ago has expired, and no query finds it.
        {**IMAGE, "clientId": "c", "s3Key": "cats/tom.png", "fileName": "tom.png"}
    ),
    "recordCatResult": Example(
        {
            **IMAGE,
            "status": "SUCCESS",
            "expectedStatus": "PENDING",
            "isCat": True,
            "rekognitionResponse": "{}",
            "logs": "[]",
            "recognisedAt": AT,
        },
        before=_register,
    ),
    "submitDocument": Example({"jobId": "d9", "documentKey": "input/d9/a.pdf", "submittedAt": AT}),
    "setDocumentStatus": Example(
        {
            "jobId": "d2",
            "status": "COMPLETED",
            "expectedStatus": "PROCESSING",
            "resultKey": "output/d2/",
            "completedAt": AT,
        }
    ),
    "createDocument": Example(
        {
            "fileName": "invoice.pdf",
            "byteLength": 1024,
            "contentType": "application/pdf",
            "sha256": "0123456789abcdef" * 4,
            "features": ["TABLES", "FORMS"],
            "clientId": "acme",
        }
    ),
    "retryDocument": Example({"jobId": "d-failed"}, stored=(FAILED,)),
    "deleteDocument": Example({"jobId": "d0"}, then=('{ document(jobId: "d0") { id } }', {"document": None})),
    "purgeDocuments": Example(
        {
            "olderThan": "2026-11-16T00:30:00Z",
            "statuses": ["COMPLETED"],
            "dryRun": False,
            "objects": True,
            "first": 10,
        },
        then=("{ documentCounts { completed } }", {"documentCounts": {"completed": 1}}),
    ),
    "redriveDeadLetters": Example(
        {"ids": [global_id(LETTER)]}, then=("{ deadLetters { nodes { id } } }", {"deadLetters": {"nodes": []}})
    ),
}
