"""Instances, and the jobs that run on them."""

from typing import ClassVar

from entities.fields import Json, Ordinal, Timestamp
from entities.jobs import AssignmentState, Health, Instance, InstanceJob, InstanceState, Job
from loaders.dynamo.writes import Action
from loaders.errors import BadInput, Outdated
from loaders.reading import Reading
from loaders.writing import Found, change, create, expect, find, put_new, require, revised, still, transact, update
from resolvers.inputs import Input
from resolvers.mutations.job_states import ASSIGNMENT, INSTANCE, INSTANCE_TAKES_JOBS, JOB_ENDED, refuse_unless_leads
from resolvers.mutations.making import Text, made

_BEGUN = (AssignmentState.ASSIGNED, AssignmentState.RUNNING)


class RegisterInstanceInput(Input):
    """A new machine."""

    about: ClassVar[str] = "Instance"

    instance_id: Text
    instance_type: Text
    gpu_count: Ordinal | None = None
    status: InstanceState = InstanceState.PENDING
    launched_at: Timestamp | None = None
    ip_address: str | None = None
    availability_zone: str | None = None
    is_spot: bool | None = None
    health_status: Health = Health.UNKNOWN


class SetInstanceStatusInput(Input):
    """How far a machine has come, and how it is."""

    about: ClassVar[str] = "Instance"

    instance_id: Text
    status: InstanceState
    health_status: Health | None = None
    expected_status: InstanceState | None = None


class AssignJobInput(Input):
    """A job that an instance shall run, or has begun to run."""

    about: ClassVar[str] = "InstanceJob"

    instance_id: Text
    job_id: Text
    status: AssignmentState = AssignmentState.ASSIGNED
    assigned_at: Timestamp | None = None
    resource_utilization: Json = None


class UnassignJobInput(Input):
    """A job that an instance runs no longer."""

    about: ClassVar[str] = "InstanceJob"

    instance_id: Text
    job_id: Text
    status: AssignmentState | None = None


def register_instance(reading: Reading, input: RegisterInstanceInput) -> Instance:
    """A repeat finds the instance there and changes nothing, however far it has come."""
    instance = made(Instance, **{"launched_at": reading.now, **input.only()})
    told_later = {"status", "health_status"} | ({"launched_at"} if input.launched_at is None else set())
    return create(reading, instance, ignoring=told_later)


def set_instance_status(reading: Reading, input: SetInstanceStatusInput) -> Instance:
    def edit(instance: Instance) -> Instance:
        expect(instance, {"status": input.expected_status})
        if instance.status is not input.status:
            refuse_unless_leads(INSTANCE, instance, instance.status, input.status)
        return revised(instance, **input.given("status", "health_status"))

    return change(reading, Instance, edit, instance_id=input.instance_id, field="input.instanceId")


def assign_job(reading: Reading, input: AssignJobInput) -> InstanceJob:
    """On condition that the instance takes jobs and the job has not ended. A repeat changes nothing."""
    if input.status not in _BEGUN:
        raise BadInput("A job is assigned or running; unassignJob ends that.", field="input.status")

    def plan() -> tuple[list[Action | None], InstanceJob]:
        instance = require(reading, Instance, instance_id=input.instance_id, field="input.instanceId")
        job = require(reading, Job, job_id=input.job_id, field="input.jobId")
        there = find(reading, InstanceJob, instance_id=input.instance_id, job_id=input.job_id)
        assigned = _assigned(reading, input, there)
        if there and assigned == there.item:
            return [], there.item
        if instance.item.status not in INSTANCE_TAKES_JOBS:
            raise Outdated(f"The instance is {instance.item.status.value} and takes no jobs.", instance.item)
        if job.item.status in JOB_ENDED:
            raise Outdated("The job has ended.", job.item)
        written = update(there, assigned) if there else put_new(assigned)
        return [written, still(instance, "status"), still(job, "status")], assigned

    return transact(reading, plan)


def unassign_job(reading: Reading, input: UnassignJobInput) -> InstanceJob:
    """It stays on record how that ended: called off, unless told otherwise."""
    if input.status in _BEGUN:
        raise BadInput("A job that is unassigned has completed, failed or been cancelled.", field="input.status")

    def edit(assigned: InstanceJob) -> InstanceJob:
        has_ended = assigned.status not in _BEGUN
        status = input.status or (assigned.status if has_ended else AssignmentState.CANCELLED)
        if status is not assigned.status:
            refuse_unless_leads(ASSIGNMENT, assigned, assigned.status, status)
        return revised(assigned, status=status)

    ids = {"instance_id": input.instance_id, "job_id": input.job_id}
    return change(reading, InstanceJob, edit, field="input.jobId", **ids)


def _assigned(reading: Reading, input: AssignJobInput, there: Found[InstanceJob] | None) -> InstanceJob:
    """A new assignment, the next step of one, or a second one where the first has ended."""
    moment = input.assigned_at or reading.now
    if there is None:
        return made(InstanceJob, **input.only("assigned_at"), assigned_at=moment)
    before = there.item
    if before.status is not input.status:
        refuse_unless_leads(ASSIGNMENT, before, before.status, input.status)
    is_anew = before.status not in _BEGUN
    values = input.given("status", "resource_utilization") | ({"assigned_at": moment} if is_anew else {})
    return revised(before, **values)
