"""Questions to a person: whether a name means the nova near it. Each is asked once, whichever workflow comes upon it.

The run that asks is stored and listed under the workflow that asked first. A pointer, whose key follows from the name
and the nova alone, leads to it from all other workflows, and stays when the run is closed, because the decision counts
for all of them. Runs that were stored without a pointer are found by their own workflow, or under the id that follows
from the name; they get a pointer when they are met or decided about.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import NAMESPACE_OID, uuid5

from commands.novae.surroundings import NearNova
from entities.attributes import Record
from entities.novae.nova import normalise_name
from entities.novae.runs import JobRun, RunDecision, RunStatus
from entities.tables import NOVAE
from loaders.current import Found, read_found
from loaders.dynamo.writes import IS_NEW, Condition, Put
from loaders.novae import run_now
from loaders.request import Request

WORKFLOW = "initialize_nova"

_TYPE = "Question"


@dataclass(frozen=True)
class NameQuestion:
    """Whether a name means a nova near it, and the run that asks or asked, if one does or did."""

    name: str
    nova_id: str
    pointer: Record | None
    run: Found[JobRun] | None

    @property
    def is_open(self) -> bool:
        """Whether a person has yet to decide."""
        return self.run is not None and self.run.item.awaits_decision

    @property
    def is_distinct(self) -> bool:
        """Whether a person has decided that the name does not mean the nova."""
        return self.run is not None and self.run.item.decision is RunDecision.DISTINCT_NOVA

    def asking_run(
        self, request: Request, nearest: NearNova, name: str, correlation_id: str | None, place: Mapping[str, float]
    ) -> JobRun:
        """A new run that asks. After one that was closed without a nova it has an id of its own."""
        again = f":{self.run.item.job_run_id}" if self.run else ""
        return JobRun(
            correlation_id=correlation_id or _own_correlation_id(self.name),
            workflow_name=WORKFLOW,
            job_run_id=_id(f"{self.name}:{self.nova_id}{again}"),
            status=RunStatus.QUARANTINED,
            started_at=request.now,
            ended_at=request.now,
            quarantined_at=request.now,
            candidate_name=name,
            quarantine_reason_code="COORDINATE_AMBIGUITY",
            classification_reason=f"{nearest.separation:.2f} arcseconds from {nearest.found.item.primary_name}.",
            extra_context={"min_sep_arcsec": nearest.separation, "nova_id": self.nova_id, **place},
            created_at=request.now,
            updated_at=request.now,
        )

    def leading_to(self, run: JobRun) -> Put | None:
        """The action that makes the pointer lead to a run, unless it does; refused if another call was faster."""
        place = run.primary_key()
        led = {"run_pk": place["PK"], "run_sk": place["SK"]}
        before = {name: self.pointer.get(name) for name in led} if self.pointer else None
        if before == led:
            return None
        record = {**_key(self.name, self.nova_id), NOVAE.discriminator or "": _TYPE, **led}
        return Put(NOVAE, record, Condition(equals=before) if before else IS_NEW)


def question_of(request: Request, name: str, nova_id: str, correlation_id: str | None = None) -> NameQuestion:
    """The question whether a name means a nova, as it stands, for a call of a workflow."""
    normal = normalise_name(name)
    pointer = request.session.get(NOVAE, _key(normal, nova_id), is_consistent=True)
    found = _led_to(request, pointer) if pointer else None
    return NameQuestion(normal, nova_id, pointer, found or _without_pointer(request, normal, nova_id, correlation_id))


def remembered(request: Request, run: JobRun) -> Put | None:
    """The action that makes other workflows find a run that asks a question, if none is found so far."""
    if run.workflow_name != WORKFLOW or not run.candidate_name or not run.nearest_nova_id:
        return None
    name = normalise_name(run.candidate_name)
    pointer = request.session.get(NOVAE, _key(name, run.nearest_nova_id), is_consistent=True)
    return None if pointer else NameQuestion(name, run.nearest_nova_id, None, None).leading_to(run)


def _led_to(request: Request, pointer: Record) -> Found[JobRun] | None:
    record = request.session.get(NOVAE, {"PK": pointer["run_pk"], "SK": pointer["run_sk"]}, is_consistent=True)
    return read_found(request, JobRun, record) if record else None


def _without_pointer(request: Request, name: str, nova_id: str, correlation_id: str | None) -> Found[JobRun] | None:
    run_id, own = _id(f"{name}:{nova_id}"), _own_correlation_id(name)
    for each in dict.fromkeys([correlation_id or own, own]):
        found = run_now(request, nova_id=None, correlation_id=each, workflow_name=WORKFLOW, job_run_id=run_id)
        if found:
            return found
    return None


def _own_correlation_id(name: str) -> str:
    """The correlation id of a run that belongs to no workflow."""
    return _id(name)


def _id(asked: str) -> str:
    return str(uuid5(NAMESPACE_OID, f"{WORKFLOW}:{asked}"))


def _key(name: str, nova_id: str) -> Record:
    return {"PK": f"QUESTION#{_id(f'{name}:{nova_id}')}", "SK": "QUESTION"}
