"""Which state leads to which: one table for each thing that has states."""

from collections.abc import Mapping, Set
from typing import Any

from entities.fields import OpenEnum
from entities.item import Item
from entities.jobs import AssignmentState, InstanceState, JobState, ResourceState
from loaders.errors import Outdated

Table = Mapping[Any, Set[Any]]

JOB: Table = {
    JobState.PENDING: {JobState.RUNNING, JobState.FAILED, JobState.CANCELLED},
    JobState.RUNNING: {
        JobState.RUNNING,
        JobState.SUCCEEDED,
        JobState.FAILED,
        JobState.CANCELLED,
        JobState.INTERRUPTED,
    },
    JobState.INTERRUPTED: {JobState.PENDING, JobState.RUNNING, JobState.FAILED, JobState.CANCELLED},
    JobState.SUCCEEDED: set(),
    JobState.FAILED: set(),
    JobState.CANCELLED: set(),
}
"""A job that runs may say so again, with more progress."""

JOB_RESUMED: Table = {
    JobState.FAILED: {JobState.PENDING},
    JobState.CANCELLED: {JobState.PENDING},
    JobState.INTERRUPTED: {JobState.PENDING},
}
"""What only taking up a sweep again may do."""

JOB_ENDED = frozenset({JobState.SUCCEEDED, JobState.FAILED, JobState.CANCELLED})

INSTANCE: Table = {
    InstanceState.PENDING: {InstanceState.RUNNING, InstanceState.STOPPED, InstanceState.TERMINATED},
    InstanceState.RUNNING: {InstanceState.STOPPED, InstanceState.TERMINATED},
    InstanceState.STOPPED: {InstanceState.PENDING, InstanceState.RUNNING, InstanceState.TERMINATED},
    InstanceState.TERMINATED: set(),
}

INSTANCE_TAKES_JOBS = frozenset({InstanceState.PENDING, InstanceState.RUNNING})

ASSIGNMENT: Table = {
    AssignmentState.ASSIGNED: {
        AssignmentState.RUNNING,
        AssignmentState.COMPLETED,
        AssignmentState.FAILED,
        AssignmentState.CANCELLED,
    },
    AssignmentState.RUNNING: {AssignmentState.COMPLETED, AssignmentState.FAILED, AssignmentState.CANCELLED},
    AssignmentState.COMPLETED: {AssignmentState.ASSIGNED, AssignmentState.RUNNING},
    AssignmentState.FAILED: {AssignmentState.ASSIGNED, AssignmentState.RUNNING},
    AssignmentState.CANCELLED: {AssignmentState.ASSIGNED, AssignmentState.RUNNING},
}
"""A job that has left an instance may be given to it again."""

RESOURCE: Table = {
    ResourceState.PENDING: {ResourceState.ALLOCATED, ResourceState.RELEASED, ResourceState.FAILED},
    ResourceState.ALLOCATED: {ResourceState.RELEASED, ResourceState.FAILED},
    ResourceState.RELEASED: set(),
    ResourceState.FAILED: set(),
}


def refuse_unless_leads(table: Table, item: Item, status: OpenEnum, to: OpenEnum) -> None:
    """Refuse a step that the table does not have. From a state that nobody knows every step is allowed."""
    if status.is_known and to not in table.get(status, set()):
        raise Outdated(f"{type(item).__name__} is {status.value}: that does not lead to {to.value}.", item)
