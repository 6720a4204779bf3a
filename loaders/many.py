"""Many changes at once: more than a transaction holds, in steps that a repeat can go on from."""

from collections.abc import Iterator, Sequence
from functools import partial

from loaders.dynamo.session import MAX_TRANSACTION_ACTIONS, MAX_TRANSACTION_BYTES
from loaders.dynamo.sizes import MAX_ITEM_BYTES
from loaders.dynamo.writes import Action, action_size
from loaders.errors import TooLarge
from loaders.reading import Reading

SIDE_BY_SIDE = 4
"""Large transactions at once: more would only wait for each other, and be taken for lost."""

ENOUGH_SECONDS = 10.0
"""What is left of a request's time when no more of them are begun."""


def do_in_steps(reading: Reading, actions: Sequence[Action]) -> None:
    """Do all of these, a transaction's worth at a time and a few side by side: none may depend on another.

    After an error some steps may be done and others not; what is too large is refused before any is.
    """
    for wave in _waves(actions):
        _do(reading, wave)


def do_while_there_is_time(reading: Reading, actions: Sequence[Action]) -> int:
    """Do as many of these as the time of the request allows, in the same way; how many were done."""
    done = 0
    for wave in _waves(actions):
        if done and reading.session.deadline.left() < ENOUGH_SECONDS:
            break
        _do(reading, wave)
        done += sum(map(len, wave))
    return done


def steps(actions: Sequence[Action]) -> Iterator[list[Action]]:
    """The actions in order, as many together as one transaction may hold."""
    step: list[Action] = []
    size = 0
    for action in actions:
        more = action_size(action)
        if more > MAX_ITEM_BYTES:
            raise TooLarge("This is more than can be stored in one item, which may have 400 KB.")
        if step and (len(step) == MAX_TRANSACTION_ACTIONS or size + more > MAX_TRANSACTION_BYTES):
            yield step
            step, size = [], 0
        step.append(action)
        size += more
    if step:
        yield step


def _waves(actions: Sequence[Action]) -> list[list[list[Action]]]:
    every = list(steps(actions))
    return [every[start : start + SIDE_BY_SIDE] for start in range(0, len(every), SIDE_BY_SIDE)]


def _do(reading: Reading, wave: list[list[Action]]) -> None:
    reading.session.together(*(partial(reading.session.transact_write, step) for step in wave))
