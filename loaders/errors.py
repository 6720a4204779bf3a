"""What can go wrong between us and DynamoDB, as a caller of the API may be told it.

LoaderError
├── Throttled                 DynamoDB wants us to slow down, and did so to the last try
├── Unavailable               no answer in time: 5xx, time-outs, lost connections, reads that stayed incomplete
│   └── CircuitOpen           not even asked: the table failed so often that it is left alone for a while
├── NotFound                  what shall be changed is not there
├── Conflict                  the stored item was not as expected; carries the item as it is now
│   ├── Outdated              what is stored forbids the change; carries it as an item
│   ├── Contended             others kept changing the item at the same moment; what it is now is not known
│   └── TransactionConflict   an action of a transaction met a conflict, so nothing was written
├── TooLarge                  an item or an answer beyond what may be stored or sent
├── BadCursor                 a place to go on from that is not in this list
├── BadInput                  a request that DynamoDB could only refuse
└── Internal                  our own mistake
    └── Refused               DynamoDB would not do it: a malformed request, or no permission

A message is written for a person and `info` for a program; neither says anything of tables, addresses or accounts.
What DynamoDB itself said is the `__cause__`: it is for our logs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from entities.attributes import Record
from entities.item import Item


class LoaderError(Exception):
    """Anything that kept the loaders from answering."""

    error_type: ClassVar[str] = "Internal"

    def __init__(self, message: str, **info: Any) -> None:
        super().__init__(message)
        self.message = message
        self.info: dict[str, Any] = info


class Throttled(LoaderError):
    """DynamoDB wants us to slow down."""

    error_type = "Throttled"

    def __init__(self, message: str = "The database is busy. Try again in a moment.", **info: Any) -> None:
        super().__init__(message, **info)


class Unavailable(LoaderError):
    """The database gave no answer, or not all of it, within the time there was."""

    error_type = "Unavailable"

    def __init__(self, message: str = "The database did not answer. Try again in a moment.", **info: Any) -> None:
        super().__init__(message, **info)


class CircuitOpen(Unavailable):
    """The table failed so often that it is left alone for `retry_after` seconds."""

    def __init__(self, retry_after: float) -> None:
        wait = max(1, round(retry_after))
        super().__init__(f"The database has been failing. Try again in {wait} s.", retryAfter=wait)
        self.retry_after = retry_after


class NotFound(LoaderError):
    """What shall be changed, or what a change depends on, is not there; `field` is the argument that names it."""

    error_type = "NotFound"

    def __init__(self, message: str, *, field: str | None = None) -> None:
        super().__init__(message, **({"field": field} if field else {}))


class Conflict(LoaderError):
    """The stored item was not as the writer expected; `current` is what it is now, None where there is none."""

    error_type = "Conflict"

    def __init__(
        self,
        message: str = "Somebody else changed this first. Look at it again before changing it.",
        *,
        current: Record | None = None,
        is_in_doubt: bool = False,
    ) -> None:
        super().__init__(message, **({"outcome": "unknown"} if is_in_doubt else {}))
        self.current = current
        self.is_in_doubt = is_in_doubt
        """Whether an earlier try, whose answer was lost, may have made the change after all."""


class Outdated(Conflict):
    """What is stored forbids the change: it is another than expected, or in a state that does not lead there."""

    def __init__(self, message: str, item: Item | None = None) -> None:
        super().__init__(message)
        self.item = item


class Contended(Conflict):
    """Others kept changing the item at the same moment, and nothing was written."""

    def __init__(self) -> None:
        super().__init__("Others are changing this at the same moment. Try again.")


@dataclass(frozen=True)
class FailedAction:
    """One action that kept a transaction from happening."""

    action: int
    """Its place among the actions, from 0."""
    why: str
    current: Record | None = None


class TransactionConflict(Conflict):
    """One or more actions of a transaction could not be done, so none was; `failed` says which and why."""

    def __init__(self, failed: Sequence[FailedAction]) -> None:
        first = failed[0]
        super().__init__(
            f"Nothing was written: action {first.action + 1} of the transaction met {first.why}.", current=first.current
        )
        self.failed = tuple(failed)
        self.action = first.action
        self.why = first.why
        self.info["failed"] = [{"action": each.action, "why": each.why} for each in failed]


class TooLarge(LoaderError):
    """More than may be stored in one item, or sent in one answer."""

    error_type = "TooLarge"


class BadCursor(LoaderError):
    """A cursor that does not belong to the list that it was given to."""

    error_type = "BadCursor"

    def __init__(self, message: str = "This cursor does not belong to this list.", **info: Any) -> None:
        super().__init__(message, **info)


class BadInput(LoaderError):
    """A request that cannot be done as it was put; `field` is the argument that must change."""

    error_type = "BadInput"

    def __init__(self, message: str, *, field: str | None = None, **info: Any) -> None:
        super().__init__(message, **({"field": field} if field else {}), **info)


class Internal(LoaderError):
    """A mistake of ours, of which callers learn no more than that."""

    def __init__(self, message: str = "Something went wrong on our side.", **info: Any) -> None:
        super().__init__(message, **info)


class Refused(Internal):
    """DynamoDB would not do what we asked of it; `code` is its word for why."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code
