"""Once a table is rewritten and declared, every question costs what it costs on items of our own."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from commands.own_shape import give_own_shape
from entities.attributes import Record
from entities.tables import TABLES, Table
from loaders.dynamo.requests import Scan
from loaders.dynamo.store import Store
from loaders.request import Request
from local.data.engines import Engine
from tests.formats.disguise import disguised
from tests.loaders.sample import NOW
from tests.reads.cases import CASES, Case, count
from tests.reads.cases.counts import CASES as COUNTS
from tests.reads.conftest import new_store
from tests.reads.world import world

QUESTIONS = [case for case in CASES if case not in COUNTS]
"""Without those that know how many items there are where tables are not declared."""


def _declared(store: Store) -> Store:
    return Store(store._client, store._names, own_tables=TABLES)


def _fill(store: Store, stored: Iterable[tuple[Table, Record]]) -> None:
    found = list(stored)
    for table in TABLES.values():
        store.session(60).batch_write(table, [record for where, record in found if where is table])


@pytest.fixture(scope="module")
def own(embedded: Engine) -> Iterator[Store]:
    """Items as we write them."""
    with new_store(embedded) as store:
        _fill(store, ((item.table, item.to_record()) for item in world()))
        yield store


@pytest.fixture(scope="module")
def rewritten(embedded: Engine) -> Iterator[Store]:
    """The same items as other programs wrote them, rewritten since."""
    with new_store(embedded) as store:
        _fill(store, ((item.table, record) for item, record in disguised(world())))
        for table in TABLES.values():
            for record in store.session(60).scan(Scan(table)):
                give_own_shape(Request(store.session(60)), table, record, rewrite=True)
        yield store


def test_every_question_costs_what_it_costs_on_our_own_items(own: Store, rewritten: Store) -> None:
    ours, theirs = _declared(own), _declared(rewritten)
    cheaper = 0
    for case in QUESTIONS:
        asked = [_asked(case, store) for store in (ours, theirs, own)]
        assert asked[0] == asked[1], case.question
        (answers, reads), (tolerant_answers, tolerant_reads) = asked[1], asked[2]
        assert answers == tolerant_answers, case.question
        assert len(reads) <= len(tolerant_reads), case.question
        cheaper += len(reads) < len(tolerant_reads)
    assert cheaper > 10  # what other writers' keys cost is gone


def _asked(case: Case, store: Store) -> tuple[int, list[Any]]:
    request = Request(store.session(60), lambda: NOW)
    answer = case.ask(request)
    reads = [(each.operation, each.index, each.range, each.items, each.units) for each in request.session.meter.reads]
    return count(answer), sorted(reads, key=str)
