"""Examples of mutations on images, words, labels and tags."""

from typing import Any

from tests.commands.conftest import Changing
from tests.contract.examples.example import Example, Given

AT = "2026-11-16T12:00:00.123456Z"
RECEIPT: Given = {"imageId": "img", "receiptId": 1}
IMAGE_WORD: Given = {"imageId": "img", "lineId": 1, "wordId": 1}
WORD: Given = {**RECEIPT, "lineId": 2, "wordId": 2}
OTHER_WORD: Given = {**RECEIPT, "lineId": 2, "wordId": 1}
LABEL: Given = {**WORD, "label": "GRAND_TOTAL"}

POINT = {"x": 0.25, "y": 0.5}
CORNERS = dict.fromkeys(("topLeft", "topRight", "bottomLeft", "bottomRight"), POINT)
TEXT: dict[str, Any] = {
    **CORNERS,
    "text": "TOTAL",
    "boundingBox": {"x": 0.1, "y": 0.2, "width": 0.3, "height": 0.4},
    "angleDegrees": 1.5,
    "angleRadians": 0.02618,
    "confidence": 0.93,
}
PICTURE = {"width": 3024, "height": 4032, "s3Bucket": "raw", "s3Key": "raw/new.png", "sha256": "ab", "cdnS3Key": "cdn"}
LINES = [{**TEXT, "lineId": 1, "words": [{**TEXT, "wordId": 1, "letters": [{**TEXT, "letterId": 1}]}]}]
TAGGED = {
    "tag": "DRINK",
    "timestampAdded": AT,
    "validated": True,
    "timestampValidated": AT,
    "gptConfidence": 4.5,
    "flag": "ok",
    "revisedTag": "FOOD",
    "humanValidated": False,
    "timestampHumanValidated": AT,
}
SAID = {"query": "What is it?", "response": "Food.", "timestampAdded": AT}


def _tag_image_word_twice(api: Changing) -> None:
    api.do("tagWord", "{ tags }", **IMAGE_WORD, tag="DRINK")


def _tag_receipt_word_twice(api: Changing) -> None:
    api.do("tagReceiptWord", "{ tags }", **WORD, tag="DRINK")


def _label_twice(api: Changing) -> None:
    api.do("addLabel", "{ label }", **WORD, label="TAX")


EXAMPLES: dict[str, Example] = {
    "importImage": Example(
        {
            **PICTURE,
            "imageId": "new",
            "imageType": "PHOTO",
            "lines": LINES,
            "receipts": [{**PICTURE, **CORNERS, "receiptId": 1, "lines": LINES}],
        }
    ),
    "deleteImage": Example({"imageId": "img"}, then=('{ image(imageId: "img") { id } }', {"image": None})),
    "deleteReceipt": Example(RECEIPT, then=('{ receipt(imageId: "img", receiptId: 1) { id } }', {"receipt": None})),
    "removeLabel": Example({**LABEL, "expectedStatus": "VALID"}, before=_label_twice),
    "addLabel": Example(
        {
            **WORD,
            "label": "TAX",
            "reasoning": "It stands beside a percentage.",
            "validationStatus": "PENDING",
            "labelProposedBy": "anna",
            "labelConsolidatedFrom": "VAT",
            "timestampAdded": AT,
        }
    ),
    "validateLabel": Example({**LABEL, "validationStatus": "INVALID", "expectedStatus": "VALID", "reasoning": "No."}),
    "relabel": Example({**LABEL, "newLabel": "SUBTOTAL", "reasoning": "Tax follows.", "labelProposedBy": "anna"}),
    "consolidateLabel": Example(
        {
            **RECEIPT,
            "hygieneId": "h2",
            "alias": "GRAND_TOTAL",
            "canonicalLabel": "TOTAL",
            "words": [WORD],
            "reasoning": "Both are the sum.",
            "gptAgreed": True,
            "sourceBatchId": "b1",
            "exampleIds": ["e1", "e2"],
            "timestamp": AT,
        }
    ),
    "putLabelMetadata": Example(
        {
            "label": "TAX",
            "status": "ACTIVE",
            "aliases": ["VAT"],
            "description": "What the state gets.",
            "schemaVersion": 3,
            "labelTarget": "money",
            "receiptRefs": [RECEIPT],
            "lastUpdated": AT,
        }
    ),
    "tagWord": Example({**IMAGE_WORD, **TAGGED}),
    "untagWord": Example({**IMAGE_WORD, "tag": "DRINK"}, before=_tag_image_word_twice),
    "tagReceiptWord": Example({**WORD, **TAGGED}),
    "untagReceiptWord": Example({**WORD, "tag": "DRINK"}, before=_tag_receipt_word_twice),
    "recordGptValidation": Example({**OTHER_WORD, "tag": "FOOD", **SAID}),
    "recordGptInitialTagging": Example({**OTHER_WORD, "tag": "FOOD", **SAID}),
    "setEmbeddingStatus": Example(
        {
            "targets": [{**RECEIPT, "lineId": 2}, WORD],
            "embeddingStatus": "SUCCESS",
            "expectedStatus": "PENDING",
        },
        types=("ReceiptLine", "ReceiptWord"),
    ),
}
