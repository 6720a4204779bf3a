"""The daily walk over a table comes to its end, whatever single items are like."""

from typing import Any

import pytest

from commands.documents.upkeep import repair_document
from entities.attributes import Record
from entities.tables import DOCUMENTS, LETTERS
from loaders.request import Request
from services import metrics
from tests.pipelines.papers import Papers
from workers import queue_events, sweeper, walks

HIDDEN = ("a", "b", "c", "d", "e")


def test_an_item_that_cannot_be_repaired_is_told_of_and_passed_over(
    papers: Papers, monkeypatch: pytest.MonkeyPatch
) -> None:
    for job_id in HIDDEN:
        papers.api.store.session().put(DOCUMENTS, {"JobID": job_id, "Status": "PROCESSING"})
    told: list[Any] = []
    counted: list[Any] = []

    def broken(request: Request, record: Record) -> bool:
        if record["JobID"] in {"b", "d"}:
            raise ArithmeticError("It cannot be repaired.")
        return repair_document(request, record)

    monkeypatch.setattr(sweeper, "repair_document", broken)
    monkeypatch.setattr(queue_events.logger, "exception", lambda _, extra: told.append(extra))
    monkeypatch.setattr(walks, "emit", counted.append)
    assert papers.sweep()["repaired"] == 3
    assert sorted(each["key"] for each in told) == ["b", "d"]
    assert {each["table"] for each in told} == {DOCUMENTS.name}
    assert counted == [{metrics.FAILURES: 1}] * 2
    note = papers.api.store.session().get(LETTERS, {"ID": f"WALK#{DOCUMENTS.name}"})
    assert note
    assert note["Done"] == f"{papers.chaos.now:%Y-%m-%d}", "the walk has not come to its end"
    papers.chaos.pass_time(days=1)
    assert papers.sweep()["repaired"] == 0
    assert len(told) == 4, "it is tried again on the next day"
