"""Analyses of a whole receipt. It has one of each kind, and a new one replaces it."""

from typing import Any, ClassVar, TypeVar

from commands.inputs import Input
from commands.receipts.image_inputs import PointInput
from commands.receipts.receipt_writes import OfReceipt, UpperWord, set_below
from entities.fields import Json, Timestamp
from entities.receipts.analyses import (
    Analysis,
    Money,
    ReceiptLabelAnalysis,
    ReceiptLineItemAnalysis,
    ReceiptStructureAnalysis,
)
from loaders.request import Request

AnalysisType = TypeVar("AnalysisType", bound=Analysis)


class _Concluded(OfReceipt):
    """What all conclusions have in common."""

    timestamp_added: Timestamp | None = None
    """When the analysis was stored; defaults to now."""
    version: str | None = None
    metadata: Json = None
    expected_timestamp_added: Timestamp | None = None
    """If given, the call fails with `Conflict` unless the stored analysis still has this `timestampAdded`."""


class CornersInput(Input):
    """The four corners of a box, which may be tilted."""

    about: ClassVar[str] = "Corners"

    top_left: PointInput | None = None
    top_right: PointInput | None = None
    bottom_left: PointInput | None = None
    bottom_right: PointInput | None = None


class AnalysedLabelInput(Input):
    """A label that an analysis proposes for a word."""

    about: ClassVar[str] = "AnalysedLabel"

    label_type: UpperWord
    line_id: int | None = None
    word_id: int | None = None
    text: str | None = None
    reasoning: str | None = None
    bounding_box: CornersInput | None = None


class PutLabelAnalysisInput(_Concluded):
    """An analysis that proposes labels for the words of a receipt; it replaces the one that the receipt has, if any."""

    about: ClassVar[str] = "ReceiptLabelAnalysis"

    labels: tuple[AnalysedLabelInput, ...]
    overall_reasoning: str | None = None


def put_label_analysis(request: Request, input: PutLabelAnalysisInput) -> ReceiptLabelAnalysis:
    """Replace the label analysis of a receipt."""
    return _put(request, ReceiptLabelAnalysis, input)


class PatternInput(Input):
    """A mark by which a section of a receipt is recognised, such as a typical text or alignment."""

    about: ClassVar[str] = "Pattern"

    pattern_type: str
    description: str | None = None
    examples: tuple[str, ...] = ()
    metadata: Json = None


class SectionInput(Input):
    """A section of a receipt, such as its header, its items or its totals."""

    about: ClassVar[str] = "Section"

    name: str
    line_ids: tuple[int, ...] = ()
    reasoning: str | None = None
    spatial_patterns: tuple[PatternInput, ...] = ()
    content_patterns: tuple[PatternInput, ...] = ()
    start_line: int | None = None
    end_line: int | None = None
    metadata: Json = None


class PutStructureAnalysisInput(_Concluded):
    """An analysis that divides a receipt into sections; it replaces the one that the receipt has, if any."""

    about: ClassVar[str] = "ReceiptStructureAnalysis"

    sections: tuple[SectionInput, ...]
    overall_reasoning: str | None = None
    processing_metrics: Json = None
    processing_history: Json = None
    source_info: Json = None


def put_structure_analysis(request: Request, input: PutStructureAnalysisInput) -> ReceiptStructureAnalysis:
    """Replace the structure analysis of a receipt."""
    return _put(request, ReceiptStructureAnalysis, input)


class QuantityInput(Input):
    """How much of an item was bought."""

    about: ClassVar[str] = "Quantity"

    amount: Money | None = None
    unit: str | None = None


class PriceInput(Input):
    """The price of an item, for one unit and in total."""

    about: ClassVar[str] = "Price"

    unit_price: Money | None = None
    extended_price: Money | None = None


class LineItemInput(Input):
    """An item that was bought."""

    about: ClassVar[str] = "LineItem"

    description: str | None = None
    quantity: QuantityInput | None = None
    price: PriceInput | None = None
    line_ids: tuple[int, ...] = ()
    reasoning: str | None = None


class PutLineItemAnalysisInput(_Concluded):
    """An analysis of what was bought; it replaces the one that the receipt has, if any."""

    about: ClassVar[str] = "ReceiptLineItemAnalysis"

    items: tuple[LineItemInput, ...]
    subtotal: Money | None = None
    tax: Money | None = None
    total: Money | None = None
    fees: Money | None = None
    discounts: Money | None = None
    tips: Money | None = None
    total_found: bool | None = None
    """Whether any bought items were found."""
    discrepancies: tuple[str, ...] = ()
    reasoning: str | None = None
    word_labels: Json = None
    timestamp_updated: Timestamp | None = None


def put_line_item_analysis(request: Request, input: PutLineItemAnalysisInput) -> ReceiptLineItemAnalysis:
    """Replace the line item analysis of a receipt."""
    return _put(request, ReceiptLineItemAnalysis, input)


def _put(request: Request, entity: type[AnalysisType], input: _Concluded) -> AnalysisType:
    given: dict[str, Any] = input.model_dump(exclude_none=True, exclude={"expected_timestamp_added"})
    analysis = entity(**{"timestamp_added": request.now} | given)
    own = () if input.timestamp_added else ("timestamp_added",)
    expected = {"timestamp_added": input.expected_timestamp_added}
    return set_below(request, input, analysis, expected=expected, stamps=own)
