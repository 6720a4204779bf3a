"""Lists of validations, places, batches and what is known about labels."""

from entities.receipts.places import SearchType
from loaders import receipt_findings, receipts
from tests.reads.cases.case import Case, page

CASES = [
    Case(
        "validations",
        page(receipts.VALIDATIONS),
        1,
        ("query GSI1: GSI1PK=ANALYSIS_TYPE, GSI1SK begins VALIDATION# [1]",),
    ),
    Case(
        "validations(status: valid)",
        page(receipts.VALIDATIONS_BY_STATUS, overall_status="valid"),
        1,
        ("query GSI3: GSI3PK=VALIDATION_STATUS#valid, GSI3SK begins TIMESTAMP# [1]",),
    ),
    Case(
        "categories(field: total, status: valid)",
        page(receipts.CATEGORIES_BY_STATUS, field_name="total", status="valid"),
        1,
        ("query GSI3: GSI3PK=FIELD_STATUS#total#valid, GSI3SK begins IMAGE# [1]",),
    ),
    Case(
        "results(type: error)",
        page(receipts.RESULTS_BY_TYPE, type="error"),
        2,
        ("query GSI3: GSI3PK=RESULT_TYPE#error, GSI3SK begins IMAGE# [2]",),
    ),
    Case(
        "chatGptValidations",
        page(receipts.CHAT_GPT_VALIDATIONS),
        1,
        ("query GSI1: GSI1PK=ANALYSIS_TYPE, GSI1SK begins VALIDATION_CHATGPT# [1]",),
    ),
    Case(
        "chatGptValidations(status: valid)",
        page(receipts.CHAT_GPT_BY_STATUS, revised_status="valid"),
        1,
        ("query GSI3: GSI3PK=VALIDATION_STATUS#valid, GSI3SK begins CHATGPT# [1]",),
    ),
    Case(
        "compactionRuns, newest first",
        page(receipts.COMPACTION_RUNS),
        1,
        ("query GSI1: GSI1PK=RUNS, GSI1SK begins CREATED_AT# [1]",),
    ),
    Case(
        "places",
        page(receipts.PLACES),
        1,
        ("query GSITYPE: TYPE=PLACES_CACHE [1]",),
    ),
    Case(
        "places(placeId: P1)",
        page(receipts.PLACES_BY_ID, place_id="P1"),
        1,
        ("query GSI1: GSI1PK=PLACE_ID, GSI1SK=PLACE_ID#P1 [1]",),
    ),
    Case(
        "places by last use",
        page(receipts.PLACES_BY_USE),
        1,
        ("query GSI2: GSI2PK=LAST_USED [1]",),
    ),
    Case(
        "place(type: PHONE, value: 555)",
        lambda a_request: receipts.place_by_value(a_request, SearchType.PHONE, "555"),
        1,
        ("batch_get_item table: 2 keys [1]",),
    ),
    Case(
        "batches(status: PENDING)",
        page(receipts.BATCHES_BY_STATUS, status="PENDING"),
        2,
        ("query GSI1: GSI1PK=STATUS#PENDING, GSI1SK begins BATCH_TYPE# [2]",),
    ),
    Case(
        "batches(status: PENDING, type: COMPLETION)",
        page(receipts.BATCHES_BY_STATUS, status="PENDING", batch_type="COMPLETION"),
        1,
        ("query GSI1: GSI1PK=STATUS#PENDING, GSI1SK begins BATCH_TYPE#COMPLETION#BATCH_ID# [1]",),
    ),
    Case(
        "batch { completionResults }",
        page(receipts.COMPLETIONS_OF_BATCH, batch_id="b1"),
        1,
        (
            "query table: PK=BATCH#b1, SK begins RESULT#IMAGE# [1]",
            "query table: PK=BATCH#b1, SK begins RESULT#RECEIPT# [0]",
        ),
    ),
    Case(
        "batch { completionResults(status) }",
        page(receipts.COMPLETIONS_BY_STATUS, batch_id="b1", status="COMPLETED"),
        1,
        ("query GSI2: GSI2PK=BATCH#b1, GSI2SK=STATUS#COMPLETED [1]",),
    ),
    Case(
        "completionResults(label: TOTAL)",
        page(receipts.COMPLETIONS_BY_LABEL, label_target="TOTAL", original_label="TOTAL"),
        1,
        (
            "query GSI1: GSI1PK=LABEL#TOTAL, GSI1SK begins STATUS# [0]",
            "query GSI1: GSI1PK=LABEL_TARGET#TOTAL, GSI1SK begins STATUS# [1]",
        ),
    ),
    Case(
        "receipt { completionResults }",
        page(receipts.COMPLETIONS_OF_RECEIPT, image_id="img", receipt_id=1),
        1,
        (
            "query GSI3: GSI3PK=IMAGE#img#RECEIPT#00001, GSI3SK begins BATCH# [1]",
            "query GSI3: GSI3PK=IMAGE#img#RECEIPT#1, GSI3SK begins BATCH# [0]",
        ),
    ),
    Case(
        "batch { embeddingResults }",
        page(receipts.EMBEDDINGS_OF_BATCH, batch_id="b2"),
        1,
        (
            "query table: PK=BATCH#b2, SK begins RESULT#EMBEDDING#IMAGE# [1]",
            "query table: PK=BATCH#b2, SK begins RESULT#IMAGE# [0]",
            "query table: PK=BATCH#b2, SK begins RESULT#RECEIPT# [0]",
        ),
    ),
    Case(
        "batch { embeddingResults(status) }",
        page(receipts.EMBEDDINGS_BY_STATUS, batch_id="b2", status="SUCCESS"),
        1,
        ("query GSI2: GSI2PK=BATCH#b2, GSI2SK=STATUS#SUCCESS [1]",),
    ),
    Case(
        "receipt { embeddingResults }",
        page(receipts.EMBEDDINGS_OF_RECEIPT, image_id="img", receipt_id=1),
        1,
        ("query GSI3: GSI3PK=IMAGE#img#RECEIPT#00001, GSI3SK begins BATCH# [1]",),
    ),
    Case(
        "labelHygiene(alias: TOTAL)",
        page(receipts.HYGIENE_BY_ALIAS, alias="TOTAL"),
        1,
        ("query GSI1: GSI1PK=ALIAS#TOTAL, GSI1SK begins TO# [1]",),
    ),
    Case(
        "labelHygiene(canonicalLabel: GRAND_TOTAL)",
        page(receipts.HYGIENE_BY_CANONICAL_LABEL, canonical_label="GRAND_TOTAL"),
        1,
        ("query GSI2: GSI2PK=CANONICAL_LABEL#GRAND_TOTAL, GSI2SK begins ALIAS# [1]",),
    ),
    Case(
        "labelMetadata",
        lambda a_request: receipt_findings.labels_known(a_request, first=10),
        1,
        (
            "batch_get_item table: 22 keys [0]",
            "query GSITYPE: TYPE=LABEL_HYGIENE_RESULT [1]",
            "query GSITYPE: TYPE=LABEL_METADATA [1]",
            "query table: PK=LABEL_CACHE, SK begins LABEL# [0]",
        ),
    ),
    Case(
        "labelMetadata(target: money)",
        lambda a_request: receipt_findings.labels_known(a_request, "money", first=10),
        1,
        (
            "batch_get_item table: 22 keys [0]",
            "query GSI2: GSI2PK=LABEL_TARGET#money, GSI2SK begins LABEL# [1]",
            "query GSITYPE: TYPE=LABEL_HYGIENE_RESULT [1]",
            "query table: PK=LABEL_CACHE, SK begins LABEL# [0]",
        ),
    ),
]
