"""Classifies botocore's exceptions: which of our errors each one is, and whether a retry may help.

A lost answer leaves a write in doubt: DynamoDB may have done it. A throttled request was never started, and one
without a connection was never sent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError, SSLError
from botocore.exceptions import ConnectionError as NotConnected
from botocore.parsers import ResponseParserError

from entities.attributes import Record, decode_item
from loaders.errors import (
    CONTENDED_ACTION,
    BadCursor,
    BadInput,
    Conflict,
    Contended,
    FailedAction,
    IndexMissing,
    Internal,
    LoaderError,
    RefusedByDynamoDB,
    Throttled,
    TooLarge,
    TransactionConflict,
    Unanswered,
    Unavailable,
)

_SERVER_ERROR = 500

_THROTTLED = {
    "ProvisionedThroughputExceeded",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "Throttling",
    "ThrottlingError",
    "ThrottlingException",
    "TooManyRequestsException",
}
_CONTENDED = {"ReplicatedWriteConflictException", "TransactionConflict", "TransactionConflictException"}
_LOST = {"InternalServerError", "RequestTimeout", "RequestTimeoutException", "TransactionInProgressException"}
_NO_INDEX = ("does not have the specified index", "cannot read from backfilling global secondary index")
_WHY = {
    "ConditionalCheckFailed": "an item that was not as expected",
    "TransactionConflict": CONTENDED_ACTION,
}


@dataclass(frozen=True)
class Failure:
    """One failed try."""

    error: LoaderError
    is_passing: bool = False
    """Whether the same request may succeed if it is sent again."""
    is_in_doubt: bool = False
    """Whether the write may have been done although its answer was lost."""


def failure_of(error: Exception, index: str | None = None) -> Failure:
    """What an exception of the client means. `index` is the one that was read."""
    if isinstance(error, ClientError):
        return Failure(IndexMissing(index)) if _lacks_index(error.response) else _of_answer(error.response)
    if isinstance(error, NotConnected) and not isinstance(error, SSLError):
        return Failure(Unanswered(), is_passing=True)
    if isinstance(error, HTTPClientError | SSLError):
        return Failure(Unanswered(), is_passing=True, is_in_doubt=True)
    if isinstance(error, ResponseParserError):
        return Failure(Unavailable(), is_passing=True, is_in_doubt=True)
    if isinstance(error, BotoCoreError):
        return Failure(RefusedByDynamoDB(type(error).__name__))
    return Failure(Internal())


def _lacks_index(response: Mapping[str, Any]) -> bool:
    """Whether the index that was named does not exist, or is still being filled. DynamoDB has no code for that."""
    told = response.get("Error", {})
    message = str(told.get("Message", "")).lower()
    return told.get("Code") == "ValidationException" and any(text in message for text in _NO_INDEX)


def _of_answer(response: Mapping[str, Any]) -> Failure:
    code = str(response.get("Error", {}).get("Code", ""))
    status = response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    if code in _THROTTLED:
        return Failure(Throttled(), is_passing=True)
    if code in _LOST or status >= _SERVER_ERROR:
        return Failure(Unavailable(), is_passing=True, is_in_doubt=True)
    if code in _CONTENDED:
        return Failure(Contended(), is_passing=True)
    if code == "TransactionCanceledException":
        return _of_cancellation(response.get("CancellationReasons", ()))
    return Failure(_refusal(code, response))


def _refusal(code: str, response: Mapping[str, Any]) -> LoaderError:
    message = str(response.get("Error", {}).get("Message", "")).lower()
    if code == "ConditionalCheckFailedException":
        return Conflict(current=_item(response))
    if code == "ValidationException" and "item size" in message:
        return TooLarge("This is too large for one item, which may have 400 KB. Store less in it.")
    if code == "ValidationException" and ("starting key" in message or "exclusive start key" in message):
        return BadCursor()
    if code == "IdempotentParameterMismatchException":
        return BadInput("The same token was used for a different request before. Use a new one.")
    return RefusedByDynamoDB(code)


def _of_cancellation(reasons: Sequence[Mapping[str, Any]]) -> Failure:
    """Why a transaction failed; permanent reasons take precedence over temporary ones."""
    coded = [(place, reason.get("Code") or "None", reason) for place, reason in enumerate(reasons)]
    codes = {code for _, code, _ in coded} - {"None"}
    hopeless = codes - _WHY.keys() - _THROTTLED
    if hopeless or not codes:
        return Failure(RefusedByDynamoDB(min(hopeless, default="TransactionCanceledException")))
    is_passing = codes <= _CONTENDED | _THROTTLED
    failed = [FailedAction(place, _WHY[code], _item(reason)) for place, code, reason in coded if code in _WHY]
    if not is_passing:
        failed = [each for each in failed if each.why == _WHY["ConditionalCheckFailed"]]
    return Failure(TransactionConflict(failed) if failed else Throttled(), is_passing=is_passing)


def _item(response: Mapping[str, Any]) -> Record | None:
    item = response.get("Item")
    return decode_item(item) if item else None
