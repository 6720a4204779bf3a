"""Jobs, and how far they have come."""

from datetime import datetime
from typing import Annotated, Any, ClassVar
from uuid import uuid4

from pydantic import Field

from commands.build_item import build_item, check_values
from commands.changes import change, create, expect, put_new, revised, still, transact, update
from commands.comparison import says_the_same
from commands.input_types import MovableTime, Percent, Text
from commands.inputs import Input
from commands.jobs.job_history import SAME_MOMENT, after, entries_at, latest_entry, the_job
from commands.jobs.queues import leaving, places_of, queues_of
from commands.jobs.run_counts import counting, sweep_of_run
from commands.transitions.jobs import JOB
from entities.fields import Json, Timestamp
from entities.jobs import Job, JobState, JobStatus, Priority
from loaders.current import Found
from loaders.dynamo.writes import Action
from loaders.errors import Outdated
from loaders.request import Request

TOLD_LATER = ("status", "results", "best_checkpoint_at", "queue_names", "deleted_by")
"""What no creator gives, and so does not tell a repeat from another job."""


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
    """The new status of a job, with its progress and a message."""

    about: ClassVar[str] = "JobStatus"

    job_id: Text
    """The id of the job whose status is reported."""
    status: JobState
    """The status that the job has reached. A step that is not possible from its current status is refused."""
    progress: Percent | None = None
    """How much of the work is done, in percent from 0 to 100."""
    message: str | None = None
    """What is going on, in words."""
    updated_at: MovableTime | None = None
    """When the job reached this status; defaults to now. Repeating the call with the same time changes nothing."""
    updated_by: str | None = None
    """The person or program that reports this; defaults to the caller. A given name is kept as it is."""
    instance_id: str | None = None
    """The id of the instance (machine) that the job is running on."""
    expected_status: JobState | None = None
    """If given, the call fails with `Conflict` unless this is the current status of the job."""


class UpdateJobInput(Input):
    """Changes to a job. What is left out stays as it is."""

    about: ClassVar[str] = "Job"

    job_id: Text
    description: str | None = None
    priority: Priority | None = None
    """How urgent the job is. Places in queues that it has already keep their own priority."""
    tags: Json = None
    job_config: Json = None
    """The settings of the job as JSON. They can be changed while the job is PENDING; those of a sweep cannot."""
    results: Json = None
    """The results of the job as JSON; they replace those that are stored."""
    expected_status: JobState | None = None
    """If given, the call fails with `Conflict` unless this is the current status of the job."""


def create_job(request: Request, input: CreateJobInput) -> Job:
    """Store a new job. A repeat with the same id returns the existing one in its current state."""
    caller = request.caller.name
    own = {"created_at": request.now, "created_by": caller}
    values = {"job_id": str(uuid4()), **own, **input.only(), "recorded_by": caller}
    defaults = (name for name in own if getattr(input, name) is None)
    return create(request, build_item(Job, **values), ignoring={*TOLD_LATER, *defaults})


def update_job(request: Request, input: UpdateJobInput) -> Job:
    """Change what a job says of itself. Its settings are fixed once it has started. A repeat changes nothing."""

    def edit(job: Job) -> Job:
        if job.deleted_by is not None:
            raise Outdated("This Job is being deleted.", job)
        expect(job, {"status": input.expected_status})
        if input.job_config is not None and input.job_config != job.job_config:
            _refuse_other_settings(job)
        given = input.given("description", "priority", "tags", "job_config", "results")
        return _checked(revised(job, **given | _with_mark(job, input)))

    depends = input.expected_status is not None or input.job_config is not None
    guard = ("deleted_by", "status") if depends else ("deleted_by",)
    return change(request, Job, edit, field="job_id", guard=guard, job_id=input.job_id)


def _refuse_other_settings(job: Job) -> None:
    if job.runs_total is not None:
        raise Outdated("This Job is a sweep, and its runs have its `job_config`. Create another sweep.", job)
    if job.status is not JobState.PENDING:
        raise Outdated(f"This Job is {job.status.name}. Its `job_config` can only be changed while it is PENDING.", job)


def _with_mark(job: Job, input: UpdateJobInput) -> dict[str, Any]:
    """The results, with the note of why a sweep stopped the job: without it, the sweep would resume the job."""
    mark = job.results.get("stopped") if isinstance(job.results, dict) else None
    if mark is None or not isinstance(input.results, dict):
        return {}
    return {"results": {**input.results, "stopped": mark}}


def _checked(job: Job) -> Job:
    """Refuse values that cannot be stored, or sent to subscribers, by their fields."""
    check_values(job)
    return job


def record_job_status(request: Request, input: RecordJobStatusInput) -> JobStatus:
    """Add an entry to the history, set the status of the job and update the sweep that it belongs to, all at once."""

    def writes() -> tuple[list[Action | None], JobStatus]:
        job, latest = (
            the_job(request, input.job_id),
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
        going_on = update(job, revised(job.item, status=status), guard=("deleted_by",))
        return [going_on or still(job, "status", "deleted_by"), *counted]
    places = places_of(request, {job.item.job_id: queues_of(request, job.item)})
    ended = update(job, revised(job.item, status=status, queue_names=()), guard=("deleted_by",))
    return [ended or still(job, "status", "deleted_by"), *counted, *leaving(request, places)]


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
