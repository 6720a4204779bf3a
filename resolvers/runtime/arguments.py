"""Converts the arguments that AppSync sends to the types that Python functions expect."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from commands.inputs import Input
from entities.annotations import unwrap
from entities.attributes import check_storable
from entities.times import parse_time
from loaders.errors import BadInput
from resolvers.routing.signatures import Signature
from resolvers.runtime.errors import fields_within
from resolvers.runtime.inputs import read_input
from resolvers.runtime.names import snake

RENAMED = {"type": "type_"}
"""Arguments whose GraphQL names would shadow Python's builtins."""


def converted(signature: Signature, function: Callable[..., Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The keyword arguments for a function: defaults filled in, strings converted to enums and times."""
    hints = _hints(function)
    found: dict[str, Any] = {}
    for argument in signature.arguments:
        name = RENAMED.get(snake(argument.name), snake(argument.name))
        value = given.get(argument.name)
        value = argument.value if value is None else value
        if value is None and argument.type.is_required:
            raise BadInput(f"{argument.name} is required.", field=argument.name)
        found[name] = None if value is None else _converted(argument.name, value, hints.get(name, str))
    return found


def one_at_most(**arguments: Any) -> None:
    """Reject arguments that exclude each other; the keywords are the names that clients use."""
    given = [name for name, value in arguments.items() if value is not None]
    if len(given) > 1:
        raise BadInput(f"Give {' or '.join(given)}, not both.", field=given[-1])


@cache
def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    return get_type_hints(function)


def _converted(name: str, value: Any, hint: Any) -> Any:
    kind = unwrap(hint).core
    if get_origin(kind) in {list, Sequence}:
        if not isinstance(value, list):
            raise BadInput(f"{name} must be a list.", field=name)
        return [_converted(name, each, get_args(kind)[0]) for each in value]
    if isinstance(kind, type) and issubclass(kind, Input):
        with fields_within(name):
            return read_input(kind, value)
    if kind is datetime:
        return _time(name, value)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _member(name, value, kind)
    if kind is str and isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    _check(name, value)
    expected = int | float if kind is float else kind
    if not isinstance(value, expected) or (isinstance(value, bool) and kind is not bool):
        raise BadInput(f"{name} must be of type {kind.__name__}, not {value!r}.", field=name)
    return value


def _check(name: str, value: Any) -> None:
    try:
        check_storable(value)
    except ValueError as error:
        raise BadInput(f"`{name}` {error}.", field=name) from None


def _time(name: str, value: Any) -> datetime:
    try:
        return parse_time(value)
    except ValueError:
        raise BadInput(f"{name} must be a time such as 2026-11-16T12:00:00Z, not {value!r}.", field=name) from None


def _member(name: str, value: Any, kind: type[StrEnum]) -> StrEnum:
    member = kind.__members__.get(value) if isinstance(value, str) else None
    if member is None:
        raise BadInput(f"{name} must be one of {', '.join(kind.__members__)}, not {value!r}.", field=name)
    return member
