"""Changes that subscribers are told of: each is a subscription, and the mutation that the publisher calls for it.

The publisher gives the whole item as it is shown; subscribers get what they selected of it, if the arguments that they
gave equal the fields of the same names.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from resolvers.routing.route import PUBLISH, READ, Route
from resolvers.routing.signatures import Signature


@dataclass(frozen=True)
class Announcement:
    """One kind of change."""

    text: str
    """The subscription as GraphQL writes it."""
    entity: str
    """The stored type whose changes are told."""
    description: str
    access: tuple[str, ...] = READ
    shown_by: str = ""
    """`module:function` that makes what is told from the item; empty where the item itself is told."""
    arguments: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What its arguments mean, by name."""

    @cached_property
    def signature(self) -> Signature:
        return Signature(self.text)

    @property
    def mutation(self) -> str:
        """onJobStatus -> publishJobStatus"""
        return "publish" + self.signature.field_name.removeprefix("on")

    @cached_property
    def publish(self) -> Route:
        """The mutation that tells subscribers; it stores nothing."""
        returns = self.signature.returns.name
        return Route(
            f"Mutation.{self.mutation}(item: AWSJSON!, eventId: ID): {returns}",
            "",
            f"For internal use: delivers a change to the subscribers of `{self.signature.field_name}`, and stores "
            "nothing.",
            access=PUBLISH,
            arguments={
                "item": f"The changed `{returns}` as JSON, with all fields that subscribers may select.",
                "eventId": "The id of the change. The same change sent again has the same id.",
            },
        )


ANNOUNCEMENTS = (
    Announcement(
        "Subscription.onJobStatus(jobId: ID, status: JobState): JobStatus",
        "JobStatus",
        "New entries in the histories of jobs: a job has reached a status or made progress.",
        arguments={
            "jobId": "Only entries of this job. If left out, entries of all jobs.",
            "status": "Only entries with this status. If left out, entries with any status.",
        },
    ),
    Announcement(
        "Subscription.onJobMetric(jobId: ID, metricName: String): JobMetric",
        "JobMetric",
        "Measurements of jobs, as they are recorded.",
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
        arguments={
            "jobId": "Only lines of this job. If left out, lines of all jobs.",
            "logLevel": "Only lines with exactly this level: ERROR does not include CRITICAL. If left out, lines of "
            "all levels.",
        },
    ),
    Announcement(
        "Subscription.onSweepProgress(sweepId: ID): Sweep",
        "Job",
        "How many runs of a sweep are in which state, whenever one of these numbers changes. Only sweeps that were "
        "made by `createSweep` are announced.",
        shown_by="loaders.sweeps:sweep_of",
        arguments={"sweepId": "Only this sweep. If left out, all sweeps."},
    ),
    Announcement(
        "Subscription.onLabelChanged(imageId: ID, receiptId: Int): ReceiptWordLabel",
        "ReceiptWordLabel",
        "Labels of words, as they are proposed, checked or replaced.",
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
        arguments={
            "novaId": "Only runs about this nova. If left out, runs about all novae, and those that have none yet.",
            "correlationId": "Only the runs that one request set off, by the id that they share. If left out, all "
            "runs.",
        },
    ),
)
