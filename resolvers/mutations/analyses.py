"""Conclusions about a whole receipt: each kind is there once, and a new one takes the place of the one before."""

from typing import Any, ClassVar, TypeVar

from entities.fields import Json, Timestamp
from entities.receipts.analyses import (
    Analysis,
    Money,
    ReceiptLabelAnalysis,
    ReceiptLineItemAnalysis,
    ReceiptStructureAnalysis,
)
from loaders.reading import Reading
from resolvers.inputs import Input
from resolvers.mutations.below import OfReceipt, UpperWord, set_below
from resolvers.mutations.image_inputs import PointInput

AnalysisType = TypeVar("AnalysisType", bound=Analysis)


class _Concluded(OfReceipt):
    """What all conclusions have in common."""

    timestamp_added: Timestamp | None = None
    version: str | None = None
    metadata: Json = None
    expected_timestamp_added: Timestamp | None = None


class CornersInput(Input):
    """A box that may be tilted."""

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
    """Which words of a receipt mean what."""

    about: ClassVar[str] = "ReceiptLabelAnalysis"

    labels: tuple[AnalysedLabelInput, ...]
    overall_reasoning: str | None = None


def put_label_analysis(reading: Reading, input: PutLabelAnalysisInput) -> ReceiptLabelAnalysis:
    return _put(reading, ReceiptLabelAnalysis, input)


class PatternInput(Input):
    """Something typical of a section of a receipt."""

    about: ClassVar[str] = "Pattern"

    pattern_type: str
    description: str | None = None
    examples: tuple[str, ...] = ()
    metadata: Json = None


class SectionInput(Input):
    """A part of a receipt: header, body, totals."""

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
    """The sections of a receipt."""

    about: ClassVar[str] = "ReceiptStructureAnalysis"

    sections: tuple[SectionInput, ...]
    overall_reasoning: str | None = None
    processing_metrics: Json = None
    processing_history: Json = None
    source_info: Json = None


def put_structure_analysis(reading: Reading, input: PutStructureAnalysisInput) -> ReceiptStructureAnalysis:
    return _put(reading, ReceiptStructureAnalysis, input)


class QuantityInput(Input):
    """How much of something was bought."""

    about: ClassVar[str] = "Quantity"

    amount: Money | None = None
    unit: str | None = None


class PriceInput(Input):
    """What something cost, each and in all."""

    about: ClassVar[str] = "Price"

    unit_price: Money | None = None
    extended_price: Money | None = None


class LineItemInput(Input):
    """A thing that was bought."""

    about: ClassVar[str] = "LineItem"

    description: str | None = None
    quantity: QuantityInput | None = None
    price: PriceInput | None = None
    line_ids: tuple[int, ...] = ()
    reasoning: str | None = None


class PutLineItemAnalysisInput(_Concluded):
    """What was bought, and whether it adds up."""

    about: ClassVar[str] = "ReceiptLineItemAnalysis"

    items: tuple[LineItemInput, ...]
    subtotal: Money | None = None
    tax: Money | None = None
    total: Money | None = None
    fees: Money | None = None
    discounts: Money | None = None
    tips: Money | None = None
    total_found: bool | None = None
    discrepancies: tuple[str, ...] = ()
    reasoning: str | None = None
    word_labels: Json = None
    timestamp_updated: Timestamp | None = None


def put_line_item_analysis(reading: Reading, input: PutLineItemAnalysisInput) -> ReceiptLineItemAnalysis:
    return _put(reading, ReceiptLineItemAnalysis, input)


def _put(reading: Reading, entity: type[AnalysisType], input: _Concluded) -> AnalysisType:
    given: dict[str, Any] = input.model_dump(exclude_none=True, exclude={"expected_timestamp_added"})
    analysis = entity(**{"timestamp_added": reading.now} | given)
    own = () if input.timestamp_added else ("timestamp_added",)
    expected = {"timestamp_added": input.expected_timestamp_added}
    return set_below(reading, input, analysis, expected=expected, stamps=own)
