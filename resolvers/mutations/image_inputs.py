"""An image as OCR found it: lines with their words, words with their letters, and receipts with their own."""

from math import pi
from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field

from entities.fields import Counted, Json, Timestamp, Unit
from entities.receipts.images import ImageType
from entities.receipts.receipt import EmbeddingStatus
from resolvers.inputs import Input

FULL_TURN = 360
MOST_RECEIPTS = 99
"""They appear together with their image, and a transaction has at most 100 actions."""

NEARBY = (-1, 2)
"""How far outside of a picture a corner may lie: OCR guesses edges that it does not see."""


def _turn(whole: float, unit: str) -> AfterValidator:
    def check(angle: float) -> float:
        if not 0 <= angle < whole:
            raise ValueError(f"is {angle}, but a tilt is counted from 0 to a full turn: add {unit} to negative angles")
        return angle

    return AfterValidator(check)


Degrees = Annotated[float, _turn(FULL_TURN, "360")]
Radians = Annotated[float, _turn(2 * pi, "2π")]
Number = Annotated[Counted, Field(le=99_999)]
"""The number of a receipt, line, word or letter: five digits in keys."""

Place = Annotated[float, Field(ge=NEARBY[0], le=NEARBY[1])]
Extent = Annotated[float, Field(ge=0, le=NEARBY[1] - NEARBY[0])]
Pixels = Annotated[int, Field(ge=1)]
Text = Annotated[str, Field(min_length=1)]


class PointInput(Input):
    """A corner, in shares of the picture; y grows upward."""

    about: ClassVar[str] = "Point"

    x: Place
    y: Place


class BoundingBoxInput(Input):
    """An upright box, in shares of the picture; y grows upward."""

    about: ClassVar[str] = "BoundingBox"

    x: Place
    y: Place
    width: Extent
    height: Extent


class RecognisedInput(Input):
    """Text that OCR found."""

    text: Text
    top_left: PointInput
    top_right: PointInput
    bottom_left: PointInput
    bottom_right: PointInput
    bounding_box: BoundingBoxInput | None = None
    angle_degrees: Degrees
    angle_radians: Radians
    confidence: Unit


class LetterInput(RecognisedInput):
    """A letter of a word."""

    about: ClassVar[str] = "Letter"

    letter_id: Number


class WordInput(RecognisedInput):
    """A word of a line, and its letters."""

    about: ClassVar[str] = "Word"

    word_id: Number
    histogram: Json = None
    num_chars: int | None = None
    extracted_data: Json = None
    letters: tuple[LetterInput, ...] = ()


class LineInput(RecognisedInput):
    """A line of an image, and its words."""

    about: ClassVar[str] = "Line"

    line_id: Number
    histogram: Json = None
    num_chars: int | None = None
    words: tuple[WordInput, ...] = ()


class ReceiptWordInput(WordInput):
    """A word of a line of a receipt, and its letters."""

    about: ClassVar[str] = "ReceiptWord"

    embedding_status: EmbeddingStatus = EmbeddingStatus.NONE
    is_noise: bool = False


class ReceiptLineInput(RecognisedInput):
    """A line of a receipt, and its words."""

    about: ClassVar[str] = "ReceiptLine"

    line_id: Number
    histogram: Json = None
    num_chars: int | None = None
    embedding_status: EmbeddingStatus = EmbeddingStatus.NONE
    is_noise: bool = False
    words: tuple[ReceiptWordInput, ...] = ()


class PictureInput(Input):
    """A picture in S3 and its smaller versions behind the CDN."""

    width: Pixels
    height: Pixels
    s3_bucket: Text
    s3_key: Text
    timestamp_added: Timestamp | None = None
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


class ImportReceiptInput(PictureInput):
    """A receipt that was cut out of an image, and its lines."""

    about: ClassVar[str] = "Receipt"

    receipt_id: Number
    top_left: PointInput
    top_right: PointInput
    bottom_left: PointInput
    bottom_right: PointInput
    lines: tuple[ReceiptLineInput, ...] = ()


class ImportImageInput(PictureInput):
    """An image with what OCR found in it, whole or in parts."""

    about: ClassVar[str] = "Image"

    image_id: str
    image_type: ImageType = ImageType.SCAN
    lines: tuple[LineInput, ...] = ()
    receipts: Annotated[tuple[ImportReceiptInput, ...], Field(max_length=MOST_RECEIPTS)] = ()
    is_complete: bool = True
