"""Attributes of the documents on items in every real format: what is stored is what is answered."""

from collections.abc import Iterator
from typing import Any

import pytest

from entities.tables import RECEIPTS
from entities.times import format_time, parse_time
from local.data.engines import Engine
from resolvers.runtime.ids import global_id
from resolvers.schema.catalogue import catalogue
from tests.commands.conftest import Changing
from tests.formats.api import asking
from tests.formats.cases import FormatCase, cases
from tests.read_item import read_item
from tests.seeds.names import SeedName, of_kind
from tests.seeds.roads import ROADS
from tests.seeds.samples import field_of

CASES = [case for case in cases() if case.is_readable and not case.unclear and "odd" not in case.place]
SCALARS = {"String", "ID", "Int", "Float", "Boolean", "AWSDateTime"}
TOLERATED = {"", "N/A", "PENDING", "None"}
"""What writers put for nothing."""
FIRST_EXPIRY = 1_000_000_000


@pytest.fixture(scope="module")
def api(embedded: Engine) -> Iterator[Changing]:
    with asking(embedded, [(case.table, case.record) for case in CASES]) as made:
        yield made


@pytest.mark.parametrize("item", ROADS)
def test_stored_values_are_answered(api: Changing, item: str) -> None:
    type_name = ROADS[item][0]
    mine = [case for case in CASES if case.type == type_name]
    names = [
        each for each in of_kind("attribute") if each.item == item and _kind(each) in SCALARS and "." not in each.path
    ]
    fields = " ".join(dict.fromkeys(map(field_of, names)))
    query = f"query ($ids: [ID!]!) {{ nodes(ids: $ids) {{ ... on {type_name} {{ id {fields} }} }} }}"
    nodes = api.get(query, ids=[_id(case) for case in mine])["nodes"]
    wrong = [
        f"{case}: {name.path} is {node[field_of(name)]!r}, not {case.record[name.path]!r}"
        for case, node in zip(mine, nodes, strict=True)
        for name in names
        if case.record.get(name.path) is not None
        and not _is_same(case.record[name.path], node[field_of(name)], _kind(name))
    ]
    assert wrong == []
    assert mine or item not in {each.name for each in of_kind("item")}


def _id(case: FormatCase) -> str:
    item = read_item(case.table, case.record)
    return global_id(item)  # type: ignore[arg-type]


def _kind(name: SeedName) -> str:
    fields = catalogue().objects[ROADS[name.item][0]].fields
    return str(next(each.type for each in fields if each.name == field_of(name))).rstrip("!")


def _is_same(stored: Any, shown: Any, kind: str) -> bool:
    if isinstance(stored, dict) or stored in TOLERATED:
        return True
    if shown is None:  # an early writer stored the lifetime of an item instead of its end
        return isinstance(stored, int) and stored < FIRST_EXPIRY
    match kind:
        case "AWSDateTime":
            return bool(format_time(parse_time(stored)) == shown)
        case "Boolean":
            return bool(shown == (stored == "True" if isinstance(stored, str) else bool(stored)))
        case "Int" | "Float":
            return float(stored) == pytest.approx(float(shown))
    return str(stored).strip('"').upper() == str(shown).upper()  # S3 gives ETags in quotes, and we show them without


def test_there_are_items_of_three_generations() -> None:
    generations = {case.place.partition(":")[0] for case in CASES if case.table is RECEIPTS}
    assert {"receipts_first.jsonl", "receipts_middle.jsonl", "receipts_latest.jsonl"} <= generations
