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
    """How a picture was made."""

    SCAN = "SCAN"
    PHOTO = "PHOTO"
    NATIVE = "NATIVE"


class Image(Picture):
    """A picture with one or more receipts on it."""

    type_name: ClassVar[str] = "IMAGE"
    key: ClassVar[Key] = Key.of("IMAGE#{image_id}", "IMAGE")
    indexes: ClassVar = {
        "GSI1": Key.of("IMAGE#{image_id}", "IMAGE"),
        "GSI3": Key.of("IMAGE#{image_type}", "NUM_RECEIPTS#{receipts_known:05d}"),
    }
    alternates: ClassVar = (Alternate("GSI1", Key.of("IMAGE", "IMAGE#{image_id}"), SEED_000),)
    notes: ClassVar = (
        "GSI3 lists images by type and number of receipts, as upstream does: no document has an index for that.",
        "The two documents differ in GSI1; the later one is written, both are read.",
    )

    image_id: ImageId
    image_type: ImageType = ImageType.SCAN
    receipt_count: int | None = None

    @property
    def receipts_known(self) -> int:
        return self.receipt_count or 0


class Line(RecognisedRun):
    """A line of text in an image."""

    type_name: ClassVar[str] = "LINE"
    key: ClassVar[Key] = Key.of("IMAGE#{image_id}", "LINE#{line_id:05d}")
    indexes: ClassVar = {"GSI1": Key.of("IMAGE#{image_id}", "LINE#{line_id:05d}")}
    alternates: ClassVar = (Alternate("GSI1", Key.of("IMAGE", "IMAGE#{image_id}#LINE#{line_id:05d}"), SEED_000),)

    notes: ClassVar = ("The two documents differ in GSI1; the later one is written, both are read.",)

    image_id: ImageId
    line_id: LineId


class Word(RecognisedRun):
    """A word in a line of an image."""

    type_name: ClassVar[str] = "WORD"
    key: ClassVar[Key] = Key.of("IMAGE#{image_id}", "LINE#{line_id:05d}#WORD#{word_id:05d}")
    indexes: ClassVar = {"GSI2": Key.of("IMAGE#{image_id}", "LINE#{line_id:05d}#WORD#{word_id:05d}")}
    notes: ClassVar = (
        (
            "GSI2 holds the words of an image apart from their letters, as upstream has it: "
            "without it, words could not be read without the letters between them."
        ),
        "`tags` is a string set: a set cannot hold a tag twice.",
    )

    image_id: ImageId
    line_id: LineId
    word_id: WordId
    tags: TextSet = ()
    extracted_data: dict[str, str | None] | None = None


class Letter(Recognised):
    """A letter in a word of an image."""

    type_name: ClassVar[str] = "LETTER"
    key: ClassVar[Key] = Key.of("IMAGE#{image_id}", "LINE#{line_id:05d}#WORD#{word_id:05d}#LETTER#{letter_id:05d}")

    image_id: ImageId
    line_id: LineId
    word_id: WordId
    letter_id: LetterId
