"""Powertools' AppSync resolvers, one for each field with children, each for all parents of its level at once.

The way of https://docs.aws.amazon.com/powertools/python/latest/core/event_handler/appsync (batch processing with
aggregation). AppSync executes the query: what it does between two calls is not measured, but every level is a Lambda
call, with the parents as its sources.
"""

from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import orjson
from aws_lambda_powertools.event_handler import AppSyncResolver

from bench.peers.harness import GraphqlQuestion, Peer, Stopwatch
from bench.peers.reads import Item, Reads, label_of, place

LEVELS = (("Image", "receipts"), ("Receipt", "lines"), ("ReceiptLine", "words"), ("ReceiptWord", "labels"))
CONTEXT: Any = SimpleNamespace(function_name="peer", aws_request_id="0", invoked_function_arn="arn:peer")
POOL = ThreadPoolExecutor(32)


class PowertoolsPeer(Peer):
    """A Lambda call for each level of the tree."""

    def __init__(self, reads: Reads) -> None:
        self.reads, self.clients = reads, [reads.client]
        self.app: Any = AppSyncResolver()  # type: ignore[no-untyped-call]
        self.app.resolver(type_name="Query", field_name="image")(self.image)
        for type_name, field in LEVELS:
            self.app.batch_resolver(type_name=type_name, field_name=field, aggregate=True)(getattr(self, field))

    def image(self, imageId: str) -> Item:  # noqa: N803  an argument of GraphQL
        found = self.reads.image(imageId)
        return {"imageId": imageId, "width": int(found["width"]), "height": int(found["height"])}

    def receipts(self, event: list[Any]) -> list[list[Item]]:
        return [self._receipts(each.source["imageId"]) for each in event]

    def _receipts(self, image_id: str) -> list[Item]:
        found = self.reads.receipts(image_id)
        return [
            {
                "imageId": image_id,
                "receiptId": place(each)[0],
                "width": int(each["width"]),
                "height": int(each["height"]),
            }
            for each in found
        ]

    def lines(self, event: list[Any]) -> list[list[Item]]:
        found = POOL.map(lambda each: self.reads.lines(each.source["imageId"], each.source["receiptId"]), event)
        return [
            [_text(parent.source, "lineId", place(each)[1], each) for each in lines]
            for parent, lines in zip(event, found, strict=True)
        ]

    def words(self, event: list[Any]) -> list[list[Item]]:
        contents = self._contents(event)
        return [
            [
                _text(each.source, "wordId", place(word)[2], word)
                for word in contents[_receipt(each.source)].words[each.source["receiptId"], each.source["lineId"]]
            ]
            for each in event
        ]

    def labels(self, event: list[Any]) -> list[list[Item]]:
        contents = self._contents(event)
        return [[_label(label) for label in self._labels_of(contents, each.source)] for each in event]

    def _labels_of(self, contents: Any, word: Item) -> list[Item]:
        found: list[Item] = contents[_receipt(word)].labels[word["receiptId"], word["lineId"], word["wordId"]]
        return found

    def _contents(self, event: list[Any]) -> dict[tuple[str, int], Any]:
        receipts = list(dict.fromkeys(_receipt(each.source) for each in event))
        return dict(zip(receipts, POOL.map(lambda each: self.reads.contents(*each), receipts), strict=True))

    def answer(self, question: GraphqlQuestion, watch: Stopwatch) -> Any:
        image = self._call(watch, _event("Query", "image", question.variables, None))
        parents = [image]
        for type_name, field in LEVELS:
            below = self._call(watch, [_event(type_name, field, {}, parent) for parent in parents])
            for parent, found in zip(parents, below, strict=True):
                parent[field] = found
            parents = [child for found in below for child in found]
        return {"image": _selected(image)}

    def _call(self, watch: Stopwatch, event: Any) -> Any:
        body = orjson.dumps(event)
        with watch.call():
            answer = orjson.dumps(self.app.resolve(orjson.loads(body), CONTEXT), default=float)
        watch.event_bytes += len(body)
        watch.answer_bytes += len(answer)
        return orjson.loads(answer)


def _event(type_name: str, field: str, arguments: dict[str, Any], source: Item | None) -> dict[str, Any]:
    info = {"parentTypeName": type_name, "fieldName": field, "variables": {}, "selectionSetList": []}
    return {"arguments": arguments, "identity": None, "source": source, "request": {"headers": {}}, "info": info}


def _receipt(source: Item) -> tuple[str, int]:
    return source["imageId"], source["receiptId"]


def _text(above: Item, name: str, number: int, item: Item) -> Item:
    """A line or a word, with the ids of what it is in: the next level finds its parents by them."""
    ids: Item = {each: above[each] for each in ("imageId", "receiptId", "lineId") if each in above}
    return {
        **ids,
        name: number,
        "text": item["text"],
        "confidence": item["confidence"],
        "boundingBox": item["bounding_box"],
    }


def _label(item: Item) -> Item:
    return {
        "label": label_of(item),
        "validationStatus": item["validation_status"],
        "reasoning": item.get("reasoning"),
    }


def _selected(image: Item) -> Item:
    """What AppSync keeps of the answers: ids that were not asked for go."""
    for receipt in image["receipts"]:
        del receipt["imageId"]
        for line in receipt["lines"]:
            del line["imageId"], line["receiptId"]
            for word in line["words"]:
                del word["imageId"], word["receiptId"], word["lineId"]
    return image


def make_peer(endpoint: str, tables: dict[str, str]) -> Peer:
    return PowertoolsPeer(Reads(endpoint, tables["receipts"]))
