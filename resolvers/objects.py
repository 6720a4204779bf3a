"""GraphQL's view of our classes: which fields they show, of which types, and how a value is shown."""

import types
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

from entities.fields import LargeMark, OpenEnum
from entities.times import format_time
from resolvers.names import camel
from resolvers.signatures import TypeRef

UNKNOWN = "UNKNOWN"
"""What an enum shows for a stored value that it does not know."""

SCALARS = {str: "String", int: "Int", float: "Float", bool: "Boolean", datetime: "AWSDateTime"}


@dataclass(frozen=True)
class OwnField:
    """A field that an object shows from its own data."""

    name: str
    """In GraphQL."""
    attribute: str
    """In Python."""
    type: TypeRef
    show: Callable[[Any], Any]
    """From the Python value to the JSON value; never asked about None."""


@cache
def own_fields(cls: type[BaseModel]) -> dict[str, OwnField]:
    """The fields of a class by their GraphQL names: those of its data, and the properties that it makes public."""
    found = [
        _own_field(name, field.annotation, field.metadata, is_required=_is_required(field))
        for name, field in cls.model_fields.items()
    ]
    for name, annotation in getattr(cls, "shown", {}).items():
        found.append(_own_field(name, annotation, [], is_required=False))
    return {field.name: field for field in found}


@cache
def parts_of(cls: type[BaseModel]) -> tuple[type[BaseModel] | type[OpenEnum], ...]:
    """The classes of the maps, inputs and enums that the fields of a class hold."""
    annotations = [field.annotation for field in cls.model_fields.values()] + list(getattr(cls, "shown", {}).values())
    leaves = [leaf for annotation in annotations for leaf in _leaves(annotation)]
    return tuple(
        dict.fromkeys(leaf for leaf in leaves if isinstance(leaf, type) and issubclass(leaf, BaseModel | OpenEnum))
    )


def show_enum(value: StrEnum) -> str:
    """The name of an enum value; a stored value that nobody knows shows as UNKNOWN."""
    return value.name if not isinstance(value, OpenEnum) or value.is_known else UNKNOWN


def show_part(part: BaseModel) -> dict[str, Any]:
    """A map inside an item."""
    values = ((field, getattr(part, field.attribute)) for field in own_fields(type(part)).values())
    return {field.name: field.show(value) for field, value in values if value is not None}


def show_json(value: Any) -> Any:
    """A map of any shape with its names in order: DynamoDB keeps none, and the same item should look the same."""
    if isinstance(value, dict):
        return {name: show_json(value[name]) for name in sorted(value)}
    if isinstance(value, set):
        return sorted(value)
    return [show_json(each) for each in value] if isinstance(value, list | tuple) else value


def _is_required(field: Any) -> bool:
    return bool(field.is_required()) or field.default not in (None, ...)


def _own_field(name: str, annotation: Any, marks: list[Any], *, is_required: bool) -> OwnField:
    core, optional, all_marks = _unwrapped(annotation, marks)
    text, show = _typed(name, core, all_marks)
    may_be_null = optional or not is_required or get_origin(core) in {Union, types.UnionType}
    return OwnField(camel(name), name, TypeRef(text + ("" if may_be_null else "!")), show)


def _unwrapped(annotation: Any, marks: list[Any]) -> tuple[Any, bool, list[Any]]:
    """The type without its marks and without None."""
    optional = False
    while get_origin(annotation) in {Annotated, Union, types.UnionType}:
        if get_origin(annotation) is Annotated:
            marks = [*annotation.__metadata__, *marks]
            annotation = get_args(annotation)[0]
            continue
        kinds = [each for each in get_args(annotation) if each is not type(None)]
        optional = optional or len(kinds) < len(get_args(annotation))
        if len(kinds) > 1:
            break
        annotation = kinds[0]
    return annotation, optional, marks


def _typed(name: str, core: Any, marks: list[Any]) -> tuple[str, Callable[[Any], Any]]:
    if get_origin(core) is tuple:
        inner, _, inner_marks = _unwrapped(get_args(core)[0], [])
        text, show = _typed(name, inner, inner_marks)
        return f"[{text}!]", lambda values: [show(value) for value in values]
    if core is Any or get_origin(core) is dict:
        return "AWSJSON", show_json
    if get_origin(core) in {Union, types.UnionType}:
        return "Float", lambda value: value if isinstance(value, int | float) else None
    if issubclass(core, OpenEnum):
        return core.__name__, show_enum
    if issubclass(core, BaseModel):
        return core.__name__, show_part
    return _scalar(name, core, marks)


def _scalar(name: str, core: Any, marks: list[Any]) -> tuple[str, Callable[[Any], Any]]:
    if core is datetime:
        return "AWSDateTime", format_time
    if core in {str, int} and (name == "id" or (name.endswith("_id") and not _is_ordinal(name, core))):
        return "ID", str
    if any(isinstance(mark, LargeMark) for mark in marks):
        return "Float", _as_is
    return SCALARS[core], _as_is


def _is_ordinal(name: str, core: Any) -> bool:
    return core is int and name != "batch_id"


def _as_is(value: Any) -> Any:
    return value


def _leaves(annotation: Any) -> list[Any]:
    arguments = get_args(annotation)
    if get_origin(annotation) is Annotated:
        return _leaves(arguments[0])
    return [leaf for each in arguments for leaf in _leaves(each)] if arguments else [annotation]
