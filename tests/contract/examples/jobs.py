"""Examples of mutations on jobs, queues, instances and sweeps."""

import json
from datetime import timedelta

from entities.jobs import (
    InstanceJob,
    Job,
    JobCheckpoint,
    JobDependency,
    JobResource,
    JobState,
    JobStatus,
    Queue,
    ResourceType,
)
from resolvers.runtime.ids import global_id
from tests.commands.conftest import Changing
from tests.contract.examples.example import Example, Given
from tests.loaders.sample import NOW

AT = "2026-11-16T15:00:00.123456Z"
JOB: Given = {"jobId": "j1"}
LINK = JobDependency(dependent_job_id="j1", dependency_job_id="j2", created_at=NOW)
ASSIGNMENT: Given = {"instanceId": "i-1", "jobId": "j1"}
WAITING = Job(job_id="j8", name="train-8", created_at=NOW, created_by="ann")
EMPTY = Queue(queue_name="empty", created_at=NOW)
SWEEP = {
    "sweepId": "s1",
    "name": "rates",
    "createdBy": "anna",
    "queueName": "gpu",
    "priority": "HIGH",
    "parameterGrid": json.dumps({"learning_rate": [0.1, 0.01]}),
    "jobConfig": json.dumps({"job_type": "training"}),
    "tags": json.dumps({"team": "a"}),
    "metricsTtlDays": 30,
}


def _create_sweep(api: Changing) -> list[str]:
    """The ids of the runs of a new sweep."""
    assert api.do("createSweep", "{ isComplete }", **SWEEP)["isComplete"]
    found = api.get('{ sweep(sweepId: "s1") { jobs { jobId } } }')["sweep"]["jobs"]
    return sorted(each["jobId"] for each in found)


def _run_sweep(api: Changing) -> list[str]:
    runs = _create_sweep(api)
    for number, job_id in enumerate(runs):
        api.do("recordJobStatus", "{ status }", jobId=job_id, status="RUNNING")
        measured = {"metricName": "val_loss", "value": 0.5 + number, "epoch": 3}
        api.do("recordMetrics", "{ value }", jobId=job_id, metrics=[measured])
        api.do("addCheckpoint", "{ jobId }", jobId=job_id, s3Bucket="models", s3Key="c", timestamp=AT)
        api.do("allocateResource", "{ jobId }", jobId=job_id, resourceId="gpu-2", resourceType="GPU")
    return runs


def _second_instance(api: Changing) -> None:
    api.do("registerInstance", "{ instanceId }", instanceId="i-9", instanceType="p3.2xlarge", status="RUNNING")


def _fail_in_sweep(api: Changing) -> None:
    failed, *_ = _run_sweep(api)
    api.do("recordJobStatus", "{ status }", jobId=failed, status="FAILED")


EXAMPLES: dict[str, Example] = {
    "createJob": Example(
        {
            "jobId": "j9",
            "name": "train-9",
            "description": "Once more.",
            "createdBy": "anna",
            "createdAt": AT,
            "priority": "HIGH",
            "jobConfig": json.dumps({"job_type": "training", "learning_rate": 1e-05}),
            "estimatedDuration": 90.5,
            "tags": json.dumps({"team": "a"}),
            "storage": json.dumps({"bucket": "models"}),
        },
        # Other programs write to the table too, and in any order.
        stored=(
            JobStatus(job_id="j9", status=JobState.PENDING, updated_at=NOW),
            JobCheckpoint(job_id="j9", timestamp=NOW, s3_bucket="models", s3_key="c", is_best=True),
            JobResource(job_id="j9", resource_id="gpu-9", resource_type=ResourceType.GPU, allocated_at=NOW),
            JobDependency(dependent_job_id="j9", dependency_job_id="j1", created_at=NOW),
        ),
    ),
    "updateJob": Example(
        {
            "id": global_id(WAITING),
            "description": "Once more.",
            "priority": "CRITICAL",
            "tags": json.dumps({"team": "b"}),
            "jobConfig": json.dumps({"job_type": "training", "seed": 7}),
            "results": json.dumps({"score": 0.5}),
            "expectedStatus": "PENDING",
        },
        stored=(
            WAITING,
            JobStatus(job_id="j8", status=JobState.PENDING, updated_at=NOW),
            JobCheckpoint(job_id="j8", timestamp=NOW, s3_bucket="models", s3_key="c", is_best=True),
            JobResource(job_id="j8", resource_id="gpu-9", resource_type=ResourceType.GPU, allocated_at=NOW),
            JobDependency(dependent_job_id="j8", dependency_job_id="j1", created_at=NOW),
        ),
    ),
    "deleteJob": Example({"jobId": "j2"}, then=('{ job(jobId: "j2") { id } }', {"job": None})),
    "recordJobStatus": Example(
        {
            **JOB,
            "status": "SUCCEEDED",
            "progress": 100,
            "message": "Done.",
            "updatedAt": AT,
            "updatedBy": "anna",
            "instanceId": "i-1",
            "expectedStatus": "RUNNING",
        }
    ),
    "recordMetrics": Example(
        {
            **JOB,
            "metrics": [
                {"metricName": "val_loss", "value": 0.25, "unit": "nat", "timestamp": AT, "step": 7, "epoch": 2},
                {"metricName": "confusion", "valueJson": json.dumps({"matrix": [[1, 2], [3, 4]]}), "timestamp": AT},
            ],
        }
    ),
    "addCheckpoint": Example(
        {
            **JOB,
            "timestamp": AT,
            "s3Bucket": "models",
            "s3Key": "ckpt-2",
            "sizeBytes": 12.0,
            "modelState": True,
            "optimizerState": False,
            "metrics": json.dumps({"val_loss": 0.25}),
            "step": 7,
            "epoch": 2,
            "isBest": True,
        }
    ),
    "setBestCheckpoint": Example({**JOB, "timestamp": (NOW + timedelta(hours=1)).isoformat()}),
    "appendLogs": Example(
        {
            **JOB,
            "logs": [
                {"timestamp": AT, "logLevel": "ERROR", "message": "No.", "source": "train", "exception": "ValueError"},
                {"timestamp": AT, "message": "Going on."},
            ],
        }
    ),
    "allocateResource": Example(
        {
            **JOB,
            "resourceId": "gpu-2",
            "resourceType": "GPU",
            "instanceId": "i-1",
            "instanceType": "p3",
            "gpuCount": 4,
            "allocatedAt": AT,
            "status": "ALLOCATED",
            "resourceConfig": json.dumps({"memory": 16}),
        }
    ),
    "releaseResource": Example({**JOB, "resourceId": "gpu-1", "releasedAt": AT, "status": "RELEASED"}),
    "addDependency": Example(
        {"dependentJobId": "j2", "dependencyJobId": "j1", "type": "SUCCESS", "condition": "With a low loss."}
    ),
    "removeDependency": Example(
        {"dependentJobId": "j1", "dependencyJobId": "j2"},
        stored=(LINK,),
        removes=LINK,
    ),
    "createQueue": Example(
        {"queueName": "cpu", "description": "Slow.", "maxConcurrentJobs": 3, "priority": "LOW"},
    ),
    "updateQueue": Example(
        {"queueName": "gpu", "description": "Fast.", "maxConcurrentJobs": 8, "priority": "HIGH"},
    ),
    "deleteQueue": Example({"queueName": "empty"}, stored=(EMPTY,), removes=EMPTY),
    "enqueueJob": Example({"queueName": "gpu", "jobId": "j0", "priority": "CRITICAL", "position": 2}),
    "dequeueJob": Example({"queueName": "gpu", "jobId": "j1"}),
    "registerInstance": Example(
        {
            "instanceId": "i-2",
            "instanceType": "p3",
            "gpuCount": 4,
            "status": "RUNNING",
            "launchedAt": AT,
            "ipAddress": "10.0.0.1",
            "availabilityZone": "us-east-1a",
            "isSpot": True,
            "healthStatus": "HEALTHY",
        },
        stored=(InstanceJob(instance_id="i-2", job_id="j1", assigned_at=NOW),),
    ),
    "setInstanceStatus": Example(
        {"instanceId": "i-1", "status": "STOPPED", "healthStatus": "UNHEALTHY", "expectedStatus": "RUNNING"}
    ),
    "assignJob": Example(
        {
            "instanceId": "i-1",
            "jobId": "j0",
            "status": "ASSIGNED",
            "assignedAt": AT,
            "resourceUtilization": json.dumps({"gpu": 0.5}),
        }
    ),
    "reassignJob": Example(
        {"jobId": "j1", "fromInstanceId": "i-1", "toInstanceId": "i-9", "status": "RUNNING"},
        before=_second_instance,
    ),
    "unassignJob": Example({**ASSIGNMENT, "status": "COMPLETED"}),
    "createSweep": Example(SWEEP),
    "resumeSweep": Example({"sweepId": "s1"}, before=_fail_in_sweep),
    "stopUnderperforming": Example(
        {"sweepId": "s1", "metricName": "val_loss", "afterEpochs": 2, "keep": 1}, before=_run_sweep
    ),
}
