"""Where clients meet an item of each type of the documents: a query, with `%s` for what is asked of the item."""

RECEIPT = 'receipt(imageId: "img", receiptId: 1) { %s }'
JOB = 'job(jobId: "j1") { %s }'
NOVA = 'nova(novaId: "n1") { %s }'


def _in(road: str, below: str) -> str:
    return road % below


ROADS: dict[str, tuple[str, str]] = {
    "Image": ("Image", 'image(imageId: "img") { %s }'),
    "Line": ("Line", 'image(imageId: "img") { lines { %s } }'),
    "Word": ("Word", 'image(imageId: "img") { lines { words { %s } } }'),
    "Word Tag": ("WordTag", 'wordTags(tag: "FOOD") { nodes { %s } }'),
    "Letter": ("Letter", 'image(imageId: "img") { words { letters { %s } } }'),
    "Receipt": ("Receipt", RECEIPT),
    "ReceiptMetadata": ("ReceiptMetadata", _in(RECEIPT, "metadata { %s }")),
    "Receipt Line": ("ReceiptLine", _in(RECEIPT, "lines { %s }")),
    "Receipt Word": ("ReceiptWord", _in(RECEIPT, "lines { words { %s } }")),
    "Receipt Word Label": ("ReceiptWordLabel", _in(RECEIPT, "words { labels { %s } }")),
    "Receipt Word Tag": ("ReceiptWordTag", _in(RECEIPT, "words { tagItems { %s } }")),
    "Receipt Letter": ("ReceiptLetter", _in(RECEIPT, "words { letters { %s } }")),
    "Receipt Field": ("ReceiptField", _in(RECEIPT, "fields { %s }")),
    "GPT Validation": ("GPTValidation", _in(RECEIPT, "gptValidation { %s }")),
    "GPT Initial Tagging": ("GPTInitialTagging", _in(RECEIPT, "gptInitialTagging { %s }")),
    "Receipt Label Analysis": ("ReceiptLabelAnalysis", _in(RECEIPT, "labelAnalysis { %s }")),
    "Receipt Structure Analysis": ("ReceiptStructureAnalysis", _in(RECEIPT, "structureAnalyses { %s }")),
    "Receipt Line Item Analysis": ("ReceiptLineItemAnalysis", _in(RECEIPT, "lineItemAnalysis { %s }")),
    "Receipt Validation Summary": ("ReceiptValidationSummary", _in(RECEIPT, "validation { %s }")),
    "Receipt Validation Category": ("ReceiptValidationCategory", _in(RECEIPT, "validation { categories { %s } }")),
    "Receipt Validation Result": (
        "ReceiptValidationResult",
        _in(RECEIPT, "validation { categories { results { %s } } }"),
    ),
    "Receipt ChatGPT Validation": ("ReceiptChatGPTValidation", _in(RECEIPT, "chatGptValidations { %s }")),
    "Compaction Run": ("CompactionRun", _in(RECEIPT, "compactionRuns { %s }")),
    "Places Cache": ("PlacesCache", "places { nodes { %s } }"),
    "Completion Batch Result": (
        "CompletionBatchResult",
        'batch(batchId: "b1") { completionResults { nodes { %s } } }',
    ),
    "Embedding Batch Result": ("EmbeddingBatchResult", 'batch(batchId: "b2") { embeddingResults { nodes { %s } } }'),
    "Batch Summary": ("BatchSummary", 'batch(batchId: "b1") { %s }'),
    "Label Hygiene Result": ("LabelHygieneResult", "labelHygiene { nodes { %s } }"),
    "Label Metadata": ("LabelMetadata", 'labelMetadata(label: "GRAND_TOTAL") { %s }'),
    "Job": ("Job", 'job(jobId: "j0") { %s }'),
    "Job Status": ("JobStatus", _in(JOB, "statuses { %s }")),
    "Job Resource": ("JobResource", _in(JOB, "resources { %s }")),
    "Job Metric": ("JobMetric", _in(JOB, "metrics { nodes { %s } }")),
    "Job Checkpoint": ("JobCheckpoint", _in(JOB, "checkpoints { %s }")),
    "Job Log": ("JobLog", _in(JOB, "logs { nodes { %s } }")),
    "Job Dependency": ("JobDependency", _in(JOB, "dependencies { %s }")),
    "Instance": ("Instance", 'instance(instanceId: "i-1") { %s }'),
    "Instance Job": ("InstanceJob", 'instance(instanceId: "i-1") { jobs { %s } }'),
    "Queue": ("Queue", 'queue(queueName: "gpu") { %s }'),
    "Queue Job": ("QueueJob", 'queue(queueName: "gpu") { jobs { nodes { %s } } }'),
    "Nova": ("Nova", NOVA),
    "NameMapping": ("NameMapping", 'names(name: "V1324 Sco") { %s }'),
    "Photometry table": ("PhotometryTable", _in(NOVA, "products { ... on PhotometryTable { %s } }")),
    "Spectra": ("SpectraProduct", _in(NOVA, "products { ... on SpectraProduct { %s } }")),
    "LocatorAlias": (
        "LocatorAlias",
        'locators(provider: "ESO", locatorIdentity: "url:https://x/#1") { %s }',
    ),
    "FileObject": ("FileObject", _in(NOVA, "files { %s }")),
    "Reference": ("Reference", _in(NOVA, "references { reference { %s } }")),
    "NovaReference": ("NovaReference", _in(NOVA, "references { %s }")),
    "JobRun": ("JobRun", _in(NOVA, "runs { nodes { %s } }")),
    "Attempt": ("Attempt", _in(NOVA, "runs { nodes { attempts { %s } } }")),
    "Cat image": ("CatImage", 'catBatch(batchId: "7") { images { nodes { %s } } }'),
    "TextractJob": ("TextractJob", 'document(jobId: "d0") { %s }'),
}
"""By the name in the documents: the type of the API, and the road."""

FIELDS = {
    "Word Tag.tag_name": "tag",
    "Receipt Word Tag.tag_name": "tag",
    "FileObject.bucket": "s3Bucket",
    "FileObject.key": "s3Key",
    "Cat image.img_fprint": "fingerprint",
    "Cat image.s3img_key": "s3Key",
    "Cat image.op_status": "status",
    "Cat image.rek_resp": "rekognitionResponse",
    "Cat image.rek_iscat": "isCat",
    "Cat image.current_date": "uploadedOn",
    "Cat image.upload_ts": "uploadedAt",
    "Cat image.rek_ts": "recognisedAt",
    "Cat image.ttl": "expiresAt",
    "TextractJob.JobID": "jobId",
    "TextractJob.DocumentKey": "documentKey",
    "TextractJob.Status": "status",
    "TextractJob.SubmittedAt": "submittedAt",
    "TextractJob.CompletedAt": "completedAt",
    "TextractJob.TextractID": "textractId",
    "TextractJob.ResultKey": "resultKey",
    "TextractJob.Error": "error",
    "TextractJob.TTL": "expiresAt",
}
"""Fields that are called differently than in the documents."""
