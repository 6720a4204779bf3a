"""The engine and the thread behind `GSI_LAG_MS`: started with the server, started again if they fail."""

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from typing import Self

from botocore.exceptions import ClientError
from urllib3.exceptions import HTTPError

from local.data.engines import Engine, dynamodb_local, dynoxide
from local.lag.follower import CopyFailed, Follower
from local.lag.raw import RawClient
from local.lag.router import IndexRouter

AFTER_FAILURE_SECONDS = 0.5
QUICK_SECONDS, QUICK_PAUSE = 0.25, 0.02
"""After a write has passed us, streams are read at short intervals, so that it is stamped almost when it is made."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.01, 0.1
"""Otherwise they are read for those who write to the main engine directly."""
_SHARE_OF_LAG = 20

StartEngine = Callable[[], AbstractContextManager[Engine]]


class NoStream(Exception):
    """A table whose indexes cannot lag; the message says which."""


@contextmanager
def lagging_upstream(main: Engine, lag: float, tables: Iterable[str]) -> Iterator[IndexRouter]:
    """Chooses the engine of each request, so that the indexes of these tables, and of any others, lag."""
    start_engine = dynamodb_local if main.name == "dynamodb-local" else dynoxide
    with LaggingIndexes(main.url, lag, start_engine) as copy:
        copy.demand(tables)
        yield IndexRouter(main.url, copy)


class LaggingIndexes:
    """A second engine in memory that holds every table as it was a while ago.

    While it is started again, the main engine answers: the new copy starts without lag, so no index goes back in time.
    """

    def __init__(self, main_url: str, lag: float, start_engine: StartEngine) -> None:
        self._main_url = main_url
        self._lag = lag
        self._start_engine = start_engine
        self._pause = min(max(lag / _SHARE_OF_LAG, SHORTEST_PAUSE), LONGEST_PAUSE)
        self._current: tuple[str, Follower] | None = None
        self._quick_until = float("-inf")
        self._stop = threading.Event()
        self._wake = threading.Event()
        self._started: Future[None] = Future()
        self._thread = threading.Thread(target=self._keep_following, name="lagging-indexes", daemon=True)

    def __enter__(self) -> Self:
        """Start; returns once all tables are copied."""
        self._thread.start()
        try:
            self._started.result()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._wake.set()
        self._thread.join()

    def url_for(self, table: str, index: str) -> str | None:
        """Where this index is read; None if the copy does not hold it."""
        url, follower = self._current or (None, None)
        return url if follower and follower.holds(table, index) else None

    def expect_write(self) -> None:
        """Items are about to change."""
        self._quick_until = time.monotonic() + QUICK_SECONDS
        self._wake.set()

    def look_soon(self) -> None:
        """Tables are about to change."""
        if self._current:
            self._current[1].look_soon()

    def demand(self, tables: Iterable[str]) -> None:
        """Raise unless the indexes of these tables lag."""
        for table in tables:
            if not (self._current and self._current[1].holds(table)):
                raise NoStream(f"The table {table} has no stream of new images, so GSI_LAG_MS cannot make it lag")

    def _keep_following(self) -> None:
        while not self._stop.is_set():
            try:
                self._follow()
            except Exception as error:  # noqa: BLE001  whatever it is, a new copy is right
                if not self._started.done():
                    self._started.set_exception(error)
                    return
                self._complain(f"the copy for GSI_LAG_MS is made again: {error}")
            finally:
                self._current = None

    def _follow(self) -> None:
        with ExitStack() as stack:
            engine = stack.enter_context(self._start_engine())
            main = stack.enter_context(closing(RawClient(self._main_url)))
            copy = stack.enter_context(closing(RawClient(engine.url)))
            follower = Follower(main, copy, self._lag)
            follower.turn()
            self._current = (engine.url, follower)
            if self._started.done():
                _tell("the copy for GSI_LAG_MS is complete: indexes lag again")
            else:
                self._started.set_result(None)
            while not self._stop.is_set():
                self._turn(follower)

    def _turn(self, follower: Follower) -> None:
        try:
            is_busy = follower.turn()
        except CopyFailed:
            raise
        except (ClientError, HTTPError) as error:
            self._complain(f"GSI_LAG_MS: the engine does not answer: {error}")
            return
        if not is_busy:
            self._wake.clear()
            pause = min(self._pause, QUICK_PAUSE) if time.monotonic() < self._quick_until else self._pause
            if not self._stop.is_set():
                self._wake.wait(max(0.0, min(pause, follower.seconds_to_next())))

    def _complain(self, text: str) -> None:
        _tell(text)
        self._stop.wait(AFTER_FAILURE_SECONDS)


def _tell(text: str) -> None:
    sys.stderr.write(f"{text}\n")
