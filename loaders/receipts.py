"""What belongs to a receipt, and how receipts are found: by type, merchant, place, status, label, tag, batch, time."""

from dataclasses import replace
from typing import Any

from entities.item import Item
from entities.receipts.analyses import ReceiptLabelAnalysis, ReceiptLineItemAnalysis, ReceiptStructureAnalysis
from entities.receipts.batches import BatchSummary, CompletionBatchResult, EmbeddingBatchResult
from entities.receipts.compaction import CompactionRun
from entities.receipts.images import Image, ImageType, Letter, Line, Word
from entities.receipts.labels import (
    GPTInitialTagging,
    GPTValidation,
    LabelHygieneResult,
    LabelMetadata,
    ReceiptField,
    ReceiptWordLabel,
    ReceiptWordTag,
    WordTag,
)
from entities.receipts.places import PlacesCache, SearchType, padded_value
from entities.receipts.receipt import Receipt, ReceiptLetter, ReceiptLine, ReceiptMetadata, ReceiptWord
from entities.receipts.validations import (
    ReceiptChatGPTValidation,
    ReceiptValidationCategory,
    ReceiptValidationResult,
    ReceiptValidationSummary,
)
from entities.tables import RECEIPTS
from loaders.cursors import scope_of
from loaders.listing import Listing, alternates_in
from loaders.pages import Slice, page_of, sorted_page
from loaders.reading import Reading
from loaders.relations import RELATIONS, many, one

_PER_RECEIPT = ("line_id", "word_id", "tag")

RELATIONS |= {
    Image: {"receipts": many(Receipt), "lines": many(Line), "words": many(Word)},
    Line: {"words": many(Word)},
    Word: {"letters": many(Letter), "tag_items": many(WordTag)},
    Receipt: {
        "lines": many(ReceiptLine),
        "words": many(ReceiptWord),
        "labels": many(ReceiptWordLabel),
        "metadata": one(ReceiptMetadata),
        "fields": many(ReceiptField),
        "label_analysis": one(ReceiptLabelAnalysis),
        "structure_analyses": many(ReceiptStructureAnalysis),
        "line_item_analysis": one(ReceiptLineItemAnalysis),
        "validation": one(ReceiptValidationSummary),
        "chat_gpt_validations": many(ReceiptChatGPTValidation),
        "compaction_runs": many(CompactionRun),
        "gpt_validation": one(GPTValidation, absent=_PER_RECEIPT),
        "gpt_initial_tagging": one(GPTInitialTagging, absent=_PER_RECEIPT),
    },
    ReceiptLine: {"words": many(ReceiptWord)},
    ReceiptWord: {
        "letters": many(ReceiptLetter),
        "labels": many(ReceiptWordLabel),
        "tag_items": many(ReceiptWordTag),
    },
    ReceiptWordTag: {
        "gpt_validation": one(GPTValidation),
        "gpt_initial_tagging": one(GPTInitialTagging),
    },
    ReceiptValidationSummary: {"categories": many(ReceiptValidationCategory)},
    ReceiptValidationCategory: {"results": many(ReceiptValidationResult)},
}

CORE_LABELS = (
    *("MERCHANT_NAME", "STORE_HOURS", "PHONE_NUMBER", "WEBSITE", "LOYALTY_ID", "ADDRESS_LINE", "DATE", "TIME"),
    *("PAYMENT_METHOD", "COUPON", "DISCOUNT", "PRODUCT_NAME", "QUANTITY", "UNIT_PRICE", "LINE_TOTAL", "SUBTOTAL"),
    *("TAX", "TIP", "GRAND_TOTAL", "CHANGE", "CASH_BACK", "REFUND"),
)
"""The labels that upstream lets be added."""

IMAGES = Listing(Image, "GSITYPE")
IMAGES_BY_TYPE = Listing(Image, "GSI3", ("image_type", "receipts_known"))

ALL_RECEIPTS = Listing(Receipt, "GSITYPE")
METADATA_BY_MERCHANT = Listing(ReceiptMetadata, "GSI1", ("merchant_key",))
METADATA_BY_PLACE = Listing(ReceiptMetadata, "GSI3", ("place_id",), also=alternates_in(ReceiptMetadata, "GSI2"))
ALL_METADATA = Listing(ReceiptMetadata, "GSITYPE")
# Only metadata that we wrote: upstream knows no confidence.
METADATA_BY_CONFIDENCE = Listing(ReceiptMetadata, "GSI2")

LINES_BY_EMBEDDING_STATUS = Listing(ReceiptLine, "GSI1", ("embedding_status",))
WORDS_BY_EMBEDDING_STATUS = Listing(ReceiptWord, "GSI1", ("embedding_status",))

LABELS_BY_LABEL = Listing(ReceiptWordLabel, "GSI1", ("label",))
LABELS_BY_STATUS = Listing(ReceiptWordLabel, "GSI3", ("validation_status",))
FIELDS_BY_TYPE = Listing(ReceiptField, None, ("field_type",))
WORD_TAGS = Listing(WordTag, "GSI1", ("tag",), folded="tag")
RECEIPT_WORD_TAGS = Listing(ReceiptWordTag, "GSI1", ("tag",), folded="tag")

LABEL_ANALYSES = Listing(ReceiptLabelAnalysis, "GSI1", time="timestamp_added", newest_first=True)
STRUCTURE_ANALYSES = Listing(ReceiptStructureAnalysis, "GSI1", time="timestamp_added", newest_first=True)
LINE_ITEM_ANALYSES = Listing(ReceiptLineItemAnalysis, "GSI1", time="timestamp_added", newest_first=True)

VALIDATIONS = Listing(ReceiptValidationSummary, "GSI1", time="validation_timestamp", newest_first=True)
VALIDATIONS_BY_STATUS = Listing(
    ReceiptValidationSummary, "GSI3", ("overall_status",), time="validation_timestamp", newest_first=True
)
CATEGORIES_BY_STATUS = Listing(ReceiptValidationCategory, "GSI3", ("field_name", "status"))
RESULTS_BY_TYPE = Listing(ReceiptValidationResult, "GSI3", ("type",))
CHAT_GPT_VALIDATIONS = Listing(ReceiptChatGPTValidation, "GSI1", time="timestamp", newest_first=True)
CHAT_GPT_BY_STATUS = Listing(ReceiptChatGPTValidation, "GSI3", ("revised_status",), time="timestamp", newest_first=True)

COMPACTION_RUNS = Listing(CompactionRun, "GSI1", time="created_at", newest_first=True)

PLACES = Listing(PlacesCache, "GSITYPE")
PLACES_BY_ID = Listing(PlacesCache, "GSI1", ("place_id",))
# Only places that we wrote: upstream does not note when one was last used.
PLACES_BY_USE = Listing(PlacesCache, "GSI2", time="last_updated", newest_first=True)

BATCHES_BY_STATUS = Listing(BatchSummary, "GSI1", ("status", "batch_type"))
COMPLETIONS_OF_BATCH = Listing(CompletionBatchResult, None, ("batch_id",))
COMPLETIONS_BY_STATUS = Listing(CompletionBatchResult, "GSI2", ("batch_id", "status"))
COMPLETIONS_BY_LABEL = Listing(
    CompletionBatchResult,
    "GSI1",
    ("label_target", "original_label"),
    also=alternates_in(CompletionBatchResult, "GSI1"),
)
COMPLETIONS_OF_RECEIPT = Listing(CompletionBatchResult, "GSI3", ("image_id", "receipt_id"))
EMBEDDINGS_OF_BATCH = Listing(EmbeddingBatchResult, None, ("batch_id",))
EMBEDDINGS_BY_STATUS = Listing(EmbeddingBatchResult, "GSI2", ("batch_id", "status"))
EMBEDDINGS_OF_RECEIPT = Listing(EmbeddingBatchResult, "GSI3", ("image_id", "receipt_id"))

HYGIENE_BY_ALIAS = Listing(LabelHygieneResult, "GSI1", ("alias",))
HYGIENE_BY_CANONICAL_LABEL = Listing(LabelHygieneResult, "GSI2", ("canonical_label",))
LABELS_KNOWN = Listing(LabelMetadata, "GSITYPE")


def place_by_value(reading: Reading, search_type: SearchType, value: str) -> PlacesCache | None:
    """What is kept about an address, a phone number or a URL, whoever put it there."""
    key = PlacesCache.key_for(search_type=search_type.value, search_value=value)
    as_upstream = key | {"SK": f"VALUE#{padded_value(search_type, value)}"}
    records = reading.session.batch_get(RECEIPTS, [key, as_upstream])
    found = reading.items(RECEIPTS, (record for record in records if record), PlacesCache)
    return next((item for item in found if isinstance(item, PlacesCache)), None)


def images_by_type(
    reading: Reading, image_type: ImageType, receipts: int | None = None, *, first: int, after: str | None = None
) -> Slice:
    """Images of a type, by number of receipts.

    The first writers knew no types, so their images are in no index by type. They count as scans, and come after the
    others, found among all images.
    """
    values: dict[str, Any] = {"image_type": image_type.value}
    if receipts is not None:
        values["receipts_known"] = receipts
    queries = IMAGES_BY_TYPE.queries(values)
    if image_type is ImageType.SCAN and not receipts:
        queries += [replace(each, where={"image_type": None}) for each in IMAGES.queries({})]
    scope = scope_of("imagesByType", values, newest_first=False)
    return page_of(reading, queries, (Image,), scope, first=first, after=after, is_sequence=True)


def labels_known(reading: Reading, target: str | None = None, *, first: int, after: str | None = None) -> Slice:
    """Labels that are explained, all or of one target, by name.

    Upstream once wrote them without type and index. Those are found by their names, as far as they are core labels.
    """
    listed = LABELS_KNOWN.all(reading, {})
    by_name = reading.by_ids(LabelMetadata, [{"label": label} for label in CORE_LABELS])
    found = {item.label: item for item in (*listed, *by_name) if isinstance(item, LabelMetadata)}
    wanted: list[tuple[list[str | int | float], Item]] = [
        ([label], item) for label, item in found.items() if target is None or item.label_target == target
    ]
    scope = scope_of("labelsKnown", {"target": target}, newest_first=False)
    return sorted_page(wanted, scope, first=first, after=after)
