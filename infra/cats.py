"""Cats: pictures are uploaded, looked at by Rekognition, and told apart."""

from aws_cdk import CfnOutput, Stack
from aws_cdk import aws_iam as iam
from constructs import Construct

from entities.tables import CATS, LETTERS
from infra.buckets import UploadBucket
from infra.functions import PackagedFunction
from infra.permissions import may_change, may_look, on_objects, unlimited
from infra.queues import WORKER_SECONDS, QueuePair, may_send, may_take, work_on
from infra.stage import Stage
from infra.state import StateStack

HANDLER = "workers.cat_processor.handler"
FAILED, LOGS = "failed/", "logs/"
UPLOADS, KEPT = "uploads/", ("done/", FAILED, LOGS)
KEPT_DAYS = 16
"""DynamoDB deletes an image 14 days after it was created, however often it was tried, and may take two days more.
Nothing else deletes its files then."""
MEMORY = 512


class CatsStack(Stack):
    """The bucket, the queue and the processor."""

    def __init__(self, scope: Construct, name: str, stage: Stage, state: StateStack) -> None:
        super().__init__(scope, name, description=f"Tessera {stage.name}: cats", analytics_reporting=False)
        self.images = QueuePair(self, "Cats", stage)
        self.bucket = UploadBucket(
            self,
            "CatsBucket",
            stage,
            uploads=UPLOADS,
            ours=(UPLOADS, *KEPT),
            wakes=self.images,
            kept_days=KEPT_DAYS,
        )
        self.variables = {"CATS_BUCKET": self.bucket.name, "CATS_QUEUE_URL": self.images.queue.queue_url}
        self.processor = PackagedFunction(
            self,
            "CatProcessor",
            stage,
            handler=HANDLER,
            description="Has pictures recognised.",
            environment={**state.variables, **self.variables},
            rights=[
                may_take(self.images.queue),
                may_send(self.images.queue),
                may_change({each.name: state.tables[each.name] for each in (CATS, LETTERS)}),
                *self._objects(),
                unlimited("Recognise", "rekognition:DetectLabels"),
            ],
            seconds=WORKER_SECONDS,
            memory=MEMORY,
        )
        work_on(self.processor, "Images", self.images.queue, batch_size=1)
        CfnOutput(self, "Bucket", value=self.bucket.name)

    def _objects(self) -> list[iam.PolicyStatement]:
        """Look at an upload, copy it to where it is kept, write its log, and remove the upload and an older log."""
        return [
            *may_look("Pictures", self.bucket),
            on_objects("KeepPictures", self.bucket, ["s3:PutObject"], KEPT),
            on_objects("RemoveUploads", self.bucket, ["s3:DeleteObject"], [UPLOADS, FAILED, LOGS]),
        ]
