"""Every type of item on the side of receipts is written by a mutation, and read back by a query field by field."""

import json
from typing import Any
from uuid import uuid4

import pytest
from pydantic import BaseModel

from entities.item import Item
from entities.registry import all_types
from entities.tables import RECEIPTS
from resolvers.catalog import catalogue
from resolvers.ids import global_id
from resolvers.objects import own_fields
from tests.mutations.conftest import Changing
from tests.mutations.receipts import partition, without
from tests.mutations.test_import import CORNERS, PICTURE, POINT, TEXT

AT = "2026-11-16T12:00:00.000000Z"
RECEIPT = {"receiptId": 1}
WORD = {**RECEIPT, "lineId": 1, "wordId": 1}
CDN = {
    f"cdn{size}{kind}S3Key": f"cdn/{size}{kind}"
    for size in ("", "Thumbnail", "Small", "Medium")
    for kind in ("", "Webp", "Avif")
}
WHOLE_PICTURE = {**PICTURE, **CDN, "cdnS3Bucket": "cdn", "timestampAdded": AT}
RUN = {"histogram": json.dumps({"A": 1.0}), "numChars": 1}
LETTER = {**TEXT, "letterId": 1}
FOUND = {**TEXT, **RUN, "wordId": 1, "extractedData": json.dumps({"type": "date", "value": "today"})}
LINE = {**TEXT, **RUN, "lineId": 1}
EMBEDDED = {"embeddingStatus": "PENDING", "isNoise": True}

IMPORTED = {
    **WHOLE_PICTURE,
    "imageType": "NATIVE",
    "lines": [{**LINE, "words": [{**FOUND, "letters": [LETTER]}]}],
    "receipts": [
        {
            **WHOLE_PICTURE,
            **CORNERS,
            **RECEIPT,
            "lines": [{**LINE, **EMBEDDED, "words": [{**FOUND, **EMBEDDED, "letters": [LETTER]}]}],
        }
    ],
}
TAG = {
    "tag": "FOOD",
    "timestampAdded": AT,
    "validated": True,
    "timestampValidated": AT,
    "gptConfidence": 4.5,
    "flag": "ok",
    "revisedTag": "DRINK",
    "humanValidated": False,
    "timestampHumanValidated": AT,
}
ASKED = {**WORD, "tag": "FOOD", "query": "What is it?", "response": "Food.", "timestampAdded": AT}
JSON_ = json.dumps({"source": {"model": "m"}, "n": [1, 2.5, None, True]})
ANALYSIS = {**RECEIPT, "timestampAdded": AT, "version": "1.0.0", "metadata": JSON_}
PATTERN = {"patternType": "text", "description": "d", "examples": ["e"], "metadata": JSON_}
FINDING = {
    "type": "error",
    "message": "m",
    "reasoning": "r",
    "field": "total",
    "expectedValue": "1",
    "actualValue": "2",
}
CATEGORY = {"fieldName": "total", "fieldCategory": "Payment", "status": "invalid", "reasoning": "r", "metadata": JSON_}
SUMMARY = {"errorCount": 1, "warningCount": 0, "infoCount": 0, "successCount": 0}
BATCH = f"b-{uuid4()}"
COMPLETION = {
    **WORD,
    "originalLabel": "TAX",
    "gptSuggestedLabel": "TIP",
    "labelConfidence": 0.5,
    "labelChanged": True,
    "status": "COMPLETED",
    "validatedAt": AT,
    "reasoning": "r",
    "rawPrompt": "p",
    "rawResponse": "a",
    "labelTarget": "totals",
}
EMBEDDING = {**WORD, "pineconeId": "p", "text": "A", "label": "TAX", "status": "FAILED", "errorMessage": "e"}

Case = tuple[str, dict[str, Any], dict[str, Any]]
"""The mutation, what it is given, and what the item must say."""

CASES: dict[str, Case] = {
    "Image": ("importImage", IMPORTED, {**WHOLE_PICTURE, "imageType": "NATIVE", "receiptCount": 1}),
    "Line": ("importImage", IMPORTED, LINE),
    "Word": ("importImage", IMPORTED, without(FOUND)),
    "Letter": ("importImage", IMPORTED, LETTER),
    "Receipt": ("importImage", IMPORTED, {**WHOLE_PICTURE, **CORNERS, **RECEIPT}),
    "ReceiptLine": ("importImage", IMPORTED, {**LINE, **EMBEDDED}),
    "ReceiptWord": ("importImage", IMPORTED, {**FOUND, **EMBEDDED}),
    "ReceiptLetter": ("importImage", IMPORTED, LETTER),
    "ReceiptMetadata": (
        "setReceiptMetadata",
        {
            **RECEIPT,
            "placeId": "p",
            "merchantName": "Shop",
            "merchantCategory": "Grocery",
            "address": "Street 1",
            "phoneNumber": "1",
            "matchConfidence": 0.75,
            "matchedFields": ["name", "phone"],
            "validatedBy": "PHONE_LOOKUP",
            "validationStatus": "MATCHED",
            "timestamp": AT,
            "reasoning": "r",
            "canonicalPlaceId": "q",
            "canonicalMerchantName": "SHOP",
            "canonicalAddress": "a",
            "canonicalPhoneNumber": "2",
        },
        {},
    ),
    "ReceiptWordLabel": (
        "addLabel",
        {
            **WORD,
            "label": "TAX",
            "reasoning": "r",
            "timestampAdded": AT,
            "validationStatus": "PENDING",
            "labelConsolidatedFrom": "VAT",
            "labelProposedBy": "me",
        },
        {},
    ),
    "WordTag": ("tagWord", {"lineId": 1, "wordId": 1, **TAG}, {}),
    "ReceiptWordTag": ("tagReceiptWord", {**WORD, **TAG}, {}),
    "GPTValidation": ("recordGptValidation", ASKED, {}),
    "GPTInitialTagging": ("recordGptInitialTagging", ASKED, {}),
    "ReceiptField": (
        "setReceiptField",
        {
            **RECEIPT,
            "fieldType": f"F{BATCH}".upper(),
            "words": [{"lineId": 1, "wordId": 1, "label": "TAX"}],
            "reasoning": "r",
            "timestampAdded": AT,
        },
        {},
    ),
    "LabelHygieneResult": (
        "consolidateLabel",
        {
            "hygieneId": f"h-{BATCH}",
            "alias": "VAT",
            "canonicalLabel": "TAX",
            "reasoning": "r",
            "gptAgreed": True,
            "sourceBatchId": "b",
            "exampleIds": ["e1", "e2"],
            "receiptId": 1,
            "timestamp": AT,
        },
        {},
    ),
    "LabelMetadata": (
        "putLabelMetadata",
        {
            "label": f"L{BATCH}".upper(),
            "status": "DEPRECATED",
            "aliases": ["VAT"],
            "description": "d",
            "schemaVersion": 3,
            "lastUpdated": AT,
            "labelTarget": "totals",
            "receiptRefs": [{"imageId": "i", "receiptId": 1}],
        },
        {},
    ),
    "ReceiptLabelAnalysis": (
        "putLabelAnalysis",
        {
            **ANALYSIS,
            "labels": [
                {
                    "labelType": "TAX",
                    "lineId": 1,
                    "wordId": 1,
                    "text": "A",
                    "reasoning": "r",
                    "boundingBox": dict.fromkeys(CORNERS, POINT),
                }
            ],
            "overallReasoning": "o",
        },
        {},
    ),
    "ReceiptStructureAnalysis": (
        "putStructureAnalysis",
        {
            **ANALYSIS,
            "sections": [
                {
                    "name": "header",
                    "lineIds": [1],
                    "reasoning": "r",
                    "spatialPatterns": [PATTERN],
                    "contentPatterns": [PATTERN],
                    "startLine": 1,
                    "endLine": 1,
                    "metadata": JSON_,
                }
            ],
            "overallReasoning": "o",
            "processingMetrics": JSON_,
            "processingHistory": json.dumps([{"event": "made"}]),
            "sourceInfo": JSON_,
        },
        {},
    ),
    "ReceiptLineItemAnalysis": (
        "putLineItemAnalysis",
        {
            **ANALYSIS,
            "items": [
                {
                    "description": "Milk",
                    "quantity": {"amount": "2", "unit": "l"},
                    "price": {"unitPrice": "1.10", "extendedPrice": "2.20"},
                    "lineIds": [1],
                    "reasoning": "r",
                }
            ],
            **dict.fromkeys(("subtotal", "tax", "total", "fees", "discounts", "tips"), "1.00"),
            "totalFound": True,
            "discrepancies": ["d"],
            "reasoning": "r",
            "wordLabels": json.dumps({"1:1": "TAX"}),
            "timestampUpdated": AT,
        },
        {},
    ),
    "ReceiptValidationSummary": (
        "putValidation",
        {
            **RECEIPT,
            "overallStatus": "invalid",
            "overallReasoning": "r",
            "validationTimestamp": AT,
            "version": "1",
            "fieldSummary": JSON_,
            "metadata": JSON_,
            "timestampAdded": AT,
            "timestampUpdated": AT,
            "categories": [{**CATEGORY, "results": [{**FINDING, "metadata": JSON_}]}],
        },
        {},
    ),
    "ReceiptChatGPTValidation": (
        "recordChatGptValidation",
        {
            **RECEIPT,
            "timestamp": AT,
            "originalStatus": "invalid",
            "revisedStatus": "valid",
            "reasoning": "r",
            "corrections": [{"fieldName": "total", "originalValue": "1", "correctedValue": "2", "explanation": "e"}],
            "prompt": "p",
            "response": "a",
            "metadata": JSON_,
        },
        {},
    ),
    "CompactionRun": (
        "startCompaction",
        {
            **RECEIPT,
            "runId": "run",
            "linesDeltaPrefix": "l/",
            "wordsDeltaPrefix": "w/",
            "collection": "LINES",
            "at": AT,
        },
        {"linesState": "PROCESSING", "wordsState": "PENDING", "linesStartedAt": AT, "createdAt": AT, "updatedAt": AT},
    ),
    "PlacesCache": (
        "cachePlace",
        {
            "searchType": "PHONE",
            "searchValue": BATCH,
            "placeId": "p",
            "placesResponse": JSON_,
            "validationStatus": "ok",
            "normalizedValue": "n",
            "valueHash": "h",
            "expiresAt": "2096-11-16T12:00:00.000000Z",
            "queriedAt": AT,
        },
        {"queryCount": 1, "lastUpdated": AT},
    ),
    "BatchSummary": (
        "createBatch",
        {
            "batchId": BATCH,
            "batchType": "COMPLETION",
            "openaiBatchId": "o",
            "submittedAt": AT,
            "wordCount": 1,
            "receiptRefs": [{"imageId": "i", "receiptId": 1}],
        },
        {"status": "PENDING"},
    ),
    "CompletionBatchResult": ("recordBatchResults", {"batchId": BATCH, "completions": [COMPLETION]}, COMPLETION),
    "EmbeddingBatchResult": ("recordBatchResults", {"batchId": BATCH, "embeddings": [EMBEDDING]}, EMBEDDING),
}
CASES["ReceiptValidationCategory"] = (
    *CASES["ReceiptValidationSummary"][:2],
    {**CATEGORY, "resultSummary": SUMMARY},
)
CASES["ReceiptValidationResult"] = (
    *CASES["ReceiptValidationSummary"][:2],
    {**FINDING, "metadata": JSON_, "fieldName": "total", "resultIndex": 0, "validationTimestamp": AT},
)
PARTITIONS = (
    f"FIELD#F{BATCH}".upper(),
    f"LABEL_HYGIENE#h-{BATCH}",
    f"LABEL#L{BATCH}".upper(),
    "PLACES#PHONE",
    f"BATCH#{BATCH}",
)
LATER = {"Word": {"tags": ["FOOD"]}, "ReceiptWord": {"tags": ["FOOD"]}}


def test_no_type_is_forgotten() -> None:
    ours = {name for name, entity in all_types().items() if entity.__module__.startswith("entities.receipts.")}
    assert CASES.keys() == ours


@pytest.fixture(scope="module")
def stored(api: Changing) -> dict[str, Item]:
    """One item of each type, written by the mutations alone."""
    image_id = str(uuid4())
    asked = []
    for mutation, given, _ in CASES.values():
        if (mutation, given) not in asked:
            asked.append((mutation, given))
            needs_image = any(name in given for name in ("receiptId", "lineId")) or mutation == "importImage"
            image = {"imageId": image_id} if needs_image else {}
            answer = api.do(mutation, "{ __typename }", **image, **_with_image(given, image_id))
            assert answer["__typename"]
    found: dict[str, Item] = {}
    for text in (f"IMAGE#{image_id}", *PARTITIONS):
        for record in partition(api, text):
            entity = next(
                each for each in all_types().values() if each.table is RECEIPTS and each.type_name == record["TYPE"]
            )
            found[entity.__name__] = entity.from_record(record)
    return found


def _with_image(given: dict[str, Any], image_id: str) -> dict[str, Any]:
    """Results name the image of each word."""
    named = ("completions", "embeddings")
    return {
        name: [{**each, "imageId": image_id} for each in value] if name in named else value
        for name, value in given.items()
    }


@pytest.mark.parametrize("name", list(CASES))
def test_what_a_mutation_wrote_is_what_a_query_reads(api: Changing, stored: dict[str, Item], name: str) -> None:
    mutation, given, more = CASES[name]
    item = stored[name]
    text = "query ($id: ID!) { node(id: $id) { id __typename ... on " + name + " { " + _all(type(item)) + " } } }"
    node = api.get(text, id=global_id(item))["node"]
    own = own_fields(type(item))
    said = {**({} if mutation in SHARED else given), **more, **LATER.get(name, {})}
    expected = {field: value for field, value in said.items() if field in own}
    assert len(expected) > 1
    for field, value in expected.items():
        assert _same(node[field], value), (field, node[field])
    unset = own.keys() - expected.keys() - OURS
    assert {field for field in unset if node[field] not in (None, [])} == set()


SHARED = {"importImage", "recordBatchResults"}
"""Mutations that write items of several types: each case tells what its own says."""

OURS = {"imageId", "receiptId", "lineId", "wordId", "letterId", "batchId", "expiresAt", "tags", "status", "wordsState"}
"""What an item has from where it stands, and what begins by itself."""


def _all(cls: type[BaseModel]) -> str:
    """A selection of all own fields, and of all inside them."""
    objects = catalogue().objects
    parts = {
        field.name: objects[field.type.name].cls for field in own_fields(cls).values() if field.type.name in objects
    }
    inner = {name: f" {{ {_all(part)} }}" for name, part in parts.items() if part}
    return " ".join(f"{name}{inner.get(name, '')}" for name in own_fields(cls))


def _same(value: Any, like: Any) -> bool:
    """Whether an answer says what was given; what nobody said of a part is null in it."""
    if isinstance(value, dict) and isinstance(like, dict):
        is_all = all(value[name] in (None, []) for name in value.keys() - like.keys())
        return is_all and all(_same(value[name], like[name]) for name in like)
    if isinstance(value, list) and isinstance(like, list):
        return len(value) == len(like) and all(map(_same, value, like))
    if isinstance(like, str) and like.startswith(("{", "[")):
        return bool(json.loads(value) == json.loads(like))
    return bool(value == like)
