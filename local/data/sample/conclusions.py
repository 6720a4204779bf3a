"""What was concluded about the receipts of the sample: merchant, fields, structure, line items, validation."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from entities.item import Item
from entities.receipts.analyses import (
    AnalysedLabel,
    LineItem,
    Pattern,
    Price,
    Quantity,
    ReceiptLabelAnalysis,
    ReceiptLineItemAnalysis,
    ReceiptStructureAnalysis,
    Section,
)
from entities.receipts.base import Corners
from entities.receipts.compaction import CompactionRun, CompactionState
from entities.receipts.labels import FieldWord, ReceiptField
from entities.receipts.places import PlacesCache, SearchType
from entities.receipts.receipt import EmbeddingStatus, MerchantMatch, ReceiptMetadata
from local.data.sample.meanings import reason_for
from local.data.sample.names import sample_id
from local.data.sample.scenes import PaperOnPicture, Scene
from local.data.sample.shops import Shop, Sold, dollars

_FIELDS = ("MERCHANT_NAME", "ADDRESS_LINE", "PHONE_NUMBER", "DATE", "TIME", "GRAND_TOTAL")
_MODEL = {"model_name": "gpt-4o-mini", "model_version": "2024-07-18", "algorithm": "layout+llm"}
_SECTION_REASONS = {
    "header": "Centred lines with name, address and phone number of the shop.",
    "items": "Between two rules; every line ends in an amount.",
    "totals": "Amounts that follow from the ones above.",
    "payment": "How the total was paid.",
    "footer": "Centred lines after the last rule.",
}


def conclusions(scene: Scene, paper: PaperOnPicture) -> Iterator[Item]:
    """Everything that was found out about a receipt as a whole."""
    yield _metadata(scene, paper)
    yield from _fields(scene, paper)
    yield _label_analysis(scene, paper)
    yield _structure(scene, paper)
    yield _line_items(scene, paper)
    yield _compaction(scene, paper)


def places(shop: Shop, when: datetime) -> Iterator[Item]:
    """The answers about a shop that were kept."""
    address = f"{shop.street}, {shop.town}"
    searched = {SearchType.PHONE: shop.phone, SearchType.ADDRESS: address, SearchType.URL: f"https://{shop.website}"}
    for number, (search_type, value) in enumerate(searched.items()):
        yield PlacesCache(
            search_type=search_type,
            search_value=value,
            place_id=place_id(shop),
            places_response={
                "name": shop.name,
                "place_id": place_id(shop),
                "formatted_address": address,
                "formatted_phone_number": shop.phone,
                "types": [shop.category, "point_of_interest", "establishment"],
                "business_status": "OPERATIONAL",
            },
            last_updated=when + timedelta(minutes=5, seconds=number),
            query_count=3 - number,
            validation_status="OK",
            normalized_value=value.lower(),
        )


def place_id(shop: Shop) -> str:
    """An id in the style of the Places API."""
    return "ChIJ" + sample_id("place", shop.name).replace("-", "")[:23]


def _metadata(scene: Scene, paper: PaperOnPicture) -> Item:
    shop = paper.sale.shop
    is_sure = shop.category != "gas_station"
    place: dict[str, Any] = {"place_id": place_id(shop), "merchant_name": shop.name}
    canonical = {f"canonical_{name}": value for name, value in place.items()}
    return ReceiptMetadata(
        **_ids(scene, paper),
        **place,
        **(canonical if is_sure else {}),
        merchant_category=shop.category,
        address=f"{shop.street}, {shop.town}",
        phone_number=shop.phone,
        match_confidence=0.97 if is_sure else 0.61,
        matched_fields=("name", "phone", "address") if is_sure else ("name",),
        validated_by="TEXT_SEARCH" if is_sure else "INFERENCE",
        validation_status=MerchantMatch.MATCHED if is_sure else MerchantMatch.UNSURE,
        timestamp=_after(scene, 6),
        reasoning="Name, phone and address agree." if is_sure else "Only the name agrees; several stations have it.",
    )


def _fields(scene: Scene, paper: PaperOnPicture) -> Iterator[Item]:
    for field_type in _FIELDS:
        words = tuple(
            FieldWord(word_id=word_id, line_id=line_id, label=field_type)
            for line_id, word_id, label, _ in _labelled(paper)
            if label == field_type
        )
        yield ReceiptField(
            **_ids(scene, paper),
            field_type=field_type,
            words=words,
            reasoning=reason_for(field_type),
            timestamp_added=_after(scene, 7),
        )


def _label_analysis(scene: Scene, paper: PaperOnPicture) -> Item:
    found = tuple(
        AnalysedLabel(
            label_type=label,
            line_id=line_id,
            word_id=word_id,
            text=text,
            reasoning=reason_for(label),
            bounding_box=Corners(**paper.cut_out.corners(paper.lines[line_id - 1].words[word_id - 1][1])),
        )
        for line_id, word_id, label, text in _labelled(paper)
        if label != "PRODUCT_NAME"
    )
    return ReceiptLabelAnalysis(
        **_ids(scene, paper),
        timestamp_added=_after(scene, 8),
        version="2.1.0",
        labels=found,
        overall_reasoning="Head, products, totals and payment follow each other as on most receipts of this kind.",
        metadata={
            "processing_metrics": {"processing_time_ms": 1840 + 11 * len(found), "api_calls": 2},
            "source_information": _MODEL,
        },
    )


def _structure(scene: Scene, paper: PaperOnPicture) -> Item:
    numbered = enumerate((line.printed.section for line in paper.lines), 1)
    grouped = groupby(numbered, key=lambda each: each[1])
    sections = tuple(_section(name, [line_id for line_id, _ in lines]) for name, lines in grouped)
    return ReceiptStructureAnalysis(
        **_ids(scene, paper),
        timestamp_added=_after(scene, 9),
        version="1.4.0",
        sections=sections,
        overall_reasoning=f"{len(sections)} sections, told apart by rules and alignment.",
        processing_metrics={"processing_time_ms": 910, "api_calls": 1},
        source_info=_MODEL,
    )


def _section(name: str, line_ids: list[int]) -> Section:
    alignment = "centre" if name in {"header", "footer"} else "both edges"
    return Section(
        name=name,
        line_ids=tuple(line_ids),
        start_line=line_ids[0],
        end_line=line_ids[-1],
        reasoning=_SECTION_REASONS[name],
        spatial_patterns=(Pattern(pattern_type="alignment", description=f"Aligned to the {alignment}."),),
        content_patterns=(Pattern(pattern_type="format", description=_SECTION_REASONS[name]),),
    )


def _line_items(scene: Scene, paper: PaperOnPicture) -> Item:
    sale = paper.sale
    return ReceiptLineItemAnalysis(
        **_ids(scene, paper),
        timestamp_added=_after(scene, 10),
        version="1.2.0",
        items=tuple(_line_item(each, paper) for each in sale.sold),
        subtotal=dollars(sale.subtotal),
        tax=dollars(sale.tax),
        total=dollars(sale.total),
        discounts=dollars(sale.discount) if sale.coupon else None,
        tips=dollars(sale.tip) if sale.tip is not None else None,
        total_found=True,
        discrepancies=(),
        reasoning="Products less discounts make the subtotal; with tax and tip they make the total.",
    )


def _line_item(each: Sold, paper: PaperOnPicture) -> LineItem:
    first = next(number for number, line in enumerate(paper.lines, 1) if line.printed.text.startswith(each.name))
    return LineItem(
        description=each.name.title(),
        quantity=Quantity(amount=str(each.quantity), unit="each"),
        price=Price(unit_price=dollars(each.cents), extended_price=dollars(each.amount)),
        line_ids=(first,) if each.quantity == 1 else (first, first + 1),
        reasoning="A name on the left and an amount on the right.",
    )


def _compaction(scene: Scene, paper: PaperOnPicture) -> Item:
    """The run that merged the vectors of a receipt, as far as it came."""
    run_id = sample_id("compaction", scene.image_id, paper.receipt_id)
    started = _after(scene, 30)
    values: dict[str, Any] = {"lines_state": CompactionState.PENDING, "words_state": CompactionState.PENDING}
    if paper.embedding is EmbeddingStatus.SUCCESS:
        done = {"state": CompactionState.COMPLETED, "started_at": started, "finished_at": started + _MINUTE}
        values = {f"{part}_{name}": value for part in ("lines", "words") for name, value in done.items()}
        values |= {"lines_merged_vectors": len(paper.lines), "words_merged_vectors": len(list(_words(paper)))}
    elif paper.receipt_id > 1:
        failed = {"words_state": CompactionState.FAILED, "words_error": "The delta has vectors of 1536 and 768 parts."}
        values = {"lines_state": CompactionState.PROCESSING, "lines_started_at": started, **failed}
    return CompactionRun(
        **_ids(scene, paper),
        run_id=run_id,
        lines_delta_prefix=f"delta/lines/{run_id}/",
        words_delta_prefix=f"delta/words/{run_id}/",
        created_at=started,
        updated_at=started + 2 * _MINUTE,
        **values,
    )


_MINUTE = timedelta(minutes=1)


def _labelled(paper: PaperOnPicture) -> Iterator[tuple[int, int, str, str]]:
    for line_id, word_id, label, text in _words(paper):
        if label is not None:
            yield line_id, word_id, label, text


def _words(paper: PaperOnPicture) -> Iterator[tuple[int, int, str | None, str]]:
    for line_id, line in enumerate(paper.lines, 1):
        for word_id, (piece, _) in enumerate(line.words, 1):
            yield line_id, word_id, piece.label, piece.text


def _ids(scene: Scene, paper: PaperOnPicture) -> dict[str, Any]:
    return {"image_id": scene.image_id, "receipt_id": paper.receipt_id}


def _after(scene: Scene, minutes: int) -> datetime:
    return scene.added_at + timedelta(minutes=minutes)
