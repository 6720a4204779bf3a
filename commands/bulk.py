"""More changes than one transaction holds, in batches. After a failure, the same request completes the rest."""

from collections.abc import Iterator, Sequence
from functools import partial

from commands.authors import signed
from loaders.dynamo.sizes import MAX_ITEM_BYTES
from loaders.dynamo.writes import MAX_TRANSACTION_ACTIONS, MAX_TRANSACTION_BYTES, Action, Check, action_size
from loaders.errors import TooLarge
from loaders.request import Request

SIDE_BY_SIDE = 4
"""Transactions in flight together. More would wait for each other until they time out."""

ENOUGH_SECONDS = 10.0
"""With less time than this left, no further transactions start."""


def write_in_batches(request: Request, actions: Sequence[Action], *, check: Check | None = None) -> None:
    """Do all of these actions, in transactions that run a few at a time. No action may depend on another.

    After an error some batches may be written and others not. An action that is too large is refused before any write.
    With a check, each transaction depends on it, and one runs at a time: they would get in each other's way.
    """
    for wave in _waves([signed(request, action) for action in actions], check):
        _do(request, wave, check)


def write_while_time_allows(request: Request, actions: Sequence[Action], *, check: Check | None = None) -> int:
    """Do as many of these actions as there is time for, in the same way, and return how many were done."""
    done = 0
    for wave in _waves(actions, check):
        if done and request.session.deadline.left() < ENOUGH_SECONDS:
            break
        _do(request, wave, check)
        done += sum(map(len, wave))
    return done


def batches(actions: Sequence[Action], check: Check | None = None) -> Iterator[list[Action]]:
    """The actions in order, in batches as large as one transaction may be, beside the check if there is one."""
    most = MAX_TRANSACTION_ACTIONS - bool(check)
    begun = action_size(check) if check else 0
    batch: list[Action] = []
    size = begun
    for action in actions:
        more = action_size(action)
        if more > MAX_ITEM_BYTES:
            raise TooLarge("This item is too large: one item may have at most 400 KB.")
        if batch and (len(batch) == most or size + more > MAX_TRANSACTION_BYTES):
            yield batch
            batch, size = [], begun
        batch.append(action)
        size += more
    if batch:
        yield batch


def _waves(actions: Sequence[Action], check: Check | None) -> list[list[list[Action]]]:
    every, width = list(batches(actions, check)), 1 if check else SIDE_BY_SIDE
    return [every[start : start + width] for start in range(0, len(every), width)]


def _do(request: Request, wave: list[list[Action]], check: Check | None) -> None:
    checks = [check] if check else []
    request.session.together(*(partial(request.session.transact_write, [*checks, *batch]) for batch in wave))
