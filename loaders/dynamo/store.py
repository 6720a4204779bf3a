"""The process's access to the tables: one client, one breaker per table, a few threads, a `Session` per request."""

import os
from collections.abc import Collection, Mapping
from typing import Self

from botocore.exceptions import ClientError

from entities.tables import Table
from loaders.dynamo.breaker import CircuitBreaker
from loaders.dynamo.calls import DynamoCaller
from loaders.dynamo.client import Client, answer_within, make_client, named_tables, own_tables, table_names
from loaders.dynamo.clock import Clock, Deadline, SystemClock
from loaders.dynamo.meter import Meter
from loaders.dynamo.pool import POOL_SIZE, Pool
from loaders.dynamo.resilience import Resilience
from loaders.dynamo.retry import Jitter, full_jitter
from loaders.dynamo.session import Session
from loaders.dynamo.silence import PROBE_SECONDS, Silence

SESSION_SECONDS = 25.0
"""AppSync gives up after 30 s: an error raised before that can still be returned."""


class Store:
    """Everything that lives as long as the process; it keeps nothing of a request."""

    def __init__(
        self,
        client: Client,
        names: Mapping[str, str],
        *,
        clock: Clock | None = None,
        jitter: Jitter = full_jitter,
        resilience: Resilience | None = None,
        trust_capacity: bool = True,
        own_tables: Collection[str] = (),
    ) -> None:
        self._client = client
        self._names = dict(names)
        self._own_tables = frozenset(own_tables)
        self._clock = clock or SystemClock()
        self._jitter = jitter
        self._trust_capacity = trust_capacity
        self._resilience = resilience or Resilience.from_environment()
        self._breakers = {name: CircuitBreaker(self._clock, self._resilience) for name in self._names}
        self._silence = Silence(
            self._clock,
            self._is_answered,
            silence_seconds=self._resilience.silence_seconds,
            read_seconds=self._resilience.read_seconds,
        )
        self._pool = Pool(POOL_SIZE)

    @classmethod
    def open(cls, endpoint_url: str | None = None, *, environ: Mapping[str, str] = os.environ) -> Self:
        """The store that the environment describes."""
        client = make_client(endpoint_url, pool_size=POOL_SIZE + 2, environ=environ)
        names = table_names(environ) | named_tables(environ)
        resilience = Resilience.from_environment(environ)
        return cls(client, names, resilience=resilience, own_tables=own_tables(environ))

    def session(self, seconds: float = SESSION_SECONDS) -> Session:
        """A session for one request, which must be answered within this many seconds."""
        deadline, meter = Deadline(self._clock, seconds), Meter()
        caller = DynamoCaller(
            self._client,
            self._breakers.__getitem__,
            self._silence,
            deadline,
            meter,
            self._jitter,
            attempts=self._resilience.max_retry_attempts,
            trust_capacity=self._trust_capacity,
        )
        return Session(
            caller,
            self._pool,
            self.name_of,
            deadline,
            meter,
            batch_size=self._resilience.batch_size,
            own_tables=self._own_tables,
        )

    def name_of(self, table: Table) -> str:
        """The name of the deployed table."""
        return self._names[table.name]

    def _is_answered(self) -> bool:
        """Ask for an item by no key: nothing is read or paid for, and any refusal is an answer."""
        try:
            with answer_within(PROBE_SECONDS):
                self._client.get_item(TableName=min(self._names.values()), Key={"?": {"S": "?"}})
        except ClientError:
            return True
        except Exception:  # noqa: BLE001  whatever it is, nothing was answered
            return False
        return True

    def close(self) -> None:
        """End the threads and the connections."""
        self._pool.close()
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
