"""Refusals of pydantic and of keys, as `BadInput` that names the field."""

from pydantic import ValidationError

from entities.errors import BadKeyValue
from loaders.errors import BadInput


class NotStorable(ValueError):
    """A value that cannot be stored; `place` is the way to it where it is in a list, or in lists within it."""

    def __init__(self, why: str, place: tuple[int, ...]) -> None:
        super().__init__(why)
        self.place = place


def bad_input(error: ValidationError | BadKeyValue, path: str = "") -> BadInput:
    """The first error, with its field. `path` is the place of the refused value in the input."""
    if isinstance(error, BadKeyValue):
        return refused(path, error.field, f"{error.value!r} {error.why}", error.value)
    first = error.errors(include_url=False)[0]
    reason = first.get("ctx", {}).get("error")
    cause = getattr(reason, "__cause__", None)
    if isinstance(cause, BadKeyValue):
        return bad_input(cause, path)
    inside = reason.place if isinstance(reason, NotStorable) else ()
    where = ".".join(str(each) for each in (*first["loc"], *inside))
    if first["type"] == "missing":
        field = _joined(path, where)
        return BadInput(f"`{field}` is required.", field=field)
    return refused(path, where, first["msg"].removeprefix("Value error, "), first["input"])


def refused(path: str, field: str, why: object, value: object = None) -> BadInput:
    """The refusal of one value, with the reason."""
    name, reason = _joined(path, field), str(why).removesuffix(".")
    if not name:
        return BadInput(f"{reason}.")
    return BadInput(f"`{name}`: {reason[:1].lower()}{reason[1:]}.", field=name, refused=value)


def _joined(path: str, field: str) -> str:
    return ".".join(each for each in (path, field) if each)
