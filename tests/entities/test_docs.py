"""docs/keys.md says what the code does."""

from pathlib import Path

import pytest

from entities.item import Item
from entities.keys_page import keys_page
from entities.registry import all_types

TYPES = all_types()

PAGE = Path(__file__).parents[2] / "docs" / "keys.md"


def test_the_page_is_printed_from_the_entities() -> None:
    assert PAGE.read_text() == keys_page(), "run `make keys`"


@pytest.mark.parametrize("entity", TYPES.values(), ids=TYPES.keys())
def test_a_type_stands_on_the_page_with_its_keys_and_corrections(entity: type[Item]) -> None:
    page = keys_page()
    assert f"| {entity.__name__}" in page
    assert str(entity.key.partition) in page
    assert all(note in page for note in entity.notes)
