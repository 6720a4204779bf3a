"""An item names its file, which is then read, linked, recognised and deleted: no client can name another's."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from commands.cats import image_changes
from local.data.engines import Engine
from services.errors import RefusalKind, RefusedByService
from tests.commands.conftest import Changing, changing
from tests.identities import PIPELINE, person
from tests.pipelines.documents import SETTINGS
from tests.pipelines.papers import Papers, papers_of
from tests.pipelines.stand_ins import BUCKET, MemoryS3

ACME, BOLT, OPERATOR = (
    person("ann", "editors", custom_client_id="acme"),
    person("bea", "editors", custom_client_id="bolt"),
    person("otto", "operators"),
)
FINGERPRINT = "ab" * 32
OWN_BUCKET, OTHERS_BUCKET = "tessera-pictures", "dest"


@pytest.fixture(scope="module")
def papers(embedded: Engine) -> Iterator[Papers]:
    settings = replace(SETTINGS, cats_bucket=OWN_BUCKET, cats_queue_url="cats")
    with changing(embedded) as api, papers_of(api, settings) as made:
        yield made


@pytest.fixture(scope="module")
def theirs(papers: Papers) -> dict[str, Any]:
    """A document of acme's that has been read."""
    papers.api.identity = ACME
    job_id = papers.upload()
    papers.work()
    found: dict[str, Any] = papers.job(job_id, "jobId status documentKey resultKey textractId")
    assert found["status"] == "COMPLETED"
    return found


def _own(papers: Papers, identity: Any = BOLT) -> str:
    """A document of bolt's that another program reads."""
    job_id = f"own-{papers.chaos.random.random()}"
    papers.api.identity = BOLT
    papers.api.do("submitDocument", "{ status }", jobId=job_id, documentKey=f"input/{job_id}/a.pdf")
    papers.api.do("setDocumentStatus", "{ status }", jobId=job_id, status="PROCESSING")
    papers.api.identity = identity
    return job_id


def _forbidden(api: Changing, mutation: str, field: str, **given: Any) -> None:
    error = api.refusal(mutation, "{ __typename }", **given)
    assert (error["errorType"], error["errorInfo"]["field"]) == ("Forbidden", f"input.{field}")


FILES: dict[str, Callable[[dict[str, Any]], str]] = {
    "its file": lambda theirs: theirs["documentKey"],
    "another name in its folder": lambda theirs: f"input/{theirs['jobId']}/b.pdf",
    "its results": lambda theirs: theirs["resultKey"],
    "a page of its results": lambda theirs: f"results/{theirs['jobId']}/1/pages/00000.jsonl",
    "a file beside all folders": lambda _: "input/a.pdf",
    "what Textract wrote for another program": lambda _: f"textract_output/{'cd' * 32}/1",
}


@pytest.mark.parametrize("what", FILES)
def test_a_new_document_cannot_have_the_file_of_another_client(
    papers: Papers, theirs: dict[str, Any], what: str
) -> None:
    papers.api.identity = BOLT
    _forbidden(papers.api, "submitDocument", "documentKey", jobId="thief", documentKey=FILES[what](theirs))
    assert papers.job("thief") is None


def test_nor_one_that_another_client_keeps_outside_of_our_folders(papers: Papers) -> None:
    papers.api.identity = ACME
    papers.api.do("submitDocument", "{ status }", jobId="scan", documentKey="scans/7.pdf")
    papers.api.identity = BOLT
    _forbidden(papers.api, "submitDocument", "documentKey", jobId="thief", documentKey="scans/7.pdf")
    papers.api.do("submitDocument", "{ status }", jobId="scan-of-bolt", documentKey="scans/8.pdf")


RESULTS: dict[str, Callable[[dict[str, Any]], str]] = {
    "its results": lambda theirs: theirs["resultKey"],
    "the folder of its results": lambda theirs: f"results/{theirs['jobId']}",
    "the folder of all results": lambda _: "results",
    "what Textract wrote": lambda theirs: f"textract_output/{theirs['textractId']}",
    "anything": lambda _: "elsewhere/analysis.json",
    "a folder of its own outside of all": lambda _: "alone",
}


@pytest.mark.parametrize("what", RESULTS)
def test_a_document_cannot_have_the_results_of_another_client(
    papers: Papers, theirs: dict[str, Any], what: str
) -> None:
    job_id = _own(papers)
    ended = {"jobId": job_id, "status": "COMPLETED", "resultKey": RESULTS[what](theirs)}
    _forbidden(papers.api, "setDocumentStatus", "resultKey", **ended)
    assert papers.job(job_id, "status resultKey") == {"status": "PROCESSING", "resultKey": None}


def test_a_document_cannot_have_the_textract_run_of_another_client(papers: Papers, theirs: dict[str, Any]) -> None:
    job_id = _own(papers)
    given = {"jobId": job_id, "status": "COMPLETED", "textractId": theirs["textractId"]}
    _forbidden(papers.api, "setDocumentStatus", "textractId", **given)
    _forbidden(
        papers.api, "setDocumentStatus", "textractId", **given, resultKey=f"textract_output/{theirs['textractId']}"
    )


@pytest.mark.parametrize("folder", ["textract_output", "results", "input"])
def test_the_folder_of_all_is_that_of_none_though_a_document_is_called_so(papers: Papers, folder: str) -> None:
    theirs = f"{folder}/{'cd' * 32}/1"
    papers.s3.objects[theirs] = b'{"Blocks": [{"BlockType": "LINE", "Text": "secret", "Page": 1}]}'
    job_id = _own(papers)
    given = {"jobId": job_id, "status": "COMPLETED"}
    for key in (folder, f"{folder}/", f"elsewhere/{folder}"):
        _forbidden(papers.api, "setDocumentStatus", "resultKey", **given, textractId=folder, resultKey=key)
    papers.api.do("submitDocument", "{ status }", jobId=folder, documentKey=f"input/{folder}/a.pdf")
    papers.api.do("setDocumentStatus", "{ status }", jobId=folder, status="PROCESSING")
    _forbidden(
        papers.api, "setDocumentStatus", "resultKey", jobId=folder, status="COMPLETED", resultKey=f"elsewhere/{folder}"
    )
    papers.api.do("deleteDocument", "{ isComplete }", jobId=folder, objects=True)
    assert theirs in papers.s3.objects


def test_results_of_a_document_are_the_numbered_ones_in_its_folder_and_only_those_go_with_it(papers: Papers) -> None:
    job_id = _own(papers)
    answer = b'{"Blocks": [{"BlockType": "LINE", "Text": "words", "Page": 1}]}'
    own, others = f"scans/{job_id}/1", [f"scans/{job_id}/report.pdf", f"scans/{job_id}/below/1"]
    papers.s3.objects |= {own: answer, **dict.fromkeys(others, answer)}
    papers.api.do("setDocumentStatus", "{ status }", jobId=job_id, status="COMPLETED", resultKey=f"scans/{job_id}")
    pages = papers.job(job_id, "pages { nodes { lines { text } } }")["pages"]["nodes"]
    assert pages == [{"lines": [{"text": "words"}]}]
    papers.api.do("deleteDocument", "{ isComplete }", jobId=job_id, objects=True)
    assert own not in papers.s3.objects
    assert papers.s3.objects.keys() >= set(others)


@pytest.mark.parametrize("named", ["jobId", "textractId"])
def test_results_in_a_folder_of_the_document_are_its_own(papers: Papers, named: str) -> None:
    job_id = _own(papers)
    key = f"textract_output/{job_id if named == 'jobId' else 't-of-bolt'}"
    given = {"jobId": job_id, "status": "COMPLETED", "resultKey": key}
    given |= {"textractId": "t-of-bolt"} if named == "textractId" else {}
    papers.api.do("setDocumentStatus", "{ status }", **given)
    assert papers.api.do("setDocumentStatus", "{ resultKey }", **given) == {"resultKey": key}


@pytest.mark.parametrize("identity", [OPERATOR, PIPELINE], ids=["an operator", "a program with IAM"])
def test_those_who_see_all_may_name_anything(papers: Papers, theirs: dict[str, Any], identity: Any) -> None:
    job_id = _own(papers, identity)
    given = {"jobId": job_id, "status": "COMPLETED", "resultKey": theirs["resultKey"]}
    papers.api.do("setDocumentStatus", "{ status }", **given)
    given = {"jobId": f"copy-of-{job_id}", "documentKey": theirs["documentKey"], "clientId": "acme"}
    papers.api.do("submitDocument", "{ status }", **given)


def test_an_id_is_the_name_of_one_folder(papers: Papers, theirs: dict[str, Any]) -> None:
    papers.api.identity = BOLT
    job_id = f"{theirs['jobId']}/1"  # its results would be among theirs, and go with it
    error = papers.api.refusal("submitDocument", "{ status }", jobId=job_id, documentKey="scans/9.pdf")
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.jobId")


def _picture(papers: Papers, key: str) -> dict[str, str]:
    ids = {"batchId": str(papers.chaos.random.randrange(10**9)), "fingerprint": FINGERPRINT}
    papers.api.identity = BOLT
    papers.api.do("registerCatImage", "{ status }", **ids, s3Key=key)
    return ids


@pytest.fixture
def others(papers: Papers, monkeypatch: pytest.MonkeyPatch) -> MemoryS3:
    """The bucket of another program."""
    made = MemoryS3(papers.chaos, lambda _: None)

    def bucket(name: str) -> MemoryS3:
        assert name == OTHERS_BUCKET
        return made

    monkeypatch.setattr(image_changes, "S3", bucket)
    return made


def test_a_picture_takes_only_a_file_along_that_names_its_client(papers: Papers, others: MemoryS3) -> None:
    own, foreign = (f"{FINGERPRINT}/{client}/batch-1/1.jpg" for client in ("bolt", "acme"))
    others.objects = {own: b"", foreign: b""}
    kept = _picture(papers, f"{OTHERS_BUCKET}/{foreign}")
    _forbidden(papers.api, "deleteCatImage", "objects", **kept, objects=True)
    papers.api.do("deleteCatImage", "{ id }", **_picture(papers, f"{OTHERS_BUCKET}/{own}"), objects=True)
    assert list(others.objects) == [foreign]
    papers.api.identity = OPERATOR
    papers.api.do("deleteCatImage", "{ id }", **kept, objects=True)
    assert not others.objects


@pytest.mark.parametrize("client", ["input", "a.pdf", "results"])
def test_a_picture_takes_no_document_along_whatever_its_client_is_called(
    papers: Papers, theirs: dict[str, Any], client: str
) -> None:
    """Client and key are names that anyone may bear: the file of a document goes with its document only."""
    papers.api.identity = person("eve", "editors", custom_client_id=client)
    ids = {"batchId": str(papers.chaos.random.randrange(10**9)), "fingerprint": FINGERPRINT}
    papers.api.do("registerCatImage", "{ status }", **ids, s3Key=f"{BUCKET}/{theirs['documentKey']}")
    for identity in (papers.api.identity, OPERATOR):
        papers.api.identity = identity
        error = papers.api.refusal("deleteCatImage", "{ id }", **ids, objects=True)
        assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.objects")
    assert theirs["documentKey"] in papers.s3.objects


def test_a_picture_takes_no_file_along_that_is_only_called_like_its_client(papers: Papers) -> None:
    ids = _picture(papers, f"{OTHERS_BUCKET}/acme/bolt")
    _forbidden(papers.api, "deleteCatImage", "objects", **ids, objects=True)


def test_a_document_takes_only_a_file_along_that_names_it_or_its_client(papers: Papers) -> None:
    papers.api.identity = BOLT
    papers.s3.objects |= {"backups/all.bin": b"", "scans/bolt/9.pdf": b""}
    for job_id, key in (("greedy", "backups/all.bin"), ("modest", "scans/bolt/9.pdf")):
        papers.api.do("submitDocument", "{ status }", jobId=job_id, documentKey=key)
    _forbidden(papers.api, "deleteDocument", "objects", jobId="greedy", objects=True)
    papers.api.do("deleteDocument", "{ isComplete }", jobId="modest", objects=True)
    assert ("backups/all.bin" in papers.s3.objects, "scans/bolt/9.pdf" in papers.s3.objects) == (True, False)
    papers.api.identity = OPERATOR
    papers.api.do("deleteDocument", "{ isComplete }", jobId="greedy", objects=True)
    assert "backups/all.bin" not in papers.s3.objects


def test_a_bucket_that_this_deployment_may_not_change_leaves_the_picture_as_it_was(
    papers: Papers, others: MemoryS3, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Any) -> None:
        raise RefusedByService(RefusalKind.PERMISSION, "Access Denied", "AccessDenied")

    monkeypatch.setattr(others, "delete", refuse)
    ids = _picture(papers, f"{OTHERS_BUCKET}/{FINGERPRINT}/bolt/batch-1/1.jpg")
    _forbidden(papers.api, "deleteCatImage", "objects", **ids, objects=True)
    papers.api.do("deleteCatImage", "{ id }", **ids)


@pytest.mark.parametrize("identity", [BOLT, OPERATOR], ids=["an editor", "an operator"])
def test_what_lies_in_our_own_bucket_goes_only_with_the_image_it_was_made_for(papers: Papers, identity: Any) -> None:
    ids = _picture(papers, f"{OWN_BUCKET}/done/5/bolt/{FINGERPRINT}")
    papers.api.identity = identity
    error = papers.api.refusal("deleteCatImage", "{ id }", **ids, objects=True)
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.objects")
