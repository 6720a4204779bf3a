"""Decisions hold although indexes lag behind: nothing is left behind, and no run is missed."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

from entities.tables import RECEIPTS
from loaders.dynamo.client import make_client, table_names
from loaders.dynamo.requests import Begins, Query
from tests.commands.conftest import Changing, changing_store
from tests.commands.job_setting import new_job
from tests.commands.receipts import image_with_words, label, put
from tests.commands.sweep_setting import PRUNED, RESUMED, measure, open_queue, request
from tests.commands.test_delete_image import belongings
from tests.commands.test_import import image
from tests.lagging import LaggingEngine, lagging
from tests.thoroughness import IS_THOROUGH

LAG_SECONDS = 2.0 if IS_THOROUGH else 1.0


@pytest.fixture(scope="module")
def lagged() -> Iterator[LaggingEngine]:
    with lagging(LAG_SECONDS) as engine:
        yield engine


@pytest.fixture
def slow(lagged: LaggingEngine) -> Iterator[Changing]:
    """The API over tables whose indexes lag."""
    with lagged.store() as store, changing_store(store) as api:
        yield api


def left_of(lagged: LaggingEngine, id_: str) -> list[Any]:
    """Every item, in any partition, that names an image or a job."""
    client = make_client(lagged.main.url)
    try:
        records = client.scan(TableName=table_names({})["receipts"], ConsistentRead=True)["Items"]
    finally:
        client.close()
    return [record for record in records if id_ in str(record)]


def deleted(api: Changing, mutation: str, **ids: Any) -> None:
    while not api.do(mutation, "{ isComplete }", **ids)["isComplete"]:
        pass


def test_an_image_that_was_just_imported_is_deleted_with_everything(slow: Changing, lagged: LaggingEngine) -> None:
    given = image()
    assert slow.do("importImage", "{ isComplete }", **given)["isComplete"]
    deleted(slow, "deleteImage", imageId=given["imageId"])
    assert left_of(lagged, given["imageId"]) == []


def test_what_lies_elsewhere_is_deleted_although_no_index_knows_it_yet(slow: Changing, lagged: LaggingEngine) -> None:
    ids = image_with_words(slow)
    put(slow, label(ids), *belongings(ids))
    deleted(slow, "deleteImage", imageId=ids["imageId"])
    assert left_of(lagged, ids["imageId"]) == []
    time.sleep(2 * LAG_SECONDS)
    assert slow.get("query ($id: ID!) { image(imageId: $id) { imageId } }", id=ids["imageId"]) == {"image": None}


def test_what_a_receipt_has_elsewhere_is_deleted_although_no_index_knows_it_yet(
    slow: Changing, lagged: LaggingEngine
) -> None:
    ids = image_with_words(slow)
    put(slow, label(ids), *belongings(ids))
    deleted(slow, "deleteReceipt", imageId=ids["imageId"], receiptId=ids["receiptId"])
    left = {record["TYPE"]["S"] for record in left_of(lagged, ids["imageId"])}
    assert left == {"IMAGE", "LINE", "WORD"}


def test_what_other_jobs_machines_and_queues_hold_of_a_job_goes_with_it(slow: Changing, lagged: LaggingEngine) -> None:
    job_id, other, queue = new_job(slow), new_job(slow), open_queue(slow)
    slow.do("registerInstance", "{ instanceId }", instanceId="i-lagging", instanceType="p3", status="RUNNING")
    slow.do("addDependency", "{ type }", dependentJobId=other, dependencyJobId=job_id)
    slow.do("assignJob", "{ jobId }", instanceId="i-lagging", jobId=job_id)
    slow.do("enqueueJob", "{ jobId }", queueName=queue, jobId=job_id)
    deleted(slow, "deleteJob", jobId=job_id)
    assert left_of(lagged, job_id) == []


def test_a_sweep_is_resumed_and_pruned_right_after_its_creation(slow: Changing) -> None:
    asked = request(slow, '{"rate": [0.1, 0.2, 0.3, 0.4]}')
    assert slow.do("createSweep", "{ isComplete }", **asked)["isComplete"]
    links = slow.store.session().query(Query(RECEIPTS, None, f"JOB#{asked['sweepId']}", Begins("DEPENDS_ON#")))
    ids = sorted(link["SK"].removeprefix("DEPENDS_ON#") for link in links)
    assert len(ids) == 4
    for job_id in ids:
        slow.do("recordJobStatus", "{ status }", jobId=job_id, status="RUNNING")
    slow.do("recordJobStatus", "{ status }", jobId=ids[3], status="FAILED")
    resumed = slow.do("resumeSweep", RESUMED, sweepId=asked["sweepId"])
    assert (resumed["resumed"], resumed["isComplete"]) == (1, True)
    measure(slow, {ids[0]: [0.9, 0.1], ids[1]: [0.9, 0.2], ids[2]: [0.9, 0.3]})
    given: dict[str, Any] = {"sweepId": asked["sweepId"], "metricName": "val_loss", "afterEpochs": 2, "keep": 1}
    pruned = slow.do("stopUnderperforming", PRUNED, **given)
    assert [each["jobId"] for each in pruned["kept"]] == [ids[0]]
    assert [each["jobId"] for each in pruned["stopped"]] == [ids[1], ids[2]]


def test_a_job_that_ends_at_once_leaves_the_queue_that_it_just_joined(slow: Changing) -> None:
    slow.do("createQueue", "{ queueName }", queueName="quick")
    slow.do("createJob", "{ jobId }", jobId="q1", name="quick", createdBy="ann")
    slow.do("enqueueJob", "{ jobId }", queueName="quick", jobId="q1")
    slow.do("recordJobStatus", "{ status }", jobId="q1", status="FAILED")
    found = slow.get('{ queue(queueName: "quick") { jobCount jobs { nodes { jobId } } } }')["queue"]
    assert found == {"jobCount": 0, "jobs": {"nodes": []}}
