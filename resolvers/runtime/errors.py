"""Errors as clients see them: a stable type, a message a person can act on, details for a program, nothing internal."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson
from pydantic import ValidationError

from commands.bad_input import bad_input
from entities.errors import BadKeyValue, Unreadable
from entities.item import Item
from loaders.caller import RequestCaller
from loaders.errors import MENDABLE, LoaderError, Outdated
from resolvers.runtime.fields import show_part
from resolvers.runtime.identity import API_KEY_CALLER
from resolvers.runtime.ids import global_id
from resolvers.runtime.names import camel


@dataclass(frozen=True)
class ApiError:
    """One error in a response."""

    error_type: str
    message: str
    info: dict[str, Any] = field(default_factory=dict)


MAX_MESSAGE = 1000
"""Characters of a message: it may quote what a client sent or what is stored, and either may be long."""

MAX_CURRENT_BYTES = 16_000
"""The size of the item in `errorInfo.current`."""

_NAME = re.compile(r"`([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*)`")

INTERNAL = ApiError("Internal", "Something went wrong on our side, and was logged. Try again later.")


def api_error(error: Exception, caller: RequestCaller = API_KEY_CALLER) -> ApiError:
    """The error that a caller sees for an exception. An unexpected one is Internal, and its text is only logged."""
    if isinstance(error, ValidationError | BadKeyValue):
        return api_error(bad_input(error), caller)
    if not isinstance(error, LoaderError) or error.error_type == "Internal":
        return INTERNAL
    item = error.item if isinstance(error, Outdated) else None
    current = _current(item) if item and _may_see(item, caller) else {}
    return ApiError(error.error_type, _short(_in_clients_words(error.message)), _info(error) | current)


@contextmanager
def fields_within(path: str) -> Iterator[None]:
    """Prefix the field names of errors raised inside with the path of an argument."""
    try:
        yield
    except (ValidationError, BadKeyValue) as error:
        raise bad_input(error).within(path) from error
    except LoaderError as error:
        error.within(path)
        raise


@contextmanager
def field_named(name: str) -> Iterator[None]:
    """Errors that a caller can mend, but that name no argument, name the field that was asked for."""
    try:
        yield
    except LoaderError as error:
        if error.error_type in MENDABLE:
            error.info.setdefault("field", name)
        raise


def _in_clients_words(message: str) -> str:
    """The message with Python's field names, which are in backticks, in GraphQL's spelling."""
    return _NAME.sub(lambda found: _client_path(found[1]), message)


def _client_path(path: str) -> str:
    return ".".join(map(camel, path.split(".")))


def _info(error: LoaderError) -> dict[str, Any]:
    """The details, with the field as the client wrote it; a `key` is already in the client's spelling."""
    info = {camel(name): value for name, value in error.info.items()}
    if "field" in info:
        key = info.pop("key", None)
        info["field"] = ".".join([_client_path(info["field"]), *([key] if key else [])])
    return info


def _short(message: str) -> str:
    return message if len(message) <= MAX_MESSAGE else f"{message[:MAX_MESSAGE]}…"


def _may_see(item: Item, caller: RequestCaller) -> bool:
    """Whether a query of the caller would show the item."""
    if caller.is_staff:
        return True
    return not item.is_for_staff and (item.owner is None or caller.may_see(getattr(item, item.owner)))


def _current(item: Item) -> dict[str, Any]:
    """The item as it is stored now, for a caller whose change conflicts with it: the fields that a query would show.

    The longest fields are left out, and named, until the rest is short enough for an error.
    """
    shown = show_part(item)
    sizes = {name: len(orjson.dumps(value)) for name, value in shown.items()}
    left_out: list[str] = []
    for name in sorted(sizes, key=sizes.__getitem__, reverse=True):
        if sum(sizes.values()) > MAX_CURRENT_BYTES:
            left_out.append(name)
            del sizes[name]
    kept = {name: shown[name] for name in shown if name in sizes}
    current = {"__typename": type(item).__name__, "id": global_id(item), **kept}
    return {"current": current, **({"leftOut": left_out} if left_out else {})}


def unreadable(problem: Unreadable) -> ApiError:
    """The error for an item that is missing from the response because its record is malformed."""
    message = f"A stored {problem.type_name} could not be read, or only in part."
    return ApiError("Internal", message, {"type": problem.type_name, "key": list(problem.key.values())})
