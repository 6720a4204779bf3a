"""What waits for what."""

from typing import ClassVar

from entities.jobs import DependencyType, Job, JobDependency
from loaders.dynamo.requests import Begins, Query
from loaders.errors import BadInput, Outdated
from loaders.reading import Reading
from loaders.writing import Found, create, delete, find, find_all, require, same_or_refused
from resolvers.inputs import Input
from resolvers.mutations.job_history import partition_of
from resolvers.mutations.making import Text, made

MOST_LOOKED_AT = 3_000
"""Jobs that are looked through for a cycle."""

OF_SWEEPS = frozenset({DependencyType.PARENT_SWEEP, DependencyType.CHILD_TRAINING})


class AddDependencyInput(Input):
    """A job that shall wait for another."""

    about: ClassVar[str] = "JobDependency"

    dependent_job_id: Text
    dependency_job_id: Text
    type: DependencyType = DependencyType.COMPLETION
    condition: str | None = None


class RemoveDependencyInput(Input):
    """A job that need not wait for another any longer."""

    about: ClassVar[str] = "JobDependency"

    dependent_job_id: Text
    dependency_job_id: Text


def add_dependency(reading: Reading, input: AddDependencyInput) -> JobDependency:
    """Refused where it would close a circle.

    Two may be added at the same moment that close one together. So the circle is looked for again afterwards, and
    who finds it takes their own back: at most one of them stays.
    """
    _check(input)
    wanted = made(JobDependency, **input.only(), created_at=reading.now)
    require(reading, Job, job_id=input.dependent_job_id, field="input.dependentJobId")
    require(reading, Job, job_id=input.dependency_job_id, field="input.dependencyJobId")
    there = _found(reading, input)
    if there:
        return same_or_refused(there.item, wanted, ignoring=("created_at",))
    _refuse_circle(reading, input)
    added = create(reading, wanted, ignoring=("created_at",))
    try:
        _refuse_circle(reading, input)
    except BadInput:
        reading.session.delete(wanted.table, wanted.primary_key())
        raise
    return added


def remove_dependency(reading: Reading, input: RemoveDependencyInput) -> JobDependency | None:
    """The dependency that was there; a repeat finds none."""
    there = _found(reading, input)
    if there is None:
        return None
    if there.item.type in OF_SWEEPS:
        raise Outdated("A sweep and its runs belong together.", there.item)
    action = delete(there)
    reading.session.delete(action.table, action.key)
    return there.item


def _found(reading: Reading, input: AddDependencyInput | RemoveDependencyInput) -> Found[JobDependency] | None:
    ids = {"dependent_job_id": input.dependent_job_id, "dependency_job_id": input.dependency_job_id}
    return find(reading, JobDependency, **ids)


def _check(input: AddDependencyInput) -> None:
    if input.dependent_job_id == input.dependency_job_id:
        raise BadInput("A job cannot wait for itself.", field="input.dependencyJobId")
    if input.type in OF_SWEEPS:
        raise BadInput("Only createSweep ties runs to a sweep.", field="input.type")


def _refuse_circle(reading: Reading, input: AddDependencyInput) -> None:
    """Go from what is waited for to what that waits for, step by step, as everything is now."""
    seen = {input.dependency_job_id}
    front = [input.dependency_job_id]
    while front:
        steps = reading.session.together(*(lambda each=each: _waits_for(reading, each) for each in front))
        front = list(dict.fromkeys(job_id for step in steps for job_id in step if job_id not in seen))
        seen.update(front)
        if input.dependent_job_id in seen:
            message = "That would close a circle: the job that shall be waited for waits for this one itself."
            raise BadInput(message, field="input.dependencyJobId")
        if len(seen) > MOST_LOOKED_AT:
            message = "Too much hangs on this job to make sure that there is no circle."
            raise BadInput(message, field="input.dependencyJobId")


def _waits_for(reading: Reading, job_id: str) -> list[str]:
    """A sweep waits for its runs; they only belong to it."""
    types = (JobDependency.type_name,)
    query = Query(JobDependency.table, None, partition_of(job_id), Begins("DEPENDS_ON#"), types)
    links = [found.item for found in find_all(reading, JobDependency, query)]
    return [each.dependency_job_id for each in links if each.type is not DependencyType.PARENT_SWEEP]
