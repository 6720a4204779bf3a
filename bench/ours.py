"""Tessera as a program of the comparison: the Lambda's handler, given the events that AppSync sends for a question.

AppSync's part is played by the local engine while an answer is recorded. The events are kept and given to the handler
again when it is measured, so that only the handler is.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from bench.peers.harness import GraphqlQuestion, Harness, Peer, Stopwatch
from loaders.dynamo.client import make_client
from loaders.dynamo.clock import SystemClock
from loaders.dynamo.store import Store
from resolvers import app

if TYPE_CHECKING:
    from bench.engine import Filled

CALLER = {
    "accountId": "123456789012",
    "userArn": "arn:aws:sts::123456789012:assumed-role/pipeline/pipeline-session",
    "username": "AROAEXAMPLE:pipeline-session",
}
"""A program with IAM, which sees everything."""
SCHEMA = Path(__file__).parents[1] / "schema.graphql"


class PatientContext:
    """What Lambda tells a function of itself."""

    function_name = "tessera"
    memory_limit_in_mb = 512
    invoked_function_arn = "arn:aws:lambda:us-east-1:123456789012:function:tessera"
    aws_request_id = "00000000-0000-0000-0000-000000000000"

    def get_remaining_time_in_millis(self) -> int:
        return 600_000


class SlowClock(SystemClock):
    """Time hardly passes: how much is imported in one call must not depend on how busy this machine is."""

    def now(self) -> float:
        return super().now() / 1000


class TesseraPeer(Peer):
    """The handler over a store."""

    def __init__(self, endpoint: str, tables: dict[str, str]) -> None:
        client = make_client(endpoint)
        self.clients = [client]
        self.before = app.parts.store
        self.store = app.parts.store = Store(client, tables, clock=SlowClock())
        self.events: list[bytes] = []
        self.data: Any = None

    def close(self) -> None:
        """End its connections; the handler has again the store that it had."""
        app.parts.store = self.before
        self.store.close()

    def prepare(self, question: GraphqlQuestion) -> None:  # noqa: ARG002
        self.events = []

    def answer(self, question: GraphqlQuestion, watch: Stopwatch) -> Any:
        if self.events:
            for event in self.events:
                self._handle(event, watch)
        else:
            self.data = asyncio.run(self._asked(question, watch))
        return self.data

    async def _asked(self, question: GraphqlQuestion, watch: Stopwatch) -> Any:
        from local.engine.executor import Operation, run  # noqa: PLC0415  not in the Lambda: after its import was measured
        from local.engine.scalars import read_schema  # noqa: PLC0415

        def handler(event: Any) -> Any:
            self.events.append(orjson.dumps(event))
            return orjson.loads(self._handle(self.events[-1], watch))

        schema = read_schema(SCHEMA.read_text())
        answer = await run(schema, Operation(handler, {"headers": {}}, CALLER), question.query, question.variables)
        if answer.get("errors"):
            raise RuntimeError(answer["errors"])
        return answer["data"]

    def _handle(self, event: bytes, watch: Stopwatch) -> bytes:
        with watch.call():
            answer = orjson.dumps(app.handler(orjson.loads(event), PatientContext()))
        watch.event_bytes += len(event)
        watch.answer_bytes += len(answer)
        if b'"errorMessage":' in answer:
            raise RuntimeError(answer)
        return answer


def make_peer(endpoint: str, tables: dict[str, str]) -> Peer:
    return TesseraPeer(endpoint, tables)


@contextmanager
def in_this_process(engine: "Filled") -> Iterator[Harness]:
    """The handler in this process, for counting; programs that are timed have processes of their own."""
    peer = TesseraPeer(engine.endpoint, engine.tables)
    try:
        yield Harness(peer)
    finally:
        peer.close()
