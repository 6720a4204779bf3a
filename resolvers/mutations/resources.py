"""What jobs are given to run on, and give back."""

from typing import ClassVar
from uuid import uuid4

from entities.fields import Json, Ordinal, Timestamp
from entities.jobs import Job, JobResource, ResourceState, ResourceType
from loaders.dynamo.writes import Action
from loaders.errors import BadInput
from loaders.reading import Reading
from loaders.writing import change, find, put_new, require, revised, same_or_refused, transact, update
from resolvers.inputs import Input
from resolvers.mutations.job_states import RESOURCE, refuse_unless_leads
from resolvers.mutations.making import Text, made

_HELD = (ResourceState.PENDING, ResourceState.ALLOCATED)


class AllocateResourceInput(Input):
    """Something that a job is given."""

    about: ClassVar[str] = "JobResource"

    job_id: Text
    resource_id: Text | None = None
    resource_type: ResourceType
    instance_id: str | None = None
    instance_type: str | None = None
    gpu_count: Ordinal | None = None
    allocated_at: Timestamp | None = None
    status: ResourceState = ResourceState.ALLOCATED
    resource_config: Json = None


class ReleaseResourceInput(Input):
    """Something that a job gives back, or has lost."""

    about: ClassVar[str] = "JobResource"

    job_id: Text
    resource_id: Text
    released_at: Timestamp | None = None
    status: ResourceState = ResourceState.RELEASED


def allocate_resource(reading: Reading, input: AllocateResourceInput) -> JobResource:
    """One that was pending is allocated now; a repeat with the same id changes nothing."""
    if input.status not in _HELD:
        raise BadInput("A resource is pending or allocated; releaseResource ends that.", field="input.status")
    values = {"resource_id": str(uuid4()), "allocated_at": reading.now, **input.only()}
    wanted = made(JobResource, **values)
    ignoring = {"status", "released_at"} | ({"allocated_at"} if input.allocated_at is None else set())

    def plan() -> tuple[list[Action | None], JobResource]:
        require(reading, Job, job_id=input.job_id, field="input.jobId")
        there = find(reading, JobResource, job_id=wanted.job_id, resource_id=wanted.resource_id)
        if there is None:
            return [put_new(wanted)], wanted
        same_or_refused(there.item, wanted, ignoring=ignoring)
        if there.item.status is wanted.status:
            return [], there.item
        refuse_unless_leads(RESOURCE, there.item, there.item.status, wanted.status)
        allocated = revised(there.item, status=wanted.status)
        return [update(there, allocated)], allocated

    return transact(reading, plan)


def release_resource(reading: Reading, input: ReleaseResourceInput) -> JobResource:
    """A repeat finds it given back already."""
    if input.status in _HELD:
        raise BadInput("A resource that is given back is released or failed.", field="input.status")

    def edit(resource: JobResource) -> JobResource:
        if resource.status is input.status:
            return resource
        refuse_unless_leads(RESOURCE, resource, resource.status, input.status)
        return revised(resource, status=input.status, released_at=input.released_at or reading.now)

    ids = {"job_id": input.job_id, "resource_id": input.resource_id}
    return change(reading, JobResource, edit, field="input.resourceId", **ids)
