"""The states of jobs, and of the machines and resources that they run on."""

from commands.transitions.rules import Transitions
from entities.jobs import AssignmentState, InstanceState, JobState, ResourceState

JOB = Transitions(
    {
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
    },
    from_unknown=frozenset(JobState),
)
"""A running job may report RUNNING again, with more progress."""

JOB_RESUMED = Transitions(
    {
        JobState.FAILED: {JobState.PENDING},
        JobState.CANCELLED: {JobState.PENDING},
        JobState.INTERRUPTED: {JobState.PENDING},
        JobState.PENDING: set(),
        JobState.RUNNING: set(),
        JobState.SUCCEEDED: set(),
    }
)
"""What happens to the runs of a sweep that is resumed, and to nothing else."""

JOB_STOPPED = Transitions(
    {
        JobState.RUNNING: {JobState.CANCELLED},
        JobState.PENDING: set(),
        JobState.SUCCEEDED: set(),
        JobState.FAILED: set(),
        JobState.CANCELLED: set(),
        JobState.INTERRUPTED: set(),
    }
)
"""What happens to runs that others outperform: only those that are running are stopped."""

INSTANCE = Transitions(
    {
        InstanceState.PENDING: {InstanceState.RUNNING, InstanceState.STOPPED, InstanceState.TERMINATED},
        InstanceState.RUNNING: {InstanceState.STOPPED, InstanceState.TERMINATED},
        InstanceState.STOPPED: {InstanceState.PENDING, InstanceState.RUNNING, InstanceState.TERMINATED},
        InstanceState.TERMINATED: set(),
    },
    from_unknown=frozenset(InstanceState),
)

_ENDED = {AssignmentState.COMPLETED, AssignmentState.FAILED, AssignmentState.CANCELLED}

ASSIGNMENT = Transitions(
    {
        AssignmentState.ASSIGNED: {AssignmentState.RUNNING, *_ENDED},
        AssignmentState.RUNNING: _ENDED,
        **{state: {AssignmentState.ASSIGNED, AssignmentState.RUNNING} for state in _ENDED},
    },
    from_unknown=frozenset(AssignmentState),
)
"""A job that has left an instance may be assigned to it again."""

RESOURCE = Transitions(
    {
        ResourceState.PENDING: {ResourceState.ALLOCATED, ResourceState.RELEASED, ResourceState.FAILED},
        ResourceState.ALLOCATED: {ResourceState.RELEASED, ResourceState.FAILED},
        ResourceState.RELEASED: set(),
        ResourceState.FAILED: set(),
    },
    from_unknown=frozenset(ResourceState),
)
