"""What DynamoDB would refuse is refused before it is sent: at its limits, not before them."""

from typing import Any

import pytest

from entities.attributes import MAX_LEVELS, check_storable


def _nested(levels: int, *, in_list: bool) -> Any:
    value: Any = "deep"
    for _ in range(levels):
        value = [value] if in_list else {"below": value}
    return value


@pytest.mark.parametrize(
    "value",
    [
        _nested(MAX_LEVELS, in_list=True),
        _nested(MAX_LEVELS, in_list=False),
        2**63 - 1,
        -(2**63),
        9.9e125,
        -9.9e125,
        1e-130,
        0.0,
        {"a": ["é", "\N{CAT FACE}", True, None]},
    ],
    ids=repr,
)
def test_what_fits_is_taken(value: Any) -> None:
    check_storable(value)
    if value != _nested(MAX_LEVELS, in_list=True) and value != _nested(MAX_LEVELS, in_list=False):
        check_storable({"inside": [value]})


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (_nested(MAX_LEVELS + 1, in_list=True), "levels deep"),
        (_nested(MAX_LEVELS + 1, in_list=False), "levels deep"),
        (2**63, "64 bits"),
        (-(2**63) - 1, "64 bits"),
        (1e126, "at most 9.9E"),
        (1e-131, "at least 1E-130"),
        (float("inf"), "DynamoDB can hold"),
        (float("nan"), "DynamoDB can hold"),
        ({"": 1}, "without a name"),
        ("\ud800", "Unicode"),
        ({"\ud800": 1}, "Unicode"),
    ],
    ids=repr,
)
def test_what_does_not_fit_is_refused_however_deep_it_lies(value: Any, reason: str) -> None:
    for given in (value, [value], {"inside": (value,)}):
        with pytest.raises(ValueError, match=reason):
            check_storable(given)
