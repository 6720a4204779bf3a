"""Queues, instances, and the jobs of the sample that belong to no sweep."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from entities.item import Item
from entities.jobs import (
    DependencyType,
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
    Priority,
    Queue,
    QueueJob,
)
from local.data.sample.curves import STEPS_PER_EPOCH, train
from local.data.sample.names import INSTANCE_ID, QUEUE_NAME, sample_id
from local.data.sample.runs import SECOND_INSTANCE_ID, SPOT_INSTANCE_ID

_CPU_QUEUE = "cpu-batch"


@dataclass(frozen=True)
class Single:
    """A job of its own."""

    name: str
    user: str
    state: JobState
    age: timedelta
    lasted: timedelta
    said: str
    priority: Priority = Priority.MEDIUM

    @property
    def job_id(self) -> str:
        return sample_id("job", self.name)


def _hours(count: float) -> timedelta:
    return timedelta(hours=count)


OCR, MATCHER, NIGHTLY, REFRESH, PRETRAIN, EXPORT = SINGLES = (
    Single("receipt-ocr-finetune", "priya.n", JobState.SUCCEEDED, _hours(51), _hours(6), "Best val_loss at epoch 14."),
    Single("merchant-matcher", "tomas.w", JobState.FAILED, _hours(29), _hours(0.4), "KeyError: 'canonical_name'"),
    Single(
        "nightly-evaluation", "ci", JobState.SUCCEEDED, _hours(14), _hours(1), "F1 0.931, 0.004 better than before."
    ),
    Single("embedding-refresh", "priya.n", JobState.CANCELLED, _hours(9), _hours(2), "Cancelled by priya.n."),
    Single("layout-pretrain", "tomas.w", JobState.PENDING, _hours(2), _hours(0), "Waits.", Priority.CRITICAL),
    Single("model-export", "mira.okafor", JobState.INTERRUPTED, _hours(20), _hours(1), "The spot instance was lost."),
)


def fleet(now: datetime) -> Iterator[Item]:
    """Where jobs run and wait."""
    yield Queue(
        queue_name=QUEUE_NAME,
        description="Training on GPUs, two at a time.",
        created_at=now - timedelta(days=120),
        max_concurrent_jobs=2,
        priority=Priority.HIGH,
        job_count=4,
    )
    yield Queue(
        queue_name=_CPU_QUEUE,
        description="Everything that needs no GPU.",
        created_at=now - timedelta(days=90),
        max_concurrent_jobs=8,
        job_count=0,
    )
    waiting = {"queue_name": QUEUE_NAME, "job_id": PRETRAIN.job_id, "priority": PRETRAIN.priority}
    yield QueueJob.model_validate({**waiting, "enqueued_at": now - PRETRAIN.age, "position": 3})
    yield from _instances(now)


def single_jobs(now: datetime) -> Iterator[Item]:
    """What ran before the sweep, or waits for it."""
    for single in SINGLES:
        yield from _single(single, now)
    for number, epoch in enumerate(train(77, 4e-5, 16, 18, 18)):
        moment = now - OCR.age + _hours(0.3 + number / 3.2)
        step = epoch.number * STEPS_PER_EPOCH
        for name in ("val_loss", "val_f1"):
            value = epoch.metrics()[name]
            yield JobMetric(
                job_id=OCR.job_id, metric_name=name, value=value, timestamp=moment, epoch=epoch.number, step=step
            )
    success, artifact, completion = DependencyType.SUCCESS, DependencyType.ARTIFACT, DependencyType.COMPLETION
    waits = ((NIGHTLY, OCR, success), (EXPORT, OCR, artifact), (PRETRAIN, REFRESH, completion))
    for dependent, dependency, kind in (*waits, (REFRESH, MATCHER, DependencyType.FAILURE)):
        yield JobDependency(
            dependent_job_id=dependent.job_id,
            dependency_job_id=dependency.job_id,
            type=kind,
            condition="model.pt exists" if kind is artifact else None,
            created_at=now - dependent.age,
        )


def _single(single: Single, now: datetime) -> Iterator[Item]:
    made = now - single.age
    job_id = single.job_id
    yield Job(
        job_id=job_id,
        name=single.name,
        created_at=made,
        created_by=single.user,
        status=single.state,
        priority=single.priority,
        job_config={"job_type": "training", "image": "trainer:2026.03", "entry_point": f"{single.name}.py"},
        tags={"project": "receipts"},
    )
    yield JobStatus(job_id=job_id, status=JobState.PENDING, updated_at=made, progress=0, updated_by=single.user)
    if single.state is JobState.PENDING:
        return
    begun, ended = made + timedelta(minutes=11), made + timedelta(minutes=11) + single.lasted
    progress = 100.0 if single.state is JobState.SUCCEEDED else 38.0
    yield JobStatus(job_id=job_id, status=JobState.RUNNING, updated_at=begun, progress=0, updated_by="scheduler")
    yield JobStatus(job_id=job_id, status=single.state, updated_at=ended, progress=progress, message=single.said)
    yield JobLog(job_id=job_id, timestamp=begun, message=f"Started {single.name}.", source="runner")
    level = LogLevel.ERROR if single.state is JobState.FAILED else LogLevel.INFO
    yield JobLog(job_id=job_id, timestamp=ended, log_level=level, message=single.said, source="runner")


def _instances(now: datetime) -> Iterator[Item]:
    old = "i-04a8d1c7f3b6e9250"
    states = (
        (INSTANCE_ID, InstanceState.RUNNING, Health.HEALTHY, 26.0, False),
        (SECOND_INSTANCE_ID, InstanceState.RUNNING, Health.HEALTHY, 6.0, False),
        (SPOT_INSTANCE_ID, InstanceState.TERMINATED, Health.UNHEALTHY, 5.5, True),
        (old, InstanceState.STOPPED, Health.UNKNOWN, 70.0, False),
        ("i-0b5f2e8d9c1a74360", InstanceState.PENDING, Health.UNKNOWN, 0.02, True),
    )
    for number, (instance_id, state, health, age, is_spot) in enumerate(states):
        yield Instance(
            instance_id=instance_id,
            instance_type="g5.2xlarge",
            gpu_count=1,
            status=state,
            launched_at=now - _hours(age),
            ip_address=f"10.0.12.{41 + number}",
            availability_zone=f"us-east-1{'abc'[number % 3]}",
            is_spot=is_spot,
            health_status=health,
        )
