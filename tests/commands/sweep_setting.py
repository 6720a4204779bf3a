"""What the tests of sweeps share: sweeps to begin with, what became of them, and processes that die on the way."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch
from uuid import uuid4

from commands.jobs import run_moves, sweeps
from entities.jobs import JobMetric
from tests.commands.conftest import Changing
from tests.commands.job_setting import record, stored

PROGRESS = "{ total pending running succeeded failed cancelled interrupted done }"
MADE = "{ sweep { sweepId progress " + PROGRESS + " } created total isComplete }"
RESUMED = "{ resumed isComplete sweep { progress " + PROGRESS + " } }"
PRUNED = "{ stopped { jobId value epoch } kept { jobId value epoch } isComplete sweep { progress " + PROGRESS + " } }"
GRID = '{"learning_rate": [0.1, 0.01], "batch_size": [16, 32]}'


def open_queue(api: Changing) -> str:
    name = f"queue-{uuid4().hex[:8]}"
    api.do("createQueue", "{ queueName }", queueName=name)
    return name


def request(api: Changing, grid: str = GRID, **more: Any) -> dict[str, Any]:
    """A sweep of its own, and a queue of its own."""
    usual = {"sweepId": str(uuid4()), "name": "lr", "createdBy": "anna", "queueName": open_queue(api)}
    return {**usual, **({} if "configs" in more else {"parameterGrid": grid}), **more}


def create(api: Changing, grid: str = GRID, **more: Any) -> tuple[str, str]:
    """The ids of a new sweep and of its queue."""
    asked = request(api, grid, **more)
    while not api.do("createSweep", "{ isComplete }", **asked)["isComplete"]:
        pass
    return asked["sweepId"], asked["queueName"]


def runs_of(api: Changing, sweep_id: str, selection: str = "jobId status jobConfig") -> list[dict[str, Any]]:
    query = "query ($id: ID!) { sweep(sweepId: $id) { jobs { " + selection + " } } }"
    found: list[dict[str, Any]] = api.get(query, id=sweep_id)["sweep"]["jobs"]
    return found


def ids_of(api: Changing, sweep_id: str) -> list[str]:
    return sorted(each["jobId"] for each in runs_of(api, sweep_id, "jobId"))


def progress_of(api: Changing, sweep_id: str) -> dict[str, Any]:
    query = "query ($id: ID!) { sweep(sweepId: $id) { progress " + PROGRESS + " job { status } } }"
    found = api.get(query, id=sweep_id)["sweep"]
    return {**{name: value for name, value in found["progress"].items() if value}, "status": found["job"]["status"]}


def count_of(api: Changing, queue: str) -> int:
    query = "query ($name: String!) { queue(queueName: $name) { jobCount jobs(first: 1) { nodes { jobId } } } }"
    number: int = api.get(query, name=queue)["queue"]["jobCount"]
    return number


def waiting_in(api: Changing, queue: str) -> list[str]:
    return sorted(
        item["SK"]["S"].removeprefix("JOB#")
        for item in stored(api)
        if item["PK"]["S"] == f"QUEUE#{queue}" and item["TYPE"]["S"] == "QUEUE_JOB"
    )


def check_whole(api: Changing, sweep_id: str, queue: str, runs: int) -> None:
    """Everything that belongs to a new sweep is there once, and counted."""
    items = Counter(
        item["TYPE"]["S"] + item.get("type", {}).get("S", "")
        for item in stored(api)
        if sweep_id in str(item) or item["PK"]["S"] == f"QUEUE#{queue}"
    )
    links = {"JOB_DEPENDENCYparent_sweep": runs, "JOB_DEPENDENCYchild_training": runs}
    assert items == {"JOB": runs + 1, "QUEUE": 1, "QUEUE_JOB": runs, **links}
    assert count_of(api, queue) == runs
    assert progress_of(api, sweep_id) == {"total": runs, "pending": runs, "status": "PENDING"}
    assert waiting_in(api, queue) == ids_of(api, sweep_id)


def config_of(run: dict[str, Any]) -> dict[str, Any]:
    config: dict[str, Any] = json.loads(run["jobConfig"])
    return config


class Crashing:
    """A client whose process dies after so many writes."""

    def __init__(self, client: Any, writes: int) -> None:
        self._client, self.left = client, writes

    def __getattr__(self, name: str) -> Any:
        if name in {"put_item", "update_item", "transact_write_items", "batch_write_item", "delete_item"}:
            if self.left == 0:
                raise MemoryError
            self.left -= 1
        return getattr(self._client, name)


@contextmanager
def small_steps() -> Iterator[None]:
    """Few runs at a time, so that there are many steps between which things can stop."""
    with patch.object(sweeps, "RUNS_AT_ONCE", 2), patch.object(run_moves, "RUNS_AT_ONCE", 2):
        yield


def finish(api: Changing, sweep_id: str, *ends: str) -> list[str]:
    """Bring the first runs of a sweep to these ends."""
    ids = ids_of(api, sweep_id)
    for job_id, end in zip(ids, ends, strict=False):
        record(api, job_id, "RUNNING")
        if end != "RUNNING":
            record(api, job_id, end)
    return ids


def take_out(api: Changing, queue: str, ids: list[str]) -> None:
    for job_id in ids:
        api.do("dequeueJob", "{ jobCount }", queueName=queue, jobId=job_id)


def measure(api: Changing, values: dict[str, list[float]], name: str = "val_loss") -> None:
    """The values of a metric for each run, epoch by epoch."""
    start = datetime(2026, 11, 16, 12, tzinfo=UTC)
    records = [
        JobMetric(
            job_id=job_id, metric_name=name, value=value, epoch=epoch, timestamp=start + timedelta(seconds=epoch)
        ).to_record()
        for job_id, curve in values.items()
        for epoch, value in enumerate(curve, 1)
    ]
    for first in range(0, len(records), 100):  # not all at once: the machine may have other things to do
        api.store.session(60).batch_write(JobMetric.table, records[first : first + 100])
