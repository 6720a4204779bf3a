"""Runs of workflows, and the attempts of their tasks."""

from typing import Annotated, Any, ClassVar

from pydantic import Field

from entities.fields import Timestamp
from entities.novae.nova import Nova
from entities.novae.runs import Attempt, AttemptStatus, JobRun, RunStatus
from entities.times import format_time
from loaders.errors import NotFound
from loaders.novae_now import run_now
from loaders.reading import Reading
from loaders.writing import create, expect, find, put_new, require, transact, until_settled, update
from resolvers.errors import BadRequest
from resolvers.inputs import Input
from resolvers.mutations.nova_inputs import Amount, Message, SmallJson, Text
from resolvers.mutations.novae_there import is_there
from resolvers.mutations.steps import same, step

RUN_LEADS_TO = {RunStatus.RUNNING: {RunStatus.SUCCEEDED, RunStatus.FAILED, RunStatus.QUARANTINED}}
ATTEMPT_LEADS_TO = {AttemptStatus.STARTED: {AttemptStatus.SUCCEEDED, AttemptStatus.FAILED}}


class StartJobRunInput(Input):
    """A run that begins; it is about a nova, or about something that may become one."""

    about: ClassVar[str] = "JobRun"

    job_run_id: Text
    workflow_name: Text
    started_at: Timestamp
    nova_id: str | None = None
    correlation_id: Text | None = None
    candidate_name: Text | None = None
    execution_arn: Text | None = None
    extra_context: SmallJson = None


class FinishJobRunInput(Input):
    """How a run ended."""

    about: ClassVar[str] = "JobRun"

    job_run_id: Text
    workflow_name: Text
    nova_id: str | None = None
    correlation_id: Text | None = None
    status: RunStatus
    expected_status: RunStatus | None = None
    ended_at: Timestamp | None = None
    outcome: Text | None = None
    error_type: Text | None = None
    error_message: Message | None = None
    error_classification: Text | None = None
    error_fingerprint: Text | None = None
    quarantine_reason_code: Text | None = None
    classification_reason: Message | None = None
    extra_context: SmallJson = None


class RecordAttemptInput(Input):
    """A try at a task of a run, when it begins or when it has ended."""

    about: ClassVar[str] = "Attempt"

    nova_id: str
    job_run_id: Text
    task_name: Text
    attempt_no: Annotated[int, Field(ge=1, le=99_999)]
    timestamp: Timestamp
    status: AttemptStatus
    error_type: Text | None = None
    error_message: Message | None = None
    duration_ms: Amount | None = None


def start_job_run(reading: Reading, input: StartJobRunInput) -> JobRun:
    """A repeat finds the run there, however far it has come."""
    _demand_owner(input.nova_id, input.correlation_id)
    if input.nova_id:
        require(reading, Nova, field="input.novaId", nova_id=input.nova_id)
    run = JobRun(**input.only(), created_at=reading.now, updated_at=reading.now)
    told = {"nova_id", "correlation_id", "candidate_name", "execution_arn"}
    return create(reading, run, ignoring=JobRun.field_names - told)


def finish_job_run(reading: Reading, input: FinishJobRunInput) -> JobRun:
    """Only a run that goes on can end, and it ends once."""
    _demand_owner(input.nova_id, input.correlation_id)
    if input.status is RunStatus.RUNNING:
        raise BadRequest("input.status must be how the run ended, not RUNNING.", field="input.status")
    given = input.only("job_run_id", "workflow_name", "nova_id", "correlation_id", "status", "expected_status")
    ended_at = input.ended_at or reading.now
    stamps = {"ended_at": ended_at, "updated_at": reading.now}
    stamps |= {"quarantined_at": ended_at} if input.status is RunStatus.QUARANTINED else {}

    def try_it() -> JobRun:
        found = run_now(reading, **_address(input))
        if found is None:
            raise NotFound(f"There is no JobRun {input.job_run_id} of that workflow.", field="input.jobRunId")
        if found.item.status is not input.status:
            expect(found.item, {"status": input.expected_status})
        edited = step(found.item, input.status, RUN_LEADS_TO, given=given, stamps=stamps)
        action = update(found, edited, guard=("status",))
        if action:
            reading.session.update(action.table, action.key, action.changes, action.condition)
        return edited

    return until_settled(reading, try_it)


def record_attempt(reading: Reading, input: RecordAttemptInput) -> Attempt:
    """A new try, or the end of one that began; a try that has ended stays as it is."""
    ids = input.given("nova_id", "job_run_id", "task_name", "attempt_no", "timestamp")
    given = input.given("error_type", "error_message", "duration_ms")
    new = Attempt(**ids, **given, status=input.status, created_at=reading.now, updated_at=reading.now)

    def plan() -> tuple[list[Any], Attempt]:
        found = find(reading, Attempt, **{**ids, "timestamp": format_time(input.timestamp)})
        if found is None:
            return [is_there(reading, input.nova_id), put_new(new)], new
        if found.item.status is input.status:
            return [], same(found.item, given)
        stamps = {"updated_at": reading.now}
        edited = step(found.item, input.status, ATTEMPT_LEADS_TO, given=given, stamps=stamps)
        return [update(found, edited, guard=("status",))], edited

    return transact(reading, plan)


def _demand_owner(nova_id: str | None, correlation_id: str | None) -> None:
    if not nova_id and not correlation_id:
        raise BadRequest("Give novaId, correlationId or both.", field="input.correlationId")


def _address(input: FinishJobRunInput) -> dict[str, Any]:
    names = ("nova_id", "correlation_id", "workflow_name", "job_run_id")
    return {name: getattr(input, name) for name in names}
