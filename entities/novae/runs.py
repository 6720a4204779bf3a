"""Workflow runs and the attempts of their tasks."""

from typing import Annotated, ClassVar

from entities.fields import Json, OpenEnum, Ordinal, Stored, Timestamp
from entities.item import Alternate
from entities.keys import Key
from entities.novae.base import NovaeItem

_RUN = "JOBRUN#{workflow_name}#{started_at}#{job_run_id}"


class RunStatus(OpenEnum):
    """How a run ended, if it has."""

    RUNNING = "RUNNING"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    QUARANTINED = "QUARANTINED"


class JobRun(NovaeItem):
    """One execution of a workflow."""

    type_name: ClassVar[str] = "JobRun"
    key: ClassVar[Key] = Key.of("{nova_id}", _RUN)
    indexes: ClassVar = {
        "RunIndex": Key.of("{nova_id}", "{started_at}"),
        "WorkflowIndex": Key.of("{correlation_id}", "{started_at}"),
    }
    alternates: ClassVar = (
        Alternate(
            None,
            Key.of("WORKFLOW#{correlation_id}", _RUN),
            "aws_nova_cat, and we where there is no nova yet",
            is_ours=True,
        ),
    )
    notes: ClassVar = (
        "A run that starts before its nova exists lies under its workflow, as all of upstream's do.",
        "RunIndex finds all runs of a nova, WorkflowIndex all that belong together, in order of time.",
        "Both indexes are made of attributes that runs have anyway, so they can be added to a table that exists.",
    )
    fanout: ClassVar = {"workflow_name": 4, "started_at": 5, "job_run_id": 1}

    nova_id: str | None = None
    correlation_id: str | None = None
    job_run_id: str
    workflow_name: str
    execution_arn: str | None = None
    status: RunStatus = RunStatus.RUNNING
    started_at: Timestamp
    ended_at: Timestamp | None = None
    candidate_name: str | None = None
    outcome: str | None = None
    error_type: str | None = None
    error_message: str | None = None
    error_classification: str | None = None
    error_fingerprint: str | None = None
    quarantine_reason_code: str | None = None
    classification_reason: str | None = None
    quarantined_at: Timestamp | None = None
    extra_context: Json = None


class AttemptStatus(OpenEnum):
    """How an attempt ended, if it has."""

    STARTED = "STARTED"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"


class Attempt(NovaeItem):
    """One try at a task of a run."""

    type_name: ClassVar[str] = "Attempt"
    key: ClassVar[Key] = Key.of("{nova_id}", "ATTEMPT#{job_run_id}#{task_name}#{attempt_no:05d}#{timestamp}")
    alternates: ClassVar = (
        Alternate(
            None,
            Key.of("{nova_id}", "ATTEMPT#{job_run_id}#{task_name}#{attempt_no:d}#{timestamp}"),
            "the document",
        ),
    )
    notes: ClassVar = ("`attempt_no` is padded in the key: otherwise attempt 10 would sort before attempt 2.",)
    fanout: ClassVar = {"job_run_id": 20, "task_name": 5, "attempt_no": 1, "timestamp": 1}

    nova_id: str
    job_run_id: str
    task_name: str
    attempt_no: Annotated[Ordinal, Stored(also=("attempt_number",))]
    timestamp: Timestamp
    status: AttemptStatus = AttemptStatus.STARTED
    error_type: str | None = None
    error_message: str | None = None
    duration_ms: int | None = None
