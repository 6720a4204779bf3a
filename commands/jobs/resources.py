"""Resources that are allocated to jobs and released again."""

from typing import ClassVar
from uuid import uuid4

from commands.build_item import build_item
from commands.changes import change, put_new, revised, transact, update
from commands.comparison import same_or_refused
from commands.input_types import Text
from commands.inputs import Input
from commands.jobs.job_history import the_job
from commands.transitions.jobs import RESOURCE
from entities.fields import Json, Ordinal, Timestamp
from entities.jobs import JobResource, ResourceState, ResourceType
from loaders.current import find
from loaders.dynamo.writes import Action
from loaders.errors import BadInput
from loaders.request import Request

_HELD = (ResourceState.PENDING, ResourceState.ALLOCATED)


class AllocateResourceInput(Input):
    """A resource to reserve for a job, such as GPUs of a machine."""

    about: ClassVar[str] = "JobResource"

    job_id: Text
    """The id of the job that gets the resource."""
    resource_id: Text | None = None
    """The id of the resource. If left out, it gets a random UUID."""
    resource_type: ResourceType
    instance_id: str | None = None
    instance_type: str | None = None
    gpu_count: Ordinal | None = None
    allocated_at: Timestamp | None = None
    """When the resource was allocated to the job; defaults to now."""
    status: ResourceState = ResourceState.ALLOCATED
    """ALLOCATED, the default, or PENDING if the resource is only requested so far."""
    resource_config: Json = None


class ReleaseResourceInput(Input):
    """A resource that a job gives back or has lost."""

    about: ClassVar[str] = "JobResource"

    job_id: Text
    """The id of the job that held the resource."""
    resource_id: Text
    released_at: Timestamp | None = None
    """When the job gave the resource back or lost it; defaults to now."""
    status: ResourceState = ResourceState.RELEASED
    """RELEASED, the default, or FAILED if the job lost the resource."""


def allocate_resource(request: Request, input: AllocateResourceInput) -> JobResource:
    """Store a resource of a job, or allocate one that was pending. A repeat with the same id changes nothing."""
    if input.status not in _HELD:
        raise BadInput(
            "`status` must be PENDING or ALLOCATED. Use `release_resource` to end an allocation.", field="status"
        )
    values = {"resource_id": str(uuid4()), "allocated_at": request.now, **input.only()}
    wanted = build_item(JobResource, **values)
    ignoring = {"status", "released_at"} | ({"allocated_at"} if input.allocated_at is None else set())

    def writes() -> tuple[list[Action | None], JobResource]:
        the_job(request, input.job_id)
        there = find(request, JobResource, job_id=wanted.job_id, resource_id=wanted.resource_id)
        if there is None:
            return [put_new(wanted)], wanted
        same_or_refused(there.item, wanted, ignoring=ignoring)
        if there.item.status is wanted.status:
            return [], there.item
        RESOURCE.check(there.item, there.item.status, wanted.status)
        allocated = revised(there.item, status=wanted.status)
        return [update(there, allocated)], allocated

    return transact(request, writes)


def release_resource(request: Request, input: ReleaseResourceInput) -> JobResource:
    """Release a resource. A repeat changes nothing."""
    if input.status in _HELD:
        raise BadInput("`status` must be RELEASED or FAILED.", field="status")

    def edit(resource: JobResource) -> JobResource:
        if resource.status is input.status:
            return resource
        RESOURCE.check(resource, resource.status, input.status)
        return revised(resource, status=input.status, released_at=input.released_at or request.now)

    ids = {"job_id": input.job_id, "resource_id": input.resource_id}
    return change(request, JobResource, edit, field="resource_id", **ids)
