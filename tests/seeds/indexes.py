"""For each index of the documents, a query that reads it: the index, the partition, and the item in the answer."""

from dataclasses import dataclass

from tests.reads.cases.case import OUR_BATCH
from tests.seeds.roads import JOB, NOVA, RECEIPT


@dataclass(frozen=True)
class IndexRow:
    """A query, and the partition of the index that it must read."""

    query: str
    partition: str


def _list(field: str) -> str:
    return f"{field} {{ nodes {{ id }} }}"


def _of(road: str, below: str) -> str:
    return road % below


IMAGE = 'image(imageId: "img") { id lines { id } receipts { id fields { id } } }'
WORDS = _of(RECEIPT, "id lines { id words { id labels { id } tagItems { id } } }")

INDEXES: dict[str, IndexRow] = {
    "Image.GSI1": IndexRow(IMAGE, "IMAGE#img"),
    "Line.GSI1": IndexRow(IMAGE, "IMAGE#img"),
    "Receipt.GSI1": IndexRow(IMAGE, "IMAGE#img"),
    "Receipt.GSI2": IndexRow('image(imageId: "img") { receipts { id words { id } } }', "RECEIPT"),
    "Receipt Field.GSI1": IndexRow(IMAGE, "IMAGE#img"),
    "Word Tag.GSI1": IndexRow(_list('wordTags(tag: "FOOD")'), "TAG#FOOD"),
    "Receipt Word.GSI1": IndexRow(_list("receiptWords(embeddingStatus: PENDING)"), "EMBEDDING_STATUS#PENDING"),
    "Receipt Word.GSI2": IndexRow('image(imageId: "img") { receipts { id words { id } } }', "RECEIPT"),
    "Receipt Word.GSI3": IndexRow(_of(RECEIPT, "lines { id } words { id }"), "IMAGE#img#RECEIPT#00001"),
    "Receipt Line.GSI1": IndexRow(_list("receiptLines(embeddingStatus: PENDING)"), "EMBEDDING_STATUS#PENDING"),
    "Receipt Line.GSI3": IndexRow(_of(RECEIPT, "lines { id }"), "IMAGE#img#RECEIPT#00001"),
    "Receipt Word Tag.GSI1": IndexRow(_list('receiptWordTags(tag: "FOOD")'), "TAG#FOOD"),
    "Receipt Word Tag.GSI2": IndexRow(_of(RECEIPT, "words { id tagItems { id } }"), "RECEIPT"),
    "Receipt Word Label.GSI1": IndexRow(_list('labels(label: "GRAND_TOTAL")'), "LABEL#GRAND_TOTAL"),
    "Receipt Word Label.GSI2": IndexRow(_list('labels(imageId: "img")'), "RECEIPT"),
    "Receipt Word Label.GSI3": IndexRow(_list("labels(validationStatus: VALID)"), "VALIDATION_STATUS#VALID"),
    "ReceiptMetadata.GSI1": IndexRow(_list('receiptMetadata(merchantName: "Twin Peaks")'), "MERCHANT#TWIN_PEAKS"),
    "ReceiptMetadata.GSI2": IndexRow(
        "receipts(minConfidence: 0.5) { nodes { metadata { id } } }", "MERCHANT_VALIDATION"
    ),
    "Receipt Label Analysis.GSI1": IndexRow(_list("labelAnalyses"), "ANALYSIS_TYPE"),
    "Receipt Structure Analysis.GSI1": IndexRow(_list("structureAnalyses"), "ANALYSIS_TYPE"),
    "Receipt Line Item Analysis.GSI1": IndexRow(_list("lineItemAnalyses"), "ANALYSIS_TYPE"),
    "Receipt Validation Summary.GSI1": IndexRow(_list("validations"), "ANALYSIS_TYPE"),
    "Receipt Validation Summary.GSI3": IndexRow(_list('validations(status: "valid")'), "VALIDATION_STATUS#valid"),
    "Receipt Validation Category.GSI1": IndexRow(_list("validationCategories"), "ANALYSIS_TYPE"),
    "Receipt Validation Category.GSI3": IndexRow(
        _list('validationCategories(fieldName: "total", status: "valid")'), "FIELD_STATUS#total#valid"
    ),
    "Receipt Validation Result.GSI1": IndexRow(_list("validationResults"), "ANALYSIS_TYPE"),
    "Receipt Validation Result.GSI3": IndexRow(_list('validationResults(type: "error")'), "RESULT_TYPE#error"),
    "Receipt ChatGPT Validation.GSI1": IndexRow(_list("chatGptValidations"), "ANALYSIS_TYPE"),
    "Receipt ChatGPT Validation.GSI3": IndexRow(
        _list('chatGptValidations(status: "valid")'), "VALIDATION_STATUS#valid"
    ),
    "Compaction Run.GSI1": IndexRow(_list("compactionRuns"), "RUNS"),
    "Places Cache.GSI1": IndexRow(_list('places(placeId: "P1")'), "PLACE_ID"),
    "Places Cache.GSI2": IndexRow(_list("places"), "LAST_USED"),
    "Batch Summary.GSI1": IndexRow(_list("batches(status: PENDING)"), "STATUS#PENDING"),
    "Completion Batch Result.GSI1": IndexRow(_list('completionResults(labelTarget: "TOTAL")'), "LABEL_TARGET#TOTAL"),
    "Completion Batch Result.GSI2": IndexRow(
        'batch(batchId: "b1") { completionResults(status: COMPLETED) { nodes { id } } }', "BATCH#b1"
    ),
    "Completion Batch Result.GSI3": IndexRow(
        _of(RECEIPT, "completionResults { nodes { id } }"), "IMAGE#img#RECEIPT#00001"
    ),
    "Embedding Batch Result.GSI2": IndexRow(
        'batch(batchId: "b2") { embeddingResults(status: SUCCESS) { nodes { id } } }', "BATCH#b2"
    ),
    "Embedding Batch Result.GSI3": IndexRow(
        _of(RECEIPT, "embeddingResults { nodes { id } }"), "IMAGE#img#RECEIPT#00001"
    ),
    "Label Hygiene Result.GSI1": IndexRow(_list('labelHygiene(alias: "TOTAL")'), "ALIAS#TOTAL"),
    "Label Hygiene Result.GSI2": IndexRow(
        _list('labelHygiene(canonicalLabel: "GRAND_TOTAL")'), "CANONICAL_LABEL#GRAND_TOTAL"
    ),
    "Label Metadata.GSI1": IndexRow(
        'labelMetadata(label: "GRAND_TOTAL") { id } labels(label: "GRAND_TOTAL") { nodes { id } }', "LABEL#GRAND_TOTAL"
    ),
    "Label Metadata.GSI2": IndexRow(_list('labelsKnown(labelTarget: "money")'), "LABEL_TARGET#money"),
    "Job.GSI1": IndexRow(_list("jobs(status: RUNNING)"), "STATUS#running"),
    "Job.GSI2": IndexRow(_list('jobs(createdBy: "ann")'), "USER#ann"),
    "Job Status.GSI1": IndexRow(_list("jobStatuses(status: RUNNING)"), "STATUS#running"),
    "Job Resource.GSI1": IndexRow(_list('resources(resourceId: "gpu-1")'), "RESOURCE"),
    "Job Metric.GSI1": IndexRow(_list('metrics(metricName: "val_loss")'), "METRIC#val_loss"),
    "Job Metric.GSI2": IndexRow(
        'sweep(sweepId: "ours") { metrics(metricName: "val_loss") { nodes { id } } }', "METRIC#val_loss"
    ),
    "Job Checkpoint.GSI1": IndexRow(_list("checkpoints"), "CHECKPOINT"),
    "Job Log.GSI1": IndexRow(_list("logs"), "LOG"),
    "Job Dependency.GSI1": IndexRow(_list("dependencies"), "DEPENDENCY"),
    "Job Dependency.GSI2": IndexRow('job(jobId: "j0") { dependents { id } }', "DEPENDENCY"),
    "Instance.GSI1": IndexRow(_list("instances(status: RUNNING)"), "STATUS#running"),
    "Instance Job.GSI1": IndexRow(_of(JOB, "instances { id }"), "JOB"),
    "Queue.GSI1": IndexRow(_list("queues"), "QUEUE"),
    "Queue Job.GSI1": IndexRow(_of(JOB, "queues { id }"), "JOB"),
    "Spectra.EligibilityIndex": IndexRow(_of(NOVA, "eligibleSpectra { id }"), "n1"),
    "Cat image.GSI1": IndexRow(
        'catBatch(batchId: "7") { images(since: "2020-01-01T00:00:00Z") { nodes { id } } }', "7"
    ),
    "Cat image.GSI2": IndexRow(_list('catImages(clientId: "c", since: "2020-01-01T00:00:00Z")'), "c"),
    "Cat image.GSI3": IndexRow('catBatch(batchId: "7") { images(clientId: "c") { nodes { id } } }', "7"),
    "Cat image.GSI4": IndexRow('catBatch(batchId: "7") { images(status: PENDING) { nodes { id } } }', "7"),
    "Cat image.GSI5": IndexRow(_list("catImages(isCat: true)"), "True"),
    "Cat image.SparseLogs": IndexRow(f'catBatch(batchId: "{OUR_BATCH}") {{ imagesWithLogs {{ id }} }}', str(OUR_BATCH)),
    "TextractJob.Status-SubmittedAt-Index": IndexRow(_list("documents(status: COMPLETED)"), "COMPLETED"),
    "TextractJob.DocumentKey-Index": IndexRow(_list('documentsByKey(documentKey: "input/d0/a.pdf")'), "input/d0/a.pdf"),
}
"""By item type and index."""
