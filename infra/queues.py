"""A queue of work: what fails three times goes into its dead-letter queue."""

from aws_cdk import Aws, Duration
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.functions import PackagedFunction, hyphenated
from infra.stage import Stage

WORKER_SECONDS = 30
VISIBILITY_SECONDS = 6 * WORKER_SECONDS
"""Lambda's advice: a message stays hidden while its worker is tried again."""
TRIES = 3
CONCURRENT = 5
"""How many workers one queue may keep busy: recognition allows few jobs at a time."""
TAKE = ("sqs:ChangeMessageVisibility", "sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage")


class QueuePair(Construct):
    """A queue and its dead-letter queue."""

    def __init__(self, scope: Construct, name: str, stage: Stage) -> None:
        super().__init__(scope, name)
        self.title = hyphenated(name)
        self.dead = plain_queue(self, "Dead", stage.named(f"{self.title}-dead"))
        self.queue = sqs.Queue(
            self,
            "Queue",
            queue_name=stage.named(self.title),
            encryption=sqs.QueueEncryption.SQS_MANAGED,
            enforce_ssl=True,
            retention_period=Duration.days(4),
            visibility_timeout=Duration.seconds(VISIBILITY_SECONDS),
            receive_message_wait_time=Duration.seconds(20),
            dead_letter_queue=sqs.DeadLetterQueue(max_receive_count=TRIES, queue=self.dead),
        )

    def admit_bucket(self, arn: str) -> None:
        """Let a bucket of this account send its events."""
        self.queue.add_to_resource_policy(
            iam.PolicyStatement(
                sid="Uploads",
                principals=[iam.ServicePrincipal("s3.amazonaws.com")],
                actions=["sqs:SendMessage"],
                resources=[self.queue.queue_arn],
                conditions={"ArnEquals": {"aws:SourceArn": arn}, "StringEquals": {"aws:SourceAccount": Aws.ACCOUNT_ID}},
            )
        )


def plain_queue(scope: Construct, name: str, queue_name: str) -> sqs.Queue:
    """A queue that keeps messages for two weeks."""
    return sqs.Queue(
        scope,
        name,
        queue_name=queue_name,
        encryption=sqs.QueueEncryption.SQS_MANAGED,
        enforce_ssl=True,
        retention_period=Duration.days(14),
        visibility_timeout=Duration.seconds(VISIBILITY_SECONDS),
    )


def may_take(*queues: sqs.Queue) -> iam.PolicyStatement:
    return iam.PolicyStatement(sid="Take", actions=list(TAKE), resources=[queue.queue_arn for queue in queues])


def may_send(*queues: sqs.Queue) -> iam.PolicyStatement:
    return iam.PolicyStatement(sid="Send", actions=["sqs:SendMessage"], resources=[queue.queue_arn for queue in queues])


def work_on(worker: PackagedFunction, name: str, queue: sqs.Queue, *, batch_size: int) -> None:
    """Wake a function with the messages of a queue; it reports which of them failed."""
    mapping = lambda_.EventSourceMapping(
        worker,
        name,
        target=worker.alias,
        event_source_arn=queue.queue_arn,
        batch_size=batch_size,
        max_concurrency=CONCURRENT,
        report_batch_item_failures=True,
    )
    mapping.node.add_dependency(worker.rights)
