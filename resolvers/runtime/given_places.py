"""Errors name the place where the client gave a value, whatever the value was called where it was refused.

A value may be refused under a name that no client knows: that of a key which is made from it, of an attribute of an
item that was given deep within lists, or of the job that an input calls its sweep. So it is looked for in what was
given.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, get_args, get_origin

from pydantic import ValidationError

from commands.bad_input import bad_input
from commands.inputs import Input
from entities.annotations import unwrap
from entities.errors import BadKeyValue
from loaders.errors import BadInput, LoaderError
from resolvers.runtime.names import snake

Given = Input | Mapping[str, Any]
Steps = tuple[str, ...]

_LISTS = (tuple, list, Sequence)
_SCALARS = (str, int, float, datetime)


@contextmanager
def named_as_given(given: Given) -> Iterator[None]:
    """Errors that are raised inside name places of this input, or of these arguments, or no field at all."""
    try:
        yield
    except (ValidationError, BadKeyValue) as error:
        raise _renamed(bad_input(error), given) from error
    except LoaderError as error:
        _renamed(error, given)
        raise


def _renamed(error: LoaderError, given: Given) -> LoaderError:
    field = error.info.get("field")
    if isinstance(field, str) and not _can_be_given(given, field.split(".")):
        place = _place_of(error.refused if isinstance(error, BadInput) else None, tuple(field.split(".")), given)
        del error.info["field"]
        if place:
            error.info["field"] = place
            error.message = error.message.replace(f"`{field}`", f"`{place}`")
    return error


def _can_be_given(given: Given, steps: Sequence[str]) -> bool:
    if isinstance(given, Input):
        return _has(type(given), steps)
    return not {snake(steps[0]), f"{snake(steps[0])}_"}.isdisjoint(given)


def _has(kind: Any, steps: Sequence[str]) -> bool:
    """Whether values of a type have something there. Below JSON may be anything."""
    if not steps:
        return True
    step, *rest = steps
    if get_origin(kind) in _LISTS:
        return step.isdigit() and _has(unwrap(get_args(kind)[0]).core, rest)
    if isinstance(kind, type) and issubclass(kind, Input):
        field = kind.model_fields.get(snake(step))
        return field is not None and _has(unwrap(field.annotation).core, rest)
    return not (isinstance(kind, type) and issubclass(kind, _SCALARS))


def _place_of(refused: Any, steps: Steps, given: Given) -> str | None:
    """Where the value was given: best under its name, else under another; or what alone has that name."""
    places = list(_places(given, ()))
    equal = [path for path, value in places if refused is not None and _is_same(value, refused)]
    for is_meant in (_ends_with(steps), _ends_with(steps[-1:])):
        found = next(filter(is_meant, equal), None)
        if found:
            return ".".join(found)
    named = [path for path, _ in places if _ends_with(steps)(path)]
    chosen = equal[:1] or (named if len(named) == 1 else [])
    return ".".join(chosen[0]) if chosen else None


def _ends_with(steps: Steps) -> Callable[[Steps], bool]:
    return lambda path: path[-len(steps) :] == steps


def _places(value: Any, path: Steps) -> Iterator[tuple[Steps, Any]]:
    """Every place in what was given, and its value."""
    if path:
        yield path, value
    within: Mapping[str, Any] = {}
    if isinstance(value, Input):
        within = {name: getattr(value, name) for name in type(value).model_fields}
    elif isinstance(value, Mapping):
        within = {str(name).removesuffix("_") if not path else str(name): each for name, each in value.items()}
    elif isinstance(value, list | tuple):
        within = {str(place): each for place, each in enumerate(value)}
    for name, each in within.items():
        if each is not None:
            yield from _places(each, (*path, name))


def _is_same(value: Any, refused: Any) -> bool:
    """Whether a value is what was refused: a long text is refused by its beginning, and keys are made from texts
    without regard to case and spaces.
    """
    if isinstance(value, str) and isinstance(refused, str):
        beginning = refused.removesuffix("…")
        is_whole = beginning == refused
        return _letters(value if is_whole else value[: len(beginning)]) == _letters(beginning)
    return type(value) is type(refused) and bool(value == refused)


def _letters(text: str) -> str:
    return " ".join(text.replace("_", " ").casefold().split())
