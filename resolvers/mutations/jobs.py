"""Jobs, and how far they have come."""

from datetime import datetime
from typing import Annotated, ClassVar
from uuid import uuid4

from pydantic import Field

from entities.fields import Json, Timestamp
from entities.jobs import Job, JobState, JobStatus, Priority
from loaders.dynamo.writes import Action
from loaders.errors import Outdated
from loaders.reading import Reading
from loaders.writing import Found, create, expect, put_new, require, revised, still, transact, update
from resolvers.inputs import Input
from resolvers.mutations.job_history import SAME_MOMENT, after, entries_at, latest_entry, says_the_same
from resolvers.mutations.job_states import JOB, refuse_unless_leads
from resolvers.mutations.making import Percent, Text, made
from resolvers.mutations.run_counts import counting, sweep_of_run


class CreateJobInput(Input):
    """A new job."""

    about: ClassVar[str] = "Job"

    job_id: Text | None = None
    name: Text
    description: str | None = None
    created_by: Text
    created_at: Timestamp | None = None
    priority: Priority = Priority.MEDIUM
    job_config: Json = None
    estimated_duration: Annotated[float, Field(ge=0)] | None = None
    tags: Json = None
    storage: Json = None


class RecordJobStatusInput(Input):
    """How far a job has come."""

    about: ClassVar[str] = "JobStatus"

    job_id: Text
    status: JobState
    progress: Percent | None = None
    message: str | None = None
    updated_at: Timestamp | None = None
    updated_by: str | None = None
    instance_id: str | None = None
    expected_status: JobState | None = None


def create_job(reading: Reading, input: CreateJobInput) -> Job:
    """A repeat with the same id finds the job there and changes nothing, however far it has come."""
    values = {"job_id": str(uuid4()), "created_at": reading.now, **input.only()}
    ignoring = {"status", "results", "best_checkpoint_at"} | ({"created_at"} if input.created_at is None else set())
    return create(reading, made(Job, **values), ignoring=ignoring)


def record_job_status(reading: Reading, input: RecordJobStatusInput) -> JobStatus:
    """An entry in the history and the job's own status together; a run's sweep counts it in the same moment."""

    def plan() -> tuple[list[Action | None], JobStatus]:
        job, latest = (
            require(reading, Job, job_id=input.job_id, field="input.jobId"),
            latest_entry(reading, input.job_id),
        )
        wanted = _entry(input, input.updated_at or reading.now)
        done = _done_before(reading, input, job.item, latest, wanted)
        if done:
            return [], done
        _refuse_impossible(input, job.item)
        entry = revised(wanted, updated_at=_moment(input, wanted.updated_at, latest))
        return [put_new(entry), *moved(reading, job, input.status)], entry

    return transact(reading, plan)


def moved(reading: Reading, job: Found[Job], status: JobState) -> list[Action]:
    """A job comes to a status, and its sweep counts that."""
    sweep = sweep_of_run(reading, job.item) if status is not job.item.status else None
    own = update(job, revised(job.item, status=status)) or still(job, "status")
    return [own, *counting(reading, sweep, [(job.item.status, status)])]


def _entry(input: RecordJobStatusInput, moment: datetime) -> JobStatus:
    return made(JobStatus, **input.only("expected_status", "updated_at"), updated_at=moment)


def _done_before(
    reading: Reading, input: RecordJobStatusInput, job: Job, latest: JobStatus | None, wanted: JobStatus
) -> JobStatus | None:
    """The entry that a repeat finds: the one of its time, or the last, unless somebody expects another status now."""
    if latest is None:
        return None
    if input.updated_at is None:
        is_expected = input.expected_status in (None, job.status)
        is_repeat = is_expected and job.status is latest.status and says_the_same(latest, wanted)
        return latest if is_repeat else None
    if wanted.updated_at > latest.updated_at:
        return None
    entries = entries_at(reading, input.job_id, wanted.updated_at)
    return next((each for each in entries if says_the_same(each, wanted)), None)


def _refuse_impossible(input: RecordJobStatusInput, job: Job) -> None:
    expect(job, {"status": input.expected_status})
    if job.runs_total is not None:
        raise Outdated("The status of a sweep follows its runs.", job)
    refuse_unless_leads(JOB, job, job.status, input.status)


def _moment(input: RecordJobStatusInput, moment: datetime, latest: JobStatus | None) -> datetime:
    """When it happened. What happened long before the last entry comes too late to be the job's status."""
    if input.updated_at and latest and latest.updated_at - moment > SAME_MOMENT:
        raise Outdated("Something later is in the history of the job already.", latest)
    return after(moment, latest)
