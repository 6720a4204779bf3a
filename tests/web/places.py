"""Where the pages are, and what is on them with the sample."""

from collections.abc import Mapping
from datetime import UTC, datetime

from entities.jobs import Job
from local.data.sample import names
from resolvers.runtime.ids import global_id

JOB_NODE = global_id(Job(job_id=names.RUNNING_JOB_ID, name="n", created_by="c", created_at=datetime.now(UTC)))

PAGES = {
    "home": ("#/", "Running jobs"),
    "receipts": ("#/receipts", "Juniper Market"),
    "receipt": (f"#/receipts/{names.IMAGE_ID}/1", "MERCHANT_NAME"),
    "review": ("#/review?status=PENDING", "Proposed by"),
    "jobs": ("#/jobs", "layoutlm-receipts-sweep"),
    "job": (f"#/jobs/{names.RUNNING_JOB_ID}", "val_loss"),
    "cats": ("#/cats", str(names.CAT_BATCH_ID)),
    "batch": (f"#/cats/{names.CAT_BATCH_ID}", "3 failed"),
    "documents": ("#/documents", "blueprints-scan"),
    "document": (f"#/documents/{names.sample_id('document', 'meter-readings')}", "ProvisionedThroughputExceeded"),
    "sweep": (f"#/sweeps/{names.SWEEP_ID}", "Runs, the lowest val_loss first"),
    "novae": ("#/novae", "V1324 Sco"),
    "nova": ("#/novae/V1324%20Sco", "MOA 2012-BLG-320"),
    "data": ("#/data/Nova", "V1324 Sco"),
    "node": (f"#/node/{JOB_NODE}", "layoutlm-receipts"),
}
"""The address of each page, and something that is on it with the sample."""

Visits = Mapping[str, tuple[str, list[float]]]
"""The text of each page, and its price: Lambda calls, requests, read units."""
