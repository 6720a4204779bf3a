"""Saved states of models, one of which is the best of its job.

The job says which one that is: whoever makes another the best changes it in the same transaction, so that two cannot
do so at once.
"""

from collections.abc import Sequence
from typing import Annotated, ClassVar

from pydantic import Field

from entities.fields import Json, LargeMark, Ordinal, Timestamp
from entities.jobs import Job, JobCheckpoint
from loaders.dynamo.requests import Begins, Query
from loaders.dynamo.writes import Action
from loaders.errors import NotFound
from loaders.reading import Reading
from loaders.writing import Found, expect, find_all, put_new, require, revised, same_or_refused, transact, update
from resolvers.inputs import Input
from resolvers.mutations.job_history import MOMENT, partition_of
from resolvers.mutations.making import Text, made

Checkpoints = Sequence[Found[JobCheckpoint]]


class AddCheckpointInput(Input):
    """A state of a model that was saved."""

    about: ClassVar[str] = "JobCheckpoint"

    job_id: Text
    timestamp: Timestamp | None = None
    s3_bucket: Text
    s3_key: Text
    size_bytes: Annotated[int, LargeMark(), Field(ge=0)] | None = None
    model_state: bool | None = None
    optimizer_state: bool | None = None
    metrics: Json = None
    step: Ordinal | None = None
    epoch: Ordinal | None = None
    is_best: bool | None = None


class SetBestCheckpointInput(Input):
    """The checkpoint that is the best of its job from now on."""

    about: ClassVar[str] = "JobCheckpoint"

    job_id: Text
    timestamp: Timestamp
    expected_best_checkpoint_at: Timestamp | None = None


def add_checkpoint(reading: Reading, input: AddCheckpointInput) -> JobCheckpoint:
    """A repeat finds it there and changes nothing, whichever is the best by now."""

    def plan() -> tuple[list[Action | None], JobCheckpoint]:
        job = require(reading, Job, job_id=input.job_id, field="input.jobId")
        there = _checkpoints(reading, input.job_id)
        best = [each for each in there if each.item.is_best]
        is_best = not best if input.is_best is None else input.is_best
        wanted = made(JobCheckpoint, **input.only("timestamp", "is_best"), timestamp=input.timestamp or reading.now)
        taken = {each.item.timestamp: each.item for each in there}
        while input.timestamp is None and wanted.timestamp in taken:
            wanted = revised(wanted, timestamp=wanted.timestamp + MOMENT)
        if wanted.timestamp in taken:
            return [], same_or_refused(taken[wanted.timestamp], wanted, ignoring=("is_best",))
        saved = revised(wanted, is_best=is_best)
        return [put_new(saved), *(_others_lose(job, best, saved) if is_best else ())], saved

    return transact(reading, plan)


def set_best_checkpoint(reading: Reading, input: SetBestCheckpointInput) -> JobCheckpoint:
    def plan() -> tuple[list[Action | None], JobCheckpoint]:
        job = require(reading, Job, job_id=input.job_id, field="input.jobId")
        there = _checkpoints(reading, input.job_id)
        wanted = next((each for each in there if each.item.timestamp == input.timestamp), None)
        if wanted is None:
            raise NotFound("The job has no checkpoint of that time.", field="input.timestamp")
        if wanted.item.timestamp != job.item.best_checkpoint_at:
            expect(job.item, {"best_checkpoint_at": input.expected_best_checkpoint_at})
        others = [each for each in there if each.item.is_best and each is not wanted]
        best = revised(wanted.item, is_best=True)
        return [update(wanted, best), *_others_lose(job, others, best)], best

    return transact(reading, plan)


def _others_lose(job: Found[Job], others: Checkpoints, best: JobCheckpoint) -> list[Action | None]:
    lost = [update(each, revised(each.item, is_best=False)) for each in others]
    return [*lost, update(job, revised(job.item, best_checkpoint_at=best.timestamp))]


def _checkpoints(reading: Reading, job_id: str) -> Checkpoints:
    """All of them as they are now, however others wrote their times."""
    types = (JobCheckpoint.type_name,)
    query = Query(JobCheckpoint.table, None, partition_of(job_id), Begins("CHECKPOINT#"), types)
    return find_all(reading, JobCheckpoint, query)
