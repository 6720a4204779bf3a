"""The errors that callers of the loaders and commands have to expect, in words that a client may see.

LoaderError
├── Throttled                 DynamoDB throttled every try
├── Unavailable               no answer in time: 5xx, time-outs, lost connections, reads that stayed incomplete
│   ├── Unanswered            nothing came back at all: no connection, or silence on it
│   └── CircuitOpen           not sent: the table failed so often, or all is silent, that it is left alone for a while
├── IndexMissing              the table lacks an index that this read needs, or it is still being filled
├── NotFound                  what should be changed does not exist
├── Forbidden                 a value that only operators and programs with IAM may give
├── Conflict                  the stored item is not as expected; holds the item as it is now
│   ├── Outdated              the state of the stored item does not allow the change; holds that item
│   ├── Contended             other requests kept changing the item; its state is not known
│   └── TransactionConflict   one action of a transaction had a conflict, so nothing was written
├── TooLarge                  an item or a response beyond the size limit
├── BadCursor                 a cursor of another list
├── BadInput                  a request that cannot be carried out as it is
└── Internal                  our own mistake
    └── RefusedByDynamoDB     DynamoDB rejected it: a malformed request, or no permission

Messages are for people and `info` is for programs; neither mentions tables, addresses or accounts. Fields have their
Python names here, in backticks within messages; the API converts them to its clients' spelling. DynamoDB's own error
is the `__cause__`, for our logs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from entities.attributes import Record
from entities.item import Item

MENDABLE = frozenset({"BadInput", "BadCursor", "NotFound", "Conflict", "Forbidden", "TooLarge"})
"""The types of errors that a caller can do something about: they always name a field."""


class LoaderError(Exception):
    """Any error that kept the loaders from answering."""

    error_type: ClassVar[str] = "Internal"

    def __init__(self, message: str, **info: Any) -> None:
        super().__init__(message)
        self.message = message
        self.info: dict[str, Any] = info

    def within(self, path: str) -> Self:
        """The same error, with its field below this path. Where the caller can mend it, the path is the field."""
        if "field" in self.info:
            self.info["field"] = f"{path}.{self.info['field']}"
        elif self.error_type in MENDABLE:
            self.info["field"] = path
        return self


class Throttled(LoaderError):
    """DynamoDB throttled every try."""

    error_type = "Throttled"

    def __init__(self, message: str = "The database is busy. Try again in a moment.", **info: Any) -> None:
        super().__init__(message, **info)


class Unavailable(LoaderError):
    """The database gave no answer, or not all of it, in time."""

    error_type = "Unavailable"

    def __init__(self, message: str = "The database did not answer. Try again in a moment.", **info: Any) -> None:
        super().__init__(message, **info)


class Unanswered(Unavailable):
    """Nothing came back: there was no connection, or silence on it."""


class IndexMissing(LoaderError):
    """The table lacks an index that this read needs, or it is still being filled; operators can add it.

    The table answered, so this does not count as one of its failures, which would open the circuit.
    """

    error_type = "Unavailable"

    def __init__(self, index: str | None = None) -> None:
        if index is None:
            super().__init__("An index that this list needs does not exist in this deployment yet.")
        else:
            told = f"This needs the index {index}, which the table does not have yet. Add it first."
            super().__init__(told, index=index)


class CircuitOpen(Unavailable):
    """The table failed so often, or nothing answers, that it is left alone for `retry_after` seconds."""

    def __init__(self, retry_after: float) -> None:
        wait = max(1, round(retry_after))
        super().__init__(f"The database has been failing. Try again in {wait} s.", retryAfter=wait)
        self.retry_after = retry_after


class NotFound(LoaderError):
    """What should be changed, or what a change depends on, does not exist; `field` is the argument that names it."""

    error_type = "NotFound"

    def __init__(self, message: str, *, field: str | None = None) -> None:
        super().__init__(message, **({"field": field} if field else {}))


class Forbidden(LoaderError):
    """The caller may not give this value; `field` is the one to leave out."""

    error_type = "Forbidden"

    def __init__(self, message: str, *, field: str) -> None:
        super().__init__(message, field=field)


class Conflict(LoaderError):
    """The stored item is not as the writer expected; `current` is the item as it is now, None if there is none."""

    error_type = "Conflict"

    def __init__(
        self,
        message: str = "This was changed by another request. Read it again before changing it.",
        *,
        current: Record | None = None,
        is_in_doubt: bool = False,
    ) -> None:
        super().__init__(message, **({"outcome": "unknown"} if is_in_doubt else {}))
        self.current = current
        self.is_in_doubt = is_in_doubt
        """Whether an earlier try, whose answer was lost, may have made the change."""


class Outdated(Conflict):
    """The stored item does not allow the change: it differs from what was expected, or its state does."""

    def __init__(self, message: str, item: Item | None = None) -> None:
        super().__init__(message)
        self.item = item


class Contended(Conflict):
    """Other requests kept changing the item at the same time, and nothing was written."""

    def __init__(self) -> None:
        super().__init__("Other requests are changing this at the same time. Try again.")


CONTENDED_ACTION = "another change of the same item"
"""Why an action failed that would have succeeded alone."""


@dataclass(frozen=True)
class FailedAction:
    """One action that made a transaction fail."""

    action: int
    """The position of the action in the transaction, from 0."""
    why: str
    current: Record | None = None


class TransactionConflict(Conflict):
    """Some actions of a transaction failed, so none was done; `failed` lists them with the reasons."""

    def __init__(self, failed: Sequence[FailedAction]) -> None:
        first = failed[0]
        super().__init__(
            f"Nothing was written, because of {first.why}. Read it again, then repeat the change.",
            current=first.current,
        )
        self.failed = tuple(failed)
        self.action = first.action
        self.why = first.why
        self.info["failed"] = [{"action": each.action, "why": each.why} for each in failed]


class TooLarge(LoaderError):
    """Too large to be stored in one item or sent in one response."""

    error_type = "TooLarge"


class BadCursor(LoaderError):
    """A cursor that does not belong to the list that it was given to."""

    error_type = "BadCursor"

    def __init__(self, message: str = "This cursor is of another list. Start without `after`.", **info: Any) -> None:
        super().__init__(message, **{"field": "after", **info})


class BadInput(LoaderError):
    """A request that cannot be carried out; `field` is what must change, `key` the caller's name for a part of it."""

    error_type = "BadInput"

    def __init__(self, message: str, *, field: str | None = None, refused: Any = None, **info: Any) -> None:
        super().__init__(message, **({"field": field} if field else {}), **info)
        self.refused = refused
        """The value itself, if it is known: clients may have given it under another name."""


class Internal(LoaderError):
    """An error on our side; callers see no details."""

    def __init__(self, message: str = "Something went wrong on our side.", **info: Any) -> None:
        super().__init__(message, **info)


class RefusedByDynamoDB(Internal):
    """DynamoDB rejected our request; `code` is DynamoDB's error code."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code
