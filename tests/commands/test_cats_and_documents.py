"""Cat images and documents go their way step by step, each step once."""

from itertools import product
from typing import Any
from uuid import uuid4

import pytest

from entities.cats import CatImage
from entities.documents import DocumentStatus
from tests.commands.conftest import Changing

IMAGE = "{ batchId fingerprint clientId s3Key fileName status isCat uploadedAt recognisedAt rekognitionResponse }"
DOCUMENT = "{ jobId documentKey status submittedAt completedAt textractId resultKey error updatedAt }"
BATCH = "1700000000"


def _image(api: Changing, **more: Any) -> dict[str, Any]:
    ids = {"batchId": BATCH, "fingerprint": f"{uuid4().hex}{uuid4().hex}"}
    api.do("registerCatImage", IMAGE, **ids, clientId="stablecaps123", s3Key="bucket/x.png", **more)
    return ids


def _result(status: str) -> dict[str, Any]:
    return {"status": status} | ({"isCat": True} if status == "SUCCESS" else {})


def test_an_image_waits_once(api: Changing) -> None:
    ids = {"batchId": BATCH, "fingerprint": "ab" * 32}
    given = {**ids, "clientId": "c", "s3Key": "bucket/x.png", "fileName": "tom.png"}
    made = api.do("registerCatImage", IMAGE, **given)
    assert (made["status"], made["isCat"], made["fileName"]) == ("PENDING", None, "tom.png")
    assert api.do("registerCatImage", IMAGE, **given) == made
    error = api.refusal("registerCatImage", IMAGE, **{**given, "clientId": "somebody else"})
    assert (error["errorType"], error["errorInfo"]["current"]["clientId"]) == ("Conflict", "c")
    query = "query ($b: ID!, $f: ID!) { catImage(batchId: $b, fingerprint: $f) " + IMAGE + " }"
    assert api.get(query, b=BATCH, f=ids["fingerprint"])["catImage"] == made


def test_an_image_is_kept_for_two_weeks_and_its_keys_are_of_the_right_kind(api: Changing) -> None:
    ids = _image(api, uploadedAt="2100-01-01T00:00:00Z")
    api.do("recordCatResult", IMAGE, **ids, **_result("SUCCESS"), logs='["a line"]')
    record = api.store.session().get(
        CatImage.table, {"batch_id": int(BATCH), "img_fprint": ids["fingerprint"]}, is_consistent=True
    )
    assert record is not None
    assert record["ttl"] - record["upload_ts"] == 14 * 86_400
    assert (record["op_status"], record["rek_iscat"]) == ("success", "True")
    assert isinstance(record["log_ts"], int)


@pytest.mark.parametrize(("before", "after"), list(product(["PENDING", "SUCCESS", "FAIL"], ["SUCCESS", "FAIL"])))
def test_only_an_image_that_waits_gets_a_result(api: Changing, before: str, after: str) -> None:
    ids = _image(api)
    if before != "PENDING":
        api.do("recordCatResult", IMAGE, **ids, **_result(before))
    answer = api.change("recordCatResult", IMAGE, **ids, **_result(after))
    again = api.change("recordCatResult", IMAGE, **ids, **_result(after))
    if before in {"PENDING", after}:
        assert answer["data"]["recordCatResult"]["status"] == after
        assert again == answer
    else:
        assert answer["errors"][0]["errorInfo"]["current"]["status"] == before
    query = "query ($b: ID!) { catBatch(batchId: $b) { images(first: 100) { nodes { fingerprint status } } } }"
    nodes = api.get(query, b=BATCH)["catBatch"]["images"]["nodes"]
    assert {"fingerprint": ids["fingerprint"], "status": after if before == "PENDING" else before} in nodes


def test_another_answer_is_a_conflict_and_so_is_an_outdated_expectation(api: Changing) -> None:
    ids = _image(api)
    api.do("recordCatResult", IMAGE, **ids, status="SUCCESS", isCat=False, expectedStatus="PENDING")
    assert api.refusal("recordCatResult", IMAGE, **ids, status="SUCCESS", isCat=True)["errorType"] == "Conflict"
    error = api.refusal("recordCatResult", IMAGE, **ids, status="FAIL", expectedStatus="PENDING")
    assert error["errorInfo"]["current"]["isCat"] is False


LEGAL = {
    ("UPLOADING", "SUBMITTED"),
    ("UPLOADING", "PROCESSING"),
    ("UPLOADING", "ERROR"),
    ("SUBMITTED", "PROCESSING"),
    ("SUBMITTED", "ERROR"),
    ("PROCESSING", "COMPLETED"),
    ("PROCESSING", "FAILED"),
    ("PROCESSING", "ERROR"),
}
STATUSES = [each.name for each in DocumentStatus]
WAYS: dict[str, list[str]] = {
    "UPLOADING": [],
    "SUBMITTED": ["SUBMITTED"],
    "PROCESSING": ["PROCESSING"],
    "COMPLETED": ["PROCESSING", "COMPLETED"],
    "FAILED": ["PROCESSING", "FAILED"],
    "ERROR": ["ERROR"],
}


def _step(status: str) -> dict[str, Any]:
    return {"status": status} | ({"error": "It broke."} if status in {"FAILED", "ERROR"} else {})


def _document(api: Changing, status: str = "UPLOADING") -> str:
    job_id = str(uuid4())
    api.do("submitDocument", DOCUMENT, jobId=job_id, documentKey=f"input/{job_id}/a.pdf")
    for each in WAYS[status]:
        api.do("setDocumentStatus", DOCUMENT, jobId=job_id, **_step(each))
    return job_id


def _stored(api: Changing, job_id: str) -> dict[str, Any]:
    found: dict[str, Any] = api.get("query ($id: ID!) { document(jobId: $id) " + DOCUMENT + " }", id=job_id)["document"]
    return found


@pytest.mark.parametrize(("before", "after"), list(product(STATUSES, STATUSES)))
def test_a_document_goes_where_its_status_leads(api: Changing, before: str, after: str) -> None:
    job_id = _document(api, before)
    stored = _stored(api, job_id)
    answer = api.change("setDocumentStatus", DOCUMENT, jobId=job_id, **_step(after))
    if (before, after) in LEGAL:
        made = answer["data"]["setDocumentStatus"]
        assert (made["status"], made["completedAt"] is not None) == (after, after == "COMPLETED")
        assert _stored(api, job_id) == made
    elif before == after:
        assert answer["data"]["setDocumentStatus"] == stored == _stored(api, job_id)
    else:
        error = answer["errors"][0]
        assert (error["errorType"], error["errorInfo"]["current"]["status"]) == ("Conflict", before)
        assert _stored(api, job_id) == stored


def test_a_document_is_submitted_once_however_far_it_has_come(api: Changing) -> None:
    job_id = _document(api, "COMPLETED")
    again = api.do("submitDocument", DOCUMENT, jobId=job_id, documentKey=f"input/{job_id}/a.pdf")
    assert again["status"] == "COMPLETED"
    assert api.refusal("submitDocument", DOCUMENT, jobId=job_id, documentKey="other.pdf")["errorType"] == "Conflict"


def test_a_document_is_found_by_what_textract_calls_it_and_keeps_its_results(api: Changing) -> None:
    job_id = _document(api)
    textract_id = str(uuid4())
    api.do("setDocumentStatus", DOCUMENT, jobId=job_id, status="PROCESSING", textractId=textract_id)
    ended = {"status": "COMPLETED", "resultKey": f"textract_output/{textract_id}", "expectedStatus": "PROCESSING"}
    made = api.do("setDocumentStatus", DOCUMENT, jobId=job_id, **ended)
    assert api.do("setDocumentStatus", DOCUMENT, jobId=job_id, **ended) == made
    query = "query ($id: ID!) { documentsByTextractId(textractId: $id) { nodes " + DOCUMENT + " } }"
    assert api.get(query, id=textract_id)["documentsByTextractId"]["nodes"] == [made]


BAD: list[tuple[str, dict[str, Any], str, str]] = [
    ("registerCatImage", {"batchId": "no number"}, "BadInput", "input.batchId"),
    ("registerCatImage", {"fingerprint": "AB"}, "BadInput", "input.fingerprint"),
    ("registerCatImage", {"clientId": ""}, "BadInput", "input.clientId"),
    ("recordCatResult", {"status": "PENDING"}, "BadInput", "input.status"),
    ("recordCatResult", {"status": "SUCCESS"}, "BadInput", "input.isCat"),
    ("recordCatResult", {"status": "FAIL", "isCat": False}, "BadInput", "input.isCat"),
    ("recordCatResult", {"status": "FAIL", "logs": "no JSON"}, "BadInput", "input.logs"),
    ("recordCatResult", {"status": "FAIL", "logs": '"' + "x" * 300_000 + '"'}, "BadInput", "input.logs"),
    ("recordCatResult", {"status": "FAIL"}, "NotFound", "input.fingerprint"),
    ("submitDocument", {"documentKey": ""}, "BadInput", "input.documentKey"),
    ("setDocumentStatus", {"status": "UNKNOWN"}, "BadInput", "input.status"),
    ("setDocumentStatus", {"status": "ERROR"}, "BadInput", "input.error"),
    ("setDocumentStatus", {"status": "SUBMITTED", "error": "x"}, "BadInput", "input.error"),
    ("setDocumentStatus", {"status": "SUBMITTED"}, "NotFound", "input.jobId"),
]


@pytest.mark.parametrize(("mutation", "given", "kind", "field"), BAD)
def test_what_is_wrong_is_told_by_its_field(
    api: Changing, mutation: str, given: dict[str, Any], kind: str, field: str
) -> None:
    image = {"batchId": "1", "fingerprint": "cd" * 32}
    usual: dict[str, dict[str, Any]] = {
        "registerCatImage": {**image, "clientId": "c", "s3Key": "k"},
        "recordCatResult": image,
        "submitDocument": {"jobId": "j", "documentKey": "k"},
        "setDocumentStatus": {"jobId": "none"},
    }
    error = api.refusal(mutation, "{ __typename }", **{**usual[mutation], **given})
    assert (error["errorType"], error["errorInfo"]["field"]) == (kind, field)


def test_a_deletion_that_is_refused_marks_nothing(api: Changing) -> None:
    ids = {"batchId": BATCH, "fingerprint": f"{uuid4().hex}{uuid4().hex}"}
    api.do("registerCatImage", IMAGE, **ids, clientId="c", s3Key="of-no-bucket.png", uploadedAt="2100-01-01T00:00:00Z")
    error = api.refusal("deleteCatImage", "{ id }", **ids, objects=True)
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.objects")
    query = "query ($b: ID!, $f: ID!) { catImage(batchId: $b, fingerprint: $f) { deletedBy } }"
    assert api.get(query, b=BATCH, f=ids["fingerprint"])["catImage"] == {"deletedBy": None}
