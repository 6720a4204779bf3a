"""Live views without gaps: state, subscribe, state again; and the same after every lost connection."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

from cli.api import ApiClient
from cli.failures import CommandFailed, Exit
from cli.output import say
from cli.realtime import ConnectionLost, subscribed

PAUSES = (0.5, 1.0, 2.0, 5.0)
"""Seconds before each new try; the last one for all that follow."""

State = Callable[[], Iterable[Any]]


def follow(api: ApiClient, query: str, variables: Mapping[str, Any], state: State) -> Iterator[Any]:
    """What there is, then what comes, for ever.

    The same things may come twice, by the state and by a message: the caller tells them apart. None of them is missing,
    also where the server was away for a while: the state is asked again once the subscription stands.
    """
    import_module("websockets.sync.client")  # Python forgets our exit code if it is interrupted while it imports
    yield from state()
    failures = 0
    while True:
        try:
            with subscribed(api, query, variables) as messages:
                yield from state()
                if failures:
                    say("Connected again.")
                failures = 0
                while True:
                    yield messages.next()
        except ConnectionLost:
            pass
        except CommandFailed as failed:
            if failed.code is not Exit.AWAY:
                raise
        if not failures:
            say("The server is away. Trying again; what happens meanwhile will be shown.")
        time.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
        failures += 1


def unseen(values: Iterable[Any], key: Callable[[Any], object]) -> Iterator[Any]:
    """Each value once."""
    seen: set[object] = set()
    for value in values:
        name = key(value)
        if name not in seen:
            seen.add(name)
            yield value
