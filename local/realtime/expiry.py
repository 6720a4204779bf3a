"""Ends what a token has opened when the token expires."""

import asyncio
from collections.abc import Callable

from local.http.callers import Caller
from local.http.tokens import Tokens
from local.settings import Limits

EXPIRED = "Token has expired."


class Expiry:
    """Calls `end` once, when the token of a caller has expired by the clock of the tokens."""

    def __init__(self, caller: Caller, tokens: Tokens, limits: Limits, end: Callable[[], None]) -> None:
        self._expires = caller.expires
        self._tokens = tokens
        self._limits = limits
        self._end: Callable[[], None] | None = end
        self._timer: asyncio.TimerHandle | None = None
        self._wait()

    def check(self) -> bool:
        """Whether the token is still valid, also before the timer has noticed."""
        if self._seconds_left() > 0:
            return True
        end, self._end = self._end, None
        self.cancel()
        if end:
            end()
        return False

    def cancel(self) -> None:
        """Stop waiting."""
        if self._timer:
            self._timer.cancel()

    def _wait(self) -> None:
        if self._expires is not None:
            seconds = min(max(self._seconds_left(), 0), self._limits.expiry_check_seconds)
            self._timer = asyncio.get_running_loop().call_later(seconds, self._ring)

    def _ring(self) -> None:
        if self.check():
            self._wait()

    def _seconds_left(self) -> float:
        return 1.0 if self._expires is None else self._expires - self._tokens.now()
