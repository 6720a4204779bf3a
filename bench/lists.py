"""Lists of parents and what belongs to them, as people ask for them: `python -m bench.lists` prints what each takes.

The images of the world are in the same order by time and by id, so that what lies around a page can grow without
changing the answer. As in reality, an image has one or two receipts.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any

from bench import stored
from bench.engine import Filled, filled
from bench.ours import TesseraPeer, in_this_process
from bench.peers.harness import Harness
from bench.sample import NOW, corners, ocr
from entities.attributes import Record
from entities.item import Item
from entities.receipts.batches import BatchStatus, CompletionBatchResult
from entities.receipts.compaction import CompactionRun
from entities.receipts.images import Image, ImageType, Line
from entities.receipts.labels import LabelMetadata, ReceiptField, ReceiptWordLabel, ValidationStatus
from entities.receipts.receipt import EmbeddingStatus, Receipt, ReceiptLine, ReceiptMetadata, ReceiptWord
from entities.tables import LETTERS, RECEIPTS
from loaders.counters import SPREAD, CountedAs, Group, new_part, tally_of

LABELLED = 'labels(label: "GRAND_TOTAL", first: 100)'
METRICS = 'metrics(metricName: "val_f1", first: 10) { nodes { value } }'

QUESTIONS = {
    "labels { word { labels } }": f"{LABELLED} {{ nodes {{ word {{ labels {{ label }} }} }} }}",
    "labels { word { line { words } } }": f"{LABELLED} {{ nodes {{ word {{ line {{ words {{ text }} }} }} }} }}",
    "receipts { completionResults }": (
        "receipts(first: 100) { nodes { completionResults(first: 10) { nodes { status } } } }"
    ),
    "images { receipts }": "images(first: 100) { nodes { receipts { receiptId } } }",
    "20 images { lines }": "images(first: 20) { nodes { lines { text } } }",
    "receipts { fields }": "receipts(first: 100) { nodes { fields { fieldType } } }",
    "receipts { compactionRuns }": "receipts(first: 100) { nodes { compactionRuns { runId } } }",
    "sweep { jobs { metrics } }": f'sweep(sweepId: "{stored.SWEEP_ID}") {{ jobs {{ {METRICS} }} }}',
    "labelsKnown": "labelsKnown(first: 100) { nodes { label } }",
    "1 image": "images(first: 1) { nodes { width } }",
    "1 receipt": "receipts(first: 1) { nodes { width } }",
    "1 photo": "images(imageType: PHOTO, first: 1) { nodes { width } }",
    "labelCounts": "labelCounts { label valid }",
    "imageCount": "imageCount",
    "receiptCount": "receiptCount",
    "merchantCounts": "merchantCounts { merchantName receipts }",
}


def listed(images: int) -> Iterator[Item]:
    """So many images with what belongs to them, two labels that are explained, and a sweep of 100 runs."""
    for number in range(images):
        yield from _image(f"{number:08x}-0000-4000-8000-000000000000", number)
    for label in ("DATE", "GRAND_TOTAL"):
        yield LabelMetadata(label=label, last_updated=NOW)
    yield from stored.sweep(100)


def _image(image_id: str, number: int) -> Iterator[Item]:
    added = NOW - timedelta(minutes=number)
    picture: dict[str, Any] = {"width": 1, "height": 1, "s3_bucket": "raw", "s3_key": "k", "timestamp_added": added}
    many = 1 + (number % 3 == 0)
    yield Image(image_id=image_id, image_type=ImageType.PHOTO, receipt_count=many, **picture)
    for line_id in (1, 2):
        yield Line(image_id=image_id, line_id=line_id, **ocr("line", line_id))
    for receipt_id in range(1, many + 1):
        ids: dict[str, Any] = {"image_id": image_id, "receipt_id": receipt_id}
        yield Receipt(**ids, **picture, **corners(1))
        yield from _below(ids)


def _below(ids: dict[str, Any]) -> Iterator[Item]:
    """What belongs to a receipt."""
    yield ReceiptMetadata(**ids, merchant_name="Twin Peaks", timestamp=NOW)
    yield ReceiptField(**ids, field_type="ADDRESS_LINE", timestamp_added=NOW)
    yield CompactionRun(**ids, run_id="r1", created_at=NOW)
    done = BatchStatus.COMPLETED
    yield CompletionBatchResult(batch_id="b1", **ids, line_id=1, word_id=1, original_label="TOTAL", status=done)
    none, valid = EmbeddingStatus.NONE, ValidationStatus.VALID
    yield ReceiptLine(**ids, line_id=1, embedding_status=none, **ocr("line", 1))
    for word_id in (1, 2, 3):
        word = {**ids, "line_id": 1, "word_id": word_id}
        yield ReceiptWord(**word, embedding_status=none, **ocr("word", word_id))
        yield ReceiptWordLabel(**word, label="GRAND_TOTAL", timestamp_added=NOW, validation_status=valid)


def counters_of(items: Iterable[Item]) -> list[Record]:
    """Counters of these items, as the stream worker keeps them."""
    tallies = [tally_of(RECEIPTS, item.to_record()) for item in items]
    numbers: dict[tuple[Group, int], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for each in tallies:
        if isinstance(each, CountedAs):
            numbers[each.group, each.part][each.attribute] += 1
    groups = (Group.IMAGES, Group.RECEIPTS, Group.MERCHANTS, Group.LABELS)
    places = [(group, part) for group in groups for part in range(SPREAD)]
    return [new_part(group, part, 1) | numbers[group, part] for group, part in places]


def work_of_lists(images: int, names: Iterable[str] = tuple(QUESTIONS)) -> dict[str, dict[str, Any]]:
    """What each question takes in a world of so many images."""
    with filled(listed(images)) as engine:
        return _work(engine, counters_of(listed(images)), names)


def _work(engine: Filled, counters: list[Record], names: Iterable[str]) -> dict[str, dict[str, Any]]:
    with in_this_process(engine) as harness:
        if isinstance(harness.peer, TesseraPeer):
            harness.peer.store.session(60).batch_write(LETTERS, counters)
        return {name: _asked(harness, name, QUESTIONS[name]) for name in names}


def _asked(harness: Harness, name: str, query: str) -> dict[str, Any]:
    return harness.record({"name": name, "query": f"{{ {query} }}", "variables": {}})


def main(images: int) -> None:
    """Print requests and read units of each question."""
    print(f"{images} images{'':22} requests   units")
    for name, asked in work_of_lists(images).items():
        print(f"{name:34} {asked['work']['requests']:4} {asked['work']['read_units']:10.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 41)
