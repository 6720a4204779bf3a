"""Machines, and the jobs that were assigned to them."""

from typing import ClassVar

from entities.fields import Flag, InKey, Json, Needed, OpenEnum, Timestamp
from entities.jobs.base import JobId
from entities.keys import Key
from entities.receipts.base import ReceiptsItem


class InstanceState(OpenEnum):
    """The state of an instance, as EC2 names it. A TERMINATED instance never comes back."""

    PENDING = "pending"
    RUNNING = "running"
    STOPPED = "stopped"
    TERMINATED = "terminated"


class Health(OpenEnum):
    """Whether an instance works properly. UNKNOWN: that was not checked."""

    HEALTHY = "healthy"
    UNHEALTHY = "unhealthy"
    UNKNOWN = "unknown"


class Instance(ReceiptsItem):
    """A machine that jobs run on, such as an EC2 instance."""

    type_name: ClassVar[str] = "INSTANCE"
    key: ClassVar[Key] = Key.of("INSTANCE#{instance_id}", "INSTANCE")
    indexes: ClassVar = {"GSI1": Key.of("STATUS#{status}", "INSTANCE#{instance_id}")}

    instance_id: InKey[str]
    """The id of the machine, such as `i-0abc123def456`."""
    instance_type: Needed[str] = None
    """The EC2 type of the machine, such as `p3.2xlarge`."""
    gpu_count: int | None = None
    """How many GPUs the machine has."""
    status: InstanceState = InstanceState.PENDING
    """Whether the machine is starting (PENDING), RUNNING, STOPPED or TERMINATED."""
    launched_at: Needed[Timestamp] = None
    """When the machine was launched."""
    ip_address: str | None = None
    """The IP address of the machine."""
    availability_zone: str | None = None
    """The AWS availability zone of the machine, such as `us-east-1a`."""
    is_spot: Flag | None = None
    """Whether the machine is a spot instance, which AWS may take back at any time; null if unknown."""
    health_status: Health = Health.UNKNOWN
    """Whether the machine works properly."""


class AssignmentState(OpenEnum):
    """How far a job on an instance has come. ASSIGNED: it has not started there yet."""

    ASSIGNED = "assigned"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


class InstanceJob(ReceiptsItem):
    """A job that was assigned to an instance."""

    type_name: ClassVar[str] = "INSTANCE_JOB"
    key: ClassVar[Key] = Key.of("INSTANCE#{instance_id}", "JOB#{job_id}")
    indexes: ClassVar = {"GSI1": Key.of("JOB", "JOB#{job_id}#INSTANCE#{instance_id}")}
    fanout: ClassVar = {"job_id": 20}

    instance_id: InKey[str]
    """The id of the instance (machine) that the job was assigned to."""
    job_id: JobId
    """The id of the job that was assigned."""
    assigned_at: Needed[Timestamp] = None
    """When the job was assigned to the instance."""
    status: AssignmentState = AssignmentState.ASSIGNED
    """How far the job has come on this instance."""
    resource_utilization: Json = None
    """How much of the machine the job uses, as JSON, such as `gpu_percent`."""
