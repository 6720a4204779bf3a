"""What was concluded about a whole receipt: its labels, its structure, its line items."""

from typing import Annotated, ClassVar

from pydantic import BeforeValidator

from entities.fields import Flag, Json, Needed, Part, Timestamp
from entities.item import Alternate
from entities.keys import Key
from entities.receipts.base import UPSTREAM, Corners, ImageId, ReceiptId, ReceiptsItem

_IMAGE = "IMAGE#{image_id}"
_ANALYSIS = "RECEIPT#{receipt_id:05d}#ANALYSIS"

Money = Annotated[str, BeforeValidator(lambda value: str(value) if isinstance(value, int | float) else value)]
"""An amount as it was written: text, never a binary fraction."""


class Analysis(ReceiptsItem):
    """What all conclusions about a receipt have in common."""

    image_id: ImageId
    receipt_id: ReceiptId
    timestamp_added: Needed[Timestamp] = None
    version: str | None = None
    metadata: Json = None


class AnalysedLabel(Part):
    """A label that an analysis proposes for a word."""

    label_type: str | None = None
    line_id: int | None = None
    word_id: int | None = None
    text: str | None = None
    reasoning: str | None = None
    bounding_box: Corners | None = None


class ReceiptLabelAnalysis(Analysis):
    """Which words of a receipt mean what, in one go."""

    type_name: ClassVar[str] = "RECEIPT_LABEL_ANALYSIS"
    key: ClassVar[Key] = Key.of(_IMAGE, _ANALYSIS + "#LABELS")
    indexes: ClassVar = {"GSI1": Key.of("ANALYSIS_TYPE", "LABELS#{timestamp_added}")}
    alternates: ClassVar = (Alternate("GSI2", Key.of("RECEIPT", f"{_IMAGE}#RECEIPT#" + "{receipt_id:05d}"), UPSTREAM),)

    labels: tuple[AnalysedLabel, ...] = ()
    overall_reasoning: str | None = None


class Pattern(Part):
    """Something typical of a section of a receipt."""

    pattern_type: str | None = None
    description: str | None = None
    examples: tuple[str, ...] = ()
    metadata: Json = None


class Section(Part):
    """A part of a receipt: header, body, totals."""

    name: str | None = None
    line_ids: tuple[int, ...] = ()
    reasoning: str | None = None
    spatial_patterns: tuple[Pattern, ...] = ()
    content_patterns: tuple[Pattern, ...] = ()
    start_line: int | None = None
    end_line: int | None = None
    metadata: Json = None


class ReceiptStructureAnalysis(Analysis):
    """The sections of a receipt."""

    type_name: ClassVar[str] = "RECEIPT_STRUCTURE_ANALYSIS"
    key: ClassVar[Key] = Key.of(_IMAGE, _ANALYSIS + "#STRUCTURE")
    indexes: ClassVar = {"GSI1": Key.of("ANALYSIS_TYPE", "STRUCTURE#{timestamp_added}")}
    alternates: ClassVar = (Alternate(None, Key.of(_IMAGE, _ANALYSIS + "#STRUCTURE#{version:text}"), UPSTREAM),)
    notes: ClassVar = ("Upstream keeps several versions per receipt, the version in the key: all are read.",)

    sections: tuple[Section, ...] = ()
    overall_reasoning: str | None = None
    processing_metrics: Json = None
    processing_history: Json = None
    source_info: Json = None


class Quantity(Part):
    """How much of something was bought."""

    amount: Money | None = None
    unit: str | None = None


class Price(Part):
    """What something cost, each and in all."""

    unit_price: Money | None = None
    extended_price: Money | None = None


class LineItem(Part):
    """A thing that was bought."""

    description: str | None = None
    quantity: Quantity | None = None
    price: Price | None = None
    line_ids: tuple[int, ...] = ()
    reasoning: str | None = None


class ReceiptLineItemAnalysis(Analysis):
    """What was bought, and whether it adds up."""

    type_name: ClassVar[str] = "RECEIPT_LINE_ITEM_ANALYSIS"
    key: ClassVar[Key] = Key.of(_IMAGE, _ANALYSIS + "#LINE_ITEMS")
    indexes: ClassVar = {"GSI1": Key.of("ANALYSIS_TYPE", "LINE_ITEMS#{timestamp_added}")}
    alternates: ClassVar = (Alternate("GSI2", Key.of("RECEIPT", f"{_IMAGE}#RECEIPT#" + "{receipt_id:05d}"), UPSTREAM),)
    notes: ClassVar = ("Upstream stores the number of items in `total_found`: read as yes where it is not 0.",)

    items: tuple[LineItem, ...] = ()
    subtotal: Money | None = None
    tax: Money | None = None
    total: Money | None = None
    fees: Money | None = None
    discounts: Money | None = None
    tips: Money | None = None
    total_found: Flag | None = None
    discrepancies: tuple[str, ...] = ()
    reasoning: str | None = None
    word_labels: Json = None
    timestamp_updated: Timestamp | None = None
