"""What can be changed about jobs, queues, instances and sweeps."""

from resolvers.routing.route import OPERATE, WRITE, Route

MUTATIONS: tuple[Route, ...] = (
    Route(
        "Mutation.createJob(input: CreateJobInput!): Job!",
        "commands.jobs.jobs:create_job",
        "Creates a job with the status PENDING. Repeating the call with the same `jobId` changes nothing and returns "
        "the job as it is now. If a job with other values has that id, also after `updateJob`, the call fails with "
        "`Conflict`.",
        access=WRITE,
    ),
    Route(
        "Mutation.updateJob(input: UpdateJobInput!): Job!",
        "commands.jobs.jobs:update_job",
        "Changes the description, priority, tags or results of a job, and its `jobConfig` while it is PENDING; what is "
        "left out stays as it is.",
        access=WRITE,
    ),
    Route(
        "Mutation.deleteJob(input: DeleteJobInput!): JobDeletion!",
        "commands.jobs.job_deletion:delete_job",
        "Deletes a job with everything that belongs to it: its history, measurements, checkpoints, log and "
        "dependencies, and its places in queues and on machines. Fails with `Conflict` if the job is RUNNING, or is a "
        "sweep that has runs. A large job takes several calls: repeat the same call until `isComplete` is true.",
        access=OPERATE,
    ),
    Route(
        "Mutation.recordJobStatus(input: RecordJobStatusInput!): JobStatus!",
        "commands.jobs.jobs:record_job_status",
        "Reports how far a job has come: adds an entry to its history and sets `Job.status`. Fails with `Conflict` "
        "if the step is not possible (SUCCEEDED, FAILED and CANCELLED are final), if the report is older than the "
        "newest entry, or if the job is a sweep, whose status follows from its runs.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordMetrics(input: RecordMetricsInput!): [JobMetric!]!",
        "commands.jobs.metrics:record_metrics",
        "Stores measurements of a job and returns them. A measurement with the same name and `timestamp` as a "
        "stored one replaces it. Without a `timestamp`, a repeated call stores the measurements again.",
        access=WRITE,
    ),
    Route(
        "Mutation.addCheckpoint(input: AddCheckpointInput!): JobCheckpoint!",
        "commands.jobs.checkpoints:add_checkpoint",
        "Records a checkpoint that a job saved. The first one of a job becomes its best, unless `isBest` says "
        "otherwise. A repeat changes nothing; a different checkpoint with the same `timestamp` is a `Conflict`.",
        access=WRITE,
    ),
    Route(
        "Mutation.setBestCheckpoint(input: SetBestCheckpointInput!): JobCheckpoint!",
        "commands.jobs.checkpoints:set_best_checkpoint",
        "Marks a checkpoint as the best of its job. The checkpoint that was the best before loses the mark.",
        access=WRITE,
    ),
    Route(
        "Mutation.appendLogs(input: AppendLogsInput!): [JobLog!]!",
        "commands.jobs.logs:append_logs",
        "Adds lines to the log of a job and returns them with the times under which they were stored. The same line "
        "with the same `timestamp` is stored once. Without a `timestamp`, a repeated call adds the lines again.",
        access=WRITE,
    ),
    Route(
        "Mutation.allocateResource(input: AllocateResourceInput!): JobResource!",
        "commands.jobs.resources:allocate_resource",
        "Records that a job was given a resource, such as a GPU, or that a requested one is now allocated. "
        "A repeat with the same `resourceId` changes nothing, and with other values it is a `Conflict`; without a "
        "`resourceId`, each call records another resource.",
        access=WRITE,
    ),
    Route(
        "Mutation.releaseResource(input: ReleaseResourceInput!): JobResource!",
        "commands.jobs.resources:release_resource",
        "Records that a job gave a resource back, or lost it. It cannot be allocated to the job again under the "
        "same `resourceId`.",
        access=WRITE,
    ),
    Route(
        "Mutation.addDependency(input: AddDependencyInput!): JobDependency!",
        "commands.jobs.dependencies:add_dependency",
        "Records that one job waits for another. Fails with `BadInput` if the other job waits for the first one, "
        "directly or through further jobs.",
        access=WRITE,
    ),
    Route(
        "Mutation.removeDependency(input: RemoveDependencyInput!): JobDependency",
        "commands.jobs.dependencies:remove_dependency",
        "Removes a dependency between two jobs and returns it; null if there was none. A dependency between a sweep "
        "and its runs cannot be removed.",
        access=WRITE,
    ),
    Route(
        "Mutation.createQueue(input: CreateQueueInput!): Queue!",
        "commands.jobs.queues:create_queue",
        "Creates a queue. If a queue with this name but with other settings exists, the call fails with `Conflict`.",
        access=WRITE,
    ),
    Route(
        "Mutation.updateQueue(input: UpdateQueueInput!): Queue!",
        "commands.jobs.queues:update_queue",
        "Changes the description, priority or limit of a queue.",
        access=WRITE,
    ),
    Route(
        "Mutation.deleteQueue(input: DeleteQueueInput!): Queue",
        "commands.jobs.queues:delete_queue",
        "Deletes a queue and returns it; null if there was none. Fails with `Conflict` if jobs wait in it.",
        access=WRITE,
    ),
    Route(
        "Mutation.enqueueJob(input: EnqueueJobInput!): QueueJob!",
        "commands.jobs.queues:enqueue_job",
        "Puts a job into a queue. If it waits there already, it gets the given `position` and `priority`. Fails with "
        "`Conflict` if the job has ended. A job leaves its queues when it ends.",
        access=WRITE,
    ),
    Route(
        "Mutation.dequeueJob(input: DequeueJobInput!): Queue!",
        "commands.jobs.queues:dequeue_job",
        "Takes a job out of a queue and returns the queue. Changes nothing if the job is not in it.",
        access=WRITE,
    ),
    Route(
        "Mutation.registerInstance(input: RegisterInstanceInput!): Instance!",
        "commands.jobs.instances:register_instance",
        "Registers a machine that jobs can run on. If a machine with this id but with other properties exists, the "
        "call fails with `Conflict`.",
        access=WRITE,
    ),
    Route(
        "Mutation.setInstanceStatus(input: SetInstanceStatusInput!): Instance!",
        "commands.jobs.instances:set_instance_status",
        "Sets the state of a machine. A step that is not possible, such as one out of TERMINATED, fails with "
        "`Conflict`.",
        access=WRITE,
    ),
    Route(
        "Mutation.assignJob(input: AssignJobInput!): InstanceJob!",
        "commands.jobs.instances:assign_job",
        "Assigns a job to a machine, or reports that the job has started there. Fails with `Conflict` if the "
        "machine is STOPPED or TERMINATED, or if the job has ended. A job that has left a machine can be assigned "
        "to it again.",
        access=WRITE,
    ),
    Route(
        "Mutation.reassignJob(input: ReassignJobInput!): InstanceJob!",
        "commands.jobs.instances:reassign_job",
        "Moves a job from one machine to another in one step: the first assignment becomes CANCELLED, and the new one "
        "is returned. Fails with `Conflict` if the job has left the first machine, or under the conditions of "
        "`assignJob`.",
        access=WRITE,
    ),
    Route(
        "Mutation.unassignJob(input: UnassignJobInput!): InstanceJob!",
        "commands.jobs.instances:unassign_job",
        "Records that a machine no longer runs a job, and how the job ended there. The status of the job itself "
        "does not change.",
        access=WRITE,
    ),
    Route(
        "Mutation.createSweep(input: CreateSweepInput!): SweepCreation!",
        "commands.jobs.sweeps:create_sweep",
        "Creates a sweep: a parent job, and a PENDING job (a run) for each combination of parameters. A large sweep "
        "takes several calls: repeat the same call until `isComplete` is true.",
        access=WRITE,
    ),
    Route(
        "Mutation.resumeSweep(input: ResumeSweepInput!): SweepResumption!",
        "commands.jobs.sweep_changes:resume_sweep",
        "Sets the runs of a sweep that failed, were cancelled or were interrupted back to PENDING and puts them "
        "into a queue, each to go on from its latest checkpoint. A large sweep takes several calls: repeat the same "
        "call until `isComplete` is true.",
        access=WRITE,
    ),
    Route(
        "Mutation.stopUnderperforming(input: StopUnderperformingInput!): SweepPruning!",
        "commands.jobs.sweep_changes:stop_underperforming",
        "Compares the RUNNING runs of a sweep by a metric and cancels all but the best. A large sweep takes several "
        "calls: repeat the same call until `isComplete` is true.",
        access=WRITE,
    ),
)
