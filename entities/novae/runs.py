"""Workflow runs and the attempts of their tasks."""

from typing import Annotated, ClassVar

from entities.fields import Json, OpenEnum, Ordinal, Stored, Timestamp
from entities.item import Alternate
from entities.keys import Key
from entities.novae.base import NovaeItem
from entities.novae.desk import Desk, desk_time

_RUN = "JOBRUN#{workflow_name}#{started_at}#{job_run_id}"


class RunStatus(OpenEnum):
    """Whether a workflow run is RUNNING, or how it ended. QUARANTINED: it stopped because a person has to decide."""

    RUNNING = "RUNNING"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    QUARANTINED = "QUARANTINED"


class RunDecision(OpenEnum):
    """What a person decides about a run in quarantine. SAME_NOVA: what the run is about is the nova that it was too
    close to. DISTINCT_NOVA: it is another nova. DISMISSED: nothing comes of it.
    """

    SAME_NOVA = "SAME_NOVA"
    DISTINCT_NOVA = "DISTINCT_NOVA"
    DISMISSED = "DISMISSED"


class JobRun(NovaeItem):
    """One run of a workflow, such as one that looks for spectra of a nova."""

    type_name: ClassVar[str] = "JobRun"
    key: ClassVar[Key] = Key.of("{nova_id}", _RUN)
    indexes: ClassVar = {
        "RunIndex": Key.of("{nova_id}", "{started_at}"),
        "WorkflowIndex": Key.of("{correlation_id}", "{started_at}"),
        "CatalogIndex": Key.of("JobRun", "{desk}#{desk_time}#{job_run_id}"),
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
        "A run that starts before its nova exists is stored under its workflow, as all of upstream's are.",
        "RunIndex finds all runs of a nova, WorkflowIndex all runs that belong together, sorted by time.",
        "Both indexes use attributes that all runs have, so they can be added to an existing table.",
        "CatalogIndex lists the runs that wait for a decision; they leave it when one is made.",
        (
            "A run that asks whether a name means the nova near it is found from every workflow by a pointer "
            "(`QUESTION#…`, with `run_pk` and `run_sk`), whose key follows from the name and that nova."
        ),
    )
    fanout: ClassVar = {"workflow_name": 4, "started_at": 5, "job_run_id": 1}

    shown: ClassVar = {"nearest_nova_id": str}
    belongs_to: ClassVar = ("nova_id", "nearest_nova_id")

    nova_id: str | None = None
    """The id of the nova that the run is about; null if the nova did not exist yet."""
    correlation_id: str | None = None
    """The id that all runs of one request share, by which they can be listed together."""
    job_run_id: str
    """The id of the run, a UUID."""
    workflow_name: str
    """The name of the workflow, such as `initialize_nova`."""
    execution_arn: str | None = None
    """The ARN of the Step Functions execution; null for most runs."""
    status: RunStatus = RunStatus.RUNNING
    """Whether the run is under way, or how it ended."""
    started_at: Timestamp
    """When the run began."""
    ended_at: Timestamp | None = None
    """When the run ended; null if it has not."""
    candidate_name: str | None = None
    """The name under which a nova was asked for that did not exist yet; null for other runs."""
    outcome: str | None = None
    """What the run achieved, such as `CREATED_AND_LAUNCHED` or `NOT_FOUND`."""
    error_type: str | None = None
    """The kind of error, such as `HTTPError`; null if there was none."""
    error_message: str | None = None
    """What went wrong, in at most 500 characters; null if nothing did."""
    error_classification: str | None = None
    """The kind of failure, such as `RETRYABLE` if trying again may help; null if there was none."""
    error_fingerprint: str | None = None
    """A short code of the error; equal errors have the same code."""
    quarantine_reason_code: str | None = None
    """Why a person has to decide, such as `COORDINATE_AMBIGUITY`; null if the run is not in quarantine."""
    classification_reason: str | None = None
    """Why a person has to decide, in words; null if the run is not in quarantine."""
    quarantined_at: Timestamp | None = None
    """When the run was put into quarantine; null if it was not."""
    decision: RunDecision | None = None
    """What a person decided about the quarantine; null if none did."""
    reviewed_by: str | None = None
    """The person who decided about the quarantine; null if none did."""
    reviewed_at: Timestamp | None = None
    """When a person decided about the quarantine; null if none did."""
    review_note: str | None = None
    """What the person who decided wrote about it; null if nothing."""
    extra_context: Json = None
    """Further details of the run, as JSON."""

    @property
    def nearest_nova_id(self) -> str | None:
        """The id of the nova that a run in quarantine came too close to; null for other runs."""
        found = self.extra_context.get("nova_id") if isinstance(self.extra_context, dict) else None
        return found if isinstance(found, str) and found else None

    @property
    def awaits_decision(self) -> bool:
        """Whether a person has to decide about the run."""
        return self.status is RunStatus.QUARANTINED and self.decision is None

    @property
    def desk(self) -> Desk | None:
        return Desk.QUARANTINED if self.awaits_decision else None

    @property
    def desk_time(self) -> str:
        return desk_time(self.quarantined_at or self.started_at)


class AttemptStatus(OpenEnum):
    """Whether an attempt is under way (STARTED), or how it ended."""

    STARTED = "STARTED"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"


class Attempt(NovaeItem):
    """One attempt at a task of a workflow run."""

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
    """The id of the nova that the workflow run is about."""
    job_run_id: str
    """The id of the workflow run that the attempt belongs to."""
    task_name: str
    """The task that was attempted, which is a Step Functions state such as `download_bytes`."""
    attempt_no: Annotated[Ordinal, Stored(also=("attempt_number",))]
    """The number of the attempt at this task, counted from 1."""
    timestamp: Timestamp
    """When the attempt began."""
    status: AttemptStatus = AttemptStatus.STARTED
    """Whether the attempt is under way, or how it ended."""
    error_type: str | None = None
    """The kind of error, such as `HTTPError`; null if there was none."""
    error_message: str | None = None
    """What went wrong, in at most 500 characters; null if nothing did."""
    duration_ms: int | None = None
    """How long the attempt took, in milliseconds; null if it has not ended."""
