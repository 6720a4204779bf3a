"""Every field that has a resolver: what it takes and gives, the function that answers it, and who may call it.

The Lambda, the local server and infra are all wired from this table. A field of `Query` is called alone; any other is
called for many parents at once. Functions are named, not imported: a request loads only what it needs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from typing import Any

from resolvers.signatures import Signature

BATCH = 100
"""How many parents go into one call: each repeats the headers of the request, and Lambda takes 6 MB."""

API_KEY, IAM, VIEWERS, EDITORS, OPERATORS = "api_key", "iam", "viewers", "editors", "operators"
READ = (API_KEY, IAM, VIEWERS, EDITORS, OPERATORS)
OPERATE = (IAM, OPERATORS)


@dataclass(frozen=True)
class Route:
    """One field with a resolver."""

    text: str
    function: str
    """`module:name` below resolvers."""
    description: str
    access: tuple[str, ...] = READ
    needs: tuple[str, ...] = ()
    """Fields of the parent, besides its ids, that the function asks for."""

    @cached_property
    def signature(self) -> Signature:
        return Signature(self.text)

    @property
    def key(self) -> str:
        return self.signature.key

    @property
    def is_batched(self) -> bool:
        return self.signature.type_name != "Query"

    @property
    def batch_size(self) -> int:
        return BATCH if self.is_batched else 0

    def load(self) -> Callable[..., Any]:
        """The function itself."""
        module, name = self.function.split(":")
        found: Callable[..., Any] = getattr(import_module(f"resolvers.{module}"), name)
        return found


@cache
def routes() -> dict[str, Route]:
    """All routes by `Type.field`."""
    return {route.key: route for route in ROUTES}


_PAGE = "first: Int = 20, after: String"
_SPAN = "since: AWSDateTime, until: AWSDateTime"

_RECEIPTS = (
    Route("Query.image(imageId: ID!): Image", "receipts:image", "An image by its id."),
    Route(
        f"Query.images(imageType: ImageType, receiptCount: Int, {_PAGE}): ImageConnection!",
        "receipts:images",
        "All images, or those of a type, or those of a type with so many receipts.",
    ),
    Route("Query.receipt(imageId: ID!, receiptId: Int!): Receipt", "receipts:receipt", "A receipt by its ids."),
    Route(f"Query.receipts({_PAGE}): ReceiptConnection!", "receipts:all_receipts", "All receipts, in no order."),
    Route(
        f"Query.receiptMetadata(merchantName: String, placeId: ID, {_PAGE}): ReceiptMetadataConnection!",
        "receipts:receipt_metadata",
        "Whose receipts there are: of a merchant in any spelling of case, of a place, or all.",
    ),
    Route(
        f"Query.labels(label: String, validationStatus: ValidationStatus, {_PAGE}): ReceiptWordLabelConnection!",
        "receipts:labels",
        "Labels by what they say, by their validation status, or by both.",
    ),
    Route(
        f"Query.receiptLines(embeddingStatus: EmbeddingStatus!, {_PAGE}): ReceiptLineConnection!",
        "receipts:lines",
        "Lines of receipts by the state of their embedding.",
    ),
    Route(
        f"Query.receiptWords(embeddingStatus: EmbeddingStatus!, {_PAGE}): ReceiptWordConnection!",
        "receipts:words",
        "Words of receipts by the state of their embedding.",
    ),
    Route(
        f"Query.receiptFields(fieldType: String!, {_PAGE}): ReceiptFieldConnection!",
        "receipts:receipt_fields",
        "Fields of receipts by type, such as ADDRESS_LINE.",
    ),
    Route(
        f"Query.wordTags(tag: String!, {_PAGE}): WordTagConnection!",
        "receipts:word_tags",
        "Where a tag stands on words of images.",
    ),
    Route(
        f"Query.receiptWordTags(tag: String!, {_PAGE}): ReceiptWordTagConnection!",
        "receipts:receipt_word_tags",
        "Where a tag stands on words of receipts.",
    ),
    Route(
        f"Query.labelAnalyses({_SPAN}, {_PAGE}): ReceiptLabelAnalysisConnection!",
        "receipts:label_analyses",
        "Analyses of labels, the newest first.",
    ),
    Route(
        f"Query.structureAnalyses({_SPAN}, {_PAGE}): ReceiptStructureAnalysisConnection!",
        "receipts:structure_analyses",
        "Analyses of structure, the newest first.",
    ),
    Route(
        f"Query.lineItemAnalyses({_SPAN}, {_PAGE}): ReceiptLineItemAnalysisConnection!",
        "receipts:line_item_analyses",
        "Analyses of line items, the newest first.",
    ),
    Route(
        f"Query.validations(status: String, {_SPAN}, {_PAGE}): ReceiptValidationSummaryConnection!",
        "receipts:validations",
        "Validations of receipts, the newest first, of one status or of all.",
    ),
    Route(
        f"Query.validationCategories(fieldName: String!, status: String!, {_PAGE}): "
        "ReceiptValidationCategoryConnection!",
        "receipts:validation_categories",
        "Categories of validations by field and status.",
    ),
    Route(
        f"Query.validationResults(type: String!, {_PAGE}): ReceiptValidationResultConnection!",
        "receipts:validation_results",
        "Single findings by type: error, warning, info or success.",
    ),
    Route(
        f"Query.chatGptValidations(status: String, {_SPAN}, {_PAGE}): ReceiptChatGPTValidationConnection!",
        "receipts:chat_gpt_validations",
        "Second opinions, the newest first, of one revised status or of all.",
    ),
    Route(
        f"Query.compactionRuns({_SPAN}, {_PAGE}): CompactionRunConnection!",
        "receipts:compaction_runs",
        "Compaction runs, the newest first.",
    ),
    Route(
        "Query.place(searchType: SearchType!, searchValue: String!): PlacesCache",
        "receipts:place",
        "What the Places API said about an address, a phone number or a URL.",
    ),
    Route(
        f"Query.places(placeId: ID, {_PAGE}): PlacesCacheConnection!",
        "receipts:places",
        "Kept answers of the Places API, all or those for one place.",
    ),
    Route("Query.batch(batchId: ID!): BatchSummary", "receipts:batch", "A batch that was sent to OpenAI."),
    Route(
        f"Query.batches(status: BatchStatus!, batchType: BatchType, {_PAGE}): BatchSummaryConnection!",
        "receipts:batches",
        "Batches by status, and by type if given.",
    ),
    Route(
        f"Query.completionResults(label: String!, {_PAGE}): CompletionBatchResultConnection!",
        "receipts:completion_results",
        "What GPT thinks of a label, in all batches.",
    ),
    Route(
        f"Query.labelHygiene(alias: String, canonicalLabel: String, {_PAGE}): LabelHygieneResultConnection!",
        "receipts:label_hygiene",
        "Findings that one label is another name of a second one, by either of them.",
    ),
    Route("Query.labelMetadata(label: String!): LabelMetadata", "receipts:label_metadata", "What a label means."),
    Route(
        f"Query.labelsKnown(labelTarget: String, {_PAGE}): LabelMetadataConnection!",
        "receipts:labels_known",
        "The labels that are explained, all or those of a target.",
    ),
    Route("Query.imageCount: Int!", "receipts:image_count", "How many images there are."),
    Route("Query.receiptCount: Int!", "receipts:receipt_count", "How many receipts there are."),
    Route(
        "Query.merchantCounts: [MerchantCount!]!",
        "receipts:merchant_counts",
        "Receipts per merchant, the most first; spellings of one name count together.",
    ),
    Route(
        "Query.labelCounts(labels: [String!]): [LabelCount!]!",
        "receipts:label_counts",
        "Labels per validation status: of the labels given, or of all core labels.",
    ),
    Route("Receipt.image: Image", "receipts:image_of", "The image that it is on."),
    Route("ReceiptLine.receipt: Receipt", "receipts:receipt_of", "The receipt that it belongs to."),
    Route("ReceiptWord.receipt: Receipt", "receipts:receipt_of", "The receipt that it belongs to."),
    Route("ReceiptWord.line: ReceiptLine", "receipts:line_of", "The line that it stands in."),
    Route("ReceiptWordLabel.word: ReceiptWord", "receipts:word_of", "The word that it explains."),
    Route("ReceiptWordLabel.receipt: Receipt", "receipts:receipt_of", "The receipt that it belongs to."),
    Route("ReceiptWordTag.word: ReceiptWord", "receipts:word_of", "The word that it stands on."),
    Route("WordTag.image: Image", "receipts:image_of", "The image that it belongs to."),
    Route("ReceiptMetadata.receipt: Receipt", "receipts:receipt_of", "The receipt that it speaks of."),
    Route("ReceiptField.receipt: Receipt", "receipts:receipt_of", "The receipt that it belongs to."),
    Route("ReceiptLabelAnalysis.receipt: Receipt", "receipts:receipt_of", "The receipt that it speaks of."),
    Route("ReceiptStructureAnalysis.receipt: Receipt", "receipts:receipt_of", "The receipt that it speaks of."),
    Route("ReceiptLineItemAnalysis.receipt: Receipt", "receipts:receipt_of", "The receipt that it speaks of."),
    Route("ReceiptValidationSummary.receipt: Receipt", "receipts:receipt_of", "The receipt that it speaks of."),
    Route("ReceiptValidationCategory.receipt: Receipt", "receipts:receipt_of", "The receipt that it speaks of."),
    Route("ReceiptValidationResult.receipt: Receipt", "receipts:receipt_of", "The receipt that it speaks of."),
    Route("ReceiptChatGPTValidation.receipt: Receipt", "receipts:receipt_of", "The receipt that it speaks of."),
    Route("CompactionRun.receipt: Receipt", "receipts:receipt_of", "The receipt that it merges."),
    Route(
        "LabelHygieneResult.receipt: Receipt",
        "receipts:receipt_of",
        "The receipt that it was found on.",
        needs=("image_id", "receipt_id"),
    ),
    Route(
        "CompletionBatchResult.word: ReceiptWord",
        "receipts:word_of",
        "The word that it speaks of.",
        needs=("image_id",),
    ),
    Route("EmbeddingBatchResult.word: ReceiptWord", "receipts:word_of", "The word that it speaks of."),
    Route(
        f"BatchSummary.completionResults(status: BatchStatus, {_PAGE}): CompletionBatchResultConnection!",
        "receipts:completions_of_batch",
        "What a completion batch brought.",
    ),
    Route(
        f"BatchSummary.embeddingResults(status: EmbeddingStatus, {_PAGE}): EmbeddingBatchResultConnection!",
        "receipts:embeddings_of_batch",
        "What an embedding batch brought.",
    ),
    Route(
        f"Receipt.completionResults({_PAGE}): CompletionBatchResultConnection!",
        "receipts:completions_of_receipt",
        "What completion batches brought for it.",
    ),
    Route(
        f"Receipt.embeddingResults({_PAGE}): EmbeddingBatchResultConnection!",
        "receipts:embeddings_of_receipt",
        "What embedding batches brought for it.",
    ),
)

_JOBS = (
    Route("Query.job(jobId: ID!): Job", "jobs:job", "A job by its id."),
    Route(
        f"Query.jobs(status: JobState, createdBy: String, name: String, {_SPAN}, {_PAGE}): JobConnection!",
        "jobs:all_jobs",
        "Jobs by status, by user or by name, the newest first.",
    ),
    Route(
        f"Query.jobStatuses(status: JobState!, {_SPAN}, {_PAGE}): JobStatusConnection!",
        "jobs:job_statuses",
        "Entries in the history of all jobs, the newest first.",
    ),
    Route(
        f"Query.metrics(metricName: String!, {_SPAN}, {_PAGE}): JobMetricConnection!",
        "jobs:metrics",
        "A metric of all jobs in order of time.",
    ),
    Route(f"Query.checkpoints({_PAGE}): JobCheckpointConnection!", "jobs:checkpoints", "Checkpoints of all jobs."),
    Route(
        f"Query.resources(resourceId: ID!, {_PAGE}): JobResourceConnection!",
        "jobs:resources",
        "The jobs that were given a resource.",
    ),
    Route("Query.queue(queueName: String!): Queue", "jobs:queue", "A queue by its name."),
    Route(f"Query.queues({_PAGE}): QueueConnection!", "jobs:queues", "All queues by name."),
    Route(
        f"Query.queueJobs(queueName: String!, {_PAGE}): QueueJobConnection!",
        "jobs:queue_jobs",
        "The jobs of a queue as they will be taken.",
    ),
    Route("Query.instance(instanceId: ID!): Instance", "jobs:instance", "An instance by its id."),
    Route(
        f"Query.instances(status: InstanceState, {_PAGE}): InstanceConnection!",
        "jobs:instances",
        "Instances, all or by status.",
    ),
    Route("Query.sweep(sweepId: ID!): Sweep", "jobs:sweep", "A sweep with its progress, by the id of its parent job."),
    Route("Sweep.job: Job", "jobs:job_of_sweep", "The parent job."),
    Route("Sweep.jobs: [Job!]!", "jobs:jobs_of_sweep", "The training runs."),
    Route(
        f"Sweep.metrics(metricName: String!, {_PAGE}): JobMetricConnection!",
        "jobs:metrics_of_sweep",
        "What was recorded for the sweep itself.",
    ),
    Route(
        "Sweep.bestRun(metricName: String!, higherIsBetter: Boolean = false): BestRun",
        "jobs:best_of_sweep",
        "The run that did best by a metric; the lowest value wins unless told otherwise.",
    ),
    Route("BestRun.job: Job", "jobs:job_of", "The run itself."),
    Route(
        f"Job.metrics(metricName: String, {_SPAN}, newestFirst: Boolean = false, first: Int = 100, after: String): "
        "JobMetricConnection!",
        "jobs:metrics_of_job",
        "Measurements, all or of one name, in order of time.",
    ),
    Route(
        f"Job.logs({_SPAN}, newestFirst: Boolean = false, first: Int = 100, after: String): JobLogConnection!",
        "jobs:logs_of_job",
        "Its log in order of time.",
    ),
    Route("Job.bestCheckpoint: JobCheckpoint", "jobs:best_checkpoint_of_job", "The checkpoint that is marked as best."),
    Route("Job.dependents: [JobDependency!]!", "jobs:dependents_of_job", "What waits for it."),
    Route("Job.queues: [QueueJob!]!", "jobs:queues_of_job", "The queues that it waits in."),
    Route("Job.instances: [InstanceJob!]!", "jobs:instances_of_job", "The instances that it was given to."),
    Route("JobStatus.job: Job", "jobs:job_of", "The job that it speaks of."),
    Route("JobMetric.job: Job", "jobs:job_of", "The job that was measured."),
    Route("JobCheckpoint.job: Job", "jobs:job_of", "The job that it was saved from."),
    Route("JobResource.job: Job", "jobs:job_of", "The job that it was given to."),
    Route("JobResource.instance: Instance", "jobs:instance_of", "The instance that it is on.", needs=("instance_id",)),
    Route("JobDependency.dependency: Job", "jobs:dependency_of", "The job that must come first."),
    Route("JobDependency.dependent: Job", "jobs:dependent_of", "The job that waits."),
    Route("QueueJob.job: Job", "jobs:job_of", "The job that waits."),
    Route("QueueJob.queue: Queue", "jobs:queue_of", "The queue that it waits in."),
    Route("InstanceJob.job: Job", "jobs:job_of", "The job that runs there."),
    Route("InstanceJob.instance: Instance", "jobs:instance_of", "The instance that it runs on."),
    Route(
        f"Queue.jobs({_PAGE}): QueueJobConnection!",
        "jobs:jobs_of_queue",
        "Its jobs as they will be taken: by position, urgency and time.",
    ),
)

_NOVAE = (
    Route("Query.nova(novaId: ID!): Nova", "novae:nova", "A nova by its id."),
    Route(f"Query.novae({_PAGE}): NovaConnection!", "novae:all_novae", "All novae by name."),
    Route(
        "Query.novaeByName(name: String!): [Nova!]!",
        "novae:novae_by_name",
        "The novae that a name or alias leads to, in any spelling of case and spaces. Mostly one.",
    ),
    Route("Query.names(name: String!): [NameMapping!]!", "novae:names", "What a name may mean, primary names first."),
    Route(
        "Query.productByLocator(provider: String!, locatorIdentity: String!): SpectraProduct",
        "novae:product_by_locator",
        "The spectrum that a locator of a provider leads to.",
    ),
    Route(
        "Query.locators(provider: String!, locatorIdentity: String!): [LocatorAlias!]!",
        "novae:locators",
        "The claims on a locator: mostly one.",
    ),
    Route("Query.reference(bibcode: ID!): Reference", "novae:reference", "A paper by its bibcode."),
    Route(
        f"Query.jobRuns(correlationId: ID!, {_SPAN}, {_PAGE}): JobRunConnection!",
        "novae:job_runs",
        "Runs that belong together, in order of time.",
    ),
    Route(
        f"Nova.spectra(provider: String, {_PAGE}): SpectraProductConnection!",
        "novae:spectra_of_nova",
        "Its spectra by provider.",
    ),
    Route(
        "Nova.eligibleSpectra(provider: String, readyOnly: Boolean = false): [SpectraProduct!]!",
        "novae:eligible_spectra_of_nova",
        "Spectra that should be fetched; on request only those that need not wait.",
    ),
    Route(
        f"Nova.runs({_SPAN}, {_PAGE}): JobRunConnection!",
        "novae:runs_of_nova",
        "Workflow runs on it, the newest first, whatever their workflow.",
    ),
    Route("NovaReference.reference: Reference", "novae:papers_of", "The paper."),
    Route("NovaReference.nova: Nova", "novae:nova_of", "The nova that it speaks of."),
    Route("NameMapping.nova: Nova", "novae:nova_of", "The nova that it means."),
    Route("SpectraProduct.nova: Nova", "novae:nova_of", "The nova that it was taken of."),
    Route(
        "SpectraProduct.cooldown: Cooldown",
        "novae:cooldown_of",
        "Whether it must wait before the next try.",
        needs=("eligibility", "next_eligible_attempt_at", "attempt_count"),
    ),
    Route(
        "LocatorAlias.product: SpectraProduct",
        "novae:product_of_locator",
        "The spectrum that it leads to.",
        needs=("nova_id",),
    ),
    Route("FileObject.nova: Nova", "novae:nova_of", "The nova that it belongs to."),
    Route("JobRun.nova: Nova", "novae:nova_of", "The nova that it worked on.", needs=("nova_id",)),
    Route(
        "JobRun.attempts: [Attempt!]!",
        "novae:attempts_of_run",
        "The tries at its tasks, by task and number.",
        needs=("nova_id", "job_run_id"),
    ),
    Route("Attempt.run: JobRun", "novae:run_of_attempt", "The run that it belongs to."),
)

_CATS_AND_DOCUMENTS = (
    Route("Query.catBatch(batchId: ID!): CatBatch!", "cats:cat_batch", "A batch of cat images; it may be empty."),
    Route(
        "Query.catImage(batchId: ID!, fingerprint: ID!): CatImage",
        "cats:cat_image",
        "An image by its batch and fingerprint.",
    ),
    Route(
        f"Query.catImages(clientId: ID, isCat: Boolean, fingerprint: ID, status: CatStatus, {_SPAN}, {_PAGE}): "
        "CatImageConnection!",
        "cats:cat_images",
        "Images of a client, by answer or by fingerprint, the newest first.",
    ),
    Route("CatBatch.summary: CatBatchSummary!", "cats:summary_of_batch", "How far it has come."),
    Route(
        f"CatBatch.images(status: CatStatus, clientId: ID, {_SPAN}, {_PAGE}): CatImageConnection!",
        "cats:images_of_batch",
        "Its images.",
    ),
    Route(
        "CatBatch.imagesWithLogs: [CatImage!]!",
        "cats:logs_of_batch",
        "The images that have debug logs; for operators, since logs may tell of others.",
        access=OPERATE,
    ),
    Route("Query.document(jobId: ID!): TextractJob", "documents:document", "A document by its job id."),
    Route(
        f"Query.documents(status: DocumentStatus, {_SPAN}, newestFirst: Boolean = true, {_PAGE}): "
        "TextractJobConnection!",
        "documents:all_documents",
        "Documents by status, or of all statuses, in order of submission.",
    ),
    Route(
        f"Query.documentsByKey(documentKey: String!, {_PAGE}): TextractJobConnection!",
        "documents:documents_by_key",
        "The jobs of an uploaded document.",
    ),
    Route(
        f"Query.documentsByTextractId(textractId: ID!, {_PAGE}): TextractJobConnection!",
        "documents:documents_by_textract_id",
        "The job that a notification of Textract speaks of.",
    ),
    Route(
        f"Query.stuckDocuments(olderThanMinutes: Int = 60, {_PAGE}): TextractJobConnection!",
        "documents:stuck_documents",
        "Documents that should have ended long ago, the oldest first.",
    ),
    Route("Query.node(id: ID!): Node", "nodes:node", "Any item by its global id."),
    Route("Query.nodes(ids: [ID!]!): [Node]!", "nodes:nodes", "Up to 100 items by their global ids, in order."),
)

ROUTES = (*_RECEIPTS, *_JOBS, *_NOVAE, *_CATS_AND_DOCUMENTS)
