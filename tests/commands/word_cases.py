"""What mutations are given for images, receipts, words, tags and labels, and what the items must say."""

import json
from typing import Any
from uuid import uuid4

from tests.commands.receipts import without
from tests.commands.test_import import CORNERS, PICTURE, TEXT

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
BATCH = f"b-{uuid4()}"

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
}
