"""Jobs and what belongs to them as three generations of programs wrote them, in their own formats of time.

The writers of 2025 had no index by user or by name; those of 2026 use the one by user for names, and write no offset;
we write what the documents say. A fourth program writes local times with an offset.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from entities.attributes import Record
from entities.jobs import (
    Health,
    Instance,
    InstanceState,
    Job,
    JobDependency,
    JobLog,
    JobMetric,
    JobState,
    JobStatus,
    LogLevel,
    Queue,
    QueueJob,
)
from entities.jobs.dependencies import DependencyType

START = datetime(2026, 3, 1, tzinfo=UTC)
USERS, NAMES, TYPES = ("ann", "bob"), ("nightly", "weekly"), ("training", "evaluation")

Spell = Callable[[datetime], str]


def _middle(moment: datetime) -> str:
    return moment.isoformat()


def _latest(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat()


def _local(hours: float) -> Spell:
    def spelled(moment: datetime) -> str:
        minutes = abs(int(hours * 60))
        offset = f"{'-' if hours < 0 else '+'}{minutes // 60:02d}:{minutes % 60:02d}"
        return (moment + timedelta(hours=hours)).replace(tzinfo=None).isoformat() + offset

    return spelled


THEIRS: dict[str, Spell] = {
    "middle": _middle,
    "latest": _latest,
    "west": _local(-11),
    "east": _local(13.5),
}
"""How other programs spell a moment."""


def moments(number: int, seed: int = 7) -> list[datetime]:
    """Moments within four days, some of them within one second."""
    chance = Random(seed)
    return [
        START + timedelta(minutes=chance.randrange(60 * 96), microseconds=chance.choice((0, 0, 500_000)) + each)
        for each in range(number)
    ]


def jobs() -> Iterator[tuple[Job, Record]]:
    """Each job as it should be read, and as it is stored."""
    chance = Random(11)
    writers = (None, *THEIRS)
    for number, moment in enumerate(moments(60)):
        job = Job(
            job_id=f"job-{number:03d}",
            name=chance.choice(NAMES),
            created_by=chance.choice(USERS),
            created_at=moment,
            status=chance.choice(list(JobState)),
            job_config={"job_type": chance.choice(TYPES)},
        )
        yield job, _written(job, writers[number % len(writers)])


def _written(job: Job, writer: str | None) -> Record:
    record = job.to_record()
    if writer is None:
        return record
    time = THEIRS[writer](job.created_at or START)
    kept = {name: value for name, value in record.items() if not name.startswith(("GSI2", "GSI3"))}
    kept |= {"created_at": time, "GSI1SK": f"CREATED#{time}"}
    if writer == "latest":
        kept |= {"GSI2PK": f"JOB_NAME#{job.name}", "GSI2SK": f"CREATED#{time}"}
    return kept


def statuses_and_metrics() -> Iterator[tuple[Any, Record]]:
    """Entries of histories, and measurements, of one job for each writer."""
    writers = (None, *THEIRS)
    for number, moment in enumerate(moments(50, seed=5)):
        writer = writers[number % len(writers)]
        time = THEIRS[writer](moment) if writer else None
        job_id = f"of-{writer or 'us'}"
        status = JobStatus(job_id=job_id, status=JobState.RUNNING, updated_at=moment, progress=float(number))
        metric = JobMetric(job_id=job_id, metric_name="loss", value=float(number), timestamp=moment, epoch=number)
        for item, key, field in ((status, "STATUS#", "updated_at"), (metric, "METRIC#loss#", "timestamp")):
            record = item.to_record()
            if time:
                index = {"GSI1SK": f"UPDATED#{time}"} if item is status else {"GSI1SK": time}
                record |= {"SK": f"{key}{time}", field: time, **index}
                record |= {"GSI2SK": f"JOB#{job_id}#{time}"} if item is metric else {}
            yield item, record


def records_around_jobs() -> Iterator[Any]:
    """Logs, instances and a queue: other programs write these as we do, but for the formats of times."""
    levels = list(LogLevel)
    for number in range(20):
        yield JobLog(
            job_id=f"of-{number % 3}", timestamp=START + timedelta(hours=number), message=str(number)
        ).model_copy(update={"log_level": levels[number % len(levels)]})
        health = list(Health)[number % 3]
        state = (InstanceState.RUNNING, InstanceState.STOPPED)[number % 2]
        values: dict[str, Any] = {"instance_type": "p3", "launched_at": START, "status": state}
        yield Instance(instance_id=f"i-{number:02d}", health_status=health, **values)
    yield Queue(queue_name="shared", created_at=START)
    for number in range(9):
        of_sweep = f"theirs-{number % 2}"
        link: dict[str, Any] = {"dependency_job_id": of_sweep, "type": DependencyType.PARENT_SWEEP}
        yield QueueJob(queue_name="shared", job_id=f"job-{number:03d}", enqueued_at=START, position=9 - number)
        yield JobDependency(dependent_job_id=f"job-{number:03d}", created_at=START, **link)
