"""Sizes and units by DynamoDB's rules; the figures were measured on two engines by padding items to a 4 KB border."""

from decimal import Decimal
from typing import Any

import pytest

from loaders.dynamo.sizes import item_size, item_units, query_units, value_size, write_units

MEASURED: list[tuple[Any, int]] = [
    (0, 1),
    (1, 2),
    (12, 2),
    (123, 3),
    (-1, 3),
    (-12, 3),
    (100, 2),
    (1000, 2),
    (1.5, 3),
    (0.5, 2),
    (0.05, 2),
    (0.123, 3),
    (12.34, 3),
    (1234.5, 4),
    (-0.123, 4),
    (0.1234567890123456, 9),
    (Decimal("0.1234567890123456"), 9),
    (1718000000, 3),
    (1718000001, 6),
    (int("1" * 38), 20),
    (True, 1),
    (None, 1),
    ({}, 3),
    ([], 3),
    ({"b": "xx"}, 7),
    ({"b": "xx", "c": "xx"}, 11),
    (["xx"], 6),
    (("xx", "xx"), 9),
    ({"b": {"c": [True]}}, 15),
    ({"xx", "yyy"}, 5),
    ({1, -22}, 5),
    (b"12345", 5),
    ({b"12345", b"1"}, 6),
    ("é€", 5),
    ("", 0),
]


@pytest.mark.parametrize(("value", "size"), MEASURED)
def test_a_value_has_the_size_that_engines_charge_for(value: Any, size: int) -> None:
    assert value_size(value) == size


def test_an_item_is_its_names_and_its_values() -> None:
    assert item_size({"PK": "abc", "é": 1}) == 2 + 3 + 2 + 2


def test_a_value_that_dynamodb_does_not_know_has_no_size() -> None:
    with pytest.raises(TypeError):
        value_size(object())


def test_a_query_adds_up_before_it_rounds() -> None:
    assert query_units(3 * 1000, is_consistent=True) == 1.0
    assert query_units(4096, is_consistent=False) == 0.5
    assert query_units(4097, is_consistent=False) == 1.0
    assert query_units(0, is_consistent=False) == 0.5


def test_items_got_one_by_one_are_rounded_one_by_one() -> None:
    assert item_units([1000, 1000, 4097], is_consistent=True) == 4.0
    assert item_units([1000, 0], is_consistent=False) == 1.0


def test_a_write_is_rounded_to_a_kilobyte() -> None:
    assert [write_units(size) for size in (0, 1, 1024, 1025)] == [1.0, 1.0, 1.0, 2.0]
