"""What many items of the receipts table share."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from entities.fields import Counted, InKey, Needed, Ordinal, Part, Stored, Timestamp, Unit
from entities.item import Item
from entities.tables import RECEIPTS, Table

ImageId = InKey[str]
ReceiptId = InKey[Counted]
LineId = InKey[Ordinal]
WordId = InKey[Ordinal]
LetterId = InKey[Ordinal]

SEED_000 = "the table design of February 2025"
UPSTREAM = "receipt_dynamo"


class ReceiptsItem(Item):
    """An item of the table that receipts and jobs share."""

    table: ClassVar[Table] = RECEIPTS
    fanout: ClassVar[Mapping[str, float]] = {
        "image_id": 10_000,
        "receipt_id": 2,
        "line_id": 25,
        "word_id": 6,
        "letter_id": 5,
        "label": 0.5,
        "tag": 0.2,
        "field_type": 6,
        "field_name": 6,
        "result_index": 4,
        "run_id": 2,
        "timestamp": 2,
        "version": 1,
    }


class Point(Part):
    """A corner, in shares of the picture; y grows upward."""

    x: float
    y: float


class BoundingBox(Part):
    """An upright box, in shares of the picture; y grows upward."""

    x: float
    y: float
    width: float
    height: float


class Corners(Part):
    """A box that may be tilted."""

    top_left: Point | None = None
    top_right: Point | None = None
    bottom_left: Point | None = None
    bottom_right: Point | None = None


class Located(ReceiptsItem):
    """Something with four corners in a picture."""

    top_left: Needed[Point] = None
    top_right: Needed[Point] = None
    bottom_left: Needed[Point] = None
    bottom_right: Needed[Point] = None


class Recognised(Located):
    """Text that OCR found."""

    item_bytes: ClassVar[int] = 450

    text: str
    bounding_box: BoundingBox | None = None
    angle_degrees: Needed[float] = None
    angle_radians: Needed[float] = None
    confidence: Needed[Unit] = None


class RecognisedRun(Recognised):
    """A line or a word: early writers also counted its characters."""

    item_bytes: ClassVar[int] = 800

    histogram: dict[str, float] | None = None
    num_chars: int | None = None


class Picture(ReceiptsItem):
    """A picture in S3 and its smaller versions behind the CDN."""

    item_bytes: ClassVar[int] = 1000

    width: int
    height: int
    timestamp_added: Needed[Timestamp] = None
    s3_bucket: Annotated[Needed[str], Stored(also=("raw_s3_bucket",))] = None
    s3_key: Annotated[Needed[str], Stored(also=("raw_s3_key",))] = None
    sha256: str | None = None
    cdn_s3_bucket: str | None = None
    cdn_s3_key: str | None = None
    cdn_webp_s3_key: str | None = None
    cdn_avif_s3_key: str | None = None
    cdn_thumbnail_s3_key: str | None = None
    cdn_thumbnail_webp_s3_key: str | None = None
    cdn_thumbnail_avif_s3_key: str | None = None
    cdn_small_s3_key: str | None = None
    cdn_small_webp_s3_key: str | None = None
    cdn_small_avif_s3_key: str | None = None
    cdn_medium_s3_key: str | None = None
    cdn_medium_webp_s3_key: str | None = None
    cdn_medium_avif_s3_key: str | None = None
