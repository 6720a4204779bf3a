"""ariadne with aiodataloader, its loaders grouped by receipt.

The way of https://github.com/mirumee/ariadne/discussions/594: loaders from aiodataloader, kept in the context.
"""

import asyncio
from functools import lru_cache
from typing import Any

import orjson
from aiodataloader import DataLoader
from ariadne import ObjectType, QueryType, graphql, make_executable_schema
from graphql import parse

from bench.peers.batches import Grouped, Key, in_thread
from bench.peers.harness import GraphqlQuestion, Peer, Stopwatch
from bench.peers.reads import Item, Reads, label_of, place

TYPES = """
type Query { image(imageId: ID!): Image }
type Image { imageId: ID! width: Int! height: Int! receipts: [Receipt!]! }
type Receipt { receiptId: Int! width: Int! height: Int! lines: [ReceiptLine!]! }
type ReceiptLine { lineId: Int! text: String! confidence: Float! boundingBox: BoundingBox! words: [ReceiptWord!]! }
type ReceiptWord {
  wordId: Int! text: String! confidence: Float! boundingBox: BoundingBox! labels: [ReceiptWordLabel!]!
}
type ReceiptWordLabel { label: String! validationStatus: String! reasoning: String }
type BoundingBox { x: Float! y: Float! width: Float! height: Float! }
"""
query, image, receipt = QueryType(), ObjectType("Image"), ObjectType("Receipt")
line, word = ObjectType("ReceiptLine"), ObjectType("ReceiptWord")


@query.field("image")
async def resolve_image(_: Any, info: Any, imageId: str) -> Item:  # noqa: N803  an argument of GraphQL
    found = await in_thread(info.context["reads"].image, imageId)
    return {"imageId": imageId, "width": found["width"], "height": found["height"]}


@image.field("receipts")
async def resolve_receipts(source: Item, info: Any) -> list[Item]:
    found = await in_thread(info.context["reads"].receipts, source["imageId"])
    shown = [{"receiptId": place(each)[0], "width": each["width"], "height": each["height"]} for each in found]
    return [{**each, "key": (source["imageId"], each["receiptId"])} for each in shown]


@receipt.field("lines")
async def resolve_lines(source: Item, info: Any) -> list[Item]:
    found = await info.context["lines"].load(source["key"])
    return [_text("lineId", source["key"], place(each)[1], each) for each in found]


@line.field("words")
async def resolve_words(source: Item, info: Any) -> list[Item]:
    found = await info.context["words"].load(source["key"])
    return [_text("wordId", source["key"], place(each)[2], each) for each in found]


@word.field("labels")
async def resolve_labels(source: Item, info: Any) -> list[Item]:
    found = await info.context["labels"].load(source["key"])
    return [
        {"label": label_of(each), "validationStatus": each["validation_status"], "reasoning": each.get("reasoning")}
        for each in found
    ]


def _text(name: str, above: Key, number: int, item: Item) -> Item:
    return {
        name: number,
        "key": (*above, number),
        "text": item["text"],
        "confidence": item["confidence"],
        "boundingBox": item["bounding_box"],
    }


SCHEMA = make_executable_schema(TYPES, query, image, receipt, line, word)
_parsed = lru_cache(parse)


class AriadnePeer(Peer):
    """One Lambda call that executes GraphQL itself."""

    def __init__(self, reads: Reads) -> None:
        self.reads, self.clients = reads, [reads.client]
        self.loop = asyncio.new_event_loop()

    def answer(self, question: GraphqlQuestion, watch: Stopwatch) -> Any:
        event = orjson.dumps({"query": question.query, "variables": question.variables})
        with watch.call():
            answer = self.loop.run_until_complete(self._answer(orjson.loads(event)))
        watch.event_bytes, watch.answer_bytes = len(event), len(answer)
        return orjson.loads(answer)["data"]

    async def _answer(self, event: dict[str, Any]) -> bytes:
        batches = Grouped(self.reads)
        context = {name: DataLoader(getattr(batches, name)) for name in ("lines", "words", "labels")}
        _, found = await graphql(
            SCHEMA,
            event,
            context_value={**context, "reads": self.reads},
            query_parser=lambda _, data: _parsed(data["query"]),
        )
        if found.get("errors"):
            raise RuntimeError(found["errors"])
        return orjson.dumps(found)


def make_peer(endpoint: str, tables: dict[str, str]) -> Peer:
    return AriadnePeer(Reads(endpoint, tables["receipts"]))
