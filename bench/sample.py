"""An image as the promise is measured on: 3 receipts, 60 lines, 420 words, 210 labels, 2,100 letters."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from entities.item import Item
from entities.receipts.base import BoundingBox, Point
from entities.receipts.images import Image
from entities.receipts.labels import ReceiptWordLabel
from entities.receipts.receipt import EmbeddingStatus, Receipt, ReceiptLetter, ReceiptLine, ReceiptMetadata, ReceiptWord

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
NONE = EmbeddingStatus.NONE
IMAGE_ID = "6fbddaeb-5a8a-4476-9740-b83d0b94155c"


def image_tree(
    image_id: str = IMAGE_ID, receipts: int = 3, lines: int = 20, words: int = 7, letters: int = 5
) -> Iterator[Item]:
    """All items of the image, the image first."""
    picture: dict[str, Any] = {"s3_bucket": "raw", "s3_key": f"raw/{image_id}.png", "timestamp_added": NOW}
    yield Image(image_id=image_id, width=3024, height=4032, receipt_count=receipts, **picture)
    for receipt_id in range(1, receipts + 1):
        ids: dict[str, Any] = {"image_id": image_id, "receipt_id": receipt_id}
        yield Receipt(**ids, width=800, height=2000, **picture, **corners(receipt_id))
        yield ReceiptMetadata(
            **ids, merchant_name="Twin Peaks", place_id="ChIJ1", matched_fields=("name",), timestamp=NOW
        )
        for line_id in range(1, lines + 1):
            yield ReceiptLine(**ids, line_id=line_id, embedding_status=NONE, **ocr(f"line {line_id}", line_id))
            for word_id in range(1, words + 1):
                yield from _word(ids | {"line_id": line_id, "word_id": word_id}, letters)


def _word(ids: dict[str, Any], letters: int) -> Iterator[Item]:
    yield ReceiptWord(**ids, embedding_status=NONE, **ocr(f"word{ids['word_id']}", ids["word_id"]))
    if (ids["line_id"] + ids["word_id"]) % 2:
        yield ReceiptWordLabel(**ids, label="GRAND_TOTAL", reasoning="it stands last", timestamp_added=NOW)
    for letter_id in range(1, letters + 1):
        yield ReceiptLetter(**ids, letter_id=letter_id, **ocr("x", letter_id))


def ocr(text: str, seed: int) -> dict[str, Any]:
    """What OCR says of a piece of text."""
    box = BoundingBox(x=0.69820545831160579 / seed, y=0.6050848324805573, width=0.0132094606469, height=0.8778508931831)
    return {
        "text": text,
        "bounding_box": box,
        "angle_degrees": 0.0,
        "angle_radians": 0.0,
        "confidence": 0.5,
        **corners(seed),
    }


def corners(seed: int) -> dict[str, Any]:
    """Four corners."""
    names = ("top_left", "top_right", "bottom_left", "bottom_right")
    return {
        name: Point(x=0.5445132346870661 / (seed + place), y=0.6050848324805573) for place, name in enumerate(names)
    }
