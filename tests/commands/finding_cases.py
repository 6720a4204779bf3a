"""What mutations are given for what is found out about receipts, and what the items must say."""

import json

from tests.commands.test_import import CORNERS, POINT
from tests.commands.word_cases import AT, BATCH, JSON_, RECEIPT, WORD, Case

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

CASES: dict[str, Case] = {
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
