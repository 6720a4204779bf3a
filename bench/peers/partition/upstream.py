"""The whole partition of an image, put together in Python, no GraphQL.

The way of the program that writes these items, https://github.com/tnorlund/Portfolio (receipt_dynamo): one Query for
everything under the image's key, sorted into lists afterwards.
"""

from collections import defaultdict
from typing import Any

import orjson

from bench.peers.harness import GraphqlQuestion, Peer, Stopwatch
from bench.peers.reads import Item, Reads, label_of, place


class PartitionPeer(Peer):
    """One Lambda call that reads everything and picks what it shows."""

    def __init__(self, reads: Reads) -> None:
        self.reads, self.clients = reads, [reads.client]

    def answer(self, question: GraphqlQuestion, watch: Stopwatch) -> Any:
        event = orjson.dumps(question.variables)
        with watch.call():
            answer = orjson.dumps({"image": self._image(orjson.loads(event)["imageId"])}, default=float)
        watch.event_bytes, watch.answer_bytes = len(event), len(answer)
        return orjson.loads(answer)

    def _image(self, image_id: str) -> Item:
        by_type: dict[str, list[Item]] = defaultdict(list)
        for item in self.reads.partition(image_id):
            by_type[item["TYPE"]].append(item)
        labels = _by_parent(by_type["RECEIPT_WORD_LABEL"], 3, _label)
        words = _by_parent(by_type["RECEIPT_WORD"], 2, lambda each: _text("wordId", each, "labels", labels))
        lines = _by_parent(by_type["RECEIPT_LINE"], 1, lambda each: _text("lineId", each, "words", words))
        receipts = [
            {"receiptId": place(each)[0], **_size(each), "lines": lines[place(each)]} for each in by_type["RECEIPT"]
        ]
        return {"imageId": image_id, **_size(by_type["IMAGE"][0]), "receipts": receipts}


def _by_parent(items: list[Item], length: int, shown: Any) -> dict[tuple[int, ...], list[Item]]:
    found = defaultdict(list)
    for item in items:
        found[place(item)[:length]].append(shown(item))
    return found


def _text(number: str, item: Item, below: str, children: dict[tuple[int, ...], list[Item]]) -> Item:
    return {
        number: place(item)[-1],
        "text": item["text"],
        "confidence": item["confidence"],
        "boundingBox": item["bounding_box"],
        below: children[place(item)],
    }


def _label(item: Item) -> Item:
    return {
        "label": label_of(item),
        "validationStatus": item["validation_status"],
        "reasoning": item.get("reasoning"),
    }


def _size(item: Item) -> Item:
    return {"width": int(item["width"]), "height": int(item["height"])}


def make_peer(endpoint: str, tables: dict[str, str]) -> Peer:
    return PartitionPeer(Reads(endpoint, tables["receipts"]))
