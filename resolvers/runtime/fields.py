"""GraphQL's view of our classes: which fields they have, of which types, and how values are rendered."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from entities.annotations import is_union, leaves_of, unwrap
from entities.fields import LargeMark, OpenEnum
from entities.item import Item
from entities.times import format_time
from resolvers.routing.signatures import TypeRef
from resolvers.runtime.ids import global_id
from resolvers.runtime.names import camel

UNKNOWN = "UNKNOWN"
"""The enum value that stands for any stored value that the enum does not define."""

_INTEGERS = range(-(2**63), 2**63)
"""Whole numbers that JSON libraries write exactly; DynamoDB holds larger ones."""

SCALARS = {str: "String", int: "Int", float: "Float", bool: "Boolean", datetime: "AWSDateTime"}


@dataclass(frozen=True)
class OwnField:
    """A field that is rendered from the object's own data."""

    name: str
    """In GraphQL."""
    attribute: str
    """In Python."""
    type: TypeRef
    show: Callable[[Any], Any]
    """Converts the Python value to JSON; never called with None."""


@cache
def own_fields(cls: type[BaseModel]) -> dict[str, OwnField]:
    """The fields of a class by their GraphQL names: its data fields and its public properties."""
    found = [
        _own_field(name, field.annotation, field.metadata, is_required=_is_required(field))
        for name, field in cls.model_fields.items()
        if name not in getattr(cls, "hidden", ())
    ]
    for name, annotation in getattr(cls, "shown", {}).items():
        found.append(_own_field(name, annotation, [], is_required=False))
    return {field.name: field for field in found}


@cache
def parts_of(cls: type[BaseModel]) -> tuple[type[BaseModel] | type[OpenEnum], ...]:
    """The classes of the maps, inputs and enums that the fields of a class use."""
    hidden = getattr(cls, "hidden", ())
    annotations = [field.annotation for name, field in cls.model_fields.items() if name not in hidden]
    annotations += getattr(cls, "shown", {}).values()
    leaves = [leaf for annotation in annotations for leaf in leaves_of(annotation)]
    return tuple(
        dict.fromkeys(leaf for leaf in leaves if isinstance(leaf, type) and issubclass(leaf, BaseModel | OpenEnum))
    )


def show_enum(value: StrEnum) -> str:
    """The name of an enum value; UNKNOWN for a stored value that the enum does not define."""
    return value.name if not isinstance(value, OpenEnum) or value.is_known else UNKNOWN


def show_part(part: BaseModel) -> dict[str, Any]:
    """A map inside an item."""
    values = ((field, getattr(part, field.attribute)) for field in own_fields(type(part)).values())
    return {field.name: field.show(value) for field, value in values if value is not None}


def _show_whole(item: Item) -> dict[str, Any]:
    """An item inside an object that is not stored: resolvers below it need its id."""
    return {"__typename": type(item).__name__, "id": global_id(item), **show_part(item)}


def show_json(value: Any) -> Any:
    """A map of any shape, sorted by name: DynamoDB keeps no order, and equal items should look the same."""
    if isinstance(value, dict):
        return {name: show_json(value[name]) for name in sorted(value)}
    if isinstance(value, set):
        return sorted(value)
    if isinstance(value, list | tuple):
        return [show_json(each) for each in value]
    return float(value) if isinstance(value, int) and value not in _INTEGERS else value


def _is_required(field: Any) -> bool:
    return bool(field.is_required()) or field.default not in (None, ...)


def _own_field(name: str, annotation: Any, marks: list[Any], *, is_required: bool) -> OwnField:
    core, is_optional, inner_marks = unwrap(annotation)
    text, show = _typed(name, core, [*inner_marks, *marks])
    may_be_null = is_optional or not is_required or is_union(core)
    return OwnField(camel(name), name, TypeRef(text + ("" if may_be_null else "!")), show)


def _typed(name: str, core: Any, marks: list[Any]) -> tuple[str, Callable[[Any], Any]]:
    if get_origin(core) is tuple:
        inner, _, inner_marks = unwrap(get_args(core)[0])
        text, show = _typed(name, inner, inner_marks)
        return f"[{text}!]", lambda values: [show(value) for value in values]
    if core is Any or get_origin(core) is dict:
        return "AWSJSON", show_json
    if is_union(core):
        return "Float", lambda value: value if isinstance(value, int | float) else None
    if issubclass(core, OpenEnum):
        return core.__name__, show_enum
    if issubclass(core, BaseModel):
        return core.__name__, _show_whole if issubclass(core, Item) else show_part
    return _scalar(name, core, marks)


def _scalar(name: str, core: Any, marks: list[Any]) -> tuple[str, Callable[[Any], Any]]:
    if core is datetime:
        return "AWSDateTime", format_time
    if core in {str, int} and (name == "id" or (name.endswith("_id") and not _is_ordinal(name, core))):
        return "ID", str
    if any(isinstance(mark, LargeMark) for mark in marks):
        return "Float", as_is
    return SCALARS[core], as_is


def _is_ordinal(name: str, core: Any) -> bool:
    return core is int and name != "batch_id"


def as_is(value: Any) -> Any:
    """How values are shown that JSON has too."""
    return value
