"""Examples of all queries: arguments that find something in the small world."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from resolvers.runtime.ids import global_id
from tests.contract.examples.setting import setting


@dataclass(frozen=True)
class Asking:
    """How a query is called."""

    arguments: Mapping[str, Any] = field(default_factory=dict)
    types: tuple[str, ...] = ()
    """Where the schema promises an interface: the types that are answered."""


def _ids(*type_names: str) -> list[str]:
    """The global id of an item of each type."""
    by_type = {type(item).__name__: item for item in reversed(setting())}
    return [global_id(by_type[each]) for each in type_names]


QUERIES: dict[str, Asking] = {
    "image": Asking({"imageId": "img"}),
    "images": Asking(),
    "randomImage": Asking({"imageType": "PHOTO", "receiptCount": 1}),
    "receipt": Asking({"imageId": "img", "receiptId": 1}),
    "randomReceipt": Asking(),
    "receipts": Asking(),
    "receiptMetadata": Asking({"merchantName": "Twin Peaks"}),
    "labels": Asking({"label": "GRAND_TOTAL"}),
    "receiptLines": Asking({"embeddingStatus": "PENDING"}),
    "receiptWords": Asking({"embeddingStatus": "PENDING"}),
    "receiptFields": Asking({"fieldType": "ADDRESS_LINE"}),
    "wordTags": Asking({"tag": "FOOD"}),
    "receiptWordTags": Asking({"tag": "FOOD"}),
    "labelAnalyses": Asking(),
    "structureAnalyses": Asking(),
    "lineItemAnalyses": Asking(),
    "validations": Asking({"status": "valid"}),
    "validationCategories": Asking({"fieldName": "total", "status": "valid"}),
    "validationResults": Asking({"type": "error"}),
    "chatGptValidations": Asking({"status": "valid"}),
    "compactionRuns": Asking(),
    "place": Asking({"searchType": "PHONE", "searchValue": "555"}),
    "places": Asking({"placeId": "P1"}),
    "batch": Asking({"batchId": "b1"}),
    "batches": Asking({"status": "PENDING"}),
    "completionResults": Asking({"label": "TOTAL"}),
    "labelHygiene": Asking({"alias": "TOTAL"}),
    "labelMetadata": Asking({"label": "GRAND_TOTAL"}),
    "labelsKnown": Asking({"labelTarget": "money"}),
    "imageCount": Asking(),
    "receiptCount": Asking(),
    "merchantCounts": Asking(),
    "labelCounts": Asking({"labels": ["GRAND_TOTAL"]}),
    "labelTimeline": Asking({"since": "2026-11-15T12:00:00Z", "until": "2026-11-17T12:00:00Z"}),
    "job": Asking({"jobId": "j1"}),
    "jobs": Asking({"status": "RUNNING"}),
    "jobStatuses": Asking({"status": "RUNNING"}),
    "metrics": Asking({"metricName": "val_loss"}),
    "checkpoints": Asking(),
    "logs": Asking(),
    "dependencies": Asking({"dependentJobId": "j1"}),
    "resources": Asking({"resourceId": "gpu-1"}),
    "queue": Asking({"queueName": "gpu"}),
    "queues": Asking(),
    "queueJobs": Asking({"queueName": "gpu"}),
    "instance": Asking({"instanceId": "i-1"}),
    "instances": Asking({"status": "RUNNING"}),
    "sweep": Asking({"sweepId": "j0"}),
    "sweeps": Asking(),
    "search": Asking({"text": "train-1"}, ("Job",)),
    "nova": Asking({"novaId": "n1"}),
    "novae": Asking(),
    "novaeNear": Asking({"raDeg": 52.8, "decDeg": 43.9, "radiusArcsec": 60.0}),
    "quarantinedSpectra": Asking(),
    "quarantinedRuns": Asking(),
    "eligibleSpectra": Asking(),
    "novaeByName": Asking({"name": "V1324 Sco"}),
    "names": Asking({"name": "V1324 Sco"}),
    "productByLocator": Asking({"provider": "ESO", "locatorIdentity": "url:https://x/#1"}),
    "productByUrl": Asking({"provider": "ESO", "url": "https://y/./1"}),
    "locators": Asking({"provider": "ESO", "locatorIdentity": "url:https://x/#1"}),
    "reference": Asking({"bibcode": "2012ATel.4157....1W"}),
    "jobRuns": Asking({"correlationId": "c1"}),
    "catBatch": Asking({"batchId": "7"}),
    "catImage": Asking({"batchId": "7", "fingerprint": "f0"}),
    "catImages": Asking({"clientId": "c"}),
    "stuckCatImages": Asking(),
    "document": Asking({"jobId": "d0"}),
    "documents": Asking({"status": "COMPLETED"}),
    "documentsByKey": Asking({"documentKey": "input/d0/a.pdf"}),
    "documentsByTextractId": Asking({"textractId": "t1"}),
    "stuckDocuments": Asking(),
    "documentCounts": Asking(),
    "deadLetters": Asking({"queue": "INPUT"}),
    "node": Asking({"id": _ids("Receipt")[0]}, types=("Receipt",)),
    "nodes": Asking({"ids": _ids("Image", "Nova")}, types=("Image", "Nova")),
    "storedItem": Asking({"id": _ids("Receipt")[0]}),
}
"""By the name of the query."""
