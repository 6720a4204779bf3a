"""A table is declared as ours alone only where a stream would show another writer."""

from collections.abc import Callable
from typing import Any

import pytest

from infra.stage import Stage, StageError
from tests.infra.conftest import ROOT


def _context(**given: str) -> Callable[[str], Any]:
    return {"package": str(ROOT / "infra"), **given}.get


def test_tables_that_the_stack_makes_can_be_declared() -> None:
    assert Stage.read(_context(ownTables="receipts,novae")).own_tables == ("receipts", "novae")
    assert Stage.read(_context()).own_tables == ()


def test_an_existing_table_needs_its_stream() -> None:
    named = {"receiptsTable": "ReceiptsTable", "ownTables": "receipts"}
    with pytest.raises(StageError, match="receiptsStream is not given: nothing would watch over it"):
        Stage.read(_context(**named))
    arn = "arn:aws:dynamodb:us-east-1:123456789012:table/ReceiptsTable/stream/2026"
    assert Stage.read(_context(**named, receiptsStream=arn)).own_tables == ("receipts",)


def test_only_tables_that_exist_are_taken() -> None:
    with pytest.raises(StageError, match=r"ownTables names tables among receipts, novae, .*, not cat"):
        Stage.read(_context(ownTables="cat"))
