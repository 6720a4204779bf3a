"""The ten questions of the comparison, as a client asks them."""

from dataclasses import dataclass, field
from typing import Any

from bench import stored
from bench.import_input import import_input


@dataclass(frozen=True)
class Asked:
    """A question: its text and its variables."""

    name: str
    title: str
    query: str
    variables: dict[str, Any] = field(default_factory=dict)
    is_write: bool = False
    seldom: int = 1
    """How many times less often it is measured, because it takes long."""

    def as_json(self) -> dict[str, Any]:
        """As programs are asked."""
        return {"name": self.name, "query": self.query, "variables": self.variables}


TREE = Asked(
    "tree",
    "an image with everything below it",
    """query Tree($imageId: ID!) { image(imageId: $imageId) { imageId width height receipts { receiptId width height
  lines { lineId text confidence boundingBox { x y width height }
    words { wordId text confidence boundingBox { x y width height }
      labels { label validationStatus reasoning } } } } } }""",
    {"imageId": stored.TREE_IMAGE},
)
RECEIPTS = Asked(
    "receipts",
    "20 receipts with words and labels",
    """query Receipts($first: Int) { receipts(first: $first) { nodes { imageId receiptId width
  words { lineId wordId text } labels { lineId wordId label validationStatus } } } }""",
    {"first": 20},
)
JOBS = Asked(
    "jobs",
    "20 jobs with status",
    """query Jobs($first: Int) { jobs(status: RUNNING, first: $first) { nodes { jobId name createdAt
  latestStatus { status progress message updatedAt } } } }""",
    {"first": 20},
)
METRICS = Asked(
    "metrics",
    "a job with 100 metrics",
    """query Metrics($jobId: ID!, $first: Int) { job(jobId: $jobId) { name status
  metrics(metricName: "loss", first: $first) { nodes { timestamp value step epoch } } } }""",
    {"jobId": stored.MEASURED_JOB, "first": 100},
)
SWEEP = Asked(
    "sweep",
    "a sweep of 100, ranked",
    """query Sweep($sweepId: ID!, $first: Int) { sweep(sweepId: $sweepId) { progress { total done }
  runs(metricName: "val_f1", higherIsBetter: true, first: $first) { nodes { jobId value epoch } } } }""",
    {"sweepId": stored.SWEEP_ID, "first": 100},
)
NOVA = Asked(
    "nova",
    "a nova with its products",
    """query Nova($novaId: ID!) { nova(novaId: $novaId) { primaryName raDeg decDeg
  products { dataProductId productType ... on SpectraProduct { provider instrument snr validationStatus } } } }""",
    {"novaId": stored.NOVA_ID},
)
LABELS = Asked(
    "labels",
    "50 labels with their words and receipts",
    """query Labels($first: Int) { labels(label: "GRAND_TOTAL", first: $first) { nodes { label validationStatus
  word { text confidence } receipt { receiptId width height } } } }""",
    {"first": 50},
)
CATS = Asked(
    "cats",
    "a batch of cats",
    """query Cats($batchId: ID!) { catBatch(batchId: $batchId) { summary { total success cats }
  images(first: 100) { nodes { fingerprint fileName status isCat } } } }""",
    {"batchId": str(stored.CAT_BATCH)},
)
IMPORT = Asked(
    "import",
    "an import of 2,800 items",
    "mutation Import($input: ImportImageInput!) { importImage(input: $input) { isComplete written skipped } }",
    {"input": import_input()},
    is_write=True,
    seldom=5,
)
RECORD = Asked(
    "record",
    "recordMetrics of 100",
    "mutation Record($input: RecordMetricsInput!) { recordMetrics(input: $input) { metricName value timestamp } }",
    {"input": {"jobId": stored.MEASURED_JOB, "metrics": stored.new_metrics(100)}},
    is_write=True,
)
QUESTIONS = {each.name: each for each in (TREE, RECEIPTS, JOBS, METRICS, SWEEP, NOVA, LABELS, CATS, IMPORT, RECORD)}
