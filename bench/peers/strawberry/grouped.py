"""strawberry, its DataLoaders grouped by receipt.

The way of https://strawberry.rocks/docs/guides/dataloaders: a loader for each list, made for each request.
"""

import asyncio
from typing import Any

import orjson

from bench.peers.batches import Batches, Grouped
from bench.peers.harness import GraphqlQuestion, Peer, Stopwatch
from bench.peers.reads import Reads
from bench.peers.strawberry.schema import SCHEMA, Loaders


class StrawberryPeer(Peer):
    """One Lambda call that executes GraphQL itself."""

    def __init__(self, reads: Reads) -> None:
        self.reads, self.clients = reads, [reads.client]
        self.loop = asyncio.new_event_loop()

    def batches(self) -> Batches:
        return Grouped(self.reads)

    def answer(self, question: GraphqlQuestion, watch: Stopwatch) -> Any:
        event = orjson.dumps({"query": question.query, "variables": question.variables})
        with watch.call():
            answer = self.loop.run_until_complete(self._answer(orjson.loads(event)))
        watch.event_bytes, watch.answer_bytes = len(event), len(answer)
        return orjson.loads(answer)["data"]

    async def _answer(self, event: dict[str, Any]) -> bytes:
        context = Loaders.of(self.reads, self.batches())
        found = await SCHEMA.execute(event["query"], variable_values=event["variables"], context_value=context)
        if found.errors:
            raise RuntimeError(found.errors)
        return orjson.dumps({"data": found.data})


def make_peer(endpoint: str, tables: dict[str, str]) -> Peer:
    return StrawberryPeer(Reads(endpoint, tables["receipts"]))
