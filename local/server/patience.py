"""How long a request may take. Waiting for a free environment does not count: in AWS there would be one more."""

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


class Patience:
    """A time limit that stands still while somebody waits in a queue that only a small machine has."""

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._limit = asyncio.timeout(seconds)
        self._waiting = 0

    async def for_(self, work: Awaitable[T]) -> T:
        """The outcome of the work, or a TimeoutError."""
        async with self._limit:
            return await work

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Time in here does not count."""
        self._waiting += 1
        if self._waiting == 1:
            self._left = max(0.0, (self._limit.when() or _now()) - _now())
            self._limit.reschedule(None)
        try:
            yield
        finally:
            self._waiting -= 1
            if self._waiting == 0 and not self._limit.expired():
                self._limit.reschedule(_now() + self._left)


def _now() -> float:
    return asyncio.get_running_loop().time()
