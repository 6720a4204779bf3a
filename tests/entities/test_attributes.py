"""AttributeValues and Python values."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entities.attributes import decode, encode

values = st.recursive(
    st.none() | st.booleans() | st.text() | st.binary() | st.integers(-(10**37), 10**37)
    | st.floats(-1e15, 1e15, allow_nan=False).filter(lambda value: value == 0 or abs(value) > 1e-100)
    | st.sets(st.text(), min_size=1) | st.sets(st.integers(-1000, 1000), min_size=1) | st.sets(st.binary(), min_size=1),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(min_size=1), inner),
    max_leaves=20,
)  # fmt: skip


@given(values)
def test_a_value_comes_back_as_it_was(value: Any) -> None:
    assert decode(encode(value)) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("1.50", 1.5),
        ("1E+3", 1000),
        ("-0.5", -0.5),
        ("1e-05", 1e-05),
        ("9007199254740993.0", 9007199254740993),
    ],
)
def test_a_number_is_whole_where_it_can_be(text: str, value: float) -> None:
    assert decode({"N": text}) == value
    assert type(decode({"N": text})) is type(value)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 10**39 + 1, 1e-200, 1e200, set(), {"": 1}, object()])
def test_what_dynamodb_cannot_hold_is_refused(value: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        encode(value)


def test_binary_is_read_from_the_wire_and_from_botocore() -> None:
    assert decode({"B": "AAH/"}) == decode({"B": b"\x00\x01\xff"}) == b"\x00\x01\xff"
    assert decode({"BS": ["AAH/"]}) == {b"\x00\x01\xff"}


def test_a_decimal_is_written_with_all_its_digits() -> None:
    assert encode(Decimal("0.12345678901234567890")) == {"N": "0.12345678901234567890"}
