"""Examples of mutations that keep what was concluded about receipts, and of those that pipelines use."""

import json

from tests.commands.conftest import Changing
from tests.contract.examples.example import Example, Given
from tests.contract.examples.images import AT, CORNERS, POINT, RECEIPT, WORD

JSON = json.dumps({"source": {"model": "m"}, "numbers": [1, 2.5, None, True]})
ANALYSIS: Given = {**RECEIPT, "timestampAdded": AT, "version": "2", "metadata": JSON}
PATTERN = {"patternType": "text", "description": "A date", "examples": ["16/11"], "metadata": JSON}
FINDING = {
    "type": "error",
    "message": "The sum is wrong.",
    "reasoning": "1 + 1 is 2.",
    "field": "total",
    "expectedValue": "2",
    "actualValue": "3",
    "metadata": JSON,
}
RUN: Given = {**RECEIPT, "runId": "r2"}


def _start_compaction(api: Changing) -> None:
    api.do("startCompaction", "{ runId }", **RUN, collection="LINES", at=AT)


EXAMPLES: dict[str, Example] = {
    "setReceiptMetadata": Example(
        {
            **RECEIPT,
            "placeId": "P2",
            "merchantName": "Shop",
            "merchantCategory": "Grocery",
            "address": "Street 1",
            "phoneNumber": "555",
            "matchConfidence": 0.75,
            "matchedFields": ["name", "phone"],
            "validatedBy": "PHONE_LOOKUP",
            "validationStatus": "MATCHED",
            "timestamp": AT,
            "reasoning": "The phone number is theirs.",
            "canonicalPlaceId": "P3",
            "canonicalMerchantName": "SHOP",
        }
    ),
    "setReceiptField": Example(
        {
            **RECEIPT,
            "fieldType": "TOTALS",
            "words": [{"lineId": 2, "wordId": 2, "label": "TAX"}],
            "reasoning": "They stand below.",
            "timestampAdded": AT,
        }
    ),
    "putLabelAnalysis": Example(
        {
            **ANALYSIS,
            "labels": [
                {"labelType": "TAX", "lineId": 2, "wordId": 2, "boundingBox": dict.fromkeys(CORNERS, POINT)},
            ],
            "overallReasoning": "It is clear.",
        }
    ),
    "putStructureAnalysis": Example(
        {
            **ANALYSIS,
            "sections": [
                {
                    "name": "header",
                    "lineIds": [1],
                    "spatialPatterns": [PATTERN],
                    "contentPatterns": [PATTERN],
                    "startLine": 1,
                    "endLine": 1,
                    "metadata": JSON,
                }
            ],
            "processingMetrics": JSON,
            "processingHistory": json.dumps([{"event": "made"}]),
            "sourceInfo": JSON,
        }
    ),
    "putLineItemAnalysis": Example(
        {
            **ANALYSIS,
            "items": [
                {
                    "description": "Milk",
                    "quantity": {"amount": "2", "unit": "l"},
                    "price": {"unitPrice": "1.10", "extendedPrice": "2.20"},
                    "lineIds": [1],
                }
            ],
            "total": "2.20",
            "totalFound": True,
            "discrepancies": ["There is no tax."],
            "wordLabels": json.dumps({"1:1": "TAX"}),
            "timestampUpdated": AT,
        }
    ),
    "putValidation": Example(
        {
            **RECEIPT,
            "overallStatus": "invalid",
            "overallReasoning": "One sum is wrong.",
            "validationTimestamp": AT,
            "version": "2",
            "fieldSummary": JSON,
            "metadata": JSON,
            "timestampAdded": AT,
            "categories": [
                {
                    "fieldName": "total",
                    "fieldCategory": "Payment",
                    "status": "invalid",
                    "metadata": JSON,
                    "results": [FINDING, {"type": "warning"}],
                },
                {"fieldName": "date", "status": "valid"},
            ],
        }
    ),
    "recordChatGptValidation": Example(
        {
            **RECEIPT,
            "timestamp": AT,
            "originalStatus": "invalid",
            "revisedStatus": "valid",
            "corrections": [{"fieldName": "total", "originalValue": "3", "correctedValue": "2"}],
            "prompt": "Is it right?",
            "response": "It is.",
            "metadata": JSON,
        }
    ),
    "startCompaction": Example(
        {**RUN, "collection": "LINES", "linesDeltaPrefix": "lines/", "wordsDeltaPrefix": "words/", "at": AT}
    ),
    "finishCompaction": Example(
        {**RUN, "collection": "LINES", "state": "COMPLETED", "mergedVectors": 2, "expectedState": "PROCESSING"},
        before=_start_compaction,
    ),
    "cachePlace": Example(
        {
            "searchType": "PHONE",
            "searchValue": "555",
            "placeId": "P1",
            "placesResponse": JSON,
            "validationStatus": "ok",
            "normalizedValue": "555",
            "valueHash": "h",
            "expiresAt": "2096-11-16T12:00:00.000000Z",
            "queriedAt": "2026-11-16T13:00:00Z",
        }
    ),
    "createBatch": Example(
        {
            "batchId": "b3",
            "batchType": "COMPLETION",
            "openaiBatchId": "o",
            "submittedAt": AT,
            "wordCount": 1,
            "receiptRefs": [RECEIPT],
            "expiresAt": "2096-11-16T12:00:00.000000Z",
        }
    ),
    "deleteBatch": Example({"batchId": "b1"}, then=('{ batch(batchId: "b1") { id } }', {"batch": None})),
    "setBatchStatus": Example(
        {"batchId": "b1", "status": "IN_PROGRESS", "expectedStatus": "PENDING", "openaiBatchId": "o"}
    ),
    "recordBatchResults": Example(
        {
            "batchId": "b1",
            "completions": [{**WORD, "originalLabel": "TAX", "gptSuggestedLabel": "TIP", "status": "COMPLETED"}],
            "embeddings": [{**WORD, "pineconeId": "p", "text": "word", "label": "TAX", "status": "FAILED"}],
        },
        then=(
            """{ batch(batchId: "b1") {
                completionResults { nodes { originalLabel word { text } } }
                embeddingResults { nodes { pineconeId word { text } } } } }""",
            {
                "batch": {
                    "completionResults": {
                        "nodes": [
                            {"originalLabel": "TAX", "word": {"text": "word"}},
                            {"originalLabel": "TOTAL", "word": {"text": "word"}},
                        ]
                    },
                    "embeddingResults": {"nodes": [{"pineconeId": "p", "word": {"text": "word"}}]},
                }
            },
        ),
    ),
}
