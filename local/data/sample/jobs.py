"""Training jobs of the sample: a sweep that is under way, seen at the moment of loading, and what ran before it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from entities.item import Item
from entities.jobs import (
    AssignmentState,
    DependencyType,
    InstanceJob,
    Job,
    JobCheckpoint,
    JobDependency,
    JobLog,
    JobMetric,
    JobResource,
    JobState,
    JobStatus,
    LogLevel,
    Priority,
    QueueJob,
    ResourceState,
    ResourceType,
)
from local.data.sample.curves import STEPS_PER_EPOCH, confusion
from local.data.sample.names import QUEUE_NAME, SWEEP_ID
from local.data.sample.runs import BUCKET, EPOCH_TIME, EPOCHS, RUNS, SWEEP_AGE, SWEEP_NAME, SampleRun

_USER = "mira.okafor"


def sweep(now: datetime) -> Iterator[Item]:
    """The parent, its runs and how they hang together."""
    begun = now - SWEEP_AGE
    finished = [run for run in RUNS if run.state is JobState.SUCCEEDED]
    yield _parent(begun)
    for hour, run in enumerate(finished):
        share = 100 * (hour + 1) / len(RUNS)
        moment = run.end(begun) + timedelta(seconds=20)
        yield _status(SWEEP_ID, JobState.RUNNING, moment, f"{hour + 1} of {len(RUNS)} runs are done.", share)
        best = max(epoch.val_f1 for epoch in run.epochs)
        yield JobMetric(job_id=SWEEP_ID, metric_name="val_f1", value=best, timestamp=moment, step=run.number)
    yield _status(SWEEP_ID, JobState.PENDING, begun, "Made 12 runs from 4 learning rates and 3 batch sizes.", 0)
    yield _status(SWEEP_ID, JobState.RUNNING, begun + timedelta(minutes=5), "The first runs were given instances.", 0)
    for run in RUNS:
        yield from _links(run, begun)
        yield _child(run, begun)
        yield from _history(run, begun)
        yield from _training(run, begun)
        if run.state is JobState.PENDING:
            yield _waiting(run, begun)


def _parent(begun: datetime) -> Item:
    grid = {"learning_rate": [1e-5, 3e-5, 5e-5, 1e-4], "batch_size": [8, 16, 32]}
    return Job(
        job_id=SWEEP_ID,
        name=SWEEP_NAME,
        description="Which learning rate and batch size label receipts best?",
        created_at=begun,
        created_by=_USER,
        status=JobState.RUNNING,
        priority=Priority.HIGH,
        job_config={
            "job_type": "sweep",
            "strategy": "grid",
            "parameters": grid,
            "metric": "val_f1",
            "goal": "maximize",
        },
        estimated_duration=9.5 * 3600,
        tags={"project": "receipts", "team": "labels"},
        storage={"bucket": BUCKET, "prefix": f"sweeps/{SWEEP_ID}/"},
    )


def _child(run: SampleRun, begun: datetime) -> Item:
    results = {"best_val_f1": max(each.val_f1 for each in run.epochs)} if run.state is JobState.SUCCEEDED else None
    return Job(
        job_id=run.job_id,
        name=run.name,
        created_at=begun + timedelta(seconds=run.number),
        created_by=_USER,
        status=run.state,
        priority=Priority.HIGH if run.number in {7, 8, 9} else Priority.MEDIUM,
        job_config={
            "job_type": "training",
            "model": "layoutlm-base-uncased",
            "learning_rate": run.learning_rate,
            "batch_size": run.batch_size,
            "epochs": EPOCHS,
            "seed": 40 + run.number,
        },
        estimated_duration=EPOCHS * EPOCH_TIME.total_seconds(),
        tags={"project": "receipts", "sweep": SWEEP_ID},
        storage={"bucket": BUCKET, "prefix": f"sweeps/{SWEEP_ID}/{run.number:02d}/"},
        results=results,
    )


def _links(run: SampleRun, begun: datetime) -> Iterator[Item]:
    """A run needs its sweep to begin, and a sweep its runs to end."""
    kinds = (DependencyType.PARENT_SWEEP, DependencyType.CHILD_TRAINING)
    for pair, kind in zip(((run.job_id, SWEEP_ID), (SWEEP_ID, run.job_id)), kinds, strict=True):
        yield JobDependency(dependent_job_id=pair[0], dependency_job_id=pair[1], type=kind, created_at=begun)


def _history(run: SampleRun, begun: datetime) -> Iterator[Item]:
    yield _status(run.job_id, JobState.PENDING, begun + timedelta(seconds=run.number), "Waits for an instance.", 0)
    if run.state is JobState.PENDING:
        return
    started = begun + run.begun
    if run.state is JobState.CANCELLED:
        yield _status(run.job_id, run.state, started, "Cancelled: it would need more memory than there is.", 0)
        return
    yield _status(run.job_id, JobState.RUNNING, started, "Training has begun.", 0, run.instance_id)
    for epoch in run.epochs[3::4]:
        said = f"Epoch {epoch.number} of {EPOCHS}: val_loss {epoch.val_loss:.4f}, val_f1 {epoch.val_f1:.4f}"
        share = 100 * epoch.number / EPOCHS
        yield _status(run.job_id, JobState.RUNNING, run.at(begun, epoch), said, share, run.instance_id)
    if run.state in _ENDINGS:
        share = 100 * run.done / EPOCHS
        yield _status(run.job_id, run.state, run.end(begun), _ENDINGS[run.state], share, run.instance_id)


_ENDINGS = {
    JobState.SUCCEEDED: "All epochs are done; the best checkpoint is kept.",
    JobState.FAILED: "CUDA out of memory: tried to allocate 2.31 GiB.",
    JobState.INTERRUPTED: "The spot instance was taken back; it can go on from its checkpoint.",
}


def _training(run: SampleRun, begun: datetime) -> Iterator[Item]:
    """What a run that has begun leaves behind."""
    if not run.done:
        return
    yield from _metrics(run, begun)
    yield from _checkpoints(run, begun)
    yield from _logs(run, begun)
    is_over = run.state is not JobState.RUNNING
    yield JobResource(
        job_id=run.job_id,
        resource_id=f"{run.instance_id}-gpu",
        resource_type=ResourceType.GPU,
        instance_id=run.instance_id,
        instance_type="g5.2xlarge",
        gpu_count=1,
        allocated_at=begun + run.begun,
        released_at=run.end(begun) if is_over else None,
        status=ResourceState.RELEASED if is_over else ResourceState.ALLOCATED,
        resource_config={"memory_gb": 24, "gpu": "A10G"},
    )
    yield InstanceJob(
        instance_id=run.instance_id,
        job_id=run.job_id,
        assigned_at=begun + run.begun,
        status=_ASSIGNMENTS[run.state],
        resource_utilization={"gpu_percent": 0 if is_over else 91.5, "memory_gb": 0 if is_over else 19.8},
    )


_ASSIGNMENTS = {
    JobState.SUCCEEDED: AssignmentState.COMPLETED,
    JobState.RUNNING: AssignmentState.RUNNING,
    JobState.FAILED: AssignmentState.FAILED,
    JobState.INTERRUPTED: AssignmentState.CANCELLED,
}


def _metrics(run: SampleRun, begun: datetime) -> Iterator[Item]:
    for epoch in run.epochs:
        when: dict[str, Any] = {"timestamp": run.at(begun, epoch), "epoch": epoch.number}
        when["step"] = epoch.number * STEPS_PER_EPOCH
        for name, value in epoch.metrics().items():
            yield JobMetric(job_id=run.job_id, metric_name=name, value=value, **when)
    if run.state is JobState.SUCCEEDED:
        matrix = confusion(run.number, run.epochs[-1].val_f1)
        end = run.end(begun)
        yield JobMetric(job_id=run.job_id, metric_name="confusion_matrix", value=matrix, timestamp=end, epoch=EPOCHS)


def _checkpoints(run: SampleRun, begun: datetime) -> Iterator[Item]:
    kept = run.epochs[5::6] or run.epochs[-1:]
    best = max(kept, key=lambda each: each.val_f1)
    for epoch in kept:
        yield JobCheckpoint(
            job_id=run.job_id,
            timestamp=run.at(begun, epoch) + timedelta(seconds=9),
            s3_bucket=BUCKET,
            s3_key=f"sweeps/{SWEEP_ID}/{run.number:02d}/epoch-{epoch.number:02d}.pt",
            size_bytes=453_117_902 + 64 * epoch.number,
            model_state=True,
            optimizer_state=True,
            metrics=epoch.metrics(),
            step=epoch.number * STEPS_PER_EPOCH,
            epoch=epoch.number,
            is_best=epoch is best,
        )


def _logs(run: SampleRun, begun: datetime) -> Iterator[Item]:
    started = begun + run.begun
    yield _log(run, started, f"Loaded 1,842 receipts; batches of {run.batch_size}.", "data")
    yield _log(run, started + timedelta(seconds=14), "Tokenizer cache was cold.", "data", LogLevel.DEBUG)
    for epoch in run.epochs[::4]:
        said = f"epoch {epoch.number} train_loss={epoch.train_loss:.4f} lr={epoch.learning_rate:g}"
        yield _log(run, run.at(begun, epoch) - timedelta(seconds=3), said, "trainer")
    end = run.end(begun) - timedelta(seconds=1)
    if run.state is JobState.INTERRUPTED:
        yield _log(run, end, "Instance will be reclaimed in 2 minutes.", "spot", LogLevel.WARNING)
    if run.state is JobState.FAILED:
        trace = 'File "train.py", line 211, in step\ntorch.cuda.OutOfMemoryError: CUDA out of memory.'
        message = _ENDINGS[run.state]
        yield _log(run, end, message, "trainer", LogLevel.ERROR, trace)
        yield _log(run, end + timedelta(milliseconds=400), "Run ended.", "runner", LogLevel.CRITICAL)


def _waiting(run: SampleRun, begun: datetime) -> Item:
    return QueueJob(
        queue_name=QUEUE_NAME,
        job_id=run.job_id,
        enqueued_at=begun + timedelta(seconds=30 + run.number),
        priority=Priority.HIGH if run.number == 9 else Priority.MEDIUM,  # noqa: PLR2004
        position=run.number - 9,
        sweep_id=SWEEP_ID,
    )


def _log(
    run: SampleRun,
    moment: datetime,
    message: str,
    source: str,
    level: LogLevel = LogLevel.INFO,
    exception: str | None = None,
) -> Item:
    return JobLog(
        job_id=run.job_id, timestamp=moment, log_level=level, message=message, source=source, exception=exception
    )


def _status(
    job_id: str, state: JobState, moment: datetime, message: str, progress: float, instance_id: str | None = None
) -> Item:
    return JobStatus(
        job_id=job_id,
        status=state,
        updated_at=moment,
        message=message,
        progress=round(progress, 1),
        updated_by="scheduler",
        instance_id=instance_id,
    )
