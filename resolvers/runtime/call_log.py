"""The one line that each call leaves in the log: the field, the caller, ids, the outcome and what it took.

Of the arguments it holds ids alone, so that no text, token or address of a person gets into a log: values of names
that are `id` or `ids` or end in `Id` or `Ids`, and queues' names, which are their keys. An error's message may quote
any argument: there the other values are replaced by `…`.
"""

import re
import traceback
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from loaders.request import Request
from resolvers.routing.route import Route
from resolvers.runtime.errors import api_error, unreadable

Event = Mapping[str, Any]

EXPECTED = frozenset({"BadInput", "BadCursor", "Conflict", "Forbidden", "NotFound", "TooLarge"})
"""Errors that are the caller's to mend; all others are ours, and logged with a traceback."""
MAX_IDS = 10
"""How many values of a name are logged."""
MAX_CHARACTERS = 100
API_KEY_NAME = "apiKey"
"""What stands for the name of a caller that has none."""

_ID = re.compile(r"^(id|ids|queueName|\w+Ids?)$")


def call_line(route: Route, events: Sequence[Event], request: Request, errors: Sequence[Exception]) -> dict[str, Any]:
    """What is logged of a call, apart from its time."""
    meter = request.session.meter
    line: dict[str, Any] = {
        "field": route.key,
        "caller": (request.caller.name or API_KEY_NAME)[:MAX_CHARACTERS],
        "ids": ids_of(events),
        "requests": meter.requests,
        "read_units": meter.read_units,
        "write_units": meter.write_units,
    }
    if route.is_batched:
        line["parents"] = len(events)
    if request.problems:
        line["unreadable"] = [unreadable(each).info for each in request.problems[:MAX_IDS]]
    return line | (_outcome(errors, events) if errors else {})


def is_expected(error: Exception) -> bool:
    return api_error(error).error_type in EXPECTED


def ids_of(events: Sequence[Event]) -> dict[str, Any]:
    """The ids among the arguments and of the parents: one value, or the first few of many."""
    found: dict[str, dict[Any, None]] = {}
    for event in events:
        source = event.get("source")
        parent = source.items() if isinstance(source, Mapping) else ()
        for name, value in [*_leaves(event.get("arguments") or {}), *parent]:
            if _ID.match(name) and _is_id(value) and len(values := found.setdefault(name, {})) < MAX_IDS:
                values[value] = None
    return {name: next(iter(values)) if len(values) == 1 else list(values) for name, values in found.items()}


def without_arguments(text: str, events: Sequence[Event]) -> str:
    """The text with every argument in it replaced, except ids."""
    folded = text.casefold()
    values: set[str] = set()
    for event in events:
        for name, value in _leaves(event.get("arguments") or {}):
            if value is not None and not isinstance(value, bool) and not _ID.match(name):
                spelled = (value, repr(value)[1:-1]) if isinstance(value, str) else (str(value),)
                values |= {each for each in spelled if each and each.casefold() in folded}
    if not values:
        return text
    longest_first = "|".join(map(re.escape, sorted(values, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{longest_first})(?!\w)", "…", text, flags=re.IGNORECASE)


def _outcome(errors: Sequence[Exception], events: Sequence[Event]) -> dict[str, Any]:
    """The worst of the errors, and how many there were."""
    worst = next((each for each in errors if not is_expected(each)), errors[0])
    shown = api_error(worst)
    told: dict[str, Any] = {
        "error_type": shown.error_type,
        "error_message": without_arguments(shown.message, events),
        "errors": len(errors),
    }
    if not is_expected(worst):
        told["exception"] = without_arguments("".join(traceback.format_exception(worst)), events)
    return told


def _is_id(value: Any) -> bool:
    """Whether a value may be an id: a number or a short text."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return is_number or (isinstance(value, str) and len(value) <= MAX_CHARACTERS)


def _leaves(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """All values in arguments, however deep, each with the nearest name above it."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _leaves(each, key)
    elif isinstance(value, list):
        for each in value:
            yield from _leaves(each, name)
    else:
        yield name, value
