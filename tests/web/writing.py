"""Writes as a training program does: with boto3, past the API."""

from datetime import UTC, datetime

from entities.attributes import encode_item
from entities.jobs import JobLog, JobMetric, JobState, JobStatus, LogLevel
from tests.other_program import TABLE, boto
from tests.serving import Server


def put(server: Server, *items: JobLog | JobMetric | JobStatus) -> None:
    with boto(f"{server.url}/dynamodb") as client:
        for item in items:
            client.put_item(TableName=TABLE, Item=encode_item(item.to_record()))


def progress_of(job_id: str, progress: float, message: str) -> JobStatus:
    return JobStatus(
        job_id=job_id, status=JobState.RUNNING, progress=progress, message=message, updated_at=datetime.now(UTC)
    )


def measured(job_id: str, value: float, epoch: int, metric_name: str = "val_loss") -> JobMetric:
    return JobMetric(job_id=job_id, metric_name=metric_name, value=value, epoch=epoch, timestamp=datetime.now(UTC))


def line(job_id: str, message: str) -> JobLog:
    return JobLog(
        job_id=job_id, timestamp=datetime.now(UTC), log_level=LogLevel.INFO, message=message, source="trainer"
    )
