"""In a table that is declared as ours alone, an item in a foreign shape is a failure that names it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from entities.attributes import encode_item
from entities.jobs import JobState, JobStatus
from entities.tables import RECEIPTS
from loaders.dynamo.store import Store
from tests.loaders.sample import NOW
from tests.workers.conftest import FakeAppSync, batch, stream_record
from workers import foreign_shapes, publish


@pytest.fixture
def declared(appsync: FakeAppSync, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeAppSync]:
    store = Store(appsync.store._client, appsync.store._names, own_tables={RECEIPTS.name})
    monkeypatch.setattr(publish.parts, "store", store)
    monkeypatch.setenv("AWS_LAMBDA_FUNCTION_NAME", "tessera-dev-publisher")
    yield appsync
    store._pool.close()


def _record(**image: Any) -> dict[str, Any]:
    item = JobStatus(job_id="j1", status=JobState.RUNNING, progress=1.0, updated_at=NOW)
    found = stream_record(item, event="1")
    found["dynamodb"]["NewImage"] |= encode_item(image)
    return found


def _failures(text: str) -> float:
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{") and '"_aws"' in line]
    return float(sum(line.get("Failures", 0) for line in lines))


def test_an_item_with_foreign_index_keys_is_counted_named_and_announced(
    declared: FakeAppSync, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[dict[str, str]] = []
    monkeypatch.setattr(foreign_shapes.logger, "error", lambda _, extra: told.append(extra))
    assert batch(_record(GSI1PK="THEIRS")) == []
    assert _failures(capsys.readouterr().out) == 1
    (named,) = told
    assert (named["table"], named["type"]) == ("receipts", "JobStatus")
    assert named["item"].startswith("JOB#j1 / STATUS#")
    assert named["reason"] == "GSI1PK is not as we write it"
    assert declared.told == [("j1", 1.0)]


def test_our_own_items_and_deletions_are_no_failure(declared: FakeAppSync, capsys: pytest.CaptureFixture[str]) -> None:
    gone = stream_record(None, JobStatus(job_id="j2", status=JobState.RUNNING, updated_at=NOW), event="2")
    assert batch(_record(), gone) == []
    assert _failures(capsys.readouterr().out) == 0
    assert ("j1", 1.0) in declared.told


def test_without_the_declaration_nothing_is_counted(
    appsync: FakeAppSync, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_LAMBDA_FUNCTION_NAME", "tessera-dev-publisher")
    assert batch(_record(GSI1PK="THEIRS")) == []
    assert _failures(capsys.readouterr().out) == 0
    assert appsync.told == [("j1", 1.0)]
