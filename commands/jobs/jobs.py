"""Jobs, and how far they have come."""

from datetime import datetime
from typing import Annotated, ClassVar
from uuid import uuid4

from pydantic import Field

from commands.build_item import build_item
from commands.changes import create, expect, put_new, revised, still, transact, update
from commands.comparison import says_the_same
from commands.input_types import Percent, Text
from commands.inputs import Input
from commands.jobs.job_history import SAME_MOMENT, after, entries_at, latest_entry
from commands.jobs.queues import leaving, places_of, queues_of
from commands.jobs.run_counts import counting, sweep_of_run
from commands.transitions.jobs import JOB
from entities.fields import Json, Timestamp
from entities.jobs import Job, JobState, JobStatus, Priority
from loaders.current import Found, require
from loaders.dynamo.writes import Action
from loaders.errors import Outdated
from loaders.request import Request


class CreateJobInput(Input):
    """A job to create."""

    about: ClassVar[str] = "Job"

    job_id: Text | None = None
    """The id of the new job. If left out, the job gets a random UUID, and repeating the call creates another job."""
    name: Text
    description: str | None = None
    created_by: Text | None = None
    """The person or program that created the job; defaults to the caller. A given name is kept as it is."""
    created_at: Timestamp | None = None
    """When the job was created; defaults to now."""
    priority: Priority = Priority.MEDIUM
    """How urgent the job is; defaults to MEDIUM."""
    job_config: Json = None
    estimated_duration: Annotated[float, Field(ge=0)] | None = None
    tags: Json = None
    storage: Json = None


class RecordJobStatusInput(Input):
    """How far a job has come."""

    about: ClassVar[str] = "JobStatus"

    job_id: Text
    """The id of the job whose status is reported."""
    status: JobState
    """The status that the job has reached. A step that is not possible from its current status is refused."""
    progress: Percent | None = None
    """How much of the work is done, in percent from 0 to 100."""
    message: str | None = None
    """What is going on, in words."""
    updated_at: Timestamp | None = None
    """When the job reached this status; defaults to now. Repeating the call with the same time changes nothing."""
    updated_by: str | None = None
    """The person or program that reports this; defaults to the caller. A given name is kept as it is."""
    instance_id: str | None = None
    """The id of the instance (machine) that the job is running on."""
    expected_status: JobState | None = None
    """If given, the call fails with `Conflict` unless this is the current status of the job."""


def create_job(request: Request, input: CreateJobInput) -> Job:
    """Store a new job. A repeat with the same id returns the existing one in its current state."""
    caller = request.caller.name
    own = {"created_at": request.now, "created_by": caller}
    values = {"job_id": str(uuid4()), **own, **input.only(), "recorded_by": caller}
    ignoring = {"status", "results", "best_checkpoint_at"} | {name for name in own if getattr(input, name) is None}
    return create(request, build_item(Job, **values), ignoring=ignoring)


def record_job_status(request: Request, input: RecordJobStatusInput) -> JobStatus:
    """Add an entry to the history, set the status of the job and update the sweep that it belongs to, all at once."""

    def writes() -> tuple[list[Action | None], JobStatus]:
        job, latest = (
            require(request, Job, job_id=input.job_id, field="job_id"),
            latest_entry(request, input.job_id),
        )
        wanted = _entry(request, input)
        done = _done_before(request, input, job.item, latest, wanted)
        if done:
            return [], done
        _refuse_impossible(input, job.item)
        entry = revised(wanted, updated_at=_moment(input, wanted.updated_at, latest))
        return [put_new(entry), *moved(request, job, input.status)], entry

    return transact(request, writes)


def moved(request: Request, job: Found[Job], status: JobState) -> list[Action | None]:
    """The actions that set the status of a job and update the counts of its sweep; at its end it leaves its queues."""
    sweep = sweep_of_run(request, job.item) if status is not job.item.status else None
    counted = counting(request, sweep, [(job.item.status, status)])
    if status not in JOB.final:
        return [update(job, revised(job.item, status=status)) or still(job, "status"), *counted]
    places = places_of(request, {job.item.job_id: queues_of(request, job.item)})
    ended = update(job, revised(job.item, status=status, queue_names=()))
    return [ended or still(job, "status"), *counted, *leaving(request, places)]


def _entry(request: Request, input: RecordJobStatusInput) -> JobStatus:
    caller = request.caller.name
    own = {"updated_at": request.now, "updated_by": caller}
    return build_item(JobStatus, **own | input.only("expected_status"), recorded_by=caller)


def _done_before(
    request: Request, input: RecordJobStatusInput, job: Job, latest: JobStatus | None, wanted: JobStatus
) -> JobStatus | None:
    """The existing entry, if this is a repeat: one of the same time, or without a time the latest."""
    if latest is None:
        return None
    if input.updated_at is None:
        is_expected = input.expected_status in (None, job.status)
        is_repeat = is_expected and job.status is latest.status and _is_same(input, latest, wanted)
        return latest if is_repeat else None
    if wanted.updated_at > latest.updated_at:
        return None
    entries = entries_at(request, input.job_id, wanted.updated_at)
    return next((each for each in entries if _is_same(input, each, wanted)), None)


def _is_same(input: RecordJobStatusInput, entry: JobStatus, wanted: JobStatus) -> bool:
    """Whether two entries are equal, apart from their times, and from who recorded them unless the caller gives it."""
    return input.updated_by in (None, entry.updated_by) and says_the_same(entry, wanted, ignoring=("updated_at",))


def _refuse_impossible(input: RecordJobStatusInput, job: Job) -> None:
    expect(job, {"status": input.expected_status})
    if job.runs_total is not None:
        raise Outdated("This Job is a sweep. Its status follows from its runs; record theirs instead.", job)
    JOB.check(job, job.status, input.status)


def _moment(input: RecordJobStatusInput, moment: datetime, latest: JobStatus | None) -> datetime:
    """The time of the entry. One that is clearly older than the latest entry cannot become the current status."""
    if input.updated_at and latest and latest.updated_at - moment > SAME_MOMENT:
        raise Outdated(
            "The history of this job has a later entry already. Give a later `updated_at`, or leave it out.", latest
        )
    return after(moment, latest)
