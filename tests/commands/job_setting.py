"""What the tests of jobs share: jobs to begin with, writers side by side, all that is stored, faults on the way."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from commands.jobs import job_deletion
from entities.tables import RECEIPTS
from loaders.dynamo.store import Store
from resolvers import app
from resolvers.routing.routes import routes
from tests.commands.conftest import Changing
from tests.resolvers.conftest import FakeContext, event

ENTRY = "{ jobId status progress message updatedAt updatedBy instanceId }"
PATHS = {
    "PENDING": [],
    "RUNNING": ["RUNNING"],
    "SUCCEEDED": ["RUNNING", "SUCCEEDED"],
    "FAILED": ["FAILED"],
    "CANCELLED": ["CANCELLED"],
    "INTERRUPTED": ["RUNNING", "INTERRUPTED"],
}
"""How a new job comes to each status."""


def new_job(api: Changing, status: str = "PENDING", **more: Any) -> str:
    """The id of a job of its own in a status."""
    made = api.do("createJob", "{ jobId }", **{"name": "train", "createdBy": "anna", **more})
    job_id: str = made["jobId"]
    for each in PATHS[status]:
        record(api, job_id, each)
    return job_id


def record(api: Changing, job_id: str, status: str, **more: Any) -> dict[str, Any]:
    return api.do("recordJobStatus", ENTRY, jobId=job_id, status=status, **more)


def job_of(api: Changing, job_id: str, selection: str = "status statuses { status progress message updatedAt }") -> Any:
    return api.get("query ($id: ID!) { job(jobId: $id) { " + selection + " } }", id=job_id)["job"]


def stored(api: Changing) -> list[dict[str, Any]]:
    """Every item of the table, in order of keys."""
    client: Any = api.store._client
    name = api.store.name_of(RECEIPTS)
    items: list[dict[str, Any]] = []
    more: dict[str, Any] = {}
    while True:
        page = client.scan(TableName=name, **more)
        items += page["Items"]
        if "LastEvaluatedKey" not in page:
            return sorted(items, key=lambda item: str((item["PK"], item["SK"])))
        more = {"ExclusiveStartKey": page["LastEvaluatedKey"]}


def call(field: str, **input_: Any) -> dict[str, Any]:
    """A mutation as a Lambda answers it: its envelope. Many threads may do this at once, like many Lambdas.

    It begins behind powertools, which keeps one current event for the whole process and would mix up threads.
    """
    given = {**event(f"Mutation.{field}", input=input_), "envelope": True}
    answer: dict[str, Any] = app._answer(given, FakeContext(), route=routes()[f"Mutation.{field}"])
    return answer


def delete_in_part(job_id: str) -> None:
    """A deletion whose time was up once the job was marked."""
    with patch.object(job_deletion, "_delete_all", return_value=False):
        assert not call("deleteJob", jobId=job_id)["data"]["isComplete"]


def side_by_side(number: int, work: Callable[[int], Any]) -> list[Any]:
    """What so many threads got."""
    with ThreadPoolExecutor(number) as threads:
        return list(threads.map(work, range(number)))


@contextmanager
def meanwhile(module: Any, name: str, change: Callable[[], Any]) -> Iterator[None]:
    """Another writer who comes between reading and writing: when this function of a module is called first."""
    usual, left = getattr(module, name), [change]

    def called(*given: Any, **more: Any) -> Any:
        if left:
            left.pop()()
        return usual(*given, **more)

    with patch.object(module, name, called):
        yield


@contextmanager
def through(api: Changing, client: Any) -> Iterator[None]:
    """The API with another client on the way to the same tables."""
    store = Store(client, api.store._names, jitter=lambda _: 0.0)
    before, app.parts.store = app.parts.store, store
    try:
        yield
    finally:
        app.parts.store = before
        store._pool.close()
