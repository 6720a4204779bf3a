"""What many items of the receipts table share."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from entities.fields import Counted, InKey, Needed, Ordinal, Part, Stored, Timestamp, Unit
from entities.item import Item
from entities.tables import RECEIPTS, Table

ImageId = InKey[str]
"""The id of the image that this item belongs to, a UUID."""
ReceiptId = InKey[Counted]
"""The number of the receipt that this item belongs to, counted from 1 within its image."""
LineId = InKey[Ordinal]
"""The number of the line that this item belongs to; lines are numbered in reading order."""
WordId = InKey[Ordinal]
"""The number of the word that this item belongs to, unique within its line."""
LetterId = InKey[Ordinal]
"""The number of the letter within its word, in reading order."""

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
    close_by: ClassVar[frozenset[str]] = frozenset({"line_id", "word_id"})


class Point(Part):
    """A point in a picture, relative to its size: (0, 0) is the bottom left corner, (1, 1) the top right one."""

    x: float
    """The distance from the left edge as a share of the picture's width, from 0 to 1; may lie slightly outside."""
    y: float
    """The distance from the bottom edge as a share of the picture's height, from 0 to 1; may lie slightly outside."""


class BoundingBox(Part):
    """An upright rectangle in a picture, relative to the picture's size; y grows upward."""

    x: float
    """The left edge of the box, as a share of the picture's width: 0 is the left edge of the picture."""
    y: float
    """The bottom edge of the box, as a share of the picture's height: 0 is the bottom edge of the picture."""
    width: float
    """The width of the box as a share of the picture's width, from 0 to 1."""
    height: float
    """The height of the box as a share of the picture's height, from 0 to 1."""


class Corners(Part):
    """The four corners of a box, which may be tilted."""

    top_left: Point | None = None
    """The top left corner, seen in reading direction."""
    top_right: Point | None = None
    """The top right corner, seen in reading direction."""
    bottom_left: Point | None = None
    """The bottom left corner, seen in reading direction."""
    bottom_right: Point | None = None
    """The bottom right corner, seen in reading direction."""


class Located(ReceiptsItem):
    """Something with four corners in a picture."""

    top_left: Needed[Point] = None
    """The top left corner of the text, seen in reading direction even if the text is tilted."""
    top_right: Needed[Point] = None
    """The top right corner of the text, seen in reading direction even if the text is tilted."""
    bottom_left: Needed[Point] = None
    """The bottom left corner of the text, seen in reading direction even if the text is tilted."""
    bottom_right: Needed[Point] = None
    """The bottom right corner of the text, seen in reading direction even if the text is tilted."""


class Recognised(Located):
    """Text that OCR found."""

    item_bytes: ClassVar[int] = 450

    text: str
    """The text that OCR read."""
    bounding_box: BoundingBox | None = None
    """The smallest upright rectangle around the text."""
    angle_degrees: Needed[float] = None
    """How far the text is rotated counter-clockwise, in degrees."""
    angle_radians: Needed[float] = None
    """How far the text is rotated counter-clockwise, in radians."""
    confidence: Needed[Unit] = None
    """How sure OCR is of the text, from 0 to 1 (certain)."""


class RecognisedRun(Recognised):
    """A line or a word: early writers also counted its characters."""

    item_bytes: ClassVar[int] = 800

    histogram: dict[str, float] | None = None
    """The share of each character in the text, from 0 to 1, as JSON by character; only the oldest items have it."""
    num_chars: int | None = None
    """How many characters the text has; only the oldest items have it."""


class Picture(ReceiptsItem):
    """A picture in S3 and its smaller versions behind the CDN."""

    item_bytes: ClassVar[int] = 1000

    width: int
    """The width of the picture in pixels."""
    height: int
    """The height of the picture in pixels."""
    timestamp_added: Needed[Timestamp] = None
    """When the picture was stored."""
    s3_bucket: Annotated[Needed[str], Stored(also=("raw_s3_bucket",))] = None
    """The S3 bucket of the original picture; for a receipt, of the part that was cut out of the image."""
    s3_key: Annotated[Needed[str], Stored(also=("raw_s3_key",))] = None
    """The S3 key of the original picture; for a receipt, of the part that was cut out of the image."""
    sha256: str | None = None
    """The SHA-256 of the original picture file, in hexadecimal; null if it was not computed."""
    cdn_s3_bucket: str | None = None
    """The S3 bucket behind the CDN; all other `cdn…` fields are keys in it. Null if it holds no such file."""
    cdn_s3_key: str | None = None
    """The S3 key of the full-size JPEG behind the CDN; null if there is none."""
    cdn_webp_s3_key: str | None = None
    """The S3 key of the full-size WebP behind the CDN; null if there is none."""
    cdn_avif_s3_key: str | None = None
    """The S3 key of the full-size AVIF behind the CDN; null if there is none."""
    cdn_thumbnail_s3_key: str | None = None
    """The S3 key of the thumbnail as JPEG behind the CDN; null if there is none."""
    cdn_thumbnail_webp_s3_key: str | None = None
    """The S3 key of the thumbnail as WebP behind the CDN; null if there is none."""
    cdn_thumbnail_avif_s3_key: str | None = None
    """The S3 key of the thumbnail as AVIF behind the CDN; null if there is none."""
    cdn_small_s3_key: str | None = None
    """The S3 key of the small version as JPEG behind the CDN; null if there is none."""
    cdn_small_webp_s3_key: str | None = None
    """The S3 key of the small version as WebP behind the CDN; null if there is none."""
    cdn_small_avif_s3_key: str | None = None
    """The S3 key of the small version as AVIF behind the CDN; null if there is none."""
    cdn_medium_s3_key: str | None = None
    """The S3 key of the medium-size version as JPEG behind the CDN; null if there is none."""
    cdn_medium_webp_s3_key: str | None = None
    """The S3 key of the medium-size version as WebP behind the CDN; null if there is none."""
    cdn_medium_avif_s3_key: str | None = None
    """The S3 key of the medium-size version as AVIF behind the CDN; null if there is none."""
