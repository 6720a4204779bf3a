"""Records for the comparison of the fast reader with the model: of every format, whole and damaged."""

import json
from collections.abc import Iterator
from typing import Any

from entities.attributes import Record, decode_item
from entities.item import Item
from entities.registry import type_of
from entities.tables import Table
from tests.conftest import GOLDEN
from tests.formats.cases import cases
from tests.loaders.sample import image_tree
from tests.read_item import TABLE_OF
from tests.reads.world import as_others_wrote, world

DAMAGES: tuple[Any, ...] = (
    None,
    "",
    "N/A",
    "odd",
    "True",
    "[1]",
    "2025-02-30T00:00:00Z",
    "2025-06-01T12:00:00.123456789+02:00",
    5,
    -1,
    1.5,
    2**60,
    1_700_000_000,
    True,
    b"\x00",
    [],
    ["a", 1],
    {"a": 1},
    {"x": "0.5", "y": 1},
    {"x": 1, "y": 2, "width": None, "height": 0.5},
    {"b", "a"},
    {1, 2},
)
"""What may stand in place of an attribute: everything that a writer has stored somewhere, and more."""


INSIDE: tuple[Any, ...] = (None, "", "odd", 5, 0.5, True, [], {})
"""The same for what is inside a map."""


def typed_records() -> Iterator[tuple[type[Item], Record]]:
    """Every stored format of every type that there is an example of, with its type."""
    for table, record in _records():
        entity = type_of(table, record)
        if entity is not None:
            yield entity, record


def one_of_each_type() -> dict[type[Item], Record]:
    """Of every type the record with the most attributes."""
    return dict(sorted(typed_records(), key=lambda each: len(each[1])))


def damaged(record: Record, attributes: frozenset[str] | None) -> Iterator[Record]:
    """The record without one of its attributes, and with something else there, for each attribute in turn."""
    for name in sorted(record.keys() | (attributes or set())):
        rest = {each: value for each, value in record.items() if each != name}
        yield rest
        yield from (rest | {name: damage} for damage in DAMAGES)
        if isinstance(record.get(name), dict):
            yield from (rest | {name: inner} for inner in _damaged_inside(record[name]))


def _damaged_inside(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for name in value:
        rest = {each: inner for each, inner in value.items() if each != name}
        yield rest
        yield from (rest | {name: damage} for damage in INSIDE)


def _records() -> Iterator[tuple[Table, Record]]:
    yield from ((item.table, item.to_record()) for item in (*world(), *image_tree(receipts=1, lines=2, words=2)))
    yield from ((each.table, each.record) for each in cases())
    yield from ((item_table, record) for item_table, record in _of_others())
    for file in sorted(GOLDEN.glob("*.jsonl")) if GOLDEN.is_dir() else ():
        for line in file.read_text().splitlines():
            yield TABLE_OF[file.stem], decode_item(json.loads(line))


def _of_others() -> Iterator[tuple[Table, Record]]:
    table = next(iter(world())).table
    yield from ((table, record) for record in as_others_wrote())
