"""What mutations take: classes of fields, read from GraphQL's JSON as strictly as items are written."""

import types
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, ClassVar, Self, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError

from entities.errors import BadKeyValue
from resolvers.errors import BadRequest
from resolvers.names import camel, snake


class Input(BaseModel):
    """The argument of a mutation, or a part of it. A field with a default may be left out."""

    about: ClassVar[str] = ""
    """The type that it is about: fields of the same names mean the same."""

    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True, allow_inf_nan=False)

    def given(self, *names: str) -> dict[str, Any]:
        """Those of these fields that the caller gave a value."""
        return {name: getattr(self, name) for name in names if getattr(self, name) is not None}

    def only(self, *left_out: str) -> dict[str, Any]:
        """All fields that have a value, but for some."""
        return self.given(*(name for name in type(self).model_fields if name not in left_out))

    @classmethod
    def read(cls, values: Any, name: str = "input") -> Self:
        """The input that a client sent; what is wrong with it is told by the name of its field."""
        try:
            return cls.model_validate(_plain(cls, values, name))
        except ValidationError as error:
            raise _refused(error, name) from None
        except BadKeyValue as error:
            raise BadRequest(str(error), field=camel(error.field)) from None


def _plain(cls: type[Input], values: Any, path: str) -> dict[str, Any]:
    """The values under Python's names, with enums for their names and inputs inside them read likewise.

    An empty text where nothing need be given is nothing, as it is when items are read.
    """
    if not isinstance(values, Mapping):
        raise BadRequest(f"{path} must be an object.", field=path)
    hints = _kinds(cls)
    found: dict[str, Any] = {}
    for name, value in values.items():
        attribute = snake(name)
        if attribute not in hints:
            raise BadRequest(f"{path} has no field {name}.", field=f"{path}.{name}")
        if value is not None and not (value == "" and cls.model_fields[attribute].default is None):
            found[attribute] = _value(hints[attribute], value, f"{path}.{name}")
    return found


def _value(kind: Any, value: Any, path: str) -> Any:
    if get_origin(kind) is tuple:
        inner = _core(get_args(kind)[0])
        values = value if isinstance(value, list) else [value]
        return [_value(inner, each, f"{path}.{place}") for place, each in enumerate(values)]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        member = kind.__members__.get(value) if isinstance(value, str) else None
        if member is None:
            raise BadRequest(f"{path} must be one of {', '.join(kind.__members__)}, not {value!r}.", field=path)
        return member
    return _plain(kind, value, path) if isinstance(kind, type) and issubclass(kind, Input) else value


@cache
def _kinds(cls: type[Input]) -> dict[str, Any]:
    return {name: _core(field.annotation) for name, field in cls.model_fields.items()}


def _core(annotation: Any) -> Any:
    """The type without its marks and without None."""
    while get_origin(annotation) in {Annotated, Union, types.UnionType}:
        kinds = [each for each in get_args(annotation) if each is not type(None)]
        if get_origin(annotation) is not Annotated and len(kinds) > 1:
            return annotation
        annotation = kinds[0]
    return annotation


def _refused(error: ValidationError, name: str) -> BadRequest:
    """The first thing that is wrong, by the name of its field."""
    first = error.errors(include_url=False)[0]
    path = ".".join([name, *(camel(str(each)) for each in first["loc"])])
    if first["type"] == "missing":
        return BadRequest(f"{path} is required.", field=path)
    why = first["msg"].removeprefix("Value error, ")
    return BadRequest(f"{path}: {why[:1].lower()}{why[1:]}.", field=path)
