"""Lists of images, receipts, lines, words, labels and tags."""

from entities.receipts.images import ImageType
from loaders import receipts
from tests.reads.cases.case import Case, page

CASES = [
    Case(
        "images",
        page(receipts.IMAGES),
        3,
        ("query GSITYPE: TYPE=IMAGE [3]",),
    ),
    Case(
        "images(imageType: SCAN), also those of the first writers",
        lambda a_request: receipts.images_by_type(a_request, ImageType.SCAN, first=10),
        2,
        (
            "query GSI3: GSI3PK=IMAGE#SCAN, GSI3SK begins NUM_RECEIPTS# [1]",
            "query GSITYPE: TYPE=IMAGE [1]",
        ),
    ),
    Case(
        "images(imageType: PHOTO)",
        lambda a_request: receipts.images_by_type(a_request, ImageType.PHOTO, first=10),
        1,
        ("query GSI3: GSI3PK=IMAGE#PHOTO, GSI3SK begins NUM_RECEIPTS# [1]",),
    ),
    Case(
        "images(imageType: PHOTO, receiptCount: 1)",
        lambda a_request: receipts.images_by_type(a_request, ImageType.PHOTO, 1, first=10),
        1,
        ("query GSI3: GSI3PK=IMAGE#PHOTO, GSI3SK=NUM_RECEIPTS#00001 [1]",),
    ),
    Case(
        "receipts",
        page(receipts.ALL_RECEIPTS),
        2,
        ("query GSITYPE: TYPE=RECEIPT [2]",),
    ),
    Case(
        "receipts(merchant: Twin Peaks)",
        page(receipts.METADATA_BY_MERCHANT, merchant_key="TWIN_PEAKS"),
        1,
        ("query GSI1: GSI1PK=MERCHANT#TWIN_PEAKS, GSI1SK begins IMAGE# [1]",),
    ),
    Case(
        "receipts(placeId: P1)",
        page(receipts.METADATA_BY_PLACE, place_id="P1"),
        1,
        (
            "query GSI2: GSI2PK=PLACE#P1, GSI2SK begins IMAGE# [0]",
            "query GSI3: GSI3PK=PLACE#P1, GSI3SK begins IMAGE# [1]",
        ),
    ),
    Case(
        "merchants by confidence",
        page(receipts.METADATA_BY_CONFIDENCE),
        1,
        ("query GSI2: GSI2PK=MERCHANT_VALIDATION, GSI2SK begins CONFIDENCE# [1]",),
    ),
    Case(
        "lines(embeddingStatus: PENDING)",
        page(receipts.LINES_BY_EMBEDDING_STATUS, embedding_status="PENDING"),
        2,
        (
            "query GSI1: GSI1PK=EMBEDDING_STATUS#PENDING, GSI1SK begins IMAGE# [2]",
            "query GSI1: GSI1PK=EMBEDDING_STATUS#PENDING, GSI1SK begins LINE#IMAGE# [0]",
        ),
    ),
    Case(
        "words(embeddingStatus: PENDING)",
        page(receipts.WORDS_BY_EMBEDDING_STATUS, embedding_status="PENDING"),
        4,
        (
            "query GSI1: GSI1PK=EMBEDDING_STATUS#PENDING, GSI1SK begins IMAGE# [4]",
            "query GSI1: GSI1PK=EMBEDDING_STATUS#PENDING, GSI1SK begins WORD#IMAGE# [0]",
        ),
    ),
    Case(
        "labels(label: GRAND_TOTAL)",
        page(receipts.LABELS_BY_LABEL, label="GRAND_TOTAL"),
        2,
        (
            "query GSI1: GSI1PK=LABEL#GRAND_TOTAL, GSI1SK begins IMAGE# [1]",
            "query GSI1: GSI1PK=LABEL#GRAND_TOTAL_______________________, GSI1SK begins IMAGE# [1]",
        ),
    ),
    Case(
        "labels(validationStatus: VALID)",
        page(receipts.LABELS_BY_STATUS, validation_status="VALID"),
        2,
        (
            "query GSI3: GSI3PK=VALIDATION_STATUS#VALID, GSI3SK begins IMAGE# [1]",
            "query GSI3: GSI3PK=VALIDATION_STATUS#VALID, GSI3SK begins RECEIPT# [1]",
        ),
    ),
    Case(
        "fields(type: ADDRESS_LINE)",
        page(receipts.FIELDS_BY_TYPE, field_type="ADDRESS_LINE"),
        1,
        ("query table: PK=FIELD#ADDRESS_LINE, SK begins IMAGE# [1]",),
    ),
    Case(
        "wordTags(tag: FOOD)",
        page(receipts.WORD_TAGS, tag="FOOD"),
        2,
        (
            "query GSI1: GSI1PK=TAG#FOOD, GSI1SK begins IMAGE# [1]",
            "query GSI1: GSI1PK=TAG#____________________________________FOOD, GSI1SK begins IMAGE# [0]",
            "query GSI1: GSI1PK=TAG#____________________________________food, GSI1SK begins IMAGE# [1]",
        ),
    ),
    Case(
        "receiptWordTags(tag: FOOD)",
        page(receipts.RECEIPT_WORD_TAGS, tag="FOOD"),
        1,
        (
            "query GSI1: GSI1PK=TAG#FOOD, GSI1SK begins IMAGE# [1]",
            "query GSI1: GSI1PK=TAG#____________________________________FOOD, GSI1SK begins IMAGE# [0]",
            "query GSI1: GSI1PK=TAG#____________________________________food, GSI1SK begins IMAGE# [0]",
        ),
    ),
    Case(
        "labelAnalyses",
        page(receipts.LABEL_ANALYSES),
        1,
        ("query GSI1: GSI1PK=ANALYSIS_TYPE, GSI1SK begins LABELS# [1]",),
    ),
    Case(
        "structureAnalyses",
        page(receipts.STRUCTURE_ANALYSES),
        1,
        ("query GSI1: GSI1PK=ANALYSIS_TYPE, GSI1SK begins STRUCTURE# [1]",),
    ),
    Case(
        "lineItemAnalyses",
        page(receipts.LINE_ITEM_ANALYSES),
        1,
        ("query GSI1: GSI1PK=ANALYSIS_TYPE, GSI1SK begins LINE_ITEMS# [1]",),
    ),
]
