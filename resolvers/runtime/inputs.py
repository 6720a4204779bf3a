"""Reads the inputs of commands from GraphQL's JSON: converts field names to Python's, and names to enums."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, get_args, get_origin

from pydantic import ValidationError

from commands.bad_input import bad_input
from commands.inputs import Input
from entities.annotations import unwrap
from entities.errors import BadKeyValue
from loaders.errors import BadInput
from resolvers.runtime.identified import ID, identified, with_parts
from resolvers.runtime.names import snake

InputType = TypeVar("InputType", bound=Input)


def read_input(cls: type[InputType], values: Any) -> InputType:
    """The input that a client sent; an error names the field that is wrong."""
    try:
        return cls.model_validate(_plain(cls, values, ""))
    except (ValidationError, BadKeyValue) as error:
        raise bad_input(error) from None


def _plain(cls: type[Input], values: Any, path: str) -> dict[str, Any]:
    """The values by Python's names; nested inputs are converted too.

    An empty string in an optional field counts as missing, as it does when items are read.
    """
    if not isinstance(values, Mapping):
        raise BadInput(f"{cls.__name__} must be an object.", **_field(path))
    hints = _kinds(cls)
    found: dict[str, Any] = {}
    for name in values:
        if snake(name) not in hints and not (name == ID and identified(cls)):
            raise BadInput(f"{cls.__name__} has no field {name}.", **_field(_joined(path, name)))
    for attribute, value in with_parts(cls, {snake(name): value for name, value in values.items()}, path).items():
        if value is not None and not (value == "" and cls.model_fields[attribute].default is None):
            found[attribute] = _value(hints[attribute], value, _joined(path, attribute))
    return found


def _value(kind: Any, value: Any, path: str) -> Any:
    if get_origin(kind) is tuple:
        inner = unwrap(get_args(kind)[0]).core
        values = value if isinstance(value, list) else [value]
        return [_value(inner, each, _joined(path, str(place))) for place, each in enumerate(values)]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        member = kind.__members__.get(value) if isinstance(value, str) else None
        if member is None:
            raise BadInput(f"`{path}` must be one of {', '.join(kind.__members__)}, not {value!r}.", field=path)
        return member
    return _plain(kind, value, path) if isinstance(kind, type) and issubclass(kind, Input) else value


@cache
def _kinds(cls: type[Input]) -> dict[str, Any]:
    return {name: unwrap(field.annotation).core for name, field in cls.model_fields.items()}


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _field(path: str) -> dict[str, str]:
    return {"field": path} if path else {}
