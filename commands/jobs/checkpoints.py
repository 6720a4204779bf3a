"""Saved states of models, one of which is the best of its job.

The job itself stores which one is the best. Choosing another changes the job in the same transaction, so two choices at
the same moment collide.
"""

from collections.abc import Sequence
from typing import Annotated, ClassVar

from pydantic import Field

from commands.build_item import build_item
from commands.changes import expect, put_new, revised, transact, update
from commands.comparison import same_or_refused
from commands.input_types import Text
from commands.inputs import Input
from commands.jobs.job_history import MOMENT, partition_of, the_job
from entities.fields import Json, LargeMark, Ordinal, Timestamp
from entities.jobs import Job, JobCheckpoint
from loaders.current import Found, find_all
from loaders.dynamo.requests import Begins, Query
from loaders.dynamo.writes import Action
from loaders.errors import NotFound
from loaders.request import Request

Checkpoints = Sequence[Found[JobCheckpoint]]


class AddCheckpointInput(Input):
    """A checkpoint that was saved."""

    about: ClassVar[str] = "JobCheckpoint"

    job_id: Text
    """The id of the job that saved the checkpoint."""
    timestamp: Timestamp | None = None
    """When the checkpoint was saved; defaults to now. A job has at most one checkpoint of the same time."""
    s3_bucket: Text
    s3_key: Text
    size_bytes: Annotated[int, LargeMark(), Field(ge=0)] | None = None
    model_state: bool | None = None
    optimizer_state: bool | None = None
    metrics: Json = None
    step: Ordinal | None = None
    epoch: Ordinal | None = None
    is_best: bool | None = None
    """Whether this is the best checkpoint of its job. If left out, it is the best one if the job has none yet."""


class SetBestCheckpointInput(Input):
    """The checkpoint to mark as the best of its job."""

    about: ClassVar[str] = "JobCheckpoint"

    job_id: Text
    """The id of the job that saved the checkpoint."""
    timestamp: Timestamp
    """The `timestamp` of the checkpoint."""
    expected_best_checkpoint_at: Timestamp | None = None
    """If given, the call fails with `Conflict` unless `Job.bestCheckpointAt` still has this value."""


def add_checkpoint(request: Request, input: AddCheckpointInput) -> JobCheckpoint:
    """Store a checkpoint. A repeat returns the existing one, whichever is the best by now."""

    def writes() -> tuple[list[Action | None], JobCheckpoint]:
        job = the_job(request, input.job_id)
        there = _checkpoints(request, input.job_id)
        best = [each for each in there if each.item.is_best]
        is_best = not best if input.is_best is None else input.is_best
        wanted = build_item(
            JobCheckpoint, **input.only("timestamp", "is_best"), timestamp=input.timestamp or request.now
        )
        taken = {each.item.timestamp: each.item for each in there}
        while input.timestamp is None and wanted.timestamp in taken:
            wanted = revised(wanted, timestamp=wanted.timestamp + MOMENT)
        if wanted.timestamp in taken:
            return [], same_or_refused(taken[wanted.timestamp], wanted, ignoring=("is_best",))
        saved = revised(wanted, is_best=is_best)
        return [put_new(saved), *(_others_lose(job, best, saved) if is_best else ())], saved

    return transact(request, writes)


def set_best_checkpoint(request: Request, input: SetBestCheckpointInput) -> JobCheckpoint:
    """Make a checkpoint the best of its job, and no other. A repeat changes nothing."""

    def writes() -> tuple[list[Action | None], JobCheckpoint]:
        job = the_job(request, input.job_id)
        there = _checkpoints(request, input.job_id)
        wanted = next((each for each in there if each.item.timestamp == input.timestamp), None)
        if wanted is None:
            raise NotFound("The job has no checkpoint with this `timestamp`.", field="timestamp")
        if wanted.item.timestamp != job.item.best_checkpoint_at:
            expect(job.item, {"best_checkpoint_at": input.expected_best_checkpoint_at})
        others = [each for each in there if each.item.is_best and each is not wanted]
        best = revised(wanted.item, is_best=True)
        return [update(wanted, best), *_others_lose(job, others, best)], best

    return transact(request, writes)


def _others_lose(job: Found[Job], others: Checkpoints, best: JobCheckpoint) -> list[Action | None]:
    lost = [update(each, revised(each.item, is_best=False)) for each in others]
    return [*lost, update(job, revised(job.item, best_checkpoint_at=best.timestamp), guard=("deleted_by",))]


def _checkpoints(request: Request, job_id: str) -> Checkpoints:
    """All checkpoints of the job as they are now, in whatever format their times were written."""
    types = (JobCheckpoint.type_name,)
    query = Query(JobCheckpoint.table, None, partition_of(job_id), Begins("CHECKPOINT#"), types)
    return find_all(request, JobCheckpoint, query)
