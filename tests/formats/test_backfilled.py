"""Every answer before a backfill is the answer after it: items of all generations, every list, every id.

Odd items, such as no known program writes, may be in no index at all; they are left out here, because a backfill does
list them.
"""

import json
from typing import Any

from commands.own_shape import give_own_shape
from entities.item import Item
from entities.own_shape import shape_difference
from entities.tables import RECEIPTS, TABLES
from loaders.dynamo.requests import Scan
from loaders.request import Request
from local.data.engines import Engine
from resolvers.runtime.ids import global_id
from tests.commands.conftest import Changing
from tests.formats.api import asking
from tests.formats.cases import FormatCase, cases
from tests.formats.kept import ID_QUERY, kept_cursors, listed
from tests.formats.test_generations import LISTS
from tests.read_item import read_item
from tests.reads.world import as_others_wrote, world
from tests.thoroughness import IS_THOROUGH

QUERIES = sorted(
    {each["query"] for each in kept_cursors()}
    | {
        f"query ($first: Int, $after: String) {{ {case.field}(first: $first, after: $after"
        f"{', ' + case.arguments if case.arguments else ''}) {{ nodes {{ id }} pageInfo {{ endCursor }} }} }}"
        for case in LISTS
    }
)


ASKED = QUERIES if IS_THOROUGH else QUERIES[::5]
"""All of them take a minute."""


def _stored() -> Any:
    yield from listed()
    yield from ((case.table, case.record) for case in cases() if case.is_readable and not _is_odd(case))
    yield from ((RECEIPTS, record) for record in as_others_wrote())
    yield from ((item.table, item.to_record()) for item in world())


def _is_odd(case: FormatCase) -> bool:
    return case.place.startswith("receipts_odd")


def test_every_answer_is_the_same_once_items_are_filled_and_once_they_are_rewritten(embedded: Engine) -> None:
    unique = {(table.name, str(table.key_of(record))): (table, record) for table, record in _stored()}
    with asking(embedded, unique.values()) as api:
        before = _answers(api)
        for rewrite in (False, True):
            assert _backfill(api, rewrite=rewrite) > 50
            after = _answers(api)
            assert {name: (before[name], after[name]) for name in before if before[name] != after[name]} == {}
    assert len(before) > len(ASKED)


def _answers(api: Changing) -> dict[str, Any]:
    """Lists as sets, since some promise no order; nodes with all that a generic question shows."""
    found: dict[str, Any] = {query: _all(api, query) for query in ASKED}
    found["ids"] = sorted(_flat(api.ask(ID_QUERY.read_text())))
    items = [item for record in _records(api) if isinstance(item := read_item(*record), Item)]
    ids = sorted({global_id(item) for item in items})
    for start in range(0, len(ids), 100):
        answer = api.ask("query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }", ids=ids[start : start + 100])
        found[f"nodes {start}"] = answer["data"]
    return found


def _all(api: Changing, query: str) -> list[str]:
    answer = api.ask(query, first=100)
    return sorted(_flat(answer.get("data")) + [str(each["errorType"]) for each in answer.get("errors") or ()])


def _flat(value: Any) -> list[str]:
    """All values of an answer, but for cursors and costs."""
    if isinstance(value, dict):
        return [text for name, each in value.items() if name not in {"pageInfo", "extensions"} for text in _flat(each)]
    if isinstance(value, list):
        return [text for each in value for text in _flat(each)]
    return [json.dumps(value)]


def _records(api: Changing) -> list[Any]:
    session = api.store.session(60)
    return [(table, record) for table in TABLES.values() for record in session.scan(Scan(table))]


def _backfill(api: Changing, *, rewrite: bool) -> int:
    changed = 0
    for table, record in _records(api):
        request = Request(api.store.session(60))
        difference = shape_difference(table, record)
        changed += bool(difference)
        give_own_shape(request, table, record, rewrite=rewrite)
    return changed
