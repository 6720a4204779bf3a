"""The queries that clients rely on, word by word, and what each of them takes."""

from typing import Any

import pytest

from entities.registry import all_types
from entities.tables import RECEIPTS
from resolvers.runtime.ids import global_id
from tests.reads.world import world
from tests.resolvers.conftest import Api, event

TREE = """query Tree($id: ID!) { image(imageId: $id) { id imageId width height
  receipts { id receiptId lines { lineId text words { wordId text confidence boundingBox { x y width height }
    labels { label validationStatus reasoning } } } } } }"""
LABELS = """query Labels { labels(label: "GRAND_TOTAL", first: 50) { nodes { label validationStatus
  word { text receipt { receiptId image { imageId } } } } pageInfo { hasNextPage endCursor } } }"""
JOB = """query Job($id: ID!) { job(jobId: $id) { id jobId name status latestStatus { status progress message updatedAt }
  metrics(metricName: "val_loss", first: 100) { nodes { metricName value epoch step timestamp }
    pageInfo { hasNextPage endCursor } } } }"""
NOVA = """query Nova($name: String!) { novaeByName(name: $name) { novaId primaryName status raDeg decDeg
  products { __typename dataProductId productType
    ... on SpectraProduct { provider validationStatus eligibility } } } }"""
CATS = """query Cats($batch: ID!) { catBatch(batchId: $batch) { summary { pending success fail cats }
  images(first: 20) { nodes { fingerprint status isCat } } } }"""
QUEUE = """query Queue($name: String!) { queue(queueName: $name) { jobs(first: 20) { nodes { position priority
  job { jobId name status } } } } }"""


def test_five_levels_are_one_call_of_the_lambda_and_no_resolver_below_it(api: Api) -> None:
    image = _data(api.ask(TREE, id="img"))["image"]
    word = image["receipts"][0]["lines"][1]["words"][1]
    assert word["labels"] == [{"label": "GRAND_TOTAL", "validationStatus": "VALID", "reasoning": None}]
    assert word["boundingBox"].keys() == {"x", "y", "width", "height"}
    assert [field for field, _ in api.calls] == ["Query.image"]


def test_a_page_of_queue_jobs_with_their_jobs_is_two_calls_and_one_batch_get(api: Api) -> None:
    query = '{ queueJobs(queueName: "gpu", first: 20) { nodes { position job { jobId name status } } } }'
    nodes = _data(api.ask(query))["queueJobs"]["nodes"]
    assert [(node["position"], node["job"]["jobId"]) for node in nodes] == [(0, "j2"), (1, "j1")]
    assert [field for field, _ in api.calls] == ["Query.queueJobs", "QueueJob.job"]
    assert api.reads == ["query", "batch_get_item"]


def test_labels_lead_back_to_their_words_receipts_and_images(api: Api) -> None:
    nodes = _data(api.ask(LABELS))["labels"]["nodes"]
    assert [node["word"]["receipt"]["image"]["imageId"] for node in nodes] == ["img", "old"]
    assert len(api.calls) == 4


def test_a_job_shows_its_latest_status_and_its_metrics(api: Api) -> None:
    job = _data(api.ask(JOB, id="j1"))["job"]
    assert (job["status"], job["latestStatus"]["progress"]) == ("RUNNING", 50.0)
    assert [node["value"] for node in job["metrics"]["nodes"]] == [1.5, 0.5]


def test_a_queue_shows_its_jobs_in_order(api: Api) -> None:
    nodes = _data(api.ask(QUEUE, name="gpu"))["queue"]["jobs"]["nodes"]
    assert [node["job"]["name"] for node in nodes] == ["train-2", "train-1"]


def test_a_nova_is_found_by_an_alias_with_its_products_in_order(api: Api) -> None:
    (nova,) = _data(api.ask(NOVA, name="Nova_Sco 2012 #2"))["novaeByName"]
    kinds = [product["__typename"] for product in nova["products"]]
    assert kinds == ["PhotometryTable", "SpectraProduct", "SpectraProduct", "SpectraProduct"]
    assert nova["products"][1]["eligibility"] == "ACQUIRE"


def test_a_batch_of_cats_is_counted_and_listed(api: Api) -> None:
    batch = _data(api.ask(CATS, batch="7"))["catBatch"]
    assert batch["summary"] == {"pending": 1, "success": 2, "fail": 0, "cats": 1}
    assert [node["isCat"] for node in batch["images"]["nodes"]] == [True, False, None]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("{ images(first: 10) { nodes { id imageId } pageInfo { hasNextPage endCursor } } }", "images"),
        ("{ jobs(status: RUNNING, first: 20) { nodes { jobId name createdAt } pageInfo { hasNextPage } } }", "jobs"),
        (
            "{ documents(status: COMPLETED, first: 10) { nodes { jobId status documentKey submittedAt resultKey } } }",
            "documents",
        ),
    ],
)
def test_lists_are_one_call(api: Api, query: str, field: str) -> None:
    assert _data(api.ask(query))[field]["nodes"]
    assert len(api.calls) == 1


def test_every_item_is_found_again_by_its_global_id(api: Api) -> None:
    """Every stored type, and one request for each table."""
    items = list(world())
    query = "query Any($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }"
    ids = [global_id(item) for item in items]
    nodes = _data(api.ask(query, ids=ids))["nodes"]
    assert [node["__typename"] for node in nodes] == [type(item).__name__ for item in items]
    assert [node["id"] for node in nodes] == ids
    assert {node["__typename"] for node in nodes} == set(all_types())
    assert api.reads == ["batch_get_item"] * 5


def test_unknown_ids_are_null_without_an_error(api: Api) -> None:
    query = (
        '{ image(imageId: "a#b") { id } job(jobId: "none") { id } node(id: "zzz") { id } nova(novaId: "n9") { id } }'
    )
    assert api.ask(query) == {"data": {"image": None, "job": None, "node": None, "nova": None}}


def test_counts_for_frontends(api: Api) -> None:
    query = """{ imageCount receiptCount merchantCounts { merchantName receipts }
      labelCounts(labels: ["GRAND_TOTAL", "TAX"]) { label valid pending } }"""
    assert _data(api.ask(query)) == {
        "imageCount": 3,
        "receiptCount": 2,
        "merchantCounts": [{"merchantName": "Twin Peaks", "receipts": 1}],
        "labelCounts": [{"label": "GRAND_TOTAL", "valid": 2, "pending": 0}, {"label": "TAX", "valid": 0, "pending": 0}],
    }


def test_a_sweep_shows_its_progress_its_runs_and_the_best_of_them(api: Api) -> None:
    query = """{ sweep(sweepId: "j0") { progress { total running done } job { name } jobs { jobId }
      bestRun(metricName: "val_loss") { value job { name } } } }"""
    sweep = _data(api.ask(query))["sweep"]
    assert sweep["progress"] == {"total": 1, "running": 1, "done": 0.0}
    assert sweep["bestRun"] == {"value": 0.5, "job": {"name": "train-1"}}


def test_cooldown_and_eligibility_of_spectra(api: Api) -> None:
    query = """{ nova(novaId: "n1") { ready: eligibleSpectra(readyOnly: true) { dataProductId }
      eligibleSpectra { dataProductId cooldown { active } } } }"""
    nova = _data(api.ask(query))["nova"]
    assert [each["dataProductId"] for each in nova["eligibleSpectra"]] == ["p1", "p2"]


def test_documents_that_got_stuck_are_found(api: Api) -> None:
    nodes = _data(api.ask("{ stuckDocuments(olderThanMinutes: 0) { nodes { jobId status } } }"))["stuckDocuments"][
        "nodes"
    ]
    assert [node["jobId"] for node in nodes] == ["d2"]


def test_an_error_has_a_stable_type_and_a_message_to_act_on(api: Api) -> None:
    answer = api.ask("{ labels { nodes { label } } }")
    (error,) = answer["errors"]
    assert (error["errorType"], error["path"]) == ("BadInput", ["labels"])
    assert error["message"] == "Give a label, a validationStatus, an imageId, or several of them."


def test_an_item_that_cannot_be_read_is_one_error_beside_the_rest(api: Api) -> None:
    broken = {"PK": "QUEUE#odd", "SK": "JOB#1", "TYPE": "QUEUE_JOB", "position": {"not": "a number"}}
    unreadable = {"PK": "JOB#odd", "SK": "LOG#2026-11-16T12:00:00Z", "TYPE": "JOB_LOG"}
    readable = {"PK": "JOB#odd", "SK": "LOG#2026-11-16T13:00:00Z", "TYPE": "JOB_LOG", "message": "fine"}
    job = {"PK": "JOB#odd", "SK": "JOB", "TYPE": "ODD_JOB"}
    for record in (broken, unreadable, readable, job):
        api.store.session().put(RECEIPTS, record)
    (logs,) = api.handle([event("Job.logs", "{ nodes { message } }", {"jobId": "odd"})])
    assert [node["message"] for node in logs["data"]["nodes"]] == ["fine"]
    assert logs["errors"][0]["errorInfo"]["key"] == ["JOB#odd", "LOG#2026-11-16T12:00:00Z"]
    answer = api.ask('{ queueJobs(queueName: "odd") { nodes { jobId position } } }')
    assert answer["data"]["queueJobs"]["nodes"] == [{"jobId": "1", "position": None}]
    (error,) = answer["errors"]
    assert (error["errorType"], error["path"]) == ("Internal", ["queueJobs"])


def _data(answer: dict[str, Any]) -> dict[str, Any]:
    assert "errors" not in answer, answer["errors"]
    data: dict[str, Any] = answer["data"]
    return data
