"""Examples of mutations on cat images and documents."""

from tests.commands.conftest import Changing
from tests.contract.examples.example import Example

AT = "2026-11-16T15:00:00.123456Z"
IMAGE = {"batchId": "7", "fingerprint": "0123456789abcdef" * 4}


def _register(api: Changing) -> None:
    api.do("registerCatImage", "{ status }", **IMAGE, clientId="c", s3Key="cats/tom.png")


EXAMPLES: dict[str, Example] = {
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
}
