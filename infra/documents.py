"""Documents: PDFs are uploaded, sent through Textract, and their results kept.

What looks after both pipelines (the consumer of dead letters and the sweeper) is here too: it works on documents first.
"""

from aws_cdk import Aws, CfnOutput, Duration, Stack
from aws_cdk import aws_events as events
from aws_cdk import aws_events_targets as targets
from aws_cdk import aws_iam as iam
from aws_cdk import aws_sns as sns
from aws_cdk import aws_sns_subscriptions as subscriptions
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.buckets import UploadBucket
from infra.cats import CatsStack
from infra.document_rights import RESULTS, UPLOADS, DocumentRights
from infra.functions import PackagedFunction
from infra.queues import WORKER_SECONDS, QueuePair, work_on
from infra.stage import Stage
from infra.state import StateStack

CLOCK = Duration.minutes(5)
SWEEP_SECONDS = 240
"""Less than the clock's five minutes, so that two sweeps never run side by side."""
MEMORY = 512


class DocumentsStack(Stack):
    """The bucket, the queues, Textract's topic, and the workers."""

    def __init__(self, scope: Construct, name: str, stage: Stage, state: StateStack, cats: CatsStack) -> None:
        super().__init__(scope, name, description=f"Tessera {stage.name}: documents", analytics_reporting=False)
        self.stage, self.state, self.cats = stage, state, cats
        self.input = QueuePair(self, "DocumentsInput", stage)
        self.output = QueuePair(self, "DocumentsOutput", stage)
        self.bucket = UploadBucket(
            self, "DocumentsBucket", stage, uploads=UPLOADS, ours=(UPLOADS, RESULTS), wakes=self.input, only_tagged=True
        )
        self.notifications = self._notifications()
        self.topic = sns.Topic(
            self, "Textract", topic_name=f"AmazonTextract-{stage.named('documents')}", enforce_ssl=True
        )
        self.topic.add_subscription(subscriptions.SqsSubscription(self.output.queue))
        self.textract = self._textract()
        self.variables = self._variables()
        self._workers(DocumentRights(self))
        self._wake()
        CfnOutput(self, "Bucket", value=self.bucket.name)
        CfnOutput(self, "NotificationsUrl", value=self.notifications.queue_url)

    @property
    def workers(self) -> tuple[PackagedFunction, ...]:
        return self.processor, self.completion, self.dead_letters, self.sweeper

    def _notifications(self) -> sqs.Queue:
        """For programs that poll; what was not fetched within the hour is old news."""
        return sqs.Queue(
            self,
            "Notifications",
            queue_name=self.stage.named("notifications"),
            encryption=sqs.QueueEncryption.SQS_MANAGED,
            enforce_ssl=True,
            retention_period=Duration.hours(1),
            receive_message_wait_time=Duration.seconds(20),
        )

    def _textract(self) -> iam.Role:
        """The role in which Textract says that it is done: for jobs of this account, on this topic."""
        conditions = {
            "StringEquals": {"aws:SourceAccount": Aws.ACCOUNT_ID},
            "ArnLike": {"aws:SourceArn": f"arn:{Aws.PARTITION}:textract:*:{Aws.ACCOUNT_ID}:*"},
        }
        principal = iam.ServicePrincipal("textract.amazonaws.com", conditions=conditions)
        role = iam.Role(self, "TextractRole", assumed_by=principal)
        publish = iam.PolicyStatement(sid="Notify", actions=["sns:Publish"], resources=[self.topic.topic_arn])
        role.add_to_policy(publish)
        self.topic.add_to_resource_policy(
            iam.PolicyStatement(
                sid="Textract",
                principals=[iam.ArnPrincipal(role.role_arn)],
                actions=["sns:Publish"],
                resources=[self.topic.topic_arn],
            )
        )
        return role

    def _variables(self) -> dict[str, str]:
        return {
            "DOCUMENTS_BUCKET": self.bucket.name,
            "DOCUMENTS_INPUT_QUEUE_URL": self.input.queue.queue_url,
            "DOCUMENTS_OUTPUT_QUEUE_URL": self.output.queue.queue_url,
            "DOCUMENTS_TOPIC_ARN": self.topic.topic_arn,
            "TEXTRACT_ROLE_ARN": self.textract.role_arn,
            **self.stage.document_limits,
        }

    def _workers(self, rights: DocumentRights) -> None:
        self.processor = self._worker(
            "DocumentProcessor", "workers.document_processor.handler", "Sends documents to Textract.", rights.processor
        )
        self.completion = self._worker(
            "CompletionProcessor", "workers.completion_processor.handler", "Collects results.", rights.completion
        )
        self.dead_letters = self._worker(
            "DeadLetterConsumer", "workers.dead_letters.handler", "Records messages that failed.", rights.dead_letters
        )
        self.sweeper = self._worker(
            "Sweeper", "workers.sweeper.handler", "Finds what was lost.", rights.sweeper, SWEEP_SECONDS
        )

    def _worker(
        self,
        name: str,
        handler: str,
        description: str,
        rights: list[iam.PolicyStatement],
        seconds: int = WORKER_SECONDS,
    ) -> PackagedFunction:
        return PackagedFunction(
            self,
            name,
            self.stage,
            handler=handler,
            description=description,
            environment={**self.state.variables, **self.variables, **self.cats.variables},
            rights=rights,
            seconds=seconds,
            memory=MEMORY,
        )

    def _wake(self) -> None:
        """One message at a time where a message may need all of a worker's time: of several, all would come again, and
        have used up a try, also those that were done. Dead letters need little, and are tried without end."""
        work_on(self.processor, "Uploads", self.input.queue, batch_size=1)
        work_on(self.completion, "Completions", self.output.queue, batch_size=1)
        for source in (self.input, self.output, self.cats.images):
            work_on(self.dead_letters, f"Dead{source.node.id}", source.dead, batch_size=10)
        clock = events.Rule(
            self, "Clock", rule_name=self.stage.named("sweeper-clock"), schedule=events.Schedule.rate(CLOCK)
        )
        clock.add_target(targets.LambdaFunction(self.sweeper.alias, retry_attempts=0))
