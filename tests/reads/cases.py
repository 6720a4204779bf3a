"""What is asked, and exactly what is read for it: operation, table or index, range; `+` reads wait for the others."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from entities.documents import DocumentStatus
from entities.item import Item
from entities.jobs import Instance, Job
from entities.novae.nova import Nova
from entities.receipts.images import Image, ImageType
from entities.receipts.places import SearchType
from entities.receipts.receipt import Receipt
from loaders import cats, documents, jobs, novae, receipts
from loaders.join import Branch
from loaders.listing import Listing, Span
from loaders.reading import Reading
from loaders.tree import load_trees
from tests.loaders.sample import NOW

Ask = Callable[[Reading], Any]


@dataclass(frozen=True)
class Case:
    """A question, the number of items in its answer, and its reads."""

    question: str
    ask: Ask
    answers: int
    reads: tuple[str, ...]


def image(**selection: Any) -> Ask:
    return lambda reading: load_trees(reading, Image, [{"image_id": "img"}], selection)


def receipt(**selection: Any) -> Ask:
    return lambda reading: load_trees(reading, Receipt, [{"image_id": "img", "receipt_id": 1}], selection)


def job(**selection: Any) -> Ask:
    return lambda reading: load_trees(reading, Job, [{"job_id": "j1"}], selection)


def nova(**selection: Any) -> Ask:
    return lambda reading: load_trees(reading, Nova, [{"nova_id": "n1"}], selection)


def instance(**selection: Any) -> Ask:
    return lambda reading: load_trees(reading, Instance, [{"instance_id": "i-1"}], selection)


def page(listing: Listing, **values: Any) -> Ask:
    options = {name: values.pop(name) for name in ("span", "where", "newest_first") if name in values}
    return lambda reading: listing.page(reading, values, first=10, **options)


def count(answer: Any) -> int:
    """How many items an answer holds, all levels together."""
    if answer is None:
        return 0
    if isinstance(answer, Branch):
        return 1 + sum(count(below) for below in answer.below.values())
    if isinstance(answer, Item):
        return 1
    if hasattr(answer, "items") and isinstance(answer.items, list):
        return len(answer.items)
    return sum(count(each) for each in answer)


LATE = Span(since=NOW.replace(minute=30))

CASES = [
    Case(
        "image { width }",
        image(),
        1,
        ("get_item table: PK=IMAGE#img, SK=IMAGE [1]",),
    ),
    Case(
        "image { receipts }",
        image(receipts={}),
        2,
        (
            "get_item table: PK=IMAGE#img, SK=IMAGE [1]",
            "query GSI1: GSI1PK=IMAGE#img, GSI1SK begins RECEIPT# [1]",
            "query GSI1: GSI1PK=IMAGE, GSI1SK begins IMAGE#img#RECEIPT# [0]",
        ),
    ),
    Case(
        "image { receipts { lines } }",
        image(receipts={"lines": {}}),
        4,
        (
            "get_item table: PK=IMAGE#img, SK=IMAGE [1]",
            "query GSI1: GSI1PK=IMAGE#img, GSI1SK begins RECEIPT# [1]",
            "query GSI1: GSI1PK=IMAGE, GSI1SK begins IMAGE#img#RECEIPT# [0]",
            "query GSI3: GSI3PK=IMAGE#img#RECEIPT#00001, GSI3SK=LINE [2]",
        ),
    ),
    Case(
        "image { receipts { lines { words { labels } } } }",
        image(receipts={"lines": {"words": {"labels": {}}}}),
        9,
        (
            "get_item table: PK=IMAGE#img, SK=IMAGE [1]",
            "query GSI2: GSI2PK=RECEIPT, GSI2SK begins IMAGE#img#RECEIPT# [6]",
            "query GSI3: GSI3PK=IMAGE#img#RECEIPT#00001, GSI3SK=LINE [2]",
        ),
    ),
    Case(
        "image { receipts { words { letters } } }",
        image(receipts={"words": {"letters": {}}}),
        10,
        (
            "get_item table: PK=IMAGE#img, SK=IMAGE [1]",
            "query GSI1: GSI1PK=IMAGE#img, GSI1SK begins RECEIPT# [1]",
            "query GSI1: GSI1PK=IMAGE, GSI1SK begins IMAGE#img#RECEIPT# [0]",
            "query table: PK=IMAGE#img, SK begins RECEIPT#00001#LINE# [8]",
        ),
    ),
    Case(
        "image { receipts { metadata } }",
        image(receipts={"metadata": {}}),
        3,
        (
            "get_item table: PK=IMAGE#img, SK=IMAGE [1]",
            "get_item table: PK=IMAGE#img, SK=RECEIPT#00001#METADATA [1]",
            "query GSI1: GSI1PK=IMAGE#img, GSI1SK begins RECEIPT# [1]",
            "query GSI1: GSI1PK=IMAGE, GSI1SK begins IMAGE#img#RECEIPT# [0]",
        ),
    ),
    Case(
        "image { lines { words } }",
        image(lines={"words": {}}),
        4,
        (
            "get_item table: PK=IMAGE#img, SK=IMAGE [1]",
            "query GSI1: GSI1PK=IMAGE#img, GSI1SK begins LINE# [1]",
            "query GSI1: GSI1PK=IMAGE, GSI1SK begins IMAGE#img#LINE# [0]",
            "query GSI2: GSI2PK=IMAGE#img, GSI2SK begins LINE# [2]",
        ),
    ),
    Case(
        "image { words { letters tagItems } }",
        image(words={"letters": {}, "tag_items": {}}),
        5,
        (
            "get_item table: PK=IMAGE#img, SK=IMAGE [1]",
            "query table: PK=IMAGE#img, SK begins LINE# [4]",
        ),
    ),
    Case(
        "receipt { width }",
        receipt(),
        1,
        ("get_item table: PK=IMAGE#img, SK=RECEIPT#00001 [1]",),
    ),
    Case(
        "receipt { lines { words { labels } } }",
        receipt(lines={"words": {"labels": {}}}),
        8,
        (
            "query GSI2: GSI2PK=RECEIPT, GSI2SK begins IMAGE#img#RECEIPT#00001 [6]",
            "query GSI3: GSI3PK=IMAGE#img#RECEIPT#00001, GSI3SK=LINE [2]",
        ),
    ),
    Case(
        "receipt { words { letters } metadata }",
        receipt(words={"letters": {}}, metadata={}),
        10,
        (
            "batch_get_item table: 2 keys [2]",
            "query table: PK=IMAGE#img, SK begins RECEIPT#00001#LINE# [8]",
        ),
    ),
    Case(
        "receipt { labels }",
        receipt(labels={}),
        2,
        ("query GSI2: GSI2PK=RECEIPT, GSI2SK begins IMAGE#img#RECEIPT#00001 [2]",),
    ),
    Case(
        "receipt { fields }",
        receipt(fields={}),
        2,
        (
            "get_item table: PK=IMAGE#img, SK=RECEIPT#00001 [1]",
            "query GSI1: GSI1PK=IMAGE#img, GSI1SK begins RECEIPT#00001#FIELD# [1]",
        ),
    ),
    Case(
        "receipt { validation { categories { results } } }",
        receipt(validation={"categories": {"results": {}}}),
        5,
        (
            "get_item table: PK=IMAGE#img, SK=RECEIPT#00001 [1]",
            "query table: PK=IMAGE#img, SK begins RECEIPT#00001#ANALYSIS#VALIDATION [4]",
        ),
    ),
    Case(
        "receipt { labelAnalysis structureAnalyses lineItemAnalysis }",
        receipt(label_analysis={}, structure_analyses={}, line_item_analysis={}),
        4,
        (
            "batch_get_item table: 3 keys [3]",
            "query table: PK=IMAGE#img, SK begins RECEIPT#00001#ANALYSIS#STRUCTURE [1]",
        ),
    ),
    Case(
        "receipt { chatGptValidations }",
        receipt(chat_gpt_validations={}),
        2,
        (
            "get_item table: PK=IMAGE#img, SK=RECEIPT#00001 [1]",
            "query table: PK=IMAGE#img, SK begins RECEIPT#00001#ANALYSIS#VALIDATION#CHATGPT# [1]",
            "query table: PK=IMAGE#img, SK begins RECEIPT#1#ANALYSIS#VALIDATION#CHATGPT# [0]",
        ),
    ),
    Case(
        "receipt { compactionRuns }",
        receipt(compaction_runs={}),
        2,
        (
            "get_item table: PK=IMAGE#img, SK=RECEIPT#00001 [1]",
            "query table: PK=IMAGE#img, SK begins RECEIPT#00001#COMPACTION_RUN# [1]",
        ),
    ),
    Case(
        "receipt { gptValidation gptInitialTagging }",
        receipt(gpt_validation={}, gpt_initial_tagging={}),
        3,
        ("batch_get_item table: 3 keys [3]",),
    ),
    Case(
        "receipt { words { tagItems { gptValidation } } }",
        receipt(words={"tag_items": {"gpt_validation": {}}}),
        7,
        (
            "get_item table: PK=IMAGE#img, SK=RECEIPT#00001#LINE#00002#WORD#00002#TAG#FOOD#QUERY#VALIDATION [1]",
            "query GSI2: GSI2PK=RECEIPT, GSI2SK begins IMAGE#img#RECEIPT#00001 [6]",
        ),
    ),
    Case(
        "images",
        page(receipts.IMAGES),
        3,
        ("query GSITYPE: TYPE=IMAGE [3]",),
    ),
    Case(
        "images(imageType: SCAN), also those of the first writers",
        lambda reading: receipts.images_by_type(reading, ImageType.SCAN, first=10),
        2,
        (
            "query GSI3: GSI3PK=IMAGE#SCAN, GSI3SK begins NUM_RECEIPTS# [1]",
            "query GSITYPE: TYPE=IMAGE [1]",
        ),
    ),
    Case(
        "images(imageType: PHOTO)",
        lambda reading: receipts.images_by_type(reading, ImageType.PHOTO, first=10),
        1,
        ("query GSI3: GSI3PK=IMAGE#PHOTO, GSI3SK begins NUM_RECEIPTS# [1]",),
    ),
    Case(
        "images(imageType: PHOTO, receiptCount: 1)",
        lambda reading: receipts.images_by_type(reading, ImageType.PHOTO, 1, first=10),
        1,
        ("query GSI3: GSI3PK=IMAGE#PHOTO, GSI3SK=NUM_RECEIPTS#00001 [1]",),
    ),
    Case(
        "receipts",
        page(receipts.ALL_RECEIPTS),
        2,
        ("query GSITYPE: TYPE=RECEIPT [2]",),
    ),
    Case(
        "receipts(merchant: Twin Peaks)",
        page(receipts.METADATA_BY_MERCHANT, merchant_key="TWIN_PEAKS"),
        1,
        ("query GSI1: GSI1PK=MERCHANT#TWIN_PEAKS, GSI1SK begins IMAGE# [1]",),
    ),
    Case(
        "receipts(placeId: P1)",
        page(receipts.METADATA_BY_PLACE, place_id="P1"),
        1,
        (
            "query GSI2: GSI2PK=PLACE#P1, GSI2SK begins IMAGE# [0]",
            "query GSI3: GSI3PK=PLACE#P1, GSI3SK begins IMAGE# [1]",
        ),
    ),
    Case(
        "merchants by confidence",
        page(receipts.METADATA_BY_CONFIDENCE),
        1,
        ("query GSI2: GSI2PK=MERCHANT_VALIDATION, GSI2SK begins CONFIDENCE# [1]",),
    ),
    Case(
        "lines(embeddingStatus: PENDING)",
        page(receipts.LINES_BY_EMBEDDING_STATUS, embedding_status="PENDING"),
        2,
        (
            "query GSI1: GSI1PK=EMBEDDING_STATUS#PENDING, GSI1SK begins IMAGE# [2]",
            "query GSI1: GSI1PK=EMBEDDING_STATUS#PENDING, GSI1SK begins LINE#IMAGE# [0]",
        ),
    ),
    Case(
        "words(embeddingStatus: PENDING)",
        page(receipts.WORDS_BY_EMBEDDING_STATUS, embedding_status="PENDING"),
        4,
        (
            "query GSI1: GSI1PK=EMBEDDING_STATUS#PENDING, GSI1SK begins IMAGE# [4]",
            "query GSI1: GSI1PK=EMBEDDING_STATUS#PENDING, GSI1SK begins WORD#IMAGE# [0]",
        ),
    ),
    Case(
        "labels(label: GRAND_TOTAL)",
        page(receipts.LABELS_BY_LABEL, label="GRAND_TOTAL"),
        2,
        (
            "query GSI1: GSI1PK=LABEL#GRAND_TOTAL, GSI1SK begins IMAGE# [1]",
            "query GSI1: GSI1PK=LABEL#GRAND_TOTAL_______________________, GSI1SK begins IMAGE# [1]",
        ),
    ),
    Case(
        "labels(validationStatus: VALID)",
        page(receipts.LABELS_BY_STATUS, validation_status="VALID"),
        2,
        (
            "query GSI3: GSI3PK=VALIDATION_STATUS#VALID, GSI3SK begins IMAGE# [1]",
            "query GSI3: GSI3PK=VALIDATION_STATUS#VALID, GSI3SK begins RECEIPT# [1]",
        ),
    ),
    Case(
        "fields(type: ADDRESS_LINE)",
        page(receipts.FIELDS_BY_TYPE, field_type="ADDRESS_LINE"),
        1,
        ("query table: PK=FIELD#ADDRESS_LINE, SK begins IMAGE# [1]",),
    ),
    Case(
        "wordTags(tag: FOOD)",
        page(receipts.WORD_TAGS, tag="FOOD"),
        2,
        (
            "query GSI1: GSI1PK=TAG#FOOD, GSI1SK begins IMAGE# [1]",
            "query GSI1: GSI1PK=TAG#____________________________________FOOD, GSI1SK begins IMAGE# [0]",
            "query GSI1: GSI1PK=TAG#____________________________________food, GSI1SK begins IMAGE# [1]",
        ),
    ),
    Case(
        "receiptWordTags(tag: FOOD)",
        page(receipts.RECEIPT_WORD_TAGS, tag="FOOD"),
        1,
        (
            "query GSI1: GSI1PK=TAG#FOOD, GSI1SK begins IMAGE# [1]",
            "query GSI1: GSI1PK=TAG#____________________________________FOOD, GSI1SK begins IMAGE# [0]",
            "query GSI1: GSI1PK=TAG#____________________________________food, GSI1SK begins IMAGE# [0]",
        ),
    ),
    Case(
        "labelAnalyses",
        page(receipts.LABEL_ANALYSES),
        1,
        ("query GSI1: GSI1PK=ANALYSIS_TYPE, GSI1SK begins LABELS# [1]",),
    ),
    Case(
        "structureAnalyses",
        page(receipts.STRUCTURE_ANALYSES),
        1,
        ("query GSI1: GSI1PK=ANALYSIS_TYPE, GSI1SK begins STRUCTURE# [1]",),
    ),
    Case(
        "lineItemAnalyses",
        page(receipts.LINE_ITEM_ANALYSES),
        1,
        ("query GSI1: GSI1PK=ANALYSIS_TYPE, GSI1SK begins LINE_ITEMS# [1]",),
    ),
    Case(
        "validations",
        page(receipts.VALIDATIONS),
        1,
        ("query GSI1: GSI1PK=ANALYSIS_TYPE, GSI1SK begins VALIDATION# [1]",),
    ),
    Case(
        "validations(status: valid)",
        page(receipts.VALIDATIONS_BY_STATUS, overall_status="valid"),
        1,
        ("query GSI3: GSI3PK=VALIDATION_STATUS#valid, GSI3SK begins TIMESTAMP# [1]",),
    ),
    Case(
        "categories(field: total, status: valid)",
        page(receipts.CATEGORIES_BY_STATUS, field_name="total", status="valid"),
        1,
        ("query GSI3: GSI3PK=FIELD_STATUS#total#valid, GSI3SK begins IMAGE# [1]",),
    ),
    Case(
        "results(type: error)",
        page(receipts.RESULTS_BY_TYPE, type="error"),
        2,
        ("query GSI3: GSI3PK=RESULT_TYPE#error, GSI3SK begins IMAGE# [2]",),
    ),
    Case(
        "chatGptValidations",
        page(receipts.CHAT_GPT_VALIDATIONS),
        1,
        ("query GSI1: GSI1PK=ANALYSIS_TYPE, GSI1SK begins VALIDATION_CHATGPT# [1]",),
    ),
    Case(
        "chatGptValidations(status: valid)",
        page(receipts.CHAT_GPT_BY_STATUS, revised_status="valid"),
        1,
        ("query GSI3: GSI3PK=VALIDATION_STATUS#valid, GSI3SK begins CHATGPT# [1]",),
    ),
    Case(
        "compactionRuns, newest first",
        page(receipts.COMPACTION_RUNS),
        1,
        ("query GSI1: GSI1PK=RUNS, GSI1SK begins CREATED_AT# [1]",),
    ),
    Case(
        "places",
        page(receipts.PLACES),
        1,
        ("query GSITYPE: TYPE=PLACES_CACHE [1]",),
    ),
    Case(
        "places(placeId: P1)",
        page(receipts.PLACES_BY_ID, place_id="P1"),
        1,
        ("query GSI1: GSI1PK=PLACE_ID, GSI1SK=PLACE_ID#P1 [1]",),
    ),
    Case(
        "places by last use",
        page(receipts.PLACES_BY_USE),
        1,
        ("query GSI2: GSI2PK=LAST_USED [1]",),
    ),
    Case(
        "place(type: PHONE, value: 555)",
        lambda reading: receipts.place_by_value(reading, SearchType.PHONE, "555"),
        1,
        ("batch_get_item table: 2 keys [1]",),
    ),
    Case(
        "batches(status: PENDING)",
        page(receipts.BATCHES_BY_STATUS, status="PENDING"),
        2,
        ("query GSI1: GSI1PK=STATUS#PENDING, GSI1SK begins BATCH_TYPE# [2]",),
    ),
    Case(
        "batches(status: PENDING, type: COMPLETION)",
        page(receipts.BATCHES_BY_STATUS, status="PENDING", batch_type="COMPLETION"),
        1,
        ("query GSI1: GSI1PK=STATUS#PENDING, GSI1SK begins BATCH_TYPE#COMPLETION#BATCH_ID# [1]",),
    ),
    Case(
        "batch { completionResults }",
        page(receipts.COMPLETIONS_OF_BATCH, batch_id="b1"),
        1,
        (
            "query table: PK=BATCH#b1, SK begins RESULT#IMAGE# [1]",
            "query table: PK=BATCH#b1, SK begins RESULT#RECEIPT# [0]",
        ),
    ),
    Case(
        "batch { completionResults(status) }",
        page(receipts.COMPLETIONS_BY_STATUS, batch_id="b1", status="COMPLETED"),
        1,
        ("query GSI2: GSI2PK=BATCH#b1, GSI2SK=STATUS#COMPLETED [1]",),
    ),
    Case(
        "completionResults(label: TOTAL)",
        page(receipts.COMPLETIONS_BY_LABEL, label_target="TOTAL", original_label="TOTAL"),
        1,
        (
            "query GSI1: GSI1PK=LABEL#TOTAL, GSI1SK begins STATUS# [0]",
            "query GSI1: GSI1PK=LABEL_TARGET#TOTAL, GSI1SK begins STATUS# [1]",
        ),
    ),
    Case(
        "receipt { completionResults }",
        page(receipts.COMPLETIONS_OF_RECEIPT, image_id="img", receipt_id=1),
        1,
        (
            "query GSI3: GSI3PK=IMAGE#img#RECEIPT#00001, GSI3SK begins BATCH# [1]",
            "query GSI3: GSI3PK=IMAGE#img#RECEIPT#1, GSI3SK begins BATCH# [0]",
        ),
    ),
    Case(
        "batch { embeddingResults }",
        page(receipts.EMBEDDINGS_OF_BATCH, batch_id="b2"),
        1,
        (
            "query table: PK=BATCH#b2, SK begins RESULT#EMBEDDING#IMAGE# [1]",
            "query table: PK=BATCH#b2, SK begins RESULT#IMAGE# [0]",
            "query table: PK=BATCH#b2, SK begins RESULT#RECEIPT# [0]",
        ),
    ),
    Case(
        "batch { embeddingResults(status) }",
        page(receipts.EMBEDDINGS_BY_STATUS, batch_id="b2", status="SUCCESS"),
        1,
        ("query GSI2: GSI2PK=BATCH#b2, GSI2SK=STATUS#SUCCESS [1]",),
    ),
    Case(
        "receipt { embeddingResults }",
        page(receipts.EMBEDDINGS_OF_RECEIPT, image_id="img", receipt_id=1),
        1,
        ("query GSI3: GSI3PK=IMAGE#img#RECEIPT#00001, GSI3SK begins BATCH# [1]",),
    ),
    Case(
        "labelHygiene(alias: TOTAL)",
        page(receipts.HYGIENE_BY_ALIAS, alias="TOTAL"),
        1,
        ("query GSI1: GSI1PK=ALIAS#TOTAL, GSI1SK begins TO# [1]",),
    ),
    Case(
        "labelHygiene(canonicalLabel: GRAND_TOTAL)",
        page(receipts.HYGIENE_BY_CANONICAL_LABEL, canonical_label="GRAND_TOTAL"),
        1,
        ("query GSI2: GSI2PK=CANONICAL_LABEL#GRAND_TOTAL, GSI2SK begins ALIAS# [1]",),
    ),
    Case(
        "labelMetadata",
        lambda reading: receipts.labels_known(reading, first=10),
        1,
        (
            "batch_get_item table: 22 keys [1]",
            "query GSITYPE: TYPE=LABEL_METADATA [1]",
        ),
    ),
    Case(
        "labelMetadata(target: money)",
        lambda reading: receipts.labels_known(reading, "money", first=10),
        1,
        (
            "batch_get_item table: 22 keys [1]",
            "query GSITYPE: TYPE=LABEL_METADATA [1]",
        ),
    ),
    Case(
        "job { latestStatus }",
        job(latest_status={}),
        2,
        (
            "get_item table: PK=JOB#j1, SK=JOB [1]",
            "query table: PK=JOB#j1, SK begins STATUS# [2]",
        ),
    ),
    Case(
        "job { statuses latestStatus }",
        job(statuses={}, latest_status={}),
        4,
        (
            "get_item table: PK=JOB#j1, SK=JOB [1]",
            "query table: PK=JOB#j1, SK begins STATUS# [2]",
        ),
    ),
    Case(
        "job { resources checkpoints dependencies }",
        job(resources={}, checkpoints={}, dependencies={}),
        5,
        (
            "get_item table: PK=JOB#j1, SK=JOB [1]",
            "query table: PK=JOB#j1, SK begins CHECKPOINT# [2]",
            "query table: PK=JOB#j1, SK begins DEPENDS_ON# [1]",
            "query table: PK=JOB#j1, SK begins RESOURCE# [1]",
        ),
    ),
    Case(
        "jobs(status: RUNNING)",
        page(jobs.JOBS_BY_STATUS, status="running"),
        2,
        ("query GSI1: GSI1PK=STATUS#running, GSI1SK begins CREATED# [2]",),
    ),
    Case(
        "jobs(status: RUNNING, since: 12:30)",
        page(jobs.JOBS_BY_STATUS, status="running", span=LATE),
        1,
        ("query GSI1: GSI1PK=STATUS#running, GSI1SK from CREATED#2026-11-16T00:30:00 to CREATED#~ [2]",),
    ),
    Case(
        "jobs(name: train-1)",
        lambda reading: jobs.jobs_where(reading, "name", "train-1", first=10),
        1,
        ("query GSITYPE: TYPE=JOB [1]",),
    ),
    Case(
        "jobs(user: ann), ours alone",
        page(jobs.JOBS_BY_USER, created_by="ann"),
        3,
        ("query GSI2: GSI2PK=USER#ann, GSI2SK begins CREATED# [3]",),
    ),
    Case(
        "jobs(user: ann)",
        lambda reading: jobs.jobs_where(reading, "created_by", "ann", first=10),
        3,
        ("query GSITYPE: TYPE=JOB [3]",),
    ),
    Case(
        "jobs",
        page(jobs.JOBS),
        3,
        ("query GSITYPE: TYPE=JOB [3]",),
    ),
    Case(
        "statuses(status: RUNNING)",
        page(jobs.STATUSES_BY_STATUS, status="running"),
        1,
        ("query GSI1: GSI1PK=STATUS#running, GSI1SK begins UPDATED# [1]",),
    ),
    Case(
        "job { metrics }",
        page(jobs.METRICS, job_id="j1"),
        2,
        ("query table: PK=JOB#j1, SK begins METRIC# [2]",),
    ),
    Case(
        "job { metrics(name: val_loss) }",
        page(jobs.METRICS, job_id="j1", metric_name="val_loss"),
        2,
        ("query table: PK=JOB#j1, SK begins METRIC#val_loss# [2]",),
    ),
    Case(
        "job { metrics(name: val_loss, since: 12:30) }",
        page(jobs.METRICS, job_id="j1", metric_name="val_loss", span=LATE),
        1,
        ("query table: PK=JOB#j1, SK from METRIC#val_loss#2026-11-16T00:30:00 to METRIC#val_loss#~ [2]",),
    ),
    Case(
        "metrics(name: val_loss) by time",
        page(jobs.METRICS_BY_NAME, metric_name="val_loss"),
        2,
        ("query GSI1: GSI1PK=METRIC#val_loss [2]",),
    ),
    Case(
        "metrics(name: val_loss) by job",
        page(jobs.METRICS_BY_NAME_AND_JOB, metric_name="val_loss", job_id="j1"),
        2,
        ("query GSI2: GSI2PK=METRIC#val_loss, GSI2SK begins JOB#j1# [2]",),
    ),
    Case(
        "job { bestCheckpoint }",
        lambda reading: jobs.best_checkpoint(reading, "j1"),
        1,
        ("query table: PK=JOB#j1, SK begins CHECKPOINT# [1]",),
    ),
    Case(
        "checkpoints",
        page(jobs.ALL_CHECKPOINTS),
        2,
        ("query GSI1: GSI1PK=CHECKPOINT, GSI1SK begins JOB# [2]",),
    ),
    Case(
        "job { logs }",
        page(jobs.LOGS, job_id="j1"),
        2,
        ("query table: PK=JOB#j1, SK begins LOG# [2]",),
    ),
    Case(
        "resource(id: gpu-1)",
        page(jobs.RESOURCES_BY_ID, resource_id="gpu-1"),
        1,
        ("query GSI1: GSI1PK=RESOURCE, GSI1SK=RESOURCE#gpu-1 [1]",),
    ),
    Case(
        "job { dependents }",
        page(jobs.DEPENDENTS, dependency_job_id="j0"),
        1,
        ("query GSI2: GSI2PK=DEPENDENCY, GSI2SK begins DEPENDED_BY#j0#DEPENDENT# [1]",),
    ),
    Case(
        "sweep { jobs }",
        lambda reading: jobs.jobs_of_sweep(reading, "j0"),
        1,
        (
            "batch_get_item table: 1 keys [1]",
            "query GSI2: GSI2PK=DEPENDENCY, GSI2SK begins DEPENDED_BY#j0#DEPENDENT# [1]",
        ),
    ),
    Case(
        "queues",
        page(jobs.QUEUES),
        1,
        ("query GSI1: GSI1PK=QUEUE, GSI1SK begins QUEUE# [1]",),
    ),
    Case(
        "queue { jobs }",
        lambda reading: jobs.jobs_in_queue(reading, "gpu", first=10),
        2,
        ("query table: PK=QUEUE#gpu, SK begins JOB# [2]",),
    ),
    Case(
        "job { queues }",
        page(jobs.QUEUES_OF_JOB, job_id="j1"),
        1,
        ("query GSI1: GSI1PK=JOB, GSI1SK begins JOB#j1#QUEUE# [1]",),
    ),
    Case(
        "instances(status: RUNNING)",
        page(jobs.INSTANCES_BY_STATUS, status="running"),
        1,
        ("query GSI1: GSI1PK=STATUS#running, GSI1SK begins INSTANCE# [1]",),
    ),
    Case(
        "instances",
        page(jobs.INSTANCES),
        1,
        ("query GSITYPE: TYPE=INSTANCE [1]",),
    ),
    Case(
        "instance { jobs }",
        instance(jobs={}),
        2,
        (
            "get_item table: PK=INSTANCE#i-1, SK=INSTANCE [1]",
            "query table: PK=INSTANCE#i-1, SK begins JOB# [1]",
        ),
    ),
    Case(
        "job { instances }",
        page(jobs.INSTANCES_OF_JOB, job_id="j1"),
        1,
        ("query GSI1: GSI1PK=JOB, GSI1SK begins JOB#j1#INSTANCE# [1]",),
    ),
    Case(
        "nova { products references files }",
        nova(products={}, references={}, files={}),
        8,
        (
            "get_item table: PK=n1, SK=PRODUCT#PHOTOMETRY_TABLE [1]",
            "query table: PK=n1, SK begins FILE# [1]",
            "query table: PK=n1, SK begins NOVA [3]",
            "query table: PK=n1, SK begins PRODUCT#SPECTRA# [3]",
        ),
    ),
    Case(
        "novae",
        page(novae.NOVAE_BY_NAME),
        1,
        ("query CatalogIndex: entity_type=Nova [1]",),
    ),
    Case(
        "novaeByName(name: Nova_Sco 2012 #2)",
        lambda reading: novae.novae_by_name(reading, "Nova_Sco 2012 #2"),
        1,
        (
            "batch_get_item table: 1 keys [1]",
            "query table: PK=NAME#nova sco 2012 #2 [1]",
            "query table: PK=NAME#nova_sco 2012 #2 [0]",
        ),
    ),
    Case(
        "nova { products }",
        lambda reading: novae.products_of(reading, "n1"),
        4,
        ("query table: PK=n1, SK begins PRODUCT# [4]",),
    ),
    Case(
        "nova { spectra(provider: ESO) }",
        page(novae.SPECTRA, nova_id="n1", provider="ESO"),
        3,
        ("query table: PK=n1, SK begins PRODUCT#SPECTRA#ESO# [3]",),
    ),
    Case(
        "nova { eligibleSpectra }",
        lambda reading: novae.eligible_spectra(reading, "n1"),
        2,
        ("query EligibilityIndex: GSI1PK=n1, GSI1SK begins ELIG#ACQUIRE#SPECTRA# [2]",),
    ),
    Case(
        "productByLocator",
        lambda reading: novae.product_by_locator(reading, "ESO", "url:https://x/#1"),
        1,
        (
            "batch_get_item table: 1 keys [1]",
            "query table: PK=LOCATOR#ESO#url:https://x/#1, SK begins DATA_PRODUCT# [1]",
        ),
    ),
    Case(
        "nova { references { paper } }",
        lambda reading: novae.references_of(reading, "n1"),
        4,
        (
            "batch_get_item table: 4 keys [2]",
            "query table: PK=n1, SK begins NOVAREF# [2]",
        ),
    ),
    Case(
        "nova { files }",
        page(novae.FILES, nova_id="n1", where={"data_product_id": "p1"}),
        1,
        ("query table: PK=n1, SK begins FILE# [1]",),
    ),
    Case(
        "nova { runs }",
        lambda reading: novae.runs_of_nova(reading, "n1", first=10),
        1,
        (
            "query RunIndex: nova_id=n1 [1]",
            "query table: PK=n1, SK begins JOBRUN# [1]",
        ),
    ),
    Case(
        "runs(correlationId: c1)",
        page(novae.RUNS_OF_WORKFLOW, correlation_id="c1"),
        2,
        ("query WorkflowIndex: correlation_id=c1 [2]",),
    ),
    Case(
        "run { attempts }",
        lambda reading: novae.attempts_of(reading, "n1", "run1"),
        3,
        ("query table: PK=n1, SK begins ATTEMPT#run1# [3]",),
    ),
    Case(
        "catBatch { images }",
        page(cats.BATCH, batch_id=7),
        3,
        ("query table: batch_id=7 [3]",),
    ),
    Case(
        "catBatch { images(status: success) }",
        page(cats.BATCH_BY_STATUS, batch_id=7, status="success"),
        2,
        ("query GSI4: batch_id=7, op_status=success [2]",),
    ),
    Case(
        "catImages(clientId: c, status: success)",
        page(cats.CLIENT_BY_TIME, client_id="c", where={"op_status": "success"}),
        2,
        ("query GSI2: client_id=c [2]",),
    ),
    Case(
        "catBatch { logs }",
        lambda reading: cats.images_with_logs(reading, 7),
        1,
        ("query table: batch_id=7 [3]",),
    ),
    Case(
        "catBatch { logs }, ours alone",
        page(cats.LOGS_OF_BATCH, batch_id=7),
        1,
        ("query SparseLogs: batch_id=7 [1]",),
    ),
    Case(
        "catImage(fingerprint: f1)",
        page(cats.BY_FINGERPRINT, fingerprint="f1"),
        1,
        ("query FingerprintIndex: img_fprint=f1 [1]",),
    ),
    Case(
        "catImages(keys)",
        lambda reading: cats.images_by_key(reading, [(7, "f1"), (7, "none"), (7, "f0"), (7, "f1")]),
        3,
        ("batch_get_item table: 3 keys [2]",),
    ),
    Case(
        "catBatch { images(since: 12:30) }",
        page(cats.BATCH_BY_TIME, batch_id=7, span=LATE),
        2,
        ("query GSI1: batch_id=7, upload_ts from 1794832200 to the last [2]",),
    ),
    Case(
        "catImages(clientId: c, since: 12:30)",
        page(cats.CLIENT_BY_TIME, client_id="c", span=LATE),
        2,
        ("query GSI2: client_id=c, upload_ts from 1794832200 to the last [2]",),
    ),
    Case(
        "catBatch { images(clientId: c) }",
        page(cats.BATCH_BY_CLIENT, batch_id=7, client_id="c"),
        3,
        ("query GSI3: batch_id=7, client_id=c [3]",),
    ),
    Case(
        "catImages(isCat: true)",
        page(cats.BY_ANSWER, is_cat="True"),
        1,
        ("query GSI5: rek_iscat=True [1]",),
    ),
    Case(
        "document(jobId: d0)",
        lambda reading: documents.document(reading, "d0"),
        1,
        ("get_item table: JobID=d0 [1]",),
    ),
    Case(
        "documents(status: COMPLETED)",
        lambda reading: documents.documents_by_status(reading, [DocumentStatus.COMPLETED], first=10),
        2,
        ("query Status-SubmittedAt-Index: Status=COMPLETED [2]",),
    ),
    Case(
        "documents(documentKey)",
        page(documents.BY_DOCUMENT, document_key="input/d0/a.pdf"),
        1,
        ("query DocumentKey-Index: DocumentKey=input/d0/a.pdf [1]",),
    ),
    Case(
        "documents(textractId: t1)",
        page(documents.BY_TEXTRACT_ID, textract_id="t1"),
        1,
        ("query TextractID-Index: TextractID=t1 [1]",),
    ),
]
