"""An image and the text that OCR found in it, before receipts were cut out."""

from typing import ClassVar

from entities.fields import OpenEnum, TextSet
from entities.item import Alternate
from entities.keys import Key
from entities.receipts.base import (
    SEED_000,
    ImageId,
    LetterId,
    LineId,
    Picture,
    Recognised,
    RecognisedRun,
    WordId,
)


class ImageType(OpenEnum):
    """How an image was made. SCAN: with a scanner. PHOTO: with a camera. NATIVE: digital from the start."""

    SCAN = "SCAN"
    PHOTO = "PHOTO"
    NATIVE = "NATIVE"


class Image(Picture):
    """A picture with one or more receipts on it, and the text that OCR found in it."""

    type_name: ClassVar[str] = "IMAGE"
    is_counted: ClassVar[bool] = True
    key: ClassVar[Key] = Key.of("IMAGE#{image_id}", "IMAGE")
    indexes: ClassVar = {
        "GSI1": Key.of("IMAGE#{image_id}", "IMAGE"),
        "GSI3": Key.of("IMAGE#{image_type}", "NUM_RECEIPTS#{receipts_known:05d}"),
    }
    alternates: ClassVar = (Alternate("GSI1", Key.of("IMAGE", "IMAGE#{image_id}"), SEED_000),)
    notes: ClassVar = (
        "GSI3 lists images by type and number of receipts, as upstream does; the documents have no index for that.",
        "The two documents differ in GSI1; the later one is written, both are read.",
        "While it is being deleted, it stands in GSI1 and GSI3 under `DELETED_IMAGE#{image_id}` instead.",
    )

    image_id: ImageId
    """The id of the image, a UUID."""
    image_type: ImageType = ImageType.SCAN
    """How the image was made: SCAN, PHOTO or NATIVE (digital from the start)."""
    receipt_count: int | None = None
    """How many receipts are on the image; null if they were not counted. It may be out of date."""
    deleted_by: str | None = None
    """Who is deleting the image; null unless that is under way. Its lines, words and receipts
    are deleted before it, so some may be missing already."""

    @property
    def receipts_known(self) -> int:
        return self.receipt_count or 0


class Line(RecognisedRun):
    """A line of text that OCR found in an image, before receipts were cut out of it."""

    type_name: ClassVar[str] = "LINE"
    key: ClassVar[Key] = Key.of("IMAGE#{image_id}", "LINE#{line_id:05d}")
    indexes: ClassVar = {"GSI1": Key.of("IMAGE#{image_id}", "LINE#{line_id:05d}")}
    alternates: ClassVar = (Alternate("GSI1", Key.of("IMAGE", "IMAGE#{image_id}#LINE#{line_id:05d}"), SEED_000),)

    notes: ClassVar = ("The two documents differ in GSI1; the later one is written, both are read.",)

    image_id: ImageId
    line_id: LineId
    """The number of the line within its image, counted from 1 in reading order."""


class Word(RecognisedRun):
    """A word in a line of an image."""

    type_name: ClassVar[str] = "WORD"
    key: ClassVar[Key] = Key.of("IMAGE#{image_id}", "LINE#{line_id:05d}#WORD#{word_id:05d}")
    indexes: ClassVar = {"GSI2": Key.of("IMAGE#{image_id}", "LINE#{line_id:05d}#WORD#{word_id:05d}")}
    notes: ClassVar = (
        (
            "GSI2 has the words of an image without their letters, as in upstream: in the table, the letters are "
            "between the words and would have to be read too."
        ),
        "`tags` is a string set: a set cannot hold a tag twice.",
    )

    image_id: ImageId
    line_id: LineId
    word_id: WordId
    """The number of the word, unique within its line."""
    tags: TextSet = ()
    """The tags of the word, the forerunner of labels, usually in upper case, such as `TOTAL_AMOUNT`."""
    extracted_data: dict[str, str | None] | None = None
    """What the word was recognised as, such as a date, as JSON with `type` and `value`; null if nothing."""


class Letter(Recognised):
    """A letter in a word of an image."""

    type_name: ClassVar[str] = "LETTER"
    key: ClassVar[Key] = Key.of("IMAGE#{image_id}", "LINE#{line_id:05d}#WORD#{word_id:05d}#LETTER#{letter_id:05d}")

    image_id: ImageId
    line_id: LineId
    word_id: WordId
    letter_id: LetterId
