"""What the documents want to do: each as GraphQL, with exactly what it answers over the small world."""

from collections.abc import Callable
from datetime import timedelta

from entities.item import Item
from entities.jobs import JobMetric, QueueJob
from entities.receipts.analyses import AnalysedLabel, ReceiptLabelAnalysis
from tests.commands.conftest import Changing
from tests.contract.examples.cats_and_documents import EXAMPLES as CATS
from tests.contract.examples.cats_and_documents import IMAGE as CAT
from tests.contract.examples.jobs import EXAMPLES
from tests.contract.examples.novae import EXAMPLES as NOVAE
from tests.contract.examples.novae import SPECTRUM
from tests.loaders.sample import NOW
from tests.seeds.roads import JOB, NOVA, RECEIPT

EXTRA: tuple[Item, ...] = (
    ReceiptLabelAnalysis(
        image_id="img",
        receipt_id=1,
        timestamp_added=NOW,
        labels=(AnalysedLabel(label_type="DATE", line_id=1, word_id=1, reasoning="It has two dots."),),
        overall_reasoning="A usual receipt.",
        metadata={
            "processing_metrics": {"processing_time_ms": 12, "api_calls": 1},
            "processing_history": [{"event_type": "created", "description": "first"}],
            "source_information": {"model_name": "m", "algorithm": "a"},
        },
    ),
    QueueJob(queue_name="gpu", job_id="j1", enqueued_at=NOW, position=1, sweep_id="j0"),
    JobMetric(
        job_id="j1",
        metric_name="steps",
        value=7,
        timestamp=NOW,
        expires_at=NOW + timedelta(days=3650),
    ),
)
"""What the small world has without the values that the documents speak of."""

IMAGE_TREE = (
    'image(imageId: "img") { lines { text words { text } } '
    "receipts { receiptId lines { words { text } } metadata { merchantName } } }"
)
WORD = "tagItems { tag } tags"

PATTERNS: dict[tuple[str, str], str] = {
    ("000", "All of an image by one key"): IMAGE_TREE,
    ("000", "Tags in upper case"): 'wordTags(tag: "food") { nodes { tag } }',
    ("000", "Tags embedded in words"): f'image(imageId: "img") {{ words {{ text {WORD} }} }}',
    (
        "000",
        "A tag has many words, a word many tags",
    ): 'receiptWordTags(tag: "FOOD") { nodes { word { text tagItems { tag } } } }',
    (
        "000",
        "All of a job by one key",
    ): JOB % "name statuses { status } resources { resourceId } checkpoints { epoch } dependencies { type }",
    ("000", "Jobs by status"): "jobs(status: RUNNING) { nodes { jobId status } }",
    ("000", "The latest status of a job"): JOB % "latestStatus { status updatedAt }",
    (
        "000",
        "Metrics of a span of time",
    ): JOB % 'metrics(since: "2026-11-16T12:30:00Z") { nodes { metricName value timestamp } }',
    ("000", "What a job depends on"): JOB % "dependencies { dependency { jobId name } }",
    ("000", "What depends on a job"): 'job(jobId: "j0") { dependents { dependent { jobId name } } }',
    ("000", "Which instances run which jobs"): 'instance(instanceId: "i-1") { jobs { jobId job { name status } } }',
    ("000", "Jobs of a queue"): 'queue(queueName: "gpu") { jobs { nodes { position job { jobId } } } }',
    ("000", "A job definition of any shape"): JOB % "jobConfig",
    ("001", "All of an image by one key"): IMAGE_TREE,
    ("001", "Processing metrics, history and source of an analysis"): RECEIPT % "labelAnalysis { metadata }",
    ("001", "Positions as four corners"): RECEIPT
    % "lines { topLeft { x y } topRight { x y } bottomLeft { x y } bottomRight { x y } }",
    ("001", "Reasoning of every element and as a whole"): RECEIPT
    % "labelAnalysis { overallReasoning labels { labelType reasoning } }",
    (
        "001",
        "Validation results by type",
    ): 'validationResults(type: "error") { nodes { resultIndex type category { fieldName } } }',
    ("001", "A validation split into summary, categories, results and second opinions"): RECEIPT
    % "validation { overallStatus categories { fieldName status results { resultIndex type } } } "
    "chatGptValidations { revisedStatus }",
    (
        "001",
        "A sweep is a parent job, its runs are training jobs",
    ): 'sweep(sweepId: "j0") { job { jobId jobType } jobs { jobId } }',
    ("001", "Dependencies between a sweep and its runs"): JOB % "dependencies { type dependency { jobId } }",
    ("001", "Queue jobs of a sweep"): 'queue(queueName: "gpu") { jobs { nodes { jobId sweepId } } }',
    ("001", "Metrics of the runs of a sweep"): 'metrics(metricName: "val_loss") { nodes { value job { jobId } } }',
    ("001", "Checkpoints to resume from"): JOB % "checkpoints { epoch s3Key } bestCheckpoint { epoch }",
    ("001", "Find all jobs in a sweep"): 'sweep(sweepId: "j0") { jobs { jobId } }',
    (
        "001",
        "Find all metrics for a sweep",
    ): 'sweep(sweepId: "j0") { jobs { metrics(metricName: "val_loss") { nodes { value } } } }',
    (
        "001",
        "Find best-performing configuration",
    ): 'sweep(sweepId: "j0") { bestRun(metricName: "val_loss") { value job { jobConfig } } }',
    ("001", "Metrics that expire"): JOB % "metrics { nodes { metricName expiresAt } }",
    (
        "002",
        "A nova by its name or an alias",
    ): 'a: novaeByName(name: "v1324 sco") { novaId } b: novaeByName(name: "Nova Sco 2012 #2") { novaId }',
    ("002", "Products of a nova, photometry first"): NOVA % "products { __typename dataProductId }",
    ("002", "Eligible spectra of a nova"): NOVA % "eligibleSpectra { dataProductId eligibility }",
    (
        "002",
        "A product by its locator",
    ): 'productByLocator(provider: "ESO", locatorIdentity: "url:https://x/#1") { dataProductId }',
    ("002", "Files of a product"): NOVA % "files { dataProductId role name }",
    ("002", "References of a nova"): NOVA % "references { referenceId reference { title } }",
    ("002", "The one photometry table of a nova"): NOVA
    % "products { ... on PhotometryTable { dataProductId productType } }",
    ("002", "Spectra of a nova by provider"): NOVA % 'spectra(provider: "ESO") { nodes { dataProductId provider } }',
    (
        "002",
        "QUARANTINE is human-gated: what waits for a person",
    ): "quarantinedSpectra { nodes { dataProductId validationStatus quarantineReasonCode } } "
    "quarantinedRuns { nodes { jobRunId status } }",
    (
        "002",
        "Locator normalization is deterministic",
    ): 'a: productByUrl(provider: "ESO", url: "HTTPS://Y:443/1") { dataProductId } '
    'b: locators(provider: "ESO", locatorIdentity: "url:https://y/1") { dataProductId novaId }',
    (
        "002",
        "Novae at a place in the sky",
    ): "novaeNear(raDeg: 52.8, decDeg: 43.9, radiusArcsec: 10) { nodes { novaId primaryName raDeg decDeg } }",
    ("002", "References of a nova by role"): NOVA % "referencesByRole(role: OTHER) { referenceId role }",
    (
        "002",
        "Runs of one workflow execution",
    ): 'jobRuns(correlationId: "c1") { nodes { jobRunId workflowName status } }',
    ("002", "Runs of a nova and their attempts"): NOVA % "runs { nodes { jobRunId attempts { attemptNo } } }",
    (
        "003",
        "Use case 1: results of a batch",
    ): 'catBatch(batchId: "7") { images(first: 20) { nodes { fingerprint isCat } } }',
    (
        "003",
        "Use case 2: a batch by status",
    ): 'catBatch(batchId: "7") { images(status: SUCCESS) { nodes { fingerprint } } }',
    ("003", "Use case 3: a client by status"): 'catImages(clientId: "c", status: SUCCESS) { nodes { fingerprint } }',
    ("003", "Use case 4: logs of a batch"): 'catBatch(batchId: "7") { imagesWithLogs { fingerprint logs } }',
    ("003", "Use case 5: one image"): 'catImage(batchId: "7", fingerprint: "f1") { status isCat }',
    (
        "003",
        "Use case 6: several images",
    ): 'catBatch(batchId: "7") { imagesByFingerprint(fingerprints: ["f1", "f0"]) { fingerprint isCat } }',
    (
        "003",
        "Use case 7: a batch in a range of time",
    ): 'catBatch(batchId: "7") { images(since: "2026-11-16T12:30:00Z") { nodes { fingerprint } } }',
    (
        "003",
        "Use case 8: a client in a range of time",
    ): 'catImages(clientId: "c", since: "2026-11-16T12:30:00Z") { nodes { fingerprint } }',
    (
        "003",
        "Images of a batch by client",
    ): 'catBatch(batchId: "7") { images(clientId: "c") { nodes { fingerprint clientId } } }',
    ("003", "Images that contain a cat"): "catImages(isCat: true) { nodes { batchId fingerprint isCat } }",
    (
        "003",
        "An image by its hash, whatever its batch",
    ): 'catImages(fingerprint: "f0") { nodes { batchId isCat } }',
    ("003", "How far a batch is"): 'catBatch(batchId: "7") { summary { total pending success fail cats isDone } }',
    ("003", "Images that wait too long"): "stuckCatImages(olderThanMinutes: 0) { nodes { fingerprint status } }",
}
"""By document and pattern."""

RESUME = """mutation { resumeSweep(input: { sweepId: "s1" }) {
  resumed isComplete sweep { progress { total pending running } } } }"""
STOP = """mutation { stopUnderperforming(input: { sweepId: "s1", metricName: "val_loss", afterEpochs: 2, keep: 1 }) {
  isComplete sweep { progress { total running cancelled } } } }"""

COOLED = (
    "{ all: eligibleSpectra { nodes { dataProductId } } "
    "ready: eligibleSpectra(readyOnly: true) { nodes { dataProductId } } }"
)


def _fail_once(api: Changing) -> None:
    """A download fails, so that the next one has to wait."""
    for outcome, attempt in (("STARTED", 0), ("RETRYABLE_FAILURE", 1)):
        api.do("recordAcquisition", "{ attemptCount }", **SPECTRUM, outcome=outcome, expectedAttempt=attempt)


REVIEW = """mutation { reviewSpectra(input: { novaId: "n1", provider: "ESO", dataProductId: "p1", decision: APPROVE,
  note: "The units are known." }) { validationStatus manualReviewStatus eligibility } }"""
AGAIN = """mutation { registerSpectra(input: { novaId: "n1", provider: "ESO",
  locators: [{ kind: URL, value: "https://y/1", role: PRIMARY }] }) { dataProductId provider } }"""
NAMED = """mutation { initializeNova(input: { name: "nova  SCO 2012 #2" }) { outcome novaId nova { primaryName } } }"""
UPLOAD = f"""mutation {{ createCatBatch(input: {{ clientId: "ours", debug: true, files: [
  {{ fileName: "new.png", sha256: "{"ef" * 32}", byteLength: 1024, contentType: "image/png" }},
  {{ fileName: "known.png", sha256: "{"0" * 64}", byteLength: 1024, contentType: "image/png" }}
  ] }}) {{ uploads {{ fileName method known {{ isCat }} }} }} }}"""
RESULT = """mutation { recordCatResult(input: { batchId: "7", fingerprint: "%s", status: SUCCESS, isCat: true,
  rekognitionResponse: "{}", logs: "[\\"looked\\"]" }) { status isCat logs } }"""

CHANGES: dict[tuple[str, str], tuple[str, Callable[[Changing], object] | None]] = {
    ("001", "Resume incomplete sweep"): (" ".join(RESUME.split()), EXAMPLES["resumeSweep"].before),
    ("001", "Early stopping of poorly performing jobs"): (
        " ".join(STOP.split()),
        EXAMPLES["stopUnderperforming"].before,
    ),
    ("002", "QUARANTINE is human-gated: re-entry by a person"): (
        " ".join(REVIEW.split()),
        NOVAE["reviewSpectra"].before,
    ),
    ("002", "Discovery checks the locator before it assigns a product"): (" ".join(AGAIN.split()), None),
    ("002", "Cooldown is enforced per spectra product"): (COOLED, _fail_once),
    ("002", "All names of a nova"): (
        f"{{ {NOVA % 'primaryName names { nameRaw nameKind }'} }}",
        NOVAE["removeAlias"].before,
    ),
    ("002", "A nova is initialized once under each of its names"): (" ".join(NAMED.split()), None),
    ("003", "Many images are uploaded, and known ones are not processed again"): (" ".join(UPLOAD.split()), None),
    ("003", "A result and its debug logs are stored"): (
        " ".join(RESULT.split()) % CAT["fingerprint"],
        CATS["recordCatResult"].before,
    ),
}
"""Patterns that change something, and what happened before."""
