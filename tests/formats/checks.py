"""What holds for every stored item, in any format: checked on the files of this folder and on real items."""

from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest

from entities.attributes import Record
from entities.fields import Part, without_quotes
from entities.item import Item
from entities.tables import Table
from tests.read_item import read_item

Stored = tuple[Table, Record]

A_DURATION = 1_209_600
"""What the writer of cats stored as a time of expiry."""

NAMES_IN_KEYS = {"RECEIPT": "receipt_id", "LINE": "line_id", "WORD": "word_id", "LETTER": "letter_id"}


def ids_in_keys_are_found(stored: Iterable[Stored]) -> int:
    """Ids that stand only in the keys are read from there. Returns how many were compared."""
    compared = 0
    for table, record in stored:
        item = read_item(table, record)
        for name, value in _ids_in_text(record).items():
            if isinstance(item, Item) and name in type(item).model_fields:
                assert getattr(item, name) == value, (type(item), name)
                compared += 1
    return compared


def stored_values_are_field_values(stored: Iterable[Stored]) -> int:
    """Nothing that a field knows is lost or changed, whatever its type. Returns how many were compared."""
    compared = 0
    for table, record in stored:
        item = read_item(table, record)
        if not isinstance(item, Item):
            continue
        written = item.to_record()
        for field in type(item).stored_fields:
            value = record.get(field.attributes[0])
            if field.name.endswith("etag"):
                value = without_quotes(value)  # the one change: they mean the same
            if isinstance(value, str | int | float | bool) and value not in {"", A_DURATION, *field.nothing}:
                _assert_same(value, written.get(field.attributes[0]), getattr(item, field.name))
                compared += 1
    return compared


def items_lie_where_they_were_read(stored: Iterable[Stored]) -> int:
    """An item is found again where it was read. Returns how many were compared."""
    found = [(table, record, read_item(table, record)) for table, record in stored]
    items = [(item.primary_key(), table.key_of(record)) for table, record, item in found if isinstance(item, Item)]
    assert [ours for ours, _ in items] == [theirs for _, theirs in items]
    return len(items)


def _ids_in_text(record: Record) -> dict[str, Any]:
    """Ids by plain splitting of the keys: no template involved."""
    parts = f"{record.get('PK', '')}#{record.get('SK', '')}".split("#")
    pairs = list(pairwise(parts))
    ids: dict[str, Any] = {NAMES_IN_KEYS[name]: int(value) for name, value in pairs if _is_id(name, value)}
    if parts[0] == "IMAGE":
        ids["image_id"] = parts[1]
    return ids


def _is_id(name: str, value: str) -> bool:
    return name in NAMES_IN_KEYS and value.isdigit()


def _assert_same(stored: Any, written: Any, value: Any) -> None:
    if isinstance(value, datetime):
        assert value.tzinfo is UTC
    elif isinstance(value, str) and not isinstance(stored, str):
        assert value == str(stored)
    elif isinstance(stored, float):
        assert value == pytest.approx(stored, abs=1e-15)
    elif isinstance(value, bool | dict | list) or written is None:
        assert value is not None
    elif not isinstance(value, Part):
        assert value == stored
