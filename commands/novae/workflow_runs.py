"""Runs of workflows, and the attempts of their tasks."""

from typing import Annotated, Any, ClassVar

from pydantic import Field

from commands.build_item import build_item
from commands.changes import do_alone, expect, put_new, transact, until_settled, update
from commands.comparison import same_or_refused
from commands.input_types import Amount, Message, ShortText, SmallJson
from commands.inputs import Input
from commands.novae.nova_checks import is_there
from commands.transitions.novae import ATTEMPT, WORKFLOW_RUN
from entities.fields import Timestamp
from entities.novae.nova import Nova
from entities.novae.runs import Attempt, AttemptStatus, JobRun, RunStatus
from entities.tables import NOVAE
from entities.times import format_time
from loaders.current import find, read_found, require
from loaders.dynamo.writes import IS_THERE, Check
from loaders.errors import BadInput, NotFound, Outdated
from loaders.novae import run_now, run_of_nova_now
from loaders.request import Request


class StartJobRunInput(Input):
    """A workflow run that begins. Give `novaId`, `correlationId` or both."""

    about: ClassVar[str] = "JobRun"

    job_run_id: ShortText
    """The id of the run, a UUID that the caller chooses."""
    workflow_name: ShortText
    started_at: Timestamp
    nova_id: ShortText | None = None
    """The id of the nova that the run is about; leave it out if the nova does not exist yet."""
    correlation_id: ShortText | None = None
    candidate_name: ShortText | None = None
    """The name under which a nova was asked for that does not exist yet."""
    execution_arn: ShortText | None = None
    """The ARN of the Step Functions execution."""
    extra_context: SmallJson = None


class FinishJobRunInput(Input):
    """How a workflow run ended. Give `novaId`, `correlationId` or both, as when it was started."""

    about: ClassVar[str] = "JobRun"

    job_run_id: ShortText
    workflow_name: ShortText
    nova_id: ShortText | None = None
    """The id of the nova that the run is about; leave it out if the run was started without one."""
    correlation_id: ShortText | None = None
    status: RunStatus
    """How the run ended: SUCCEEDED, FAILED or QUARANTINED."""
    expected_status: RunStatus | None = None
    """If given, the call fails with `Conflict` unless this is the current status of the run."""
    ended_at: Timestamp | None = None
    """When the run ended; defaults to now."""
    outcome: ShortText | None = None
    error_type: ShortText | None = None
    error_message: Message | None = None
    """What went wrong, in at most 500 characters."""
    error_classification: ShortText | None = None
    error_fingerprint: ShortText | None = None
    quarantine_reason_code: ShortText | None = None
    classification_reason: Message | None = None
    """Why a person has to decide, in at most 500 characters."""
    extra_context: SmallJson = None
    """Further details of the run, as JSON of at most 20 KB."""


class RecordAttemptInput(Input):
    """An attempt at a task of a workflow run: that it begins, or how it ended."""

    about: ClassVar[str] = "Attempt"

    nova_id: ShortText
    job_run_id: ShortText
    task_name: ShortText
    attempt_no: Annotated[int, Field(ge=1, le=99_999)]
    """The number of the attempt at this task, from 1 to 99,999."""
    timestamp: Timestamp
    """When the attempt began; the same time again means the same attempt."""
    status: AttemptStatus
    """STARTED when the attempt begins; SUCCEEDED or FAILED when it has ended."""
    error_type: ShortText | None = None
    error_message: Message | None = None
    """What went wrong, in at most 500 characters."""
    duration_ms: Amount | None = None
    """How long the attempt took, in milliseconds."""


def start_job_run(request: Request, input: StartJobRunInput) -> JobRun:
    """Store a new run. A repeat returns the existing one in its current state."""
    _demand_owner(input.nova_id, input.correlation_id)
    run = build_item(JobRun, **input.only(), created_at=request.now, updated_at=request.now)
    told = {"nova_id", "correlation_id", "candidate_name", "execution_arn"}

    def writes() -> tuple[list[Any], JobRun]:
        record = request.session.get(NOVAE, run.primary_key(), is_consistent=True)
        found = read_found(request, JobRun, record) if record else None
        if found:
            return [], same_or_refused(found.item, run, ignoring=JobRun.field_names - told)
        return [is_there(request, input.nova_id) if input.nova_id else None, put_new(run)], run

    return transact(request, writes)


def finish_job_run(request: Request, input: FinishJobRunInput) -> JobRun:
    """Store how a run ended, once."""
    _demand_owner(input.nova_id, input.correlation_id)
    if input.status is RunStatus.RUNNING:
        raise BadInput("`status` must be a result, SUCCEEDED, FAILED or QUARANTINED, not RUNNING.", field="status")
    given = input.only("job_run_id", "workflow_name", "nova_id", "correlation_id", "status", "expected_status")
    if input.status is RunStatus.QUARANTINED and input.quarantine_reason_code is None:
        raise BadInput("`quarantine_reason_code` is required for QUARANTINED.", field="quarantine_reason_code")
    ended_at = input.ended_at or request.now
    stamps = {"ended_at": ended_at, "updated_at": request.now}
    stamps |= {"quarantined_at": ended_at} if input.status is RunStatus.QUARANTINED else {}

    def try_it() -> JobRun:
        found = run_now(request, **_address(input))
        if found is None:
            raise NotFound(f"There is no JobRun {input.job_run_id} of this workflow.", field="job_run_id")
        if found.item.status is not input.status:
            expect(found.item, {"status": input.expected_status})
        _check_end(found.item, input)
        edited = WORKFLOW_RUN.step(
            found.item, input.status, given=given | _nova_of(request, found.item, input), stamps=stamps
        )
        return do_alone(request, update(found, edited, guard=("status", "nova_id")), edited)

    return until_settled(request, try_it)


def _check_end(run: JobRun, input: FinishJobRunInput) -> None:
    if input.ended_at and input.ended_at < run.started_at:
        began = format_time(run.started_at)
        raise BadInput(f"`ended_at` must not be before the run began, which was {began}.", field="ended_at")


def _nova_of(request: Request, run: JobRun, input: FinishJobRunInput) -> dict[str, Any]:
    """The nova that a run turned out to be about, if it had none when it began."""
    if input.nova_id is None or run.nova_id == input.nova_id:
        return {}
    if run.nova_id is not None:
        error = Outdated(f"This run is about another nova: {run.nova_id}.", run)
        error.info["field"] = "nova_id"
        raise error
    require(request, Nova, field="nova_id", nova_id=input.nova_id)
    return {"nova_id": input.nova_id}


def record_attempt(request: Request, input: RecordAttemptInput) -> Attempt:
    """Store a new attempt, or the end of one that has started. An attempt that has ended is final."""
    ids = input.given("nova_id", "job_run_id", "task_name", "attempt_no", "timestamp")
    given = input.given("error_type", "error_message", "duration_ms")
    new = Attempt(**ids, **given, status=input.status, created_at=request.now, updated_at=request.now)

    def writes() -> tuple[list[Any], Attempt]:
        found = find(request, Attempt, **{**ids, "timestamp": format_time(input.timestamp)})
        if found is None:
            return [is_there(request, input.nova_id), _run_is_there(request, input), put_new(new)], new
        stamps = {"updated_at": request.now}
        edited = ATTEMPT.step(found.item, input.status, given=given, stamps=stamps)
        return [update(found, edited, guard=("status",))], edited

    return transact(request, writes)


def _run_is_there(request: Request, input: RecordAttemptInput) -> Check:
    """The check that the run of an attempt exists."""
    found = run_of_nova_now(request, input.nova_id, input.job_run_id)
    if found is None:
        raise NotFound(f"There is no JobRun {input.job_run_id} of this nova.", field="job_run_id")
    return Check(NOVAE, NOVAE.key_of(found.record), IS_THERE)


def _demand_owner(nova_id: str | None, correlation_id: str | None) -> None:
    if not nova_id and not correlation_id:
        raise BadInput("Give `nova_id`, `correlation_id` or both.", field="correlation_id")


def _address(input: FinishJobRunInput) -> dict[str, Any]:
    names = ("nova_id", "correlation_id", "workflow_name", "job_run_id")
    return {name: getattr(input, name) for name in names}
