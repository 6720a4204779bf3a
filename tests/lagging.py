"""Tables whose indexes lag, for tests that must hold although an index does not yet know what was written.

`lagging(seconds)` lags by the real clock, as `GSI_LAG_MS` does. `lagging_by_hand(seconds)` lags by a clock that the
test moves: nothing is waited for, and what an index shows is certain.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

from starlette.applications import Starlette

from loaders.dynamo.client import make_client, table_names
from loaders.dynamo.store import Store
from local.data.engines import Engine, dynoxide
from local.data.tables import create_tables
from local.http.dynamodb import Router, dynamodb_routes
from local.lag.follower import Follower
from local.lag.indexes import lagging_upstream
from local.lag.raw import RawClient
from local.lag.router import IndexRouter
from tests.listening import listening
from tests.loaders.fakes import FakeClock


@dataclass
class LaggingEngine:
    """An engine, and the address where its indexes lag."""

    main: Engine
    url: str

    @contextmanager
    def store(self) -> Iterator[Store]:
        """A store that reads lagging indexes, over empty tables of their usual names."""
        names = table_names({})
        with closing(make_client(self.main.url)) as client:
            create_tables(client, names)
        with Store(make_client(self.url), names) as store:
            yield store


@dataclass
class HandTurned(LaggingEngine):
    """One whose time passes only when a test says so."""

    clock: FakeClock
    copy: Engine
    follower: Follower

    def settle(self) -> None:
        """Do all that is to be done at this moment; call it after writing, before time passes."""
        while self.follower.turn():
            pass

    def pass_by(self, seconds: float) -> None:
        """Let time pass after what was written."""
        self.settle()
        self.clock.pass_by(seconds)
        self.settle()

    def url_for(self, table: str, index: str) -> str | None:
        return self.copy.url if self.follower.holds(table, index) else None

    def expect_write(self) -> None:
        """The test says when streams are read."""

    def look_soon(self) -> None:
        self.follower.look_soon()


@contextmanager
def lagging(seconds: float) -> Iterator[LaggingEngine]:
    """An engine of its own whose indexes lag by the real clock."""
    with dynoxide() as main, lagging_upstream(main, seconds, ()) as upstream, _proxy(upstream) as url:
        yield LaggingEngine(main, url)


@contextmanager
def lagging_by_hand(seconds: float) -> Iterator[HandTurned]:
    """An engine of its own whose indexes lag by a clock that the test moves."""
    clock = FakeClock()
    with (
        dynoxide() as main,
        dynoxide() as copy,
        closing(RawClient(main.url)) as reading,
        closing(RawClient(copy.url)) as writing,
    ):
        engine = HandTurned(main, "", clock, copy, Follower(reading, writing, seconds, clock.now))
        with _proxy(IndexRouter(main.url, engine)) as engine.url:
            yield engine


@contextmanager
def _proxy(upstream: Router) -> Iterator[str]:
    with listening(Starlette(routes=dynamodb_routes(upstream))) as port:
        yield f"http://127.0.0.1:{port}/dynamodb"
