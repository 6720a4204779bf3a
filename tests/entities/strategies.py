"""Examples of every type, made from its annotations alone: a new type needs nothing here."""

import types
from datetime import UTC, datetime
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import AfterValidator, BeforeValidator, PlainSerializer, ValidationError

from entities import fields
from entities.fields import OpenEnum, Part
from entities.item import Item

SEGMENT = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z"), exclude_characters="#"), min_size=1, max_size=10
)
NUMBER = st.floats(-1e9, 1e9, allow_nan=False).filter(lambda value: value == 0 or abs(value) > 1e-20)
_LEAVES = st.none() | st.booleans() | st.integers(-(10**12), 10**12) | NUMBER | st.text(max_size=8)
JSON = st.dictionaries(st.text(min_size=1, max_size=6), _LEAVES | st.lists(_LEAVES, max_size=2), max_size=2)
UNIT = st.floats(0, 1).filter(lambda value: value == 0 or value > 1e-20)
DATES = st.dates(min_value=datetime(1800, 1, 1, tzinfo=UTC).date()).map(str) | st.sampled_from(
    ["2012-06-00", "1901-00-00"]
)
MOMENTS = st.datetimes(datetime(1990, 1, 1), datetime(2037, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001


@cache  # to make a strategy takes longer than to draw from it
def items(entity: type[Item]) -> SearchStrategy[Any]:
    """Any item of a type that a strict writer would accept."""
    return _fields(entity).map(lambda values: _accepted(entity, values))


@cache
def full_items(entity: type[Item]) -> SearchStrategy[Any]:
    """Items of a type in which every field has a value, so that no index key is missing."""
    return _fields(entity, PRESENT).map(lambda values: entity(**values))


PRESENT = fields.NeededMark()


def _fields(model: type[Item | Part], *marks: Any) -> SearchStrategy[dict[str, Any]]:
    described = model.model_fields.items()
    return st.fixed_dictionaries(
        {name: _values(field.annotation, (*field.metadata, *marks)) for name, field in described}
    )


def _accepted(entity: type[Item], values: dict[str, Any]) -> Item:
    """The item, unless its primary key lacks a value: not every combination is an item."""
    try:
        return entity(**values)
    except ValidationError as error:
        assume("the primary key needs it" not in str(error) and "would be lost" not in str(error))
        raise


def _values(annotation: Any, marks: tuple[Any, ...] = ()) -> SearchStrategy[Any]:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _values(arguments[0], (*annotation.__metadata__, *marks))
    if origin in {Union, types.UnionType}:
        needed = any(isinstance(mark, fields.NeededMark) for mark in marks)
        wanted = [each for each in arguments if not (needed and each is type(None))]
        return st.one_of([_values(each, marks) for each in wanted])
    if origin is tuple:
        return _tuples(arguments[0], marks)
    if origin is dict:
        return st.dictionaries(st.text(min_size=1, max_size=5), _values(arguments[1]), max_size=3)
    return _scalars(annotation, marks)


def _tuples(inner: Any, marks: tuple[Any, ...]) -> SearchStrategy[tuple[Any, ...]]:
    if _has(marks, AfterValidator, fields._sorted_once):
        return st.sets(SEGMENT, max_size=3).map(lambda values: tuple(sorted(values)))
    return st.lists(_values(inner), max_size=2).map(tuple)


def _scalars(annotation: Any, marks: tuple[Any, ...]) -> SearchStrategy[Any]:
    if annotation is Any:
        return JSON if any(isinstance(mark, fields.NeededMark) for mark in marks) else st.none() | JSON
    if annotation is type(None):
        return st.none()
    if issubclass(annotation, OpenEnum):
        return st.sampled_from(list(annotation))
    if issubclass(annotation, Part):
        return _fields(annotation).map(lambda values: annotation(**values))
    return _texts(marks) if annotation is str else _PLAIN[annotation](marks)


def _texts(marks: tuple[Any, ...]) -> SearchStrategy[str]:
    if _has(marks, AfterValidator, fields._demand_partial_date):
        return DATES
    return SEGMENT.map(str.upper).map(str.upper) if _has(marks, AfterValidator, fields._demand_upper) else SEGMENT


def _moments(marks: tuple[Any, ...]) -> SearchStrategy[datetime]:
    if _has(marks, BeforeValidator, fields._read_expiry):
        return MOMENTS.filter(lambda moment: moment.year > 2001).map(lambda moment: moment.replace(microsecond=0))
    seconds = any(isinstance(mark, PlainSerializer) and mark.func is fields._epoch for mark in marks)
    return MOMENTS.map(lambda moment: moment.replace(microsecond=0)) if seconds else MOMENTS


def _has(marks: tuple[Any, ...], kind: type[Any], function: object) -> bool:
    return any(isinstance(mark, kind) and getattr(mark, "func", None) is function for mark in marks)


_PLAIN: dict[Any, Any] = {
    bool: lambda _: st.booleans(),
    int: lambda _: st.integers(1, 99_999),
    float: lambda marks: UNIT if _has(marks, AfterValidator, fields._demand_unit) else NUMBER,
    datetime: _moments,
}
