"""Which jobs wait for which."""

from typing import ClassVar

from commands.build_item import build_item
from commands.changes import create, delete
from commands.comparison import same_or_refused
from commands.input_types import Text
from commands.inputs import Input
from commands.jobs.job_history import partition_of, the_job
from entities.jobs import DependencyType, JobDependency
from loaders.current import Found, find, find_all
from loaders.dynamo.requests import Begins, Query
from loaders.errors import BadInput, Outdated
from loaders.request import Request

MAX_LOOKED_AT = 3_000
"""How many jobs the search for a cycle visits before it gives up."""

OF_SWEEPS = frozenset({DependencyType.PARENT_SWEEP, DependencyType.CHILD_TRAINING})


class AddDependencyInput(Input):
    """A dependency to add: one job that is to wait for another."""

    about: ClassVar[str] = "JobDependency"

    dependent_job_id: Text
    dependency_job_id: Text
    type: DependencyType = DependencyType.COMPLETION
    """What the job waits for; defaults to COMPLETION. PARENT_SWEEP and CHILD_TRAINING are not allowed."""
    condition: str | None = None


class RemoveDependencyInput(Input):
    """A dependency to remove: one job that need no longer wait for another."""

    about: ClassVar[str] = "JobDependency"

    dependent_job_id: Text
    dependency_job_id: Text


def add_dependency(request: Request, input: AddDependencyInput) -> JobDependency:
    """Store a dependency, unless it would close a cycle.

    Two that are added at the same moment may close one together. So each call looks for a cycle again afterwards, and
    takes its own dependency back if it finds one: at most one of them stays.
    """
    _check(input)
    wanted = build_item(JobDependency, **input.only(), created_at=request.now)
    the_job(request, input.dependent_job_id, "dependent_job_id")
    the_job(request, input.dependency_job_id, "dependency_job_id")
    there = _found(request, input)
    if there:
        return same_or_refused(there.item, wanted, ignoring=("created_at",))
    _refuse_cycle(request, input)
    added = create(request, wanted, ignoring=("created_at",))
    try:
        _refuse_cycle(request, input)
    except BadInput:
        request.session.delete(wanted.table, wanted.primary_key())
        raise
    return added


def remove_dependency(request: Request, input: RemoveDependencyInput) -> JobDependency | None:
    """Delete a dependency and return it. A repeat returns None."""
    there = _found(request, input)
    if there is None:
        return None
    if there.item.type in OF_SWEEPS:
        raise Outdated("This dependency ties a run to its sweep and cannot be removed.", there.item)
    action = delete(there)
    request.session.delete(action.table, action.key)
    return there.item


def _found(request: Request, input: AddDependencyInput | RemoveDependencyInput) -> Found[JobDependency] | None:
    ids = {"dependent_job_id": input.dependent_job_id, "dependency_job_id": input.dependency_job_id}
    return find(request, JobDependency, **ids)


def _check(input: AddDependencyInput) -> None:
    if input.dependent_job_id == input.dependency_job_id:
        raise BadInput("A job cannot wait for itself.", field="dependency_job_id")
    if input.type in OF_SWEEPS:
        raise BadInput(
            "Dependencies between a sweep and its runs are made by `create_sweep`. Choose another `type`.", field="type"
        )


def _refuse_cycle(request: Request, input: AddDependencyInput) -> None:
    """Follow the dependencies of the dependency, as they are now, and refuse if they lead back to the dependent job."""
    seen = {input.dependency_job_id}
    front = [input.dependency_job_id]
    while front:
        steps = request.session.together(*(lambda each=each: _waits_for(request, each) for each in front))
        front = list(dict.fromkeys(job_id for step in steps for job_id in step if job_id not in seen))
        seen.update(front)
        if input.dependent_job_id in seen:
            message = "This would close a cycle: the dependency already waits for the dependent job."
            raise BadInput(message, field="dependency_job_id")
        if len(seen) > MAX_LOOKED_AT:
            message = f"Cannot rule out a cycle: the dependency waits for more than {MAX_LOOKED_AT:,} jobs."
            raise BadInput(message, field="dependency_job_id")


def _waits_for(request: Request, job_id: str) -> list[str]:
    """The jobs that a job waits for. A sweep waits for its runs; the runs do not wait for their sweep."""
    types = (JobDependency.type_name,)
    query = Query(JobDependency.table, None, partition_of(job_id), Begins("DEPENDS_ON#"), types)
    links = [found.item for found in find_all(request, JobDependency, query)]
    return [each.dependency_job_id for each in links if each.type is not DependencyType.PARENT_SWEEP]
