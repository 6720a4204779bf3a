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
    """When the analysis was stored."""
    version: str | None = None
    """The version of the program that made the analysis, such as `1.0.0`."""
    metadata: Json = None
    """How the analysis was made, as JSON: measurements, history and source."""


class AnalysedLabel(Part):
    """A label that an analysis proposes for a word."""

    label_type: str | None = None
    """The proposed label, such as `GRAND_TOTAL`."""
    line_id: int | None = None
    """The number of the line that the word is in."""
    word_id: int | None = None
    """The number of the word, unique within its line."""
    text: str | None = None
    """The text of the word."""
    reasoning: str | None = None
    """Why the word should have this label."""
    bounding_box: Corners | None = None
    """The four corners of the word."""


class ReceiptLabelAnalysis(Analysis):
    """An analysis that proposes labels for the words of a receipt."""

    type_name: ClassVar[str] = "RECEIPT_LABEL_ANALYSIS"
    item_bytes: ClassVar[int] = 3000
    key: ClassVar[Key] = Key.of(_IMAGE, _ANALYSIS + "#LABELS")
    indexes: ClassVar = {"GSI1": Key.of("ANALYSIS_TYPE", "LABELS#{timestamp_added}")}
    alternates: ClassVar = (Alternate("GSI2", Key.of("RECEIPT", f"{_IMAGE}#RECEIPT#" + "{receipt_id:05d}"), UPSTREAM),)

    labels: tuple[AnalysedLabel, ...] = ()
    """The proposed labels, one for each word that has a meaning."""
    overall_reasoning: str | None = None
    """Why these labels were proposed, for the receipt as a whole."""


class Pattern(Part):
    """A mark by which a section of a receipt is recognised, such as a typical text or alignment."""

    pattern_type: str | None = None
    """The kind of pattern, such as `text` or `alignment`."""
    description: str | None = None
    """What is typical, in words, such as `centred`."""
    examples: tuple[str, ...] = ()
    """Texts on the receipt that show the pattern."""
    metadata: Json = None
    """Further details of the pattern, as JSON."""


class Section(Part):
    """A section of a receipt, such as its header, its items or its totals."""

    name: str | None = None
    """The name of the section, such as `header` or `body`."""
    line_ids: tuple[int, ...] = ()
    """The `lineId`s of the lines of the receipt that make up the section."""
    reasoning: str | None = None
    """Why these lines belong together."""
    spatial_patterns: tuple[Pattern, ...] = ()
    """What is typical of the layout of the section."""
    content_patterns: tuple[Pattern, ...] = ()
    """What is typical of the text of the section."""
    start_line: int | None = None
    """The number of the first line of the section."""
    end_line: int | None = None
    """The number of the last line of the section."""
    metadata: Json = None
    """Further details of the section, as JSON."""


class ReceiptStructureAnalysis(Analysis):
    """An analysis that divides a receipt into sections."""

    type_name: ClassVar[str] = "RECEIPT_STRUCTURE_ANALYSIS"
    item_bytes: ClassVar[int] = 1000
    key: ClassVar[Key] = Key.of(_IMAGE, _ANALYSIS + "#STRUCTURE")
    indexes: ClassVar = {"GSI1": Key.of("ANALYSIS_TYPE", "STRUCTURE#{timestamp_added}")}
    alternates: ClassVar = (Alternate(None, Key.of(_IMAGE, _ANALYSIS + "#STRUCTURE#{version:text}"), UPSTREAM),)
    notes: ClassVar = ("Upstream keeps several versions per receipt, the version in the key: all are read.",)

    sections: tuple[Section, ...] = ()
    """The sections of the receipt."""
    overall_reasoning: str | None = None
    """Why the receipt was divided like this."""
    processing_metrics: Json = None
    """Measurements of the analysis itself, as JSON, such as `section_count`."""
    processing_history: Json = None
    """What was done to the analysis in order of time, as JSON."""
    source_info: Json = None
    """Which model or program made the analysis, as JSON."""


class Quantity(Part):
    """How much of an item was bought."""

    amount: Money | None = None
    """The number or amount, as text, such as `2` or `0.75`."""
    unit: str | None = None
    """What the amount counts, such as `ea` (each) or `kg`."""


class Price(Part):
    """The price of an item, for one unit and in total."""

    unit_price: Money | None = None
    """The price of one unit, as text in the currency of the receipt, such as `12.00`."""
    extended_price: Money | None = None
    """The price of all units together, as text in the currency of the receipt, such as `24.00`."""


class LineItem(Part):
    """An item that was bought."""

    description: str | None = None
    """The name of the item, as printed on the receipt."""
    quantity: Quantity | None = None
    """How much of the item was bought."""
    price: Price | None = None
    """The price of the item, for one unit and in total."""
    line_ids: tuple[int, ...] = ()
    """The numbers of the lines of the receipt that the item takes up."""
    reasoning: str | None = None
    """Why the analysis takes these lines for one item."""


class ReceiptLineItemAnalysis(Analysis):
    """An analysis of what was bought, and whether the amounts add up."""

    type_name: ClassVar[str] = "RECEIPT_LINE_ITEM_ANALYSIS"
    item_bytes: ClassVar[int] = 1000
    key: ClassVar[Key] = Key.of(_IMAGE, _ANALYSIS + "#LINE_ITEMS")
    indexes: ClassVar = {"GSI1": Key.of("ANALYSIS_TYPE", "LINE_ITEMS#{timestamp_added}")}
    alternates: ClassVar = (Alternate("GSI2", Key.of("RECEIPT", f"{_IMAGE}#RECEIPT#" + "{receipt_id:05d}"), UPSTREAM),)
    notes: ClassVar = ("Upstream stores the number of items in `total_found`: any number but 0 is read as true.",)

    items: tuple[LineItem, ...] = ()
    """The items that were bought."""
    subtotal: Money | None = None
    """The sum before tax, fees and tips, as text in the currency of the receipt, such as `30.50`."""
    tax: Money | None = None
    """The tax, as text in the currency of the receipt, such as `2.95`; null if none was found."""
    total: Money | None = None
    """The amount to pay, as text in the currency of the receipt, such as `33.45`."""
    fees: Money | None = None
    """All fees together, as text in the currency of the receipt, such as `1.50`; null if none were found."""
    discounts: Money | None = None
    """All discounts together, as text in the currency of the receipt, such as `2.00`; null if none were found."""
    tips: Money | None = None
    """The tip, as text in the currency of the receipt, such as `5.00`; null if none was found."""
    total_found: Flag | None = None
    """Whether any bought items were found. Some programs store the number of items instead: false if that is 0."""
    discrepancies: tuple[str, ...] = ()
    """What does not add up, one sentence each; empty if everything does."""
    reasoning: str | None = None
    """Why the items and amounts were read like this."""
    word_labels: Json = None
    """The label of each word that was used, as JSON by `line:word`, such as `{"8:1": "PRODUCT_NAME"}`."""
    timestamp_updated: Timestamp | None = None
    """When the analysis was last changed; null if it never was."""
