"""The input of an import: an image with its lines, words and letters, and its receipts with theirs."""

from math import pi
from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field

from commands.input_types import Text
from commands.inputs import Input
from entities.fields import Counted, Json, Timestamp, Unit
from entities.receipts.images import ImageType
from entities.receipts.receipt import EmbeddingStatus

FULL_TURN = 360
MAX_RECEIPTS = 99
"""They are stored together with their image, and a transaction has at most 100 actions."""

NEARBY = (-1, 2)
"""How far outside of the picture a corner may lie. OCR guesses edges that it does not see."""


def _turn(whole: float, unit: str) -> AfterValidator:
    def check(angle: float) -> float:
        if not 0 <= angle < whole:
            raise ValueError(
                f"is {angle}, but must be at least 0 and less than a full turn: add {unit} to negative angles"
            )
        return angle

    return AfterValidator(check)


Degrees = Annotated[float, _turn(FULL_TURN, "360")]
Radians = Annotated[float, _turn(2 * pi, "2π")]
Number = Annotated[Counted, Field(le=99_999)]
"""The number of a receipt, line, word or letter. Keys have five digits for it."""

NearbyShare = Annotated[float, Field(ge=NEARBY[0], le=NEARBY[1])]
Extent = Annotated[float, Field(ge=0, le=NEARBY[1] - NEARBY[0])]
Pixels = Annotated[int, Field(ge=1)]


class PointInput(Input):
    """A point in a picture, relative to its size: (0, 0) is the bottom left corner, (1, 1) the top right one."""

    about: ClassVar[str] = "Point"

    x: NearbyShare
    """The distance from the left edge as a share of the picture's width, usually from 0 to 1; -1 to 2 is allowed."""
    y: NearbyShare
    """The distance from the bottom edge as a share of the picture's height, usually from 0 to 1; -1 to 2 is allowed."""


class BoundingBoxInput(Input):
    """An upright rectangle in a picture, relative to the picture's size; y grows upward."""

    about: ClassVar[str] = "BoundingBox"

    x: NearbyShare
    y: NearbyShare
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
    """How far the text is rotated counter-clockwise, in degrees from 0 to below 360."""
    angle_radians: Radians
    """How far the text is rotated counter-clockwise, in radians from 0 to below 2π."""
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
    """The share of each character in the text, from 0 to 1, as JSON by character."""
    num_chars: int | None = None
    """How many characters the text has."""
    extracted_data: Json = None
    letters: tuple[LetterInput, ...] = ()
    """The letters of the word."""


class LineInput(RecognisedInput):
    """A line of an image, and its words."""

    about: ClassVar[str] = "Line"

    line_id: Number
    histogram: Json = None
    """The share of each character in the text, from 0 to 1, as JSON by character."""
    num_chars: int | None = None
    """How many characters the text has."""
    words: tuple[WordInput, ...] = ()
    """The words of the line."""


class ReceiptWordInput(WordInput):
    """A word of a line of a receipt, and its letters."""

    about: ClassVar[str] = "ReceiptWord"

    embedding_status: EmbeddingStatus = EmbeddingStatus.NONE
    """Whether the word has been turned into a vector for similarity search; defaults to NONE."""
    is_noise: bool = False
    """Whether the text is meaningless, such as stray punctuation, and gets no vector; defaults to false."""


class ReceiptLineInput(RecognisedInput):
    """A line of a receipt, and its words."""

    about: ClassVar[str] = "ReceiptLine"

    line_id: Number
    histogram: Json = None
    """The share of each character in the text, from 0 to 1, as JSON by character."""
    num_chars: int | None = None
    """How many characters the text has."""
    embedding_status: EmbeddingStatus = EmbeddingStatus.NONE
    """Whether the line has been turned into a vector for similarity search; defaults to NONE."""
    is_noise: bool = False
    """Whether the text is meaningless, such as stray punctuation, and gets no vector; defaults to false."""
    words: tuple[ReceiptWordInput, ...] = ()
    """The words of the line."""


class PictureInput(Input):
    """A picture in S3 and its smaller versions behind the CDN."""

    width: Pixels
    height: Pixels
    s3_bucket: Text
    s3_key: Text
    timestamp_added: Timestamp | None = None
    """When the picture was stored; defaults to now."""
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
    """The lines of the receipt; some of them may be sent in other calls."""


class ImportImageInput(PictureInput):
    """An image and what OCR found in it. A large image may be sent in several calls."""

    about: ClassVar[str] = "Image"

    image_id: str
    image_type: ImageType = ImageType.SCAN
    """How the image was made: SCAN, the default, PHOTO or NATIVE (digital from the start)."""
    lines: tuple[LineInput, ...] = ()
    """The lines of the image; some of them may be sent in other calls."""
    receipts: Annotated[tuple[ImportReceiptInput, ...], Field(max_length=MAX_RECEIPTS)] = ()
    """The receipts on the image, at most 99. The last call must name all; their lines may have been sent before."""
    is_complete: bool = True
    """Whether this is the last call for the image; defaults to true. The image appears with the last call."""
