"""More changes than one transaction holds, in batches. After a failure, the same request completes the rest."""

from collections.abc import Iterator, Sequence
from functools import partial

from commands.authors import signed
from loaders.dynamo.session import MAX_TRANSACTION_ACTIONS, MAX_TRANSACTION_BYTES
from loaders.dynamo.sizes import MAX_ITEM_BYTES
from loaders.dynamo.writes import Action, action_size
from loaders.errors import TooLarge
from loaders.request import Request

SIDE_BY_SIDE = 4
"""Transactions in flight together. More would wait for each other until they time out."""

ENOUGH_SECONDS = 10.0
"""With less time than this left, no further transactions start."""


def write_in_batches(request: Request, actions: Sequence[Action]) -> None:
    """Do all of these actions, in transactions that run a few at a time. No action may depend on another.

    After an error some batches may be written and others not. An action that is too large is refused before any write.
    """
    for wave in _waves([signed(request, action) for action in actions]):
        _do(request, wave)


def write_while_time_allows(request: Request, actions: Sequence[Action]) -> int:
    """Do as many of these actions as there is time for, in the same way, and return how many were done."""
    done = 0
    for wave in _waves(actions):
        if done and request.session.deadline.left() < ENOUGH_SECONDS:
            break
        _do(request, wave)
        done += sum(map(len, wave))
    return done


def batches(actions: Sequence[Action]) -> Iterator[list[Action]]:
    """The actions in order, in batches as large as one transaction may be."""
    batch: list[Action] = []
    size = 0
    for action in actions:
        more = action_size(action)
        if more > MAX_ITEM_BYTES:
            raise TooLarge("This item is too large: one item may have 400 KB.")
        if batch and (len(batch) == MAX_TRANSACTION_ACTIONS or size + more > MAX_TRANSACTION_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(action)
        size += more
    if batch:
        yield batch


def _waves(actions: Sequence[Action]) -> list[list[list[Action]]]:
    every = list(batches(actions))
    return [every[start : start + SIDE_BY_SIDE] for start in range(0, len(every), SIDE_BY_SIDE)]


def _do(request: Request, wave: list[list[Action]]) -> None:
    request.session.together(*(partial(request.session.transact_write, batch) for batch in wave))
