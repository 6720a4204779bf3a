"""Items that probes make for themselves, and remove again: two jobs with measurements, one of them with a history."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import uuid4

from infra.operator.deployed_api import ProbeCaller

MEASUREMENTS = 101
"""One more than a batch of AppSync has."""
CONFIG = {"job_type": "probe"}


class Asks(Protocol):
    """An API that can be asked."""

    @property
    def has_credentials(self) -> bool: ...
    def ask(
        self, query: str, variables: Mapping[str, Any] | None = None, caller: ProbeCaller = ProbeCaller.KEY
    ) -> dict[str, Any]: ...
    def post(self, body: bytes, caller: ProbeCaller = ProbeCaller.KEY) -> dict[str, Any]: ...
    def hear(
        self, query: str, variables: Mapping[str, Any], act: Any, seconds: float = 35
    ) -> dict[str, Any] | None: ...


@dataclass(frozen=True)
class ProbeItems:
    """What there is to ask about; `job_id` is None where nothing could be made, and `why` says why."""

    job_id: str | None
    node_id: str | None = None
    measured: tuple[Mapping[str, Any], ...] = ()
    """What the mutation answered that stored the measurements."""
    other_id: str | None = None
    """Another job, with a measurement of its own."""
    other_measured: tuple[Mapping[str, Any], ...] = ()
    why: str = ""


@contextmanager
def own_items(api: Asks) -> Iterator[ProbeItems]:
    """Make them by IAM, which may also delete them; at the end none is left."""
    if not api.has_credentials:
        yield ProbeItems(None, why="there are no credentials of AWS to make items with")
        return
    job_id, other_id = f"probe-{uuid4()}", f"probe-{uuid4()}"
    made = [
        _change(api, "createJob", "{ id }", jobId=each, name="probe", jobConfig=json.dumps(CONFIG), createdBy="probes")
        for each in (job_id, other_id)
    ]
    if not all("id" in each for each in made):
        yield ProbeItems(None, why=f"no job could be made: {made}")
        return
    try:
        _record(api, job_id, "RUNNING")
        stored, other = _measured(api, job_id, MEASUREMENTS), _measured(api, other_id, 2)
        yield ProbeItems(job_id, made[0]["id"], stored, other_id, other)
    finally:
        for each in (job_id, other_id):
            _record(api, each, "CANCELLED")
            remove(api, each)


def progress(api: Asks, job_id: str, percent: float) -> None:
    """Report how far the job has come, so that subscribers hear of it."""
    _record(api, job_id, "RUNNING", progress=percent)


def remove(api: Asks, job_id: str) -> None:
    """Delete the job with everything that belongs to it."""
    for _ in range(20):
        if _change(api, "deleteJob", "{ isComplete }", jobId=job_id).get("isComplete", True):
            return


def _measured(api: Asks, job_id: str, count: int) -> tuple[Mapping[str, Any], ...]:
    query = """mutation ($input: RecordMetricsInput!) {
      recordMetrics(input: $input) { id value epoch job { jobId name } } }"""
    values = [{"metricName": f"probe-{number}", "value": number, "epoch": number} for number in range(count)]
    answer = api.ask(query, {"input": {"jobId": job_id, "metrics": values}}, ProbeCaller.IAM)
    found = (answer.get("data") or {}).get("recordMetrics")
    return tuple(found or ({"answer": answer},))


def _record(api: Asks, job_id: str, status: str, **more: Any) -> None:
    _change(api, "recordJobStatus", "{ status }", jobId=job_id, status=status, **more)


def _change(api: Asks, mutation: str, selection: str, **values: Any) -> dict[str, Any]:
    kind = f"{mutation[0].upper()}{mutation[1:]}Input"
    query = f"mutation ($input: {kind}!) {{ {mutation}(input: $input) {selection} }}"
    answer = api.ask(query, {"input": values}, ProbeCaller.IAM)
    found: dict[str, Any] = (answer.get("data") or {}).get(mutation) or {"errors": answer.get("errors")}
    return found
