"""Items in every format that real writers use: each is read into the right type, with the right values."""

from collections import Counter
from datetime import datetime
from enum import Enum
from typing import Any

import pytest
from pydantic import BaseModel

from entities.errors import Unreadable
from entities.item import Item
from entities.registry import all_types
from tests.formats.cases import FormatCase, cases
from tests.formats.checks import (
    Stored,
    ids_in_keys_are_found,
    items_lie_where_they_were_read,
    stored_values_are_field_values,
)
from tests.read_item import Unknown, read_item

CASES = cases()


@pytest.mark.parametrize("case", [case for case in CASES if case.is_readable], ids=str)
def test_an_item_is_read_as_its_line_says(case: FormatCase) -> None:
    item = read_item(case.table, case.record)
    assert isinstance(item, Item)
    assert type(item).__name__ == case.type
    assert {name: _told(getattr(item, name)) for name in case.fields} == case.fields


@pytest.mark.parametrize("case", [case for case in CASES if case.is_readable], ids=str)
def test_a_value_that_makes_no_sense_costs_only_itself(case: FormatCase) -> None:
    item = read_item(case.table, case.record)
    assert isinstance(item, Item)
    problem = str(item.problem) if item.problem else ""
    assert problem == "" if case.unclear is None else f"{case.unclear}:" in problem


@pytest.mark.parametrize("case", [case for case in CASES if case.unreadable], ids=str)
def test_an_item_of_ours_that_makes_no_sense_is_named(case: FormatCase) -> None:
    with pytest.raises(Unreadable, match=case.unreadable) as caught:
        read_item(case.table, case.record)
    assert str(case.type) in str(caught.value)


@pytest.mark.parametrize("case", [case for case in CASES if case.type is None], ids=str)
def test_what_other_programs_keep_is_left_alone(case: FormatCase) -> None:
    name = case.record.get(case.table.discriminator or "")
    assert read_item(case.table, case.record) == Unknown(name, case.table.key_of(case.record))


def test_every_stored_type_occurs() -> None:
    missing = all_types().keys() - {case.type for case in CASES if case.is_readable}
    assert not missing, f"Add items of these types to the files in tests/formats: {sorted(missing)}."


def test_every_item_has_a_key_of_its_own() -> None:
    keys = Counter((case.table.name, *case.table.key_of(case.record).values()) for case in CASES)
    assert [key for key, count in keys.items() if count > 1] == []


def test_ids_that_stand_only_in_the_keys_are_found_there() -> None:
    assert ids_in_keys_are_found(_readable()) > 200


def test_every_stored_value_is_the_value_of_its_field() -> None:
    """Attribute by attribute: nothing that a field knows is lost or changed, whatever its type."""
    stored = [(case.table, case.record) for case in CASES if case.is_readable and not _is_odd(case)]
    assert stored_values_are_field_values(stored) > 1000


def test_an_item_is_found_again_where_it_was_read() -> None:
    assert items_lie_where_they_were_read(_readable()) > 200


def _is_odd(case: FormatCase) -> bool:
    """Whether values may be read as something else than what is stored; then the lines alone say as what."""
    return case.place.startswith("receipts_odd")


def _readable() -> list[Stored]:
    return [(case.table, case.record) for case in CASES if not case.unreadable]


def _told(value: Any) -> Any:
    """A value as the lines of the files say it."""
    match value:
        case datetime():
            return value.isoformat().replace("+00:00", "Z")
        case Enum():
            return value.value
        case BaseModel():
            return {name: _told(each) for name, each in value}
        case tuple():
            return [_told(each) for each in value]
    return value
