"""Measurements of jobs."""

from datetime import datetime
from typing import Annotated, Any, ClassVar

from pydantic import Field

from commands.build_item import build_item
from commands.changes import revised
from commands.expiry import after_days, expiry
from commands.input_types import CountedTime, Text
from commands.inputs import Input
from commands.jobs.job_history import MOMENT, the_job
from entities.fields import Json, Ordinal, Timestamp
from entities.jobs import JobMetric
from loaders.errors import BadInput
from loaders.request import Request


class MetricInput(Input):
    """One measurement: a number in `value` or a structure such as a confusion matrix in `valueJson`, not both."""

    about: ClassVar[str] = "JobMetric"

    metric_name: Text
    value: float | None = None
    """The measured number. Give either this or `valueJson`."""
    value_json: Json = None
    """The measurement as a JSON object, such as a confusion matrix. Give either this or `value`."""
    unit: str | None = None
    timestamp: Timestamp | None = None
    """When the measurement was taken; defaults to now. A stored measurement with the same name and time is replaced."""
    step: Ordinal | None = None
    epoch: Ordinal | None = None


class RecordMetricsInput(Input):
    """Measurements of a job."""

    job_id: Text
    """The id of the job that was measured."""
    metrics: Annotated[tuple[MetricInput, ...], Field(min_length=1, max_length=1000)]
    """The measurements, from 1 to 1,000."""
    expires_at: CountedTime | None = None
    """When DynamoDB may delete these measurements. If left out, `metricsTtlDays` of the job decides; without either,
    they are kept.
    """


def record_metrics(request: Request, input: RecordMetricsInput) -> list[JobMetric]:
    """Store measurements. Name and time identify one of a job, so a repeat stores the same again."""
    metrics: dict[tuple[str, datetime], JobMetric] = {}
    for place, each in enumerate(input.metrics):
        path = f"metrics.{place}"
        metric = _metric(input.job_id, each, path, _moment(request, each, metrics))
        if metrics.setdefault((metric.metric_name, metric.timestamp), metric) != metric:
            raise BadInput(
                "Two different measurements have the same `metric_name` and `timestamp`.", field=f"{path}.timestamp"
            )
    job = the_job(request, input.job_id).item
    expires_at = expiry(request, input.expires_at) or after_days(request, job.metrics_ttl_days)
    kept = [revised(each, expires_at=expires_at) for each in metrics.values()]
    request.session.batch_write(JobMetric.table, [each.to_record() for each in kept])
    return kept


def _metric(job_id: str, given: MetricInput, path: str, moment: datetime) -> JobMetric:
    names = {} if given.value_json is None else {"value": "value_json"}
    values = {"value": _value(given, path), "timestamp": moment, **given.only(*_READ_ELSEWHERE)}
    return build_item(JobMetric, path, names, job_id=job_id, **values)


_READ_ELSEWHERE = ("value", "value_json", "timestamp")


def _value(given: MetricInput, path: str) -> float | dict[str, Any]:
    if (given.value is None) == (given.value_json is None):
        raise BadInput("Give either `value` or `value_json`.", field=f"{path}.value")
    if given.value is not None:
        return given.value
    if not isinstance(given.value_json, dict):
        raise BadInput("`value_json` must be an object.", field=f"{path}.value_json")
    return given.value_json


def _moment(request: Request, given: MetricInput, metrics: dict[tuple[str, datetime], JobMetric]) -> datetime:
    """The given time, or now. Measurements of one name without a time are set a microsecond apart."""
    if given.timestamp:
        return given.timestamp
    moment = request.now
    while (given.metric_name, moment) in metrics:
        moment += MOMENT
    return moment
