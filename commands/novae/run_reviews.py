"""Decisions about runs in quarantine: who decided what, when, and why. A decision closes its run."""

from collections.abc import Sequence
from typing import Any, ClassVar

from commands.authors import author
from commands.changes import expect, put_new, revised, transact, update
from commands.input_types import Note, ShortText
from commands.inputs import Input
from commands.novae.name_claims import mapping, meaning_of, refuse_others, with_aliases
from commands.novae.nova_checks import receiving
from commands.novae.questions import remembered
from commands.transitions.novae import RUN_REVIEW
from entities.novae.nova import NameKind, NameSource
from entities.novae.runs import JobRun, RunDecision, RunStatus
from loaders.dynamo.writes import Action
from loaders.errors import BadInput, NotFound, Outdated
from loaders.novae import run_now
from loaders.request import Request

CLOSED: dict[RunDecision, RunStatus] = {
    RunDecision.SAME_NOVA: RunStatus.SUCCEEDED,
    RunDecision.DISTINCT_NOVA: RunStatus.SUCCEEDED,
    RunDecision.DISMISSED: RunStatus.FAILED,
}
"""How a run ends by each decision."""


class ReviewJobRunInput(Input):
    """What a person decides about a run in quarantine. Give `novaId`, `correlationId` or both, as at its start."""

    about: ClassVar[str] = "JobRun"

    job_run_id: ShortText
    workflow_name: ShortText
    nova_id: ShortText | None = None
    """The id of the nova that the run is about; leave it out if the run has none."""
    correlation_id: ShortText | None = None
    decision: RunDecision
    """SAME_NOVA makes the name that was asked for an alias of the nova that it was too close to. After DISTINCT_NOVA,
    `initializeNova` creates a nova of its own. DISMISSED ends the run as FAILED.
    """
    expected_status: RunStatus | None = None
    """If given, the call fails with `Conflict` unless this is the current status of the run."""
    note: Note | None = None
    """Why, in at most 2,000 characters."""
    reviewed_by: ShortText | None = None
    """The person who decides; defaults to the caller. Only operators and IAM may name another."""


def review_job_run(request: Request, input: ReviewJobRunInput) -> JobRun:
    """Decide about a run in quarantine, which closes it."""
    if not input.nova_id and not input.correlation_id:
        raise BadInput("Give `nova_id`, `correlation_id` or both.", field="correlation_id")
    by = author(request, input.reviewed_by, "reviewed_by")

    def writes() -> tuple[Sequence[Action | None], JobRun]:
        found = run_now(
            request,
            nova_id=input.nova_id,
            correlation_id=input.correlation_id,
            workflow_name=input.workflow_name,
            job_run_id=input.job_run_id,
        )
        if found is None:
            raise NotFound(f"There is no JobRun {input.job_run_id} of this workflow.", field="job_run_id")
        run = found.item
        if run.decision is input.decision:
            return [], run
        expect(run, {"status": input.expected_status})
        if run.decision is not None:
            raise Outdated(f"Another decision was made about this run: {run.decision.name}.", run)
        RUN_REVIEW.check(run, run.status, CLOSED[input.decision])
        edited = revised(decided(request, run, input.decision, input.note), reviewed_by=by)
        named = _named(request, run) if input.decision is RunDecision.SAME_NOVA else []
        return [update(found, edited, guard=("status", "decision")), remembered(request, run), *named], edited

    return transact(request, writes)


def decided(request: Request, run: JobRun, decision: RunDecision, note: str | None) -> JobRun:
    """The run after a decision of the caller."""
    said = {"review_note": note} if note else {}
    return revised(
        run,
        status=CLOSED[decision],
        decision=decision,
        reviewed_by=request.caller.name,
        reviewed_at=request.now,
        updated_at=request.now,
        **said,
    )


def _named(request: Request, run: JobRun) -> list[Action | None]:
    """The actions that make the name of a run an alias of the nova that it was too close to."""
    nova_id, name = run.nearest_nova_id, run.candidate_name
    if nova_id is None or name is None:
        return []
    meaning = meaning_of(request, [name])
    found = receiving(request, nova_id, "job_run_id")
    refuse_others(request, meaning, nova_id)
    edited = revised(found.item, aliases=with_aliases(found.item, [name]), updated_at=request.now)
    new = None if meaning.of(name, nova_id) else put_new(_alias(request, name, nova_id))
    return [*meaning.claims.taken_for([nova_id]), update(found, edited, guard=("primary_name", "status")), new]


def _alias(request: Request, name: str, nova_id: str) -> Any:
    return mapping(request, name, nova_id, NameKind.ALIAS, NameSource.USER_INPUT)
