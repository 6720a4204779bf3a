"""Runs of NovaCat's workflows in the sample, in every state, and the attempts of their tasks."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from entities.item import Item
from entities.novae.runs import Attempt, AttemptStatus, JobRun, RunStatus
from local.data.sample.names import NOVA_ID, NOVA_NAME, sample_id

_CORRELATION = sample_id("correlation", NOVA_NAME)


@dataclass(frozen=True)
class _Run:
    workflow: str
    status: RunStatus
    hours_ago: float
    tasks: tuple[str, ...]
    error: tuple[str, str] | None = None
    is_before_nova: bool = False

    @property
    def job_run_id(self) -> str:
        return sample_id("run", self.workflow, self.hours_ago)


_RUNS = (
    _Run("initialize_nova", RunStatus.SUCCEEDED, 71.5, (), is_before_nova=True),
    _Run("ingest_new_nova", RunStatus.SUCCEEDED, 71.4, ("LaunchReferences", "LaunchDiscovery")),
    _Run("refresh_references", RunStatus.SUCCEEDED, 71.3, ("FetchFromADS", "UpsertReferences", "ComputeDiscoveryDate")),
    _Run("discover_spectra_products", RunStatus.SUCCEEDED, 71.2, ("QueryESO", "QueryMAST", "PersistStubs")),
    _Run("acquire_and_validate_spectra", RunStatus.SUCCEEDED, 50, ("Download", "ValidateBytes", "RecordResult")),
    _Run(
        *("acquire_and_validate_spectra", RunStatus.QUARANTINED, 49, ("Download", "ValidateBytes")),
        ("UnknownProfile", "No profile fits the header of this file."),
    ),
    _Run(
        *("acquire_and_validate_spectra", RunStatus.FAILED, 1, ("Download",)),
        ("HTTPError", "503 Service Unavailable from archive.example"),
    ),
    _Run("acquire_and_validate_spectra", RunStatus.RUNNING, 0.05, ("Download",)),
)
_TRIES = 3


def workflows(now: datetime) -> Iterator[Item]:
    """What was done for one nova, from its first name on."""
    for run in _RUNS:
        yield _job_run(run, now)
        yield from _attempts(run, now)


def _job_run(run: _Run, now: datetime) -> Item:
    started = now - timedelta(hours=run.hours_ago)
    is_over, is_quarantined = run.status is not RunStatus.RUNNING, run.status is RunStatus.QUARANTINED
    ended = started + timedelta(seconds=95)
    return JobRun(
        nova_id=None if run.is_before_nova else NOVA_ID,
        correlation_id=_CORRELATION,
        job_run_id=run.job_run_id,
        workflow_name=run.workflow,
        execution_arn=f"arn:aws:states:us-east-1:123456789012:execution:{run.workflow}:{run.job_run_id}",
        status=run.status,
        started_at=started,
        ended_at=ended if is_over else None,
        candidate_name=NOVA_NAME if run.is_before_nova else None,
        outcome="CREATED_AND_LAUNCHED" if run.is_before_nova else None,
        error_type=run.error[0] if run.error else None,
        error_message=run.error[1] if run.error else None,
        error_classification="RETRYABLE" if run.status is RunStatus.FAILED else None,
        quarantine_reason_code="UNKNOWN_PROFILE" if is_quarantined else None,
        quarantined_at=ended if is_quarantined else None,
        extra_context={"provider": "ESO"} if run.error else None,
    )


def _attempts(run: _Run, now: datetime) -> Iterator[Item]:
    """Each task was done at the first try, but for the one that failed and the one that is still at it."""
    if run.is_before_nova:
        return
    started = now - timedelta(hours=run.hours_ago)
    is_failed = run.status is RunStatus.FAILED
    for place, task in enumerate(run.tasks):
        for number in range(1, _TRIES + 1 if is_failed else 2):
            is_running = run.status is RunStatus.RUNNING
            ending = AttemptStatus.FAILED if is_failed else AttemptStatus.SUCCEEDED
            yield Attempt(
                nova_id=NOVA_ID,
                job_run_id=run.job_run_id,
                task_name=task,
                attempt_no=number,
                timestamp=started + timedelta(seconds=20 * (place + number)),
                status=AttemptStatus.STARTED if is_running else ending,
                error_type=run.error[0] if is_failed and run.error else None,
                error_message=run.error[1] if is_failed and run.error else None,
                duration_ms=None if is_running else 4_210 + 730 * place,
            )
