"""Jobs with what belongs to them, queues, instances and sweeps."""

from loaders import jobs
from tests.reads.cases.case import LATE, Case, instance, job, page

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
        "jobs(status: RUNNING)",
        page(jobs.JOBS_BY_STATUS, status="running"),
        2,
        ("query GSI1: GSI1PK=STATUS#running, GSI1SK begins CREATED# [2]",),
    ),
    Case(
        "jobs(status: RUNNING, since: 12:30)",
        page(jobs.JOBS_BY_STATUS, status="running", span=LATE),
        1,
        ("query GSI1: GSI1PK=STATUS#running, GSI1SK from CREATED#2026-11-16T00:30:00 to CREATED#~ [2]",),
    ),
    Case(
        "jobs(name: train-1)",
        lambda a_request: jobs.jobs_where(a_request, "name", "train-1", first=10),
        1,
        ("query GSITYPE: TYPE=JOB [1]",),
    ),
    Case(
        "jobs(user: ann), ours alone",
        page(jobs.JOBS_BY_USER, created_by="ann"),
        3,
        ("query GSI2: GSI2PK=USER#ann, GSI2SK begins CREATED# [3]",),
    ),
    Case(
        "jobs(user: ann)",
        lambda a_request: jobs.jobs_where(a_request, "created_by", "ann", first=10),
        3,
        ("query GSITYPE: TYPE=JOB [3]",),
    ),
    Case(
        "jobs",
        page(jobs.JOBS),
        3,
        ("query GSITYPE: TYPE=JOB [3]",),
    ),
    Case(
        "statuses(status: RUNNING)",
        page(jobs.STATUSES_BY_STATUS, status="running"),
        1,
        ("query GSI1: GSI1PK=STATUS#running, GSI1SK begins UPDATED# [1]",),
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
        "metrics(name: val_loss) by time",
        page(jobs.METRICS_BY_NAME, metric_name="val_loss"),
        2,
        ("query GSI1: GSI1PK=METRIC#val_loss [2]",),
    ),
    Case(
        "metrics(name: val_loss) by job",
        page(jobs.METRICS_BY_NAME_AND_JOB, metric_name="val_loss", job_id="j1"),
        2,
        ("query GSI2: GSI2PK=METRIC#val_loss, GSI2SK begins JOB#j1# [2]",),
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
        "sweep { jobs }",
        lambda a_request: jobs.jobs_of_sweep(a_request, "j0"),
        1,
        (
            "batch_get_item table: 1 keys [1]",
            "query GSI2: GSI2PK=DEPENDENCY, GSI2SK begins DEPENDED_BY#j0#DEPENDENT# [1]",
        ),
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
