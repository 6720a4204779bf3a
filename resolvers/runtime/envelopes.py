"""Envelopes: a value or an error, plus partial errors, in the shape that our JavaScript resolvers unpack.

{"data": ...}                                                              a value
{"data": null, "errorType": ..., "errorMessage": ..., "errorInfo": ...}    an error instead of a value
{..., "errors": [...]}                                                     what is missing from the answer, and why
"""

from collections.abc import Sequence
from typing import Any

from loaders.caller import RequestCaller
from resolvers.runtime.errors import ApiError, api_error

Envelope = dict[str, Any]

MAX_PARTIAL_ERRORS = 100
"""How many items are named one by one: errors must not take more room than the data."""


def envelope_of(value: Any, caller: RequestCaller) -> Envelope:
    """The envelope for a value, or for the exception that was raised instead, as the caller may see it."""
    return error_envelope(api_error(value, caller)) if isinstance(value, Exception) else {"data": value}


def error_envelope(error: ApiError) -> Envelope:
    """The envelope for an error in a client's words."""
    envelope = {"data": None, "errorMessage": error.message, "errorType": error.error_type}
    return envelope | ({"errorInfo": error.info} if error.info else {})


def with_partial_errors(envelopes: Sequence[Envelope], errors: Sequence[ApiError]) -> list[Envelope]:
    """The same envelopes; the first holds the errors, since AppSync has one list for the whole response."""
    first, *others = envelopes
    if not errors:
        return [first, *others]
    told = [error_envelope(each) for each in errors[:MAX_PARTIAL_ERRORS]]
    if len(errors) > MAX_PARTIAL_ERRORS:
        more = f"And {len(errors) - MAX_PARTIAL_ERRORS} more items could not be read, or only in part."
        told.append(error_envelope(ApiError("Internal", more)))
    return [first | {"errors": told}, *others]


def opened(envelope: Envelope) -> Any:
    """The bare value. An error is raised as an exception of its own name, the only form that AppSync accepts here."""
    if "errorMessage" in envelope:
        raise type(envelope["errorType"], (Exception,), {})(envelope["errorMessage"])
    return envelope["data"]
