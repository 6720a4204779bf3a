"""Training jobs: their history and records, what they wait for, and the instances and queues that they use."""

from entities.jobs.base import JobId, Priority
from entities.jobs.dependencies import DependencyType, JobDependency
from entities.jobs.instances import AssignmentState, Health, Instance, InstanceJob, InstanceState
from entities.jobs.job import Job, JobState, JobStatus
from entities.jobs.queues import Queue, QueueJob
from entities.jobs.records import JobCheckpoint, JobLog, JobMetric, JobResource, LogLevel, ResourceState, ResourceType

__all__ = [
    "AssignmentState",
    "DependencyType",
    "Health",
    "Instance",
    "InstanceJob",
    "InstanceState",
    "Job",
    "JobCheckpoint",
    "JobDependency",
    "JobId",
    "JobLog",
    "JobMetric",
    "JobResource",
    "JobState",
    "JobStatus",
    "LogLevel",
    "Priority",
    "Queue",
    "QueueJob",
    "ResourceState",
    "ResourceType",
]
