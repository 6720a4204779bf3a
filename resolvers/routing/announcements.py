"""Changes that subscribers are told of."""

from resolvers.routing.announcement import Announcement, Occasion

JOB = {"job": "jobId name status"}
NOVA = {"nova": "novaId primaryName status"}
"""What is sent of the objects that an item leads to."""

ANNOUNCEMENTS = (
    Announcement(
        "Subscription.onJobStatus(jobId: ID, status: JobState): JobStatus",
        "JobStatus",
        "New entries in the histories of jobs: a job has reached a status or made progress.",
        relations=JOB,
        query="job",
        arguments={
            "jobId": "Only entries of this job. If left out, entries of all jobs.",
            "status": "Only entries with this status. If left out, entries with any status.",
        },
    ),
    Announcement(
        "Subscription.onJobMetric(jobId: ID, metricName: String): JobMetric",
        "JobMetric",
        "Measurements of jobs, as they are recorded.",
        relations=JOB,
        query="job",
        sends_json=True,
        arguments={
            "jobId": "Only measurements of this job. If left out, measurements of all jobs.",
            "metricName": "Only measurements of this metric, such as `val_loss`. If left out, measurements of all "
            "metrics.",
        },
    ),
    Announcement(
        "Subscription.onJobLog(jobId: ID, logLevel: LogLevel): JobLog",
        "JobLog",
        "Lines in the logs of jobs, as they are written.",
        query="job",
        arguments={
            "jobId": "Only lines of this job. If left out, lines of all jobs.",
            "logLevel": "Only lines with exactly this level: ERROR does not include CRITICAL. If left out, lines of "
            "all levels.",
        },
    ),
    Announcement(
        "Subscription.onSweepProgress(sweepId: ID): Sweep",
        ("Job", "JobDependency"),
        "How many runs of a sweep are in which state, whenever one of these numbers changes, whichever program made "
        "the sweep or changed its runs.",
        made="loaders.derived:Sweep",
        occasion=Occasion.ANY,
        relations=JOB,
        query="sweep",
        arguments={"sweepId": "Only this sweep. If left out, all sweeps."},
    ),
    Announcement(
        "Subscription.onLabelChanged(imageId: ID, receiptId: Int): ReceiptWordLabel",
        "ReceiptWordLabel",
        "Labels of words, as they are proposed, checked or replaced.",
        relations={"word": "imageId receiptId lineId wordId text", "receipt": "imageId receiptId"},
        arguments={
            "imageId": "Only labels on this image. If left out, labels on all images.",
            "receiptId": "Only labels on receipts with this number. Give `imageId` too: the numbers start from 1 on "
            "each image.",
        },
    ),
    Announcement(
        "Subscription.onSpectraChanged(novaId: ID, provider: String): SpectraProduct",
        "SpectraProduct",
        "Spectra, whenever one is registered, fetched, validated, reviewed or changed in another way.",
        relations=NOVA,
        sends_json=True,
        has_audience=True,
        arguments={
            "novaId": "Only spectra of this nova. If left out, spectra of all novae.",
            "provider": "Only spectra from this archive or donor, such as `ESO`; upper and lower case matter. If left "
            "out, spectra from all of them.",
        },
    ),
    Announcement(
        "Subscription.onJobRunChanged(novaId: ID, correlationId: ID): JobRun",
        "JobRun",
        "Workflow runs, whenever one begins or ends.",
        relations=NOVA,
        sends_json=True,
        has_audience=True,
        arguments={
            "novaId": "Only runs about this nova. If left out, runs about all novae, and those that have none yet.",
            "correlationId": "Only the runs that one request set off, by the id that they share. If left out, all "
            "runs.",
        },
    ),
    Announcement(
        "Subscription.onQueueChanged(queueName: String): Queue",
        "Queue",
        "Queues, whenever one is created or changed. `jobCount` changes with every job that enters or leaves.",
        query="queue",
        arguments={"queueName": "Only this queue. If left out, all queues."},
    ),
    Announcement(
        "Subscription.onInstanceChanged(instanceId: ID): Instance",
        "Instance",
        "Machines that jobs run on, whenever one is registered or its state changes.",
        query="instance",
        arguments={"instanceId": "Only this machine. If left out, all machines."},
    ),
    Announcement(
        "Subscription.onImageImported: Image",
        "Image",
        "Images, once each, as soon as their import is complete.",
        occasion=Occasion.CREATION,
        query="image",
    ),
    Announcement(
        "Subscription.onCatImage(batchId: ID, clientId: ID): CatImage",
        "CatImage",
        "Cat images, whenever one is registered, processed or changed in another way. Subscribers hear of the images "
        "of their own client; operators and IAM of all.",
        query="catImage",
        without=("rekognitionResponse",),
        has_audience=True,
        arguments={
            "batchId": "Only images of this batch. If left out, images of all batches.",
            "clientId": "Only images of this client. If left out, all that the subscriber may see.",
        },
    ),
    Announcement(
        "Subscription.onDocumentEvent(jobId: ID): DocumentEvent",
        "TextractJob",
        "What happens to documents: steps on their way, progress, and errors. Callers hear of the documents of their "
        "own client, and if they are signed in of those that belong to none.",
        made="loaders.document_events:DocumentEvent",
        query="document",
        has_audience=True,
        arguments={"jobId": "Only events of this document. If left out, events of all documents."},
    ),
    Announcement(
        "Subscription.onDeleted(type: String, imageId: ID): Deletion",
        (
            "Image",
            "Receipt",
            "ReceiptWordLabel",
            "BatchSummary",
            "Job",
            "Queue",
            "Instance",
            "Nova",
            "SpectraProduct",
            "CatImage",
            "TextractJob",
        ),
        "Deleted items of the types `Image`, `Receipt`, `ReceiptWordLabel`, `BatchSummary`, `Job`, `Queue`, "
        "`Instance`, `Nova`, `SpectraProduct`, `CatImage` and `TextractJob`. What goes with a deleted image, "
        "receipt or nova is not announced one by one: the message of that one stands for all of it.",
        made="loaders.derived:Deletion",
        occasion=Occasion.REMOVAL,
        has_audience=True,
        arguments={
            "type": "Only items of this type, such as `Image`. If left out, items of all these types.",
            "imageId": "Only this image and what belongs to it. If left out, all images, and all else.",
        },
    ),
)
