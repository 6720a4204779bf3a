"""The items that the questions which write leave behind, one for each, as the entities write them."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from bench import stored
from bench.import_input import import_input
from bench.sample import NONE, NOW, corners, ocr
from entities.item import Item
from entities.jobs import JobMetric
from entities.receipts.images import Image, Letter, Line, Word
from entities.receipts.receipt import Receipt, ReceiptLetter, ReceiptLine, ReceiptWord

_PICTURE: dict[str, Any] = {"s3_bucket": "raw", "s3_key": "raw/1.png", "timestamp_added": NOW}


def imported() -> Iterator[Item]:
    """What importImage writes."""
    given = import_input()
    ids: dict[str, Any] = {"image_id": stored.TREE_IMAGE}
    yield Image(**ids, width=3024, height=4032, receipt_count=3, **_PICTURE)
    yield from _lines(ids, given["lines"], (Line, Word, Letter), {})
    for receipt in given["receipts"]:
        below = {**ids, "receipt_id": receipt["receiptId"]}
        yield Receipt(**below, width=800, height=2000, **_PICTURE, **corners(1))
        yield from _lines(
            below, receipt["lines"], (ReceiptLine, ReceiptWord, ReceiptLetter), {"embedding_status": NONE}
        )


def recorded() -> Iterator[Item]:
    """What recordMetrics writes."""
    for step in range(100):
        moment = NOW + timedelta(minutes=step)
        yield JobMetric(
            job_id=stored.MEASURED_JOB, metric_name="loss", value=1 / (step + 1), timestamp=moment, step=step
        )


def _lines(
    ids: dict[str, Any], lines: list[dict[str, Any]], types: tuple[type[Any], ...], more: dict[str, Any]
) -> Iterator[Item]:
    line_type, word_type, letter_type = types
    for line in lines:
        of_line = {**ids, "line_id": line["lineId"]}
        yield line_type(**of_line, **ocr(line["text"], 1), **more)
        for word in line["words"]:
            of_word = {**of_line, "word_id": word["wordId"]}
            yield word_type(**of_word, **ocr(word["text"], 1), **more)
            for letter in word["letters"]:
                yield letter_type(**of_word, letter_id=letter["letterId"], **ocr("x", 1))
