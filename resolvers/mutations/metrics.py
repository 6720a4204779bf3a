"""What was measured of jobs."""

from datetime import datetime
from typing import Annotated, Any, ClassVar

from pydantic import Field

from entities.fields import Json, Ordinal, Timestamp
from entities.jobs import Job, JobMetric
from loaders.errors import BadInput
from loaders.reading import Reading
from loaders.writing import require
from resolvers.inputs import Input
from resolvers.mutations.job_history import MOMENT
from resolvers.mutations.making import Text, made


class MetricInput(Input):
    """One measurement: a number, or a structure such as a confusion matrix."""

    about: ClassVar[str] = "JobMetric"

    metric_name: Text
    value: float | None = None
    value_json: Json = None
    unit: str | None = None
    timestamp: Timestamp | None = None
    step: Ordinal | None = None
    epoch: Ordinal | None = None


class RecordMetricsInput(Input):
    """Measurements of a job."""

    job_id: Text
    metrics: Annotated[tuple[MetricInput, ...], Field(min_length=1, max_length=1000)]


def record_metrics(reading: Reading, input: RecordMetricsInput) -> list[JobMetric]:
    """A name and a time are one measurement of a job, so a repeat stores the same again."""
    metrics: dict[tuple[str, datetime], JobMetric] = {}
    for place, each in enumerate(input.metrics):
        path = f"input.metrics.{place}"
        metric = _metric(input.job_id, each, path, _moment(reading, each, metrics))
        if metrics.setdefault((metric.metric_name, metric.timestamp), metric) != metric:
            raise BadInput("Two measurements of one name at the same time differ.", field=f"{path}.timestamp")
    require(reading, Job, job_id=input.job_id, field="input.jobId")
    reading.session.batch_write(JobMetric.table, [each.to_record() for each in metrics.values()])
    return list(metrics.values())


def _metric(job_id: str, given: MetricInput, path: str, moment: datetime) -> JobMetric:
    return made(
        JobMetric, path, job_id=job_id, value=_value(given, path), timestamp=moment, **given.only(*_READ_ELSEWHERE)
    )


_READ_ELSEWHERE = ("value", "value_json", "timestamp")


def _value(given: MetricInput, path: str) -> float | dict[str, Any]:
    if (given.value is None) == (given.value_json is None):
        raise BadInput("Give value or valueJson.", field=f"{path}.value")
    if given.value is not None:
        return given.value
    if not isinstance(given.value_json, dict):
        raise BadInput("valueJson must be an object.", field=f"{path}.valueJson")
    return given.value_json


def _moment(reading: Reading, given: MetricInput, metrics: dict[tuple[str, datetime], JobMetric]) -> datetime:
    """When it was measured: now, unless told otherwise, and each of a name a little later than the one before."""
    if given.timestamp:
        return given.timestamp
    moment = reading.now
    while (given.metric_name, moment) in metrics:
        moment += MOMENT
    return moment
