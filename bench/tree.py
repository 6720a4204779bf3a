"""The image tree through the Lambda's handler, against the floor: the same bytes through orjson and back.

Run `python -m bench.tree`. The engine's answers are replayed, so what is measured is the handler alone: CPU time from
the event's JSON to the answer's JSON. `--profile` says where it goes.
"""

import asyncio
import cProfile
import gc
import pstats
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any
from uuid import uuid4

import orjson

from bench.replay import Replay
from bench.sample import IMAGE_ID, image_tree
from entities.receipts.images import Image
from entities.tables import RECEIPTS, TABLES
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from loaders.dynamo.wire import decode_in_place
from loaders.planning.tree import load_trees
from loaders.request import Request
from local.data.engines import dynoxide
from local.engine.executor import Operation, run
from local.engine.scalars import read_schema
from resolvers import app

ROUNDS = 25
CALLER = {
    "accountId": "123456789012",
    "userArn": "arn:aws:sts::123456789012:assumed-role/pipeline/pipeline-session",
    "username": "AROAEXAMPLE:pipeline-session",
}
"""A program with IAM, which sees everything."""
SCHEMA = Path(__file__).parents[1] / "schema.graphql"
RELATIONS: dict[str, Any] = {"receipts": {"lines": {"words": {"labels": {}}}}}
QUERY = """
query Tree($imageId: ID!) { image(imageId: $imageId) { imageId width height receipts { receiptId width height
  lines { lineId text confidence boundingBox { x y width height }
    words { wordId text confidence boundingBox { x y width height }
      labels { label validationStatus reasoning } } } } } }
"""


class BenchContext:
    """What Lambda tells a function of itself."""

    function_name = "tessera"
    memory_limit_in_mb = 512
    invoked_function_arn = "arn:aws:lambda:us-east-1:123456789012:function:tessera"
    aws_request_id = "00000000-0000-0000-0000-000000000000"

    def get_remaining_time_in_millis(self) -> int:
        return 29_000


@dataclass(frozen=True)
class TreeTimes:
    """CPU seconds, medians and least of several rounds."""

    ours: list[float]
    floor: list[float]
    received: int
    whole: int
    sent: int
    requests: int
    units: float


@dataclass
class Bench:
    """A handler whose DynamoDB answers from memory."""

    event: bytes
    whole: list[bytes]
    """Every item that the tree needs, with all attributes, as DynamoDB sends them."""
    answered: list[bytes]
    requests: int
    units: float

    def handle(self) -> bytes:
        return orjson.dumps(app.handler(orjson.loads(self.event), BenchContext()))

    def floor(self, answer: Any) -> bytes:
        for body in self.whole:
            found = orjson.loads(body)
            items = found.get("Items") or [*found.get("Responses", {}).values(), [found.get("Item") or {}]][0]
            for item in items:
                decode_in_place(item)
        return orjson.dumps(answer)


@contextmanager
def prepared(receipts: int = 3) -> Iterator[Bench]:
    """The tree in an engine, asked for once, and its answers from then on."""
    with dynoxide() as engine:
        client = make_client(engine.url)
        names = {table.name: f"{table.usual_name}-{uuid4().hex[:8]}" for table in TABLES.values()}
        client.create_table(**RECEIPTS.definition(names[RECEIPTS.name]))
        with Store(client, names) as store:
            store.session(60).batch_write(RECEIPTS, [item.to_record() for item in image_tree(receipts=receipts)])
            whole, answers = Replay(), Replay()
            with whole.recording(client):
                load_trees(Request(store.session()), Image, [{"image_id": IMAGE_ID}], RELATIONS)
            seen: list[Request] = []
            before = app.parts.store, app.parts.observe
            app.parts.store = store
            app.parts.observe = lambda _, request: seen.append(request)
            with answers.recording(client):
                event = _event()
            app.parts.observe = before[1]
            meter = seen[0].session.meter
            with answers.replaying(client):
                yield Bench(event, whole.bodies, answers.bodies, meter.requests, meter.read_units)
            app.parts.store = before[0]


def _event() -> bytes:
    """The event that AppSync sends for the query; asking for it once also warms up."""
    events: list[bytes] = []

    def handler(event: Any) -> Any:
        events.append(orjson.dumps(event))
        return app.handler(event, BenchContext())

    operation = Operation(handler, {"headers": {}}, CALLER)
    answer = asyncio.run(run(read_schema(SCHEMA.read_text()), operation, QUERY, {"imageId": IMAGE_ID}))
    if answer.get("errors") or len(events) != 1:
        raise AssertionError(answer.get("errors"))
    return events[0]


def cpu(work: Callable[[], Any]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def compare(rounds: int = ROUNDS, receipts: int = 3) -> TreeTimes:
    """Measure both alternately, so that a busy machine affects both equally."""
    with prepared(receipts) as bench:
        answer = orjson.loads(bench.handle())
        for _ in range(3):
            bench.handle()
        ours, floor = [], []
        for _ in range(rounds):
            ours.append(cpu(bench.handle))
            floor.append(cpu(lambda: bench.floor(answer)))
        sizes = (sum(map(len, bench.answered)), sum(map(len, bench.whole)), len(bench.handle()))
        return TreeTimes(ours, floor, *sizes, bench.requests, bench.units)


def memory(receipts: int = 3) -> int:
    """Bytes that one call takes at its peak, above what is there before it."""
    with prepared(receipts) as bench:
        bench.handle()
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()
        bench.handle()
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak - before


def profile(receipts: int = 3, rounds: int = 20) -> None:
    """Where the handler's time goes, threads included."""
    with prepared(receipts) as bench:
        bench.handle()
        profiler = cProfile.Profile(time.process_time)
        app.parts.store._pool.together = lambda calls: [call() for call in calls]  # type: ignore[union-attr,method-assign]  # noqa: SLF001
        gc.disable()
        profiler.enable()
        for _ in range(rounds):
            bench.handle()
        profiler.disable()
        gc.enable()
        for order in ("tottime", "cumtime"):
            pstats.Stats(profiler).sort_stats(order).print_stats(60)


def main() -> None:
    found = compare()
    ours, floor = median(found.ours), median(found.floor)
    print(f"{found.requests} requests, {found.units} units; {found.whole:,} bytes whole, {found.received:,} received,")
    print(f"{found.sent:,} bytes sent. Medians (least) of CPU:")
    print(f"  floor   {floor * 1e3:6.1f} ms ({min(found.floor) * 1e3:.1f})")
    print(f"  memory of one call {memory() / 1e6:.1f} MB")
    print(f"  handler {ours * 1e3:6.1f} ms ({min(found.ours) * 1e3:.1f}), {ours / floor:.2f} times the floor")


if __name__ == "__main__":
    profile() if "--profile" in sys.argv else main()
