"""What belongs to a receipt, and the lists of receipts: by type, merchant, place, status, label, tag, batch, time."""

from dataclasses import replace
from typing import Any

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
from loaders.lists.cursors import scope_of
from loaders.lists.listing import Listing, Span, alternates_in
from loaders.lists.own_tables import without_second_looks
from loaders.lists.pages import Slice, page_of
from loaders.planning.relations import Relations, many, one
from loaders.request import Request

_PER_RECEIPT = ("line_id", "word_id", "tag")

RELATIONS: Relations = {
    Image: {
        "receipts": many(Receipt, description="The receipts that were cut out of the image, sorted by `receiptId`."),
        "lines": many(
            Line,
            description="The lines of text on the whole image, in reading order. `Receipt.lines` has those of a "
            "receipt.",
        ),
        "words": many(
            Word,
            description="The words on the whole image, in reading order. `Receipt.words` has those of a receipt.",
        ),
    },
    Line: {"words": many(Word, description="The words of the line, in reading order.")},
    Word: {
        "letters": many(Letter, description="The letters of the word, in reading order."),
        "tag_items": many(
            WordTag,
            description="The tags of the word, each with the results of checking it; `tags` has only their names.",
        ),
    },
    Receipt: {
        "lines": many(ReceiptLine, description="The lines of the receipt, in reading order."),
        "words": many(ReceiptWord, description="The words of the receipt, in reading order."),
        "labels": many(
            ReceiptWordLabel,
            description="The labels of all words of the receipt, in the reading order of the words. INVALID labels "
            "are included.",
        ),
        "metadata": one(
            ReceiptMetadata,
            description="The merchant of the receipt, and how it was found; null if the merchant was never looked up.",
        ),
        "fields": many(
            ReceiptField,
            description="The fields that were found on the receipt, such as its address: which words each consists of.",
        ),
        "label_analysis": one(
            ReceiptLabelAnalysis,
            description="The analysis that proposes labels for the words of the receipt; null if there is none.",
        ),
        "structure_analyses": many(
            ReceiptStructureAnalysis,
            description="The analyses that divide the receipt into sections: usually one, or one for each `version`.",
        ),
        "line_item_analysis": one(
            ReceiptLineItemAnalysis,
            description="The analysis of what was bought, and whether the amounts add up; null if there is none.",
        ),
        "validation": one(
            ReceiptValidationSummary,
            description="Whether the contents of the receipt are plausible, as a whole and for each kind of field; "
            "null if the receipt was not validated.",
        ),
        "chat_gpt_validations": many(
            ReceiptChatGPTValidation,
            description="Second opinions of ChatGPT on the validation of the receipt, the oldest first.",
        ),
        "compaction_runs": many(
            CompactionRun,
            description="The runs that merge the vectors of the receipt's lines and words into the search index, in no "
            "particular order.",
        ),
        "gpt_validation": one(
            GPTValidation,
            description="GPT's answer to the question whether the tags on the receipt are right; null if it was not "
            "asked. Answers about a single tag are in `ReceiptWordTag.gptValidation`.",
            absent=_PER_RECEIPT,
        ),
        "gpt_initial_tagging": one(
            GPTInitialTagging,
            description="GPT's answer when it was asked to tag the words of the receipt for the first time; null if "
            "it was not asked. Answers about a single tag are in `ReceiptWordTag.gptInitialTagging`.",
            absent=_PER_RECEIPT,
        ),
    },
    ReceiptLine: {"words": many(ReceiptWord, description="The words of the line, in reading order.")},
    ReceiptWord: {
        "letters": many(ReceiptLetter, description="The letters of the word, in reading order."),
        "labels": many(
            ReceiptWordLabel,
            description="The labels of this word, in alphabetical order: what the word means. INVALID labels are "
            "included.",
        ),
        "tag_items": many(
            ReceiptWordTag,
            description="The tags of the word, each with the results of checking it; `tags` has only their names.",
        ),
    },
    ReceiptWordTag: {
        "gpt_validation": one(
            GPTValidation,
            description="GPT's answer to the question whether this tag is right; null if GPT was not asked about this "
            "tag alone.",
        ),
        "gpt_initial_tagging": one(
            GPTInitialTagging,
            description="GPT's answer when it first gave the word this tag; null if GPT was not asked about this tag "
            "alone.",
        ),
    },
    ReceiptValidationSummary: {
        "categories": many(
            ReceiptValidationCategory,
            description="The result for each kind of field that was validated, sorted by `fieldName`.",
        )
    },
    ReceiptValidationCategory: {
        "results": many(
            ReceiptValidationResult, description="The findings in this category, in the order of their `resultIndex`."
        )
    },
}

CORE_LABELS = (
    *("MERCHANT_NAME", "STORE_HOURS", "PHONE_NUMBER", "WEBSITE", "LOYALTY_ID", "ADDRESS_LINE", "DATE", "TIME"),
    *("PAYMENT_METHOD", "COUPON", "DISCOUNT", "PRODUCT_NAME", "QUANTITY", "UNIT_PRICE", "LINE_TOTAL", "SUBTOTAL"),
    *("TAX", "TIP", "GRAND_TOTAL", "CHANGE", "CASH_BACK", "REFUND"),
)
"""The labels that upstream allows to be added."""

IMAGES = Listing(Image, "GSITYPE")
IMAGES_BY_TYPE = Listing(Image, "GSI3", ("image_type", "receipts_known"))

ALL_RECEIPTS = Listing(Receipt, "GSITYPE")
METADATA_BY_MERCHANT = Listing(ReceiptMetadata, "GSI1", ("merchant_key",))
METADATA_BY_PLACE = Listing(ReceiptMetadata, "GSI3", ("place_id",), also=alternates_in(ReceiptMetadata, "GSI2"))
ALL_METADATA = Listing(ReceiptMetadata, "GSITYPE")
# Merchants by confidence. Upstream stores no confidence.
METADATA_BY_CONFIDENCE = Listing(ReceiptMetadata, "GSI2")

LINES_BY_EMBEDDING_STATUS = Listing(ReceiptLine, "GSI1", ("embedding_status",))
WORDS_BY_EMBEDDING_STATUS = Listing(ReceiptWord, "GSI1", ("embedding_status",))
ALL_LINES = Listing(ReceiptLine, "GSITYPE")
ALL_WORDS = Listing(ReceiptWord, "GSITYPE")

LABELS_BY_LABEL = Listing(ReceiptWordLabel, "GSI1", ("label",))
LABELS_BY_LABEL_AND_PLACE = Listing(ReceiptWordLabel, "GSI1", ("label", "image_id", "receipt_id"))
LABELS_BESIDE_WORDS = Listing(ReceiptWordLabel, "GSI2", ("image_id", "receipt_id"))
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
CATEGORIES_BY_STATUS_IN = Listing(
    ReceiptValidationCategory, "GSI3", ("field_name", "status"), time="validation_timestamp"
)
ALL_CATEGORIES = Listing(ReceiptValidationCategory, "GSITYPE")
RESULTS_BY_TIME = Listing(ReceiptValidationResult, "GSI1", time="validation_timestamp", newest_first=True)
ALL_RESULTS = Listing(ReceiptValidationResult, "GSITYPE")
RESULTS_BY_TYPE = Listing(ReceiptValidationResult, "GSI3", ("type",))
CHAT_GPT_VALIDATIONS = Listing(ReceiptChatGPTValidation, "GSI1", time="timestamp", newest_first=True)
CHAT_GPT_BY_STATUS = Listing(ReceiptChatGPTValidation, "GSI3", ("revised_status",), time="timestamp", newest_first=True)

COMPACTION_RUNS = Listing(CompactionRun, "GSI1", time="created_at", newest_first=True)

PLACES = Listing(PlacesCache, "GSITYPE")
PLACES_BY_ID = Listing(PlacesCache, "GSI1", ("place_id",))
# Upstream does not store the time of last use in an index.
PLACES_BY_USE = Listing(PlacesCache, "GSI2", time="last_updated", newest_first=True)

ALL_BATCHES = Listing(BatchSummary, "GSITYPE")
BATCHES_BY_STATUS = Listing(BatchSummary, "GSI1", ("status", "batch_type"))
COMPLETIONS_OF_BATCH = Listing(CompletionBatchResult, None, ("batch_id",))
COMPLETIONS_BY_STATUS = Listing(CompletionBatchResult, "GSI2", ("batch_id", "status"))
COMPLETIONS_BY_LABEL = Listing(
    CompletionBatchResult,
    "GSI1",
    ("label_target", "original_label"),
    also=alternates_in(CompletionBatchResult, "GSI1"),
)
ALL_COMPLETIONS = Listing(CompletionBatchResult, "GSITYPE")
COMPLETIONS_BY_TARGET = Listing(CompletionBatchResult, "GSI1", ("label_target", "status"))
COMPLETIONS_OF_RECEIPT = Listing(CompletionBatchResult, "GSI3", ("image_id", "receipt_id"))
EMBEDDINGS_OF_BATCH = Listing(EmbeddingBatchResult, None, ("batch_id",))
EMBEDDINGS_BY_STATUS = Listing(EmbeddingBatchResult, "GSI2", ("batch_id", "status"))
EMBEDDINGS_OF_RECEIPT = Listing(EmbeddingBatchResult, "GSI3", ("image_id", "receipt_id"))

ALL_HYGIENE = Listing(LabelHygieneResult, "GSITYPE")
HYGIENE_BY_ALIAS = Listing(LabelHygieneResult, "GSI1", ("alias",))
HYGIENE_BY_CANONICAL_LABEL = Listing(LabelHygieneResult, "GSI2", ("canonical_label",))
LABELS_KNOWN = Listing(LabelMetadata, "GSITYPE")
LABELS_BY_TARGET = Listing(LabelMetadata, "GSI2", ("label_target",))


def place_by_value(request: Request, search_type: SearchType, value: str) -> PlacesCache | None:
    """The cached place of an address, a phone number or a URL, in the key format of any writer."""
    key = PlacesCache.key_for(search_type=search_type.value, search_value=value)
    as_upstream = key | {"SK": f"VALUE#{padded_value(search_type, value)}"}
    records = request.session.batch_get(RECEIPTS, [key, as_upstream])
    found = request.items(RECEIPTS, (record for record in records if record), PlacesCache)
    return next((item for item in found if isinstance(item, PlacesCache)), None)


def images_by_type(
    request: Request,
    image_type: ImageType,
    receipts: int | None = None,
    span: Span = Span(),  # noqa: B008  it is frozen
    *,
    first: int,
    after: str | None = None,
) -> Slice:
    """Images of a type, by number of receipts, perhaps only those that were added within a span.

    The first writers stored no types, so their images are missing from the index by type. They count as scans, are
    found among all images, and come after the others.
    """
    values: dict[str, Any] = {"image_type": image_type.value}
    if receipts is not None:
        values["receipts_known"] = receipts
    scope = scope_of("imagesByType", {**values, "since": span.since, "until": span.until}, newest_first=False)
    keep = lambda item: span.holds(getattr(item, "timestamp_added", None))  # noqa: E731

    def read(is_own: bool) -> Slice:
        queries = IMAGES_BY_TYPE.queries(values, is_own=is_own)
        if image_type is ImageType.SCAN and not receipts and not is_own:
            queries += [replace(each, where={"image_type": None}) for each in IMAGES.queries({})]
        return page_of(request, queries, (Image,), scope, first=first, after=after, keep=keep, is_sequence=True)

    return without_second_looks(request, RECEIPTS, read)
