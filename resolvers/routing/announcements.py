"""Changes that subscribers are told of: each is a subscription, and the mutation that the publisher calls for it.

The publisher gives the whole item as it is shown; subscribers get what they selected of it, if the arguments that they
gave equal the fields of the same names.
"""

from dataclasses import dataclass
from functools import cached_property

from resolvers.routing.route import PUBLISH, READ, Route
from resolvers.signatures import Signature


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
    """`module:function` below resolvers that makes what is told from the item; empty where the item itself is told."""

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
            f"For the publisher alone: tells subscribers of {self.signature.field_name} what changed.",
            access=PUBLISH,
        )


ANNOUNCEMENTS = (
    Announcement(
        "Subscription.onJobStatus(jobId: ID, status: JobState): JobStatus",
        "JobStatus",
        "New entries in the history of jobs: of all, of one job, or those that come to a status.",
    ),
    Announcement(
        "Subscription.onJobMetric(jobId: ID, metricName: String): JobMetric",
        "JobMetric",
        "Measurements as they are recorded: of all jobs or of one, all or of one name.",
    ),
    Announcement(
        "Subscription.onJobLog(jobId: ID, logLevel: LogLevel): JobLog",
        "JobLog",
        "Log lines as they are written: of all jobs or of one, all or those of a level.",
    ),
    Announcement(
        "Subscription.onSweepProgress(sweepId: ID): Sweep",
        "Job",
        "How far a sweep has come, whenever one of its runs changes.",
        shown_by="jobs:sweep_of",
    ),
    Announcement(
        "Subscription.onLabelChanged(imageId: ID, receiptId: Int): ReceiptWordLabel",
        "ReceiptWordLabel",
        "Labels as they are added, validated or corrected: everywhere, on an image or on a receipt.",
    ),
    Announcement(
        "Subscription.onSpectraChanged(novaId: ID, provider: String): SpectraProduct",
        "SpectraProduct",
        "Spectra as they are registered, acquired, validated or reviewed: of all novae, or of one.",
    ),
    Announcement(
        "Subscription.onJobRunChanged(novaId: ID, correlationId: ID): JobRun",
        "JobRun",
        "Workflow runs as they start and end: all, or those on a nova, or those that belong together.",
    ),
)
