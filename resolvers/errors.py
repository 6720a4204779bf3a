"""Errors as clients see them: a stable type, a message a person can act on, details for a program, nothing internal."""

from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from entities.errors import BadKeyValue, Unreadable
from loaders.errors import LoaderError, Outdated
from resolvers.ids import global_id
from resolvers.names import camel
from resolvers.objects import show_part


@dataclass(frozen=True)
class ApiError:
    """One error of an answer."""

    error_type: str
    message: str
    info: dict[str, Any] = field(default_factory=dict)

    def as_envelope(self) -> dict[str, Any]:
        """The way a batch answer carries it."""
        envelope: dict[str, Any] = {"data": None, "errorMessage": self.message, "errorType": self.error_type}
        return envelope | ({"errorInfo": self.info} if self.info else {})

    def as_exception(self) -> Exception:
        """An exception of that name: the only thing that AppSync takes from a Lambda that answers a single field."""
        exception: Exception = type(self.error_type, (Exception,), {})(self.message)
        return exception


class BadRequest(Exception):
    """The arguments of a field make no sense; the message says why, and `field` which one."""

    def __init__(self, message: str, *, field: str | None = None) -> None:
        super().__init__(message)
        self.info = {"field": field} if field else {}


INTERNAL = ApiError("Internal", "Something went wrong on our side. It has been noted.")


def api_error(error: Exception) -> ApiError:
    """What a client is told of an exception. What we did not foresee is Internal, and its text stays with us."""
    if isinstance(error, LoaderError):
        if error.error_type == "Internal":
            return INTERNAL
        return ApiError(error.error_type, error.message, error.info | _current(error))
    if isinstance(error, BadRequest):
        return ApiError("BadInput", str(error), error.info)
    if isinstance(error, BadKeyValue):
        return ApiError("BadInput", str(error), {"field": camel(error.field)})
    if isinstance(error, ValidationError):
        return _bad_item(error)
    return INTERNAL


def _current(error: LoaderError) -> dict[str, Any]:
    """What is stored now, for a caller whose change met something else."""
    item = error.item if isinstance(error, Outdated) else None
    return {"current": {"__typename": type(item).__name__, "id": global_id(item), **show_part(item)}} if item else {}


def _bad_item(error: ValidationError) -> ApiError:
    """A mutation made an item that its class refuses: what the caller gave was wrong after all."""
    first = error.errors(include_url=False)[0]
    cause = getattr(first.get("ctx", {}).get("error"), "__cause__", None)
    if isinstance(cause, BadKeyValue):
        return api_error(cause)
    field = ".".join(camel(str(each)) for each in first["loc"])
    why = first["msg"].removeprefix("Value error, ")
    return ApiError("BadInput", f"{field}: {why}" if field else why, {"field": field} if field else {})


def unreadable(problem: Unreadable) -> ApiError:
    """An item that is missing from an answer because nobody can make sense of it."""
    message = f"A stored {problem.type_name} could not be read, or not wholly."
    return ApiError("Internal", message, {"type": problem.type_name, "key": list(problem.key.values())})
