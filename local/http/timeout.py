"""The time limit of a request. Waiting for a free environment does not count: AWS would start another one."""

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


class RequestTimeout:
    """A time limit that can be paused while a request waits for a free environment."""

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._limit = asyncio.timeout(seconds)
        self._waiting = 0

    async def for_(self, work: Awaitable[T]) -> T:
        """The result of the work; raises TimeoutError after the limit."""
        async with self._limit:
            return await work

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Pause the limit in this context."""
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
