"""Instances, and the jobs that run on them."""

from functools import partial
from typing import ClassVar

from commands.build_item import build_item
from commands.changes import change, create, expect, put_new, revised, still, transact, update
from commands.input_types import Text
from commands.inputs import Input
from commands.jobs.job_history import the_job
from commands.transitions.jobs import ASSIGNMENT, INSTANCE, JOB
from entities.fields import Json, Ordinal, Timestamp
from entities.jobs import AssignmentState, Health, Instance, InstanceJob, InstanceState
from loaders.current import Found, find, require
from loaders.dynamo.writes import Action
from loaders.errors import BadInput, Outdated
from loaders.request import Request

_TAKES_JOBS = (InstanceState.PENDING, InstanceState.RUNNING)
_BEGUN = (AssignmentState.ASSIGNED, AssignmentState.RUNNING)


class RegisterInstanceInput(Input):
    """A machine to register."""

    about: ClassVar[str] = "Instance"

    instance_id: Text
    instance_type: Text
    gpu_count: Ordinal | None = None
    status: InstanceState = InstanceState.PENDING
    """The state of the machine; defaults to PENDING."""
    launched_at: Timestamp | None = None
    """When the machine was launched; defaults to now."""
    ip_address: str | None = None
    availability_zone: str | None = None
    is_spot: bool | None = None
    health_status: Health = Health.UNKNOWN
    """Whether the machine works properly; defaults to UNKNOWN."""


class SetInstanceStatusInput(Input):
    """The new state of a machine."""

    about: ClassVar[str] = "Instance"

    instance_id: Text
    status: InstanceState
    """The new state. A step that is not possible from the current state is refused."""
    health_status: Health | None = None
    """Whether the machine works properly; unchanged if left out."""
    expected_status: InstanceState | None = None
    """If given, the call fails with `Conflict` unless this is the current state of the machine."""


class AssignJobInput(Input):
    """A job to assign to an instance, or one that has started there."""

    about: ClassVar[str] = "InstanceJob"

    instance_id: Text
    """The id of the instance (machine) that is to run the job."""
    job_id: Text
    """The id of the job to assign."""
    status: AssignmentState = AssignmentState.ASSIGNED
    """ASSIGNED, the default, or RUNNING once the job has started."""
    assigned_at: Timestamp | None = None
    """When the job was assigned to the instance; defaults to now."""
    resource_utilization: Json = None


class ReassignJobInput(Input):
    """A job to move from one instance to another."""

    about: ClassVar[str] = "InstanceJob"

    job_id: Text
    """The id of the job to move."""
    from_instance_id: Text
    """The id of the instance (machine) that gives the job up. Its assignment ends as CANCELLED."""
    to_instance_id: Text
    """The id of the instance (machine) that is to run the job from now on."""
    status: AssignmentState = AssignmentState.ASSIGNED
    """ASSIGNED, the default, or RUNNING once the job has started on the other instance."""


class UnassignJobInput(Input):
    """A job that an instance no longer runs."""

    about: ClassVar[str] = "InstanceJob"

    instance_id: Text
    """The id of the instance (machine) that ran the job."""
    job_id: Text
    """The id of the job that the instance ran."""
    status: AssignmentState | None = None
    """How the job ended on this instance: COMPLETED, FAILED or CANCELLED, the default."""


def register_instance(request: Request, input: RegisterInstanceInput) -> Instance:
    """Store a new instance. A repeat returns the existing one in its current state."""
    instance = build_item(Instance, **{"launched_at": request.now, **input.only()})
    told_later = {"status", "health_status"} | ({"launched_at"} if input.launched_at is None else set())
    return create(request, instance, ignoring=told_later)


def set_instance_status(request: Request, input: SetInstanceStatusInput) -> Instance:
    """Move an instance to another state, and set its health if given. A repeat changes nothing."""

    def edit(instance: Instance) -> Instance:
        expect(instance, {"status": input.expected_status})
        if instance.status is not input.status:
            INSTANCE.check(instance, instance.status, input.status)
        return revised(instance, **input.given("status", "health_status"))

    return change(request, Instance, edit, field="instance_id", guard=("status",), instance_id=input.instance_id)


def assign_job(request: Request, input: AssignJobInput) -> InstanceJob:
    """Assign a job, if the instance takes jobs and the job has not ended. A repeat changes nothing."""
    _refuse_ended(input.status)
    return transact(request, partial(_assigning, request, input, "instance_id"))


def reassign_job(request: Request, input: ReassignJobInput) -> InstanceJob:
    """End the assignment to one instance and assign the job to another, both or neither. A repeat changes nothing."""
    _refuse_ended(input.status)
    if input.from_instance_id == input.to_instance_id:
        raise BadInput("`to_instance_id` must differ from `from_instance_id`.", field="to_instance_id")
    wanted = AssignJobInput(instance_id=input.to_instance_id, job_id=input.job_id, status=input.status)

    def writes() -> tuple[list[Action | None], InstanceJob]:
        ids = {"instance_id": input.from_instance_id, "job_id": input.job_id}
        before = require(request, InstanceJob, field="from_instance_id", **ids)
        actions, assigned = _assigning(request, wanted, "to_instance_id")
        if before.item.status in _BEGUN:
            return [update(before, revised(before.item, status=AssignmentState.CANCELLED)), *actions], assigned
        if actions:
            raise Outdated("The job has left this instance already. Use `assign_job` to assign it again.", before.item)
        return [], assigned

    return transact(request, writes)


def unassign_job(request: Request, input: UnassignJobInput) -> InstanceJob:
    """End an assignment and keep how it ended: CANCELLED, unless the caller says otherwise."""
    if input.status in _BEGUN:
        raise BadInput("`status` must be COMPLETED, FAILED or CANCELLED.", field="status")

    def edit(assigned: InstanceJob) -> InstanceJob:
        has_ended = assigned.status not in _BEGUN
        status = input.status or (assigned.status if has_ended else AssignmentState.CANCELLED)
        if status is not assigned.status:
            ASSIGNMENT.check(assigned, assigned.status, status)
        return revised(assigned, status=status)

    ids = {"instance_id": input.instance_id, "job_id": input.job_id}
    return change(request, InstanceJob, edit, field="job_id", **ids)


def _refuse_ended(status: AssignmentState) -> None:
    if status not in _BEGUN:
        raise BadInput("`status` must be ASSIGNED or RUNNING. Use `unassign_job` to end an assignment.", field="status")


def _assigning(request: Request, input: AssignJobInput, instance_field: str) -> tuple[list[Action | None], InstanceJob]:
    """The actions that assign a job, none if it is assigned already, and the assignment."""
    instance = require(request, Instance, instance_id=input.instance_id, field=instance_field)
    job = the_job(request, input.job_id)
    there = find(request, InstanceJob, instance_id=input.instance_id, job_id=input.job_id)
    assigned = _assigned(request, input, there)
    if there and assigned == there.item:
        return [], there.item
    if instance.item.status not in _TAKES_JOBS:
        raise Outdated(
            f"This Instance is {instance.item.status.name} and takes no jobs. It must be PENDING or RUNNING.",
            instance.item,
        )
    if job.item.status in JOB.final:
        raise Outdated(f"This Job is {job.item.status.name} and cannot be assigned any more.", job.item)
    written = update(there, assigned) if there else put_new(assigned)
    return [written, still(instance, "status"), still(job, "status", "deleted_by")], assigned


def _assigned(request: Request, input: AssignJobInput, there: Found[InstanceJob] | None) -> InstanceJob:
    """A new assignment, the next state of the existing one, or a second one after the first has ended."""
    moment = input.assigned_at or request.now
    if there is None:
        return build_item(InstanceJob, **input.only("assigned_at"), assigned_at=moment)
    before = there.item
    if before.status is not input.status:
        ASSIGNMENT.check(before, before.status, input.status)
    is_anew = before.status not in _BEGUN
    values = input.given("status", "resource_utilization") | ({"assigned_at": moment} if is_anew else {})
    return revised(before, **values)
