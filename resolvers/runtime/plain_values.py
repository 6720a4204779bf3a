"""The short way from a stored value to JSON, for values that need no tolerance.

Each function takes a value as DynamoDB sends it (`{"N": "0.5"}`) and returns what the model and `fields` would make of
it. It never guesses: where a value is of another type than most writers store, or one that the model would have to
convert, it raises one of `NOT_PLAIN`, and the model reads the whole item. What has no short way here (`field_value`
returns None) always goes there.
"""

from collections.abc import Callable
from datetime import datetime
from operator import itemgetter
from typing import Any, get_args, get_origin

from annotated_types import Ge
from pydantic import AfterValidator, BeforeValidator, PlainSerializer
from pydantic.fields import FieldInfo

from entities.annotations import unwrap
from entities.attributes import decode
from entities.fields import (
    Counted,
    Flag,
    InKeyMark,
    Json,
    LargeMark,
    NeededMark,
    OpenEnum,
    Part,
    PartialDate,
    Stored,
    TextSet,
    Timestamp,
    Unit,
    UpperText,
)
from entities.times import format_time, parse_time
from resolvers.runtime.fields import own_fields, show_json

EXACT = 2**53
"""Whole numbers up to this are the same as a double."""

NULL = "NULL"

PlainValue = Callable[[Any], Any]


class NotPlain(Exception):
    """A value that only the model can read."""


NOT_PLAIN = (NotPlain, KeyError, TypeError, ValueError, AttributeError, OverflowError)
"""What a value of another kind than expected raises."""


def field_value(field: FieldInfo, *, as_text: bool) -> PlainValue | None:
    """How values of a declared field are read, if there is a short way; `as_text` is for numbers that are ids."""
    if field.alias or field.validation_alias or field.default_factory:
        return None
    return _plain_value(field.annotation, list(field.metadata), as_text=as_text)


def _plain_value(annotation: Any, marks: list[Any], *, as_text: bool) -> PlainValue | None:
    core, _, inner = unwrap(annotation)
    marks = [*inner, *marks]
    if not all(isinstance(mark, _HARMLESS) for mark in marks):
        return None
    checks = _functions(marks) - _TOLERANT
    if checks:
        return _CHECKED.get((core, frozenset(checks)))
    if get_origin(core) is tuple:
        return _listed(_plain_value(get_args(core)[0], [], as_text=as_text))
    if isinstance(core, type) and issubclass(core, OpenEnum):
        return PlainEnum(core)
    if isinstance(core, type) and issubclass(core, Part):
        return _part(core)
    value = _count if core is int and any(isinstance(mark, Ge) for mark in marks) else _TYPED.get(core)
    return _id(value) if value and as_text and core is not str else value


def _functions(marks: list[Any]) -> frozenset[Any]:
    return frozenset(mark.func for mark in marks if isinstance(mark, BeforeValidator | AfterValidator))


def _functions_of(annotated: Any) -> frozenset[Any]:
    return _functions(list(annotated.__metadata__))


def _id(value: PlainValue) -> PlainValue:
    return lambda raw: str(value(raw))


def _whole(raw: Any) -> int:
    value = int(raw["N"])
    if not -EXACT <= value <= EXACT:
        raise NotPlain
    return value


def _count(raw: Any) -> int:
    value = int(raw["N"])
    if not 0 <= value <= EXACT:
        raise NotPlain
    return value


def plain_number(raw: Any) -> float:
    return float(raw["N"]) + 0.0  # there is no negative zero in DynamoDB


def _time(raw: Any) -> str:
    value = raw["S"] if "S" in raw else int(raw["N"])
    return format_time(parse_time(value))


def _texts(raw: Any) -> list[str]:
    return sorted(set(raw["SS"]))


def _any_shape(raw: Any) -> Any:
    if "M" not in raw and "L" not in raw:
        raise NotPlain
    return show_json(decode(raw))


def _map_of(inner: PlainValue) -> PlainValue:
    def read(raw: Any) -> dict[str, Any]:
        values = raw["M"]
        return {name: inner(values[name]) for name in sorted(values)}

    return read


def _text_or_none(raw: Any) -> str | None:
    return None if NULL in raw else raw["S"]


def _listed(inner: PlainValue | None) -> PlainValue | None:
    return (lambda raw: [inner(each) for each in raw["L"]]) if inner else None


def _part(core: type[Part]) -> PlainValue | None:
    """A map inside an item: its own fields, each in its own short way."""
    own = own_fields(core)
    decorators = core.__pydantic_decorators__
    is_odd = decorators.field_validators or decorators.model_validators or getattr(core, "shown", None)
    if is_odd or core.model_config != Part.model_config:
        return None
    fields: list[tuple[str, str, PlainValue, bool]] = []
    for each in own.values():
        declared = core.model_fields[each.attribute]
        value = field_value(declared, as_text=each.show is str)
        if value is None or not (declared.is_required() or declared.default is None):
            return None
        fields.append((each.name, each.attribute, value, declared.is_required()))
    return _part_reader(fields) if len(fields) == len(core.model_fields) else None


def _part_reader(fields: list[tuple[str, str, PlainValue, bool]]) -> PlainValue:
    if all(inner is plain_number and is_required for _, _, inner, is_required in fields):
        return PlainNumbers([(name, attribute) for name, attribute, _, _ in fields])

    def read(raw: Any) -> dict[str, Any]:
        values, shown = raw["M"], {}
        for name, attribute, inner, is_required in fields:
            part = values.get(attribute)
            if part is not None and NULL not in part:
                shown[name] = inner(part)
            elif is_required:
                raise NotPlain
        return shown

    return read


class PlainEnum:
    """Words of a list; one that is not in it is left to the model."""

    def __init__(self, core: type[OpenEnum]) -> None:
        self.names = {member.value: member.name for member in core}
        """The names in GraphQL, by what is stored."""

    def __call__(self, raw: Any) -> str:
        return self.names[raw["S"]]


class PlainNumbers:
    """Points and boxes: most of all maps."""

    def __init__(self, names: list[tuple[str, str]]) -> None:
        self.names = names
        """In GraphQL and as stored."""

    def __call__(self, raw: Any) -> dict[str, float]:
        values = raw["M"]
        return {name: plain_number(values[attribute]) for name, attribute in self.names}


_HARMLESS = (Stored, NeededMark, InKeyMark, LargeMark, Ge, PlainSerializer, BeforeValidator, AfterValidator)
_TOLERANT = frozenset[Any]().union(*map(_functions_of, (Unit, Counted, PartialDate, UpperText)))
"""Checks that only writers have to pass."""

plain_text: PlainValue = itemgetter("S")
plain_flag: PlainValue = itemgetter("BOOL")

_TYPED: dict[Any, PlainValue] = {
    str: plain_text,
    int: _whole,
    float: plain_number,
    dict[str, float]: _map_of(plain_number),
    dict[str, str | None]: _map_of(_text_or_none),
}
_CHECKED: dict[Any, PlainValue] = {
    (datetime, _functions_of(Timestamp)): _time,
    (bool, _functions_of(Flag)): plain_flag,
    (Any, _functions_of(Json)): _any_shape,
    (tuple[str, ...], _functions_of(TextSet)): _texts,
}
"""By the type and the functions that the model calls for it."""
