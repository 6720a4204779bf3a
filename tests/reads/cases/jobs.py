"""Jobs with what belongs to them, queues, instances and sweeps."""

from entities.jobs import Health, InstanceState, LogLevel
from loaders import jobs
from resolvers.queries.jobs import instances
from tests.reads.cases.case import LATE, Case, instance, job, page, total

CASES = [
    Case(
        "job { latestStatus }",
        job(latest_status={}),
        2,
        (
            "get_item table: PK=JOB#j1, SK=JOB [1]",
            "query table: PK=JOB#j1, SK begins STATUS# [2]",
        ),
    ),
    Case(
        "job { statuses latestStatus }",
        job(statuses={}, latest_status={}),
        4,
        (
            "get_item table: PK=JOB#j1, SK=JOB [1]",
            "query table: PK=JOB#j1, SK begins STATUS# [2]",
        ),
    ),
    Case(
        "job { resources checkpoints dependencies }",
        job(resources={}, checkpoints={}, dependencies={}),
        5,
        (
            "get_item table: PK=JOB#j1, SK=JOB [1]",
            "query table: PK=JOB#j1, SK begins CHECKPOINT# [2]",
            "query table: PK=JOB#j1, SK begins DEPENDS_ON# [1]",
            "query table: PK=JOB#j1, SK begins RESOURCE# [1]",
        ),
    ),
    Case(
        "job { metrics }",
        page(jobs.METRICS, job_id="j1"),
        2,
        ("query table: PK=JOB#j1, SK begins METRIC# [2]",),
    ),
    Case(
        "job { metrics(name: val_loss) }",
        page(jobs.METRICS, job_id="j1", metric_name="val_loss"),
        2,
        ("query table: PK=JOB#j1, SK begins METRIC#val_loss# [2]",),
    ),
    Case(
        "job { metrics(name: val_loss, since: 12:30) }",
        page(jobs.METRICS, job_id="j1", metric_name="val_loss", span=LATE),
        1,
        ("query table: PK=JOB#j1, SK from METRIC#val_loss#2026-11-16T00:30:00 to METRIC#val_loss#~ [2]",),
    ),
    Case(
        "job { bestCheckpoint }",
        lambda a_request: jobs.best_checkpoint(a_request, "j1"),
        1,
        ("query table: PK=JOB#j1, SK begins CHECKPOINT# [1]",),
    ),
    Case(
        "checkpoints",
        page(jobs.ALL_CHECKPOINTS),
        2,
        ("query GSI1: GSI1PK=CHECKPOINT, GSI1SK begins JOB# [2]",),
    ),
    Case(
        "job { logs }",
        page(jobs.LOGS, job_id="j1"),
        2,
        ("query table: PK=JOB#j1, SK begins LOG# [2]",),
    ),
    Case(
        "job { logs(level: INFO) }",
        page(jobs.LOGS, job_id="j1", **jobs.of_level(LogLevel.INFO)),
        2,
        ("query table: PK=JOB#j1, SK begins LOG# [2]",),
    ),
    Case(
        "logs",
        page(jobs.ALL_LOGS),
        2,
        ("query GSI1: GSI1PK=LOG, GSI1SK begins JOB# [2]",),
    ),
    Case(
        "resource(id: gpu-1)",
        page(jobs.RESOURCES_BY_ID, resource_id="gpu-1"),
        1,
        ("query GSI1: GSI1PK=RESOURCE, GSI1SK=RESOURCE#gpu-1 [1]",),
    ),
    Case(
        "job { dependents }",
        page(jobs.DEPENDENTS, dependency_job_id="j0"),
        1,
        ("query GSI2: GSI2PK=DEPENDENCY, GSI2SK begins DEPENDED_BY#j0#DEPENDENT# [1]",),
    ),
    Case(
        "queues",
        page(jobs.QUEUES),
        1,
        ("query GSI1: GSI1PK=QUEUE, GSI1SK begins QUEUE# [1]",),
    ),
    Case(
        "queue { jobs }",
        lambda a_request: jobs.jobs_in_queue(a_request, "gpu", first=10),
        2,
        ("query table: PK=QUEUE#gpu, SK begins JOB# [2]",),
    ),
    Case(
        "queue { jobs(first: 1) { totalCount } }",
        total(lambda a_request: jobs.jobs_in_queue(a_request, "gpu", first=1), 2),
        1,
        ("query table: PK=QUEUE#gpu, SK begins JOB# [2]",),
    ),
    Case(
        "queue { jobs(sweepId: j0) }",
        lambda a_request: jobs.jobs_in_queue(a_request, "gpu", "j0", first=10),
        1,
        (
            "query GSI2: GSI2PK=DEPENDENCY, GSI2SK begins DEPENDED_BY#j0#DEPENDENT# [1]",
            "query table: PK=QUEUE#gpu, SK begins JOB# [2]",
        ),
    ),
    Case(
        "job { queues }",
        page(jobs.QUEUES_OF_JOB, job_id="j1"),
        1,
        ("query GSI1: GSI1PK=JOB, GSI1SK begins JOB#j1#QUEUE# [1]",),
    ),
    Case(
        "instances(status: RUNNING)",
        page(jobs.INSTANCES_BY_STATUS, status="running"),
        1,
        ("query GSI1: GSI1PK=STATUS#running, GSI1SK begins INSTANCE# [1]",),
    ),
    Case(
        "instances",
        page(jobs.INSTANCES),
        1,
        ("query GSITYPE: TYPE=INSTANCE [1]",),
    ),
    Case(
        "instances(healthStatus: UNKNOWN): those that say nothing count too, so all are read",
        lambda a_request: instances(a_request, None, Health.UNKNOWN, 10, None),
        1,
        ("query GSITYPE: TYPE=INSTANCE [1]",),
    ),
    Case(
        "instances(status: RUNNING, healthStatus: HEALTHY)",
        lambda a_request: instances(a_request, InstanceState.RUNNING, Health.HEALTHY, 10, None),
        0,
        ("query GSI1: GSI1PK=STATUS#running, GSI1SK begins INSTANCE# [1]",),
    ),
    Case(
        "instance { jobs }",
        instance(jobs={}),
        2,
        (
            "get_item table: PK=INSTANCE#i-1, SK=INSTANCE [1]",
            "query table: PK=INSTANCE#i-1, SK begins JOB# [1]",
        ),
    ),
    Case(
        "job { instances }",
        page(jobs.INSTANCES_OF_JOB, job_id="j1"),
        1,
        ("query GSI1: GSI1PK=JOB, GSI1SK begins JOB#j1#INSTANCE# [1]",),
    ),
]
