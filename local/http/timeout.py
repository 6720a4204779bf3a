"""The time limit of a request. The wait for its first environment does not count: AWS would start another one."""

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


class RequestTimeout:
    """A time limit that is paused while a request waits for its first environment."""

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._limit = asyncio.timeout(seconds)
        self._is_paused = False
        self.has_begun = False
        """Whether it has had an environment: from then on everything counts."""

    async def for_(self, work: Awaitable[T]) -> T:
        """The result of the work; raises TimeoutError after the limit."""
        async with self._limit:
            return await work

    @contextmanager
    def first_wait(self) -> Iterator[None]:
        """Pause the limit in this context, unless the request has begun; it begins at the end of the first one."""
        if not self.has_begun and not self._is_paused:
            self._is_paused = True
            self._left = max(0.0, (self._limit.when() or _now()) - _now())
            self._limit.reschedule(None)
        try:
            yield
        finally:
            self.has_begun = True
            if self._is_paused and not self._limit.expired():
                self._is_paused = False
                self._limit.reschedule(_now() + self._left)


def _now() -> float:
    return asyncio.get_running_loop().time()
