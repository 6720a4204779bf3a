"""Documents that other programs made: answered, listed, retried, purged and deleted, and otherwise left as they are."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from entities.attributes import decode_item
from entities.tables import DOCUMENTS
from local.data.engines import Engine
from tests.commands.conftest import changing
from tests.pipelines.documents import paper
from tests.pipelines.papers import Papers, papers_of

FORMATS = Path(__file__).parents[1] / "formats"
GOLDEN = Path(__file__).parents[3] / "shared" / "golden"
PHANTOM = {"JobID": {"S": "phantom"}, "Status": {"S": "PROCESSING"}, "UpdatedAt": {"S": "2025-01-01T00:00:00.000Z"}}
HIDDEN = {
    "JobID": {"S": "hidden"},
    "Status": {"S": "PROCESSING"},
    "SubmittedAt": {"S": "2025-01-01T00:00:00.5-05:00"},
    "Details": {"M": {"textractJobId": {"S": "t-hidden"}}},
}


def _items() -> Iterator[dict[str, Any]]:
    for file in ("documents.jsonl", "documents_early.jsonl"):
        for line in (FORMATS / file).read_text().splitlines():
            said = json.loads(line)
            if said["type"] == "TextractJob" and "unreadable" not in said:
                yield said["Item"]
        real = GOLDEN / file
        yield from map(json.loads, real.read_text().splitlines() if real.exists() else ())
    yield PHANTOM
    yield HIDDEN


def _stored() -> dict[str, Any]:
    """As the tables of these programs hold them: without NULL in keys of indexes."""
    keys = {name for index in DOCUMENTS.indexes.values() for name in index.attributes}
    records = [decode_item(item) for item in _items()]
    return {
        each["JobID"]: {name: value for name, value in each.items() if value is not None or name not in keys}
        for each in records
    }


@pytest.fixture
def papers(embedded: Engine) -> Iterator[Papers]:
    with changing(embedded) as api, papers_of(api) as made:
        for record in _stored().values():
            api.store.session().put(DOCUMENTS, record)
            if record.get("DocumentKey"):
                made.s3.objects[record["DocumentKey"]] = paper(1)
        yield made


def _now(papers: Papers, job_id: str) -> Any:
    return papers.api.store.session().get(DOCUMENTS, {"JobID": job_id}, is_consistent=True)


def _listed(papers: Papers) -> set[str]:
    found = papers.api.get("{ documents(first: 100) { nodes { jobId } } }")["documents"]["nodes"]
    return {each["jobId"] for each in found}


def test_the_daily_walk_brings_all_into_the_lists_and_changes_nothing_else(papers: Papers) -> None:
    known = {job_id for job_id, record in _stored().items() if record.get("Status") in STATUSES}
    assert not known <= _listed(papers)
    assert papers.sweep()["repaired"] > 0
    assert known <= _listed(papers)
    found = papers.api.get('{ documentsByTextractId(textractId: "t-hidden") { nodes { jobId } } }')
    assert found["documentsByTextractId"]["nodes"] == [{"jobId": "hidden"}]
    for job_id, before in _stored().items():
        after = _now(papers, job_id)
        added = {name: value for name, value in after.items() if before.get(name) != value}
        assert added.keys() <= {"SubmittedAt", "TextractID"}, job_id
        assert "TTL" in before or "TTL" not in after
    assert papers.sweep()["repaired"] == 0
    papers.chaos.pass_time(days=1)
    assert papers.sweep()["repaired"] == 0


def test_time_and_workers_leave_them_alone(papers: Papers) -> None:
    papers.sweep()
    before = {job_id: _now(papers, job_id) for job_id in _stored()}
    objects = dict(papers.s3.objects)
    for _ in range(3):
        papers.chaos.pass_time(days=40)
        papers.sweep()
        papers.work(minutes=10)
    assert {job_id: _now(papers, job_id) for job_id in _stored()} == before
    assert papers.s3.objects == objects


def test_one_that_failed_or_is_stuck_can_be_retried_and_forgets_its_old_error(papers: Papers) -> None:
    papers.sweep()
    retried = [job_id for job_id, each in _stored().items() if each.get("Status") in {"FAILED", "ERROR", "PROCESSING"}]
    retried = [job_id for job_id in retried if _stored()[job_id].get("DocumentKey")]
    assert len(retried) >= 3
    for job_id in retried:
        papers.api.do("retryDocument", "{ status }", jobId=job_id)
    papers.work(minutes=60)
    for job_id in retried:
        found = papers.job(job_id, "status error attempt expiresAt totalPages pages { nodes { lines { text } } }")
        assert (found["status"], found["error"], found["attempt"]) == ("COMPLETED", None, 2), job_id
        assert found["expiresAt"] is None or "TTL" in _stored()[job_id]
        assert len(found["pages"]["nodes"]) == 1
    assert not papers.s3.marked, "a bucket would delete it after a time"
    early = [job_id for job_id in retried if "Details" in _stored()[job_id]]
    assert all(_now(papers, job_id)["PreviousDetails"] == _stored()[job_id]["Details"] for job_id in early)
    gone = papers.api.refusal("retryDocument", "{ status }", jobId="phantom")
    assert gone["errorType"] == "NotFound"


@pytest.mark.parametrize("objects", [False, True])
def test_deleting_one_keeps_its_objects_unless_asked(papers: Papers, objects: bool) -> None:
    papers.s3.objects["textract_output/stays"] = b"{}"
    for job_id, record in _stored().items():
        key = record.get("DocumentKey")
        more = {"objects": True} if objects else {}
        done = papers.api.do("deleteDocument", "{ isComplete objects }", jobId=job_id, **more)
        assert done["isComplete"]
        assert _now(papers, job_id) is None
        assert key is None or (key not in papers.s3.objects) is objects
    assert "textract_output/stays" in papers.s3.objects


def test_a_purge_finds_them_and_keeps_their_objects_unless_asked(papers: Papers) -> None:
    papers.sweep()
    before = dict(papers.s3.objects)
    given = {"olderThan": "2026-11-17T00:00:00Z", "statuses": sorted(STATUSES), "dryRun": False}
    done = papers.api.do("purgeDocuments", "{ documents objects isComplete }", **given)
    assert (done["objects"], done["isComplete"]) == (0, True)
    assert done["documents"] >= len([each for each in _stored().values() if each.get("Status") in STATUSES]) - 1
    assert papers.s3.objects == before


STATUSES = {"UPLOADING", "SUBMITTED", "PROCESSING", "COMPLETED", "FAILED", "ERROR"}
