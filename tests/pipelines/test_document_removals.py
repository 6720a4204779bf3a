"""Who owns documents, how much they may cost in a day, and how they go: deleted, purged or expired."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from commands.documents import collecting
from entities.tables import DOCUMENTS, LETTERS
from local.data.engines import Engine
from tests.commands.conftest import Changing, changing
from tests.identities import PIPELINE, person
from tests.pipelines.documents import SETTINGS, paper
from tests.pipelines.papers import Papers, papers_of

ACME = person("ann", "editors", custom_client_id="acme")
BOLT = person("bob", "editors", custom_client_id="bolt")


def test_without_a_bucket_nothing_is_half_deleted(papers: Papers) -> None:
    job_id = papers.upload()
    papers.services.settings = replace(SETTINGS, documents_bucket=None)
    error = papers.api.refusal("deleteDocument", "{ isComplete }", jobId=job_id)
    assert (error["errorType"], "DOCUMENTS_BUCKET" in error["message"]) == ("Unavailable", True)
    assert papers.job(job_id, "deletedBy")["deletedBy"] is None


def test_what_another_program_ends_expires_only_if_it_was_created_here(papers: Papers) -> None:
    ours = papers.create()["document"]["jobId"]
    papers.api.do("submitDocument", "{ status }", jobId="theirs", documentKey="input/theirs/a.pdf")
    for job_id in (ours, "theirs"):
        papers.api.do("setDocumentStatus", "{ status }", jobId=job_id, status="ERROR", error="It broke off.")
    assert papers.job(ours, "expiresAt")["expiresAt"]
    assert papers.job("theirs", "expiresAt")["expiresAt"] is None


def test_limits_of_a_day_hold_for_each_client_and_end_at_midnight(embedded: Engine) -> None:
    limited = replace(SETTINGS, documents_pages_per_day=2, documents_bytes_per_day=10_000)
    with changing(embedded) as api, papers_of(api, limited) as papers:
        first, second, other = (papers.upload(paper(1), clientId=each) for each in ("acme", "acme", "bolt"))
        papers.work()
        third = papers.upload(paper(1), clientId="acme")
        papers.work()
        assert [papers.job(each)["status"] for each in (first, second, other)] == ["COMPLETED"] * 3
        found = papers.job(third)
        assert (found["status"], found["errorKind"]) == ("ERROR", "VALIDATION_ERROR")
        assert "in a day" in found["error"]
        assert len(papers.textract.runs) == 3
        too_much = papers.api.refusal("createDocument", "{ document { jobId } }", **_announced(20_000))
        assert too_much["errorType"] == "Throttled"
        papers.chaos.pass_time(days=1)
        api.do("retryDocument", "{ status }", jobId=third)
        papers.work()
        assert papers.job(third)["status"] == "COMPLETED"


@pytest.mark.parametrize("rates", [{}, {"twice": 0.5}, {"no output": 1.0, "twice": 0.5}])
@pytest.mark.parametrize("objects_per_run", [2, 40])
def test_pages_of_a_day_are_those_that_textract_found(
    papers: Papers, monkeypatch: pytest.MonkeyPatch, rates: dict[str, float], objects_per_run: int
) -> None:
    """However many parts the results are collected in, and however often each of them is told."""
    monkeypatch.setattr(collecting, "OBJECTS_PER_RUN", objects_per_run)
    papers.chaos.rates = rates
    papers.chaos.now = papers.chaos.now.replace(hour=8)
    job_id = papers.upload(paper(12), clientId="acme")
    papers.work(minutes=60)
    assert papers.job(job_id, "status totalPages") == {"status": "COMPLETED", "totalPages": 12}
    used = papers.api.store.session().get(LETTERS, {"ID": f"USAGE#acme#{papers.chaos.now:%Y-%m-%d}"})
    assert used
    assert used["Pages"] == 12


def _announced(size: int) -> dict[str, Any]:
    return {"fileName": "a.pdf", "byteLength": size, "contentType": "application/pdf", "sha256": "0" * 64}


def test_a_client_sees_retries_and_deletes_its_own_documents_only(papers: Papers) -> None:
    papers.api.identity = ACME
    mine = papers.upload()
    papers.work()
    papers.api.identity = BOLT
    assert papers.job(mine) is None
    assert papers.api.get("{ documents { nodes { jobId } } }")["documents"]["nodes"] == []
    assert papers.api.get('{ documents(clientId: "acme") { nodes { jobId } } }')["documents"]["nodes"] == []
    assert papers.api.get("{ documentCounts { total } }")["documentCounts"]["total"] == 0
    for mutation in ("retryDocument", "deleteDocument"):
        assert papers.api.refusal(mutation, "{ jobId }", jobId=mine)["errorType"] == "NotFound"
    papers.api.identity = ACME
    assert papers.api.get("{ documents(mine: true) { nodes { jobId } } }")["documents"]["nodes"] == [{"jobId": mine}]
    assert papers.api.get("{ documentCounts(mine: true) { completed } }")["documentCounts"]["completed"] == 1
    papers.api.do("deleteDocument", "{ isComplete objects bytes }", jobId=mine)
    assert papers.job(mine) is None
    assert papers.s3.objects == {}
    papers.api.identity = PIPELINE


def test_deleting_under_a_worker_leaves_nothing_behind(papers: Papers) -> None:
    job_id = papers.upload()
    papers.work(minutes=4)
    papers.api.do("deleteDocument", "{ isComplete }", jobId=job_id)
    papers.work(minutes=60)
    assert papers.job(job_id) is None
    assert papers.api.get("{ deadLetters { nodes { id } } }")["deadLetters"]["nodes"] == []
    assert papers.s3.objects == {}


def test_a_purge_counts_first_and_then_deletes_what_it_counted(papers: Papers) -> None:
    old = [papers.upload(paper(2)) for _ in range(3)]
    papers.work()
    for job_id in old:
        _made_older(papers.api, job_id, timedelta(days=3))
    given = {"olderThan": _at(timedelta(days=1)), "first": 2}
    selection = "{ isDryRun documents pages objects bytes jobIds isComplete endCursor }"
    counted = papers.api.do("purgeDocuments", selection, **given)
    assert (counted["isDryRun"], counted["documents"], counted["pages"], counted["isComplete"]) == (True, 2, 4, False)
    rest = papers.api.do("purgeDocuments", selection, **given, after=counted["endCursor"])
    assert (rest["documents"], rest["isComplete"], rest["endCursor"]) == (1, True, None)
    assert len(papers.s3.objects) == counted["objects"] + rest["objects"]
    done = [papers.api.do("purgeDocuments", selection, **given, dryRun=False) for _ in range(2)]
    assert [each["documents"] for each in done] == [2, 1]
    assert papers.s3.objects == {}
    assert papers.api.get("{ documentCounts { total } }")["documentCounts"]["total"] == 0
    too_new = papers.api.refusal("purgeDocuments", "{ documents }", olderThan=_at(timedelta()))
    assert too_new["errorInfo"]["field"] == "input.olderThan"


def _at(ago: timedelta) -> str:
    return (datetime.now(UTC) - ago).isoformat().replace("+00:00", "Z")


def _made_older(api: Changing, job_id: str, by: timedelta) -> None:
    session = api.store.session()
    record = session.get(DOCUMENTS, {"JobID": job_id}, is_consistent=True)
    assert record
    session.put(DOCUMENTS, {**record, "SubmittedAt": (datetime.now(UTC) - by).strftime("%Y-%m-%dT%H:%M:%S.000000Z")})
