"""What can be changed about jobs, queues, instances and sweeps."""

from resolvers.routing.route import WRITE, Route

MUTATIONS: tuple[Route, ...] = (
    Route(
        "Mutation.createJob(input: CreateJobInput!): Job!",
        "mutations.jobs:create_job",
        "Makes a job, which is pending. A repeat with the same id changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordJobStatus(input: RecordJobStatusInput!): JobStatus!",
        "mutations.jobs:record_job_status",
        "Says how far a job has come: an entry in its history, and its own status. Impossible steps are refused.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordMetrics(input: RecordMetricsInput!): [JobMetric!]!",
        "mutations.metrics:record_metrics",
        "Stores measurements of a job. One of the same name and time is replaced, so a repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.addCheckpoint(input: AddCheckpointInput!): JobCheckpoint!",
        "mutations.checkpoints:add_checkpoint",
        "Notes a saved state. The first is the best of its job until another is. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.setBestCheckpoint(input: SetBestCheckpointInput!): JobCheckpoint!",
        "mutations.checkpoints:set_best_checkpoint",
        "Makes a checkpoint the best of its job, and the only one.",
        access=WRITE,
    ),
    Route(
        "Mutation.appendLogs(input: AppendLogsInput!): [JobLog!]!",
        "mutations.logs:append_logs",
        "Adds lines to the log of a job. The same line of the same time again changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.allocateResource(input: AllocateResourceInput!): JobResource!",
        "mutations.resources:allocate_resource",
        "Gives a job something to run on. A repeat with the same id changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.releaseResource(input: ReleaseResourceInput!): JobResource!",
        "mutations.resources:release_resource",
        "Takes back what a job was given. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.addDependency(input: AddDependencyInput!): JobDependency!",
        "mutations.dependencies:add_dependency",
        "Lets a job wait for another, unless that waits for it. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.removeDependency(input: RemoveDependencyInput!): JobDependency",
        "mutations.dependencies:remove_dependency",
        "Lets a job wait for another no longer: what was there, or null where there was nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.createQueue(input: CreateQueueInput!): Queue!",
        "mutations.queues:create_queue",
        "Opens a queue. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.enqueueJob(input: EnqueueJobInput!): QueueJob!",
        "mutations.queues:enqueue_job",
        "Puts a job into a queue and counts it there. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.dequeueJob(input: DequeueJobInput!): Queue!",
        "mutations.queues:dequeue_job",
        "Takes a job out of a queue, which is the answer. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.registerInstance(input: RegisterInstanceInput!): Instance!",
        "mutations.instances:register_instance",
        "Makes a machine known. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.setInstanceStatus(input: SetInstanceStatusInput!): Instance!",
        "mutations.instances:set_instance_status",
        "Says how far a machine has come. Impossible steps are refused.",
        access=WRITE,
    ),
    Route(
        "Mutation.assignJob(input: AssignJobInput!): InstanceJob!",
        "mutations.instances:assign_job",
        "Gives a job to a machine, or says that it runs there now. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.unassignJob(input: UnassignJobInput!): InstanceJob!",
        "mutations.instances:unassign_job",
        "Says that a machine runs a job no longer. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.createSweep(input: CreateSweepInput!): SweepCreation!",
        "mutations.sweeps:create_sweep",
        "Makes a sweep with a run for each combination of parameters, as many as there is time for. "
        "Ask the same again until it is complete.",
        access=WRITE,
    ),
    Route(
        "Mutation.resumeSweep(input: ResumeSweepInput!): SweepResumption!",
        "mutations.sweep_changes:resume_sweep",
        "Lets the runs of a sweep that did not succeed wait again, to go on from their latest checkpoints. "
        "Ask the same again until it is complete.",
        access=WRITE,
    ),
    Route(
        "Mutation.stopUnderperforming(input: StopUnderperformingInput!): SweepPruning!",
        "mutations.sweep_changes:stop_underperforming",
        "Calls off all running runs of a sweep that have come so far, but for the best. A repeat changes nothing.",
        access=WRITE,
    ),
)
