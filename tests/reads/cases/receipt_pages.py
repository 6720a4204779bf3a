"""Lists of receipts that take more than one range, and what is read for roads back."""

from datetime import timedelta
from typing import Any

from entities.receipts.receipt import MerchantMatch, ReceiptLine, ReceiptWord
from loaders import receipt_findings, receipt_lists, receipts
from loaders.label_timeline import label_timeline
from loaders.lists.listing import Span
from loaders.other_items import other_items
from tests.loaders.sample import NOW
from tests.reads.cases.case import Ask, Case

FIRST = "VALIDATION#2026-11-15T23:00:00"
TWO_DAYS = "2026-11-14T00:00:00 to 2026-11-17T02:00:00~"
LATER = Span(since=NOW - timedelta(hours=1))


def by_time(listing: Any, span: Span = Span(), first: int = 10) -> Ask:  # noqa: B008  it is frozen
    return lambda a_request: receipt_lists.page_by_time_added(a_request, listing, span, first=first)


def of_merchants(**given: Any) -> Ask:
    names = ("merchant_name", "place_id", "validation_status", "min_confidence")
    values = {name: given.get(name) for name in names}
    return lambda a_request: receipt_lists.receipts_of_merchants(
        a_request, **values, span=given.get("span", Span()), first=10, after=None
    )


def labels_in(image_id: str, receipt_id: int | None = None, **given: Any) -> Ask:
    values = {"label": None, "validation_status": None, **given}
    return lambda a_request: receipt_lists.labels_within(
        a_request, image_id, receipt_id, **values, first=10, after=None
    )


def completions(**given: Any) -> Ask:
    values = {**dict.fromkeys(("label", "original_label", "label_target", "status")), **given}
    return lambda a_request: receipt_findings.completion_results(a_request, **values, first=10, after=None)


CASES = [
    Case(
        "images, newest first",
        by_time(receipts.IMAGES, first=1),
        1,
        ("batch_get_item table: 2 keys [2]", "query GSIADDED: TYPE=IMAGE [2]"),
    ),
    Case(
        "images, newest first, to the end",
        by_time(receipts.IMAGES),
        3,
        ("query GSIADDED: TYPE=IMAGE [2]", "query GSITYPE: TYPE=IMAGE [3]"),
    ),
    Case(
        "images(since)",
        by_time(receipts.IMAGES, LATER),
        2,
        (
            "batch_get_item table: 2 keys [2]",
            "query GSIADDED: TYPE=IMAGE, timestamp_added from 2026-11-15T23:00:00 to ~ [2]",
        ),
    ),
    Case(
        "receipts, newest first",
        by_time(receipts.ALL_RECEIPTS, first=1),
        1,
        ("query GSIADDED: TYPE=RECEIPT [1]", "query GSITYPE: TYPE=RECEIPT [2]"),
    ),
    Case(
        "receipts(merchantName)",
        of_merchants(merchant_name="twin peaks"),
        1,
        ("batch_get_item table: 1 keys [1]", "query GSI1: GSI1PK=MERCHANT#TWIN_PEAKS, GSI1SK begins IMAGE# [1]"),
    ),
    Case(
        "receipts(placeId, minConfidence)",
        of_merchants(place_id="P1", min_confidence=0.5),
        1,
        (
            "batch_get_item table: 1 keys [1]",
            "query GSI2: GSI2PK=PLACE#P1, GSI2SK begins IMAGE# [0]",
            "query GSI3: GSI3PK=PLACE#P1, GSI3SK begins IMAGE# [1]",
        ),
    ),
    Case(
        "receipts(minConfidence)",
        of_merchants(min_confidence=0.5),
        1,
        (
            "batch_get_item table: 1 keys [1]",
            "query GSI2: GSI2PK=MERCHANT_VALIDATION, GSI2SK from CONFIDENCE#0.5000 to CONFIDENCE#~ [1]",
        ),
    ),
    Case(
        "receipts(validationStatus)",
        of_merchants(validation_status=MerchantMatch.MATCHED),
        0,
        ("query GSITYPE: TYPE=RECEIPT_METADATA [0]",),
    ),
    Case("labels(imageId)", labels_in("img"), 1, ("query GSI2: GSI2PK=RECEIPT, GSI2SK begins IMAGE#img#RECEIPT# [1]",)),
    Case(
        "labels(imageId, receiptId, validationStatus)",
        labels_in("img", 1, validation_status="VALID"),
        1,
        ("query GSI2: GSI2PK=RECEIPT, GSI2SK begins IMAGE#img#RECEIPT#00001#LINE# [1]",),
    ),
    Case(
        "labels(imageId, label)",
        labels_in("img", label="GRAND_TOTAL"),
        1,
        (
            "query GSI1: GSI1PK=LABEL#GRAND_TOTAL, GSI1SK begins IMAGE#img#RECEIPT# [1]",
            "query GSI1: GSI1PK=LABEL#GRAND_TOTAL_______________________, GSI1SK begins IMAGE#img#RECEIPT# [0]",
        ),
    ),
    Case(
        "receiptLines(embeddingStatus: NONE)",
        lambda a_request: receipt_lists.by_embedding_status(a_request, ReceiptLine, "NONE", first=10, after=None),
        1,
        (
            "query GSI1: GSI1PK=EMBEDDING_STATUS#NONE, GSI1SK begins IMAGE# [0]",
            "query GSI1: GSI1PK=EMBEDDING_STATUS#NONE, GSI1SK begins LINE#IMAGE# [0]",
            "query GSITYPE: TYPE=RECEIPT_LINE [1]",
        ),
    ),
    Case(
        "receiptWords(embeddingStatus: NONE)",
        lambda a_request: receipt_lists.by_embedding_status(a_request, ReceiptWord, "NONE", first=10, after=None),
        1,
        (
            "query GSI1: GSI1PK=EMBEDDING_STATUS#NONE, GSI1SK begins IMAGE# [0]",
            "query GSI1: GSI1PK=EMBEDDING_STATUS#NONE, GSI1SK begins WORD#IMAGE# [0]",
            "query GSITYPE: TYPE=RECEIPT_WORD [1]",
        ),
    ),
    Case(
        "places, the last used first",
        lambda a_request: receipt_lists.places_by_use(a_request, Span(), first=10, after=None),
        1,
        ("query GSI2: GSI2PK=LAST_USED [1]", "query GSITYPE: TYPE=PLACES_CACHE [0]"),
    ),
    Case(
        "validationCategories",
        lambda a_request: receipt_findings.categories_by_time(a_request, None, Span(), first=10),
        1,
        (
            "query GSI1: GSI1PK=ANALYSIS_TYPE, GSI1SK begins VALIDATION# [1]",
            "query GSI1: GSI1PK=VALIDATION_STATUS#error, GSI1SK begins VALIDATION# [0]",
            "query GSI1: GSI1PK=VALIDATION_STATUS#info, GSI1SK begins VALIDATION# [0]",
            "query GSI1: GSI1PK=VALIDATION_STATUS#invalid, GSI1SK begins VALIDATION# [0]",
            "query GSI1: GSI1PK=VALIDATION_STATUS#needs_review, GSI1SK begins VALIDATION# [0]",
            "query GSI1: GSI1PK=VALIDATION_STATUS#pending, GSI1SK begins VALIDATION# [0]",
            "query GSI1: GSI1PK=VALIDATION_STATUS#success, GSI1SK begins VALIDATION# [0]",
            "query GSI1: GSI1PK=VALIDATION_STATUS#valid, GSI1SK begins VALIDATION# [0]",
            "query GSI1: GSI1PK=VALIDATION_STATUS#warning, GSI1SK begins VALIDATION# [0]",
            "query GSITYPE: TYPE=RECEIPT_VALIDATION_CATEGORY [1]",
        ),
    ),
    Case(
        "validationCategories(status, since)",
        lambda a_request: receipt_findings.categories_by_time(a_request, "valid", LATER, first=10),
        1,
        (
            "query GSI1: GSI1PK=ANALYSIS_TYPE, GSI1SK from VALIDATION#2026-11-15T23:00:00 to VALIDATION#~ [1]",
            f"query GSI1: GSI1PK=VALIDATION_STATUS#valid, GSI1SK from {FIRST} to VALIDATION#~ [0]",
        ),
    ),
    Case(
        "validationResults",
        lambda a_request: receipt_findings.results_by_time(a_request, None, Span(), first=10),
        2,
        (
            "query GSI1: GSI1PK=ANALYSIS_TYPE, GSI1SK begins VALIDATION# [0]",
            "query GSITYPE: TYPE=RECEIPT_VALIDATION_RESULT [2]",
        ),
    ),
    Case(
        "validationResults(type, since)",
        lambda a_request: receipt_findings.results_by_time(a_request, "error", LATER, first=10),
        0,
        ("query GSI1: GSI1PK=ANALYSIS_TYPE, GSI1SK from VALIDATION#2026-11-15T23:00:00 to VALIDATION#~ [0]",),
    ),
    Case("completionResults", completions(), 1, ("query GSITYPE: TYPE=COMPLETION_BATCH_RESULT [1]",)),
    Case(
        "completionResults(status)",
        completions(status="COMPLETED"),
        1,
        ("query GSITYPE: TYPE=COMPLETION_BATCH_RESULT [1]",),
    ),
    Case(
        "completionResults(originalLabel)",
        completions(original_label="TOTAL"),
        1,
        ("query GSITYPE: TYPE=COMPLETION_BATCH_RESULT [1]",),
    ),
    Case(
        "completionResults(labelTarget, status)",
        completions(label_target="TOTAL", status="COMPLETED"),
        1,
        ("query GSI1: GSI1PK=LABEL_TARGET#TOTAL, GSI1SK=STATUS#COMPLETED [1]",),
    ),
    Case(
        "completionResults(label, status)",
        completions(label="TOTAL", status="COMPLETED"),
        1,
        (
            "query GSI1: GSI1PK=LABEL#TOTAL, GSI1SK begins STATUS# [0]",
            "query GSI1: GSI1PK=LABEL_TARGET#TOTAL, GSI1SK begins STATUS# [1]",
        ),
    ),
    Case(
        "labelTimeline",
        lambda a_request: [
            None for step in label_timeline(a_request, NOW - timedelta(days=2), NOW, 86400) for _ in range(step.added)
        ],
        0,
        (f"query GSIADDED: TYPE=RECEIPT_WORD_LABEL, timestamp_added from {TWO_DAYS} [1]",),
    ),
    Case(
        "Image.otherItems",
        lambda a_request: [None for _ in other_items(a_request, "img")],
        0,
        ("query table: PK=IMAGE#img [32]",),
    ),
]
