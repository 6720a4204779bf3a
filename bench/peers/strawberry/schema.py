"""The image tree in strawberry, its lists loaded by DataLoaders."""

from dataclasses import dataclass
from typing import Any

import strawberry
from strawberry.dataloader import DataLoader
from strawberry.extensions import ParserCache, ValidationCache
from strawberry.types import Info

from bench.peers.batches import Batches, Key, in_thread
from bench.peers.reads import Item, Reads, label_of, place


@dataclass
class Loaders:
    """What the resolvers of one request share."""

    reads: Reads
    lines: DataLoader[Key, list[Item]]
    words: DataLoader[Key, list[Item]]
    labels: DataLoader[Key, list[Item]]

    @classmethod
    def of(cls, reads: Reads, batches: Batches) -> "Loaders":
        return cls(reads, DataLoader(batches.lines), DataLoader(batches.words), DataLoader(batches.labels))


@strawberry.type(name="BoundingBox")
class BoxNode:
    x: float
    y: float
    width: float
    height: float


@strawberry.type(name="ReceiptWordLabel")
class LabelNode:
    label: str
    validation_status: str
    reasoning: str | None


@strawberry.type(name="ReceiptWord")
class WordNode:
    key: strawberry.Private[Key]
    word_id: int
    text: str
    confidence: float
    bounding_box: BoxNode

    @strawberry.field
    async def labels(self, info: Info[Loaders, None]) -> list[LabelNode]:
        found = await info.context.labels.load(self.key)
        return [
            LabelNode(
                label=label_of(each), validation_status=each["validation_status"], reasoning=each.get("reasoning")
            )
            for each in found
        ]


@strawberry.type(name="ReceiptLine")
class LineNode:
    key: strawberry.Private[Key]
    line_id: int
    text: str
    confidence: float
    bounding_box: BoxNode

    @strawberry.field
    async def words(self, info: Info[Loaders, None]) -> list[WordNode]:
        found = await info.context.words.load(self.key)
        return [
            WordNode(key=(*self.key, number), word_id=number, **_text(each))
            for each in found
            for number in place(each)[2:]
        ]


@strawberry.type(name="Receipt")
class ReceiptNode:
    image_id: strawberry.ID
    receipt_id: int
    width: int
    height: int

    @strawberry.field
    async def lines(self, info: Info[Loaders, None]) -> list[LineNode]:
        key = (self.image_id, self.receipt_id)
        found = await info.context.lines.load(key)
        return [
            LineNode(key=(*key, number), line_id=number, **_text(each)) for each in found for number in place(each)[1:]
        ]


@strawberry.type(name="Image")
class ImageNode:
    image_id: strawberry.ID
    width: int
    height: int

    @strawberry.field
    async def receipts(self, info: Info[Loaders, None]) -> list[ReceiptNode]:
        found = await in_thread(info.context.reads.receipts, self.image_id)
        return [
            ReceiptNode(image_id=self.image_id, receipt_id=number, width=each["width"], height=each["height"])
            for each in found
            for number in place(each)
        ]


@strawberry.type(name="Query")
class RootNode:
    @strawberry.field
    async def image(self, info: Info[Loaders, None], image_id: strawberry.ID) -> ImageNode | None:
        found = await in_thread(info.context.reads.image, image_id)
        return ImageNode(image_id=image_id, width=found["width"], height=found["height"])


def _text(item: Item) -> dict[str, Any]:
    box = BoxNode(**item["bounding_box"])
    return {"text": item["text"], "confidence": item["confidence"], "bounding_box": box}


SCHEMA = strawberry.Schema(RootNode, extensions=[ParserCache, ValidationCache])
