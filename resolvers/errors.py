"""Errors as clients see them: a stable type, a message a person can act on, details for a program, nothing internal."""

from dataclasses import dataclass, field
from typing import Any

from entities.errors import BadKeyValue, Unreadable
from loaders.errors import LoaderError


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
    """The arguments of a field make no sense; the message says why."""


INTERNAL = ApiError("Internal", "Something went wrong on our side. It has been noted.")


def api_error(error: Exception) -> ApiError:
    """What a client is told of an exception. What we did not foresee is Internal, and its text stays with us."""
    if isinstance(error, LoaderError):
        if error.error_type == "Internal":
            return INTERNAL
        return ApiError(error.error_type, error.message, error.info)
    if isinstance(error, BadRequest | BadKeyValue):
        return ApiError("BadInput", str(error))
    return INTERNAL


def unreadable(problem: Unreadable) -> ApiError:
    """An item that is missing from an answer because nobody can make sense of it."""
    message = f"A stored {problem.type_name} could not be read, or not wholly."
    return ApiError("Internal", message, {"type": problem.type_name, "key": list(problem.key.values())})
