"""The publisher: changes in the tables become announcements. What it cannot send is parked, never silently lost."""

from collections.abc import Mapping
from typing import Any

from aws_cdk import CfnOutput, Duration, Stack
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from entities.tables import LETTERS, TABLES
from infra.announced import REMOVE, Announced, announced
from infra.api import ApiStack
from infra.documents import DocumentsStack
from infra.functions import PackagedFunction
from infra.permissions import api_arn, may_call, may_complete, may_count, may_follow
from infra.queues import may_send
from infra.stage import Stage
from infra.state import StateStack
from resolvers.routing.routes import routes

HANDLER = "workers.publish.handler"
SECONDS = 60
MAX_HOURS = 12
"""A change is tried again for so long: half of the day that streams keep it, so that it can be replayed afterwards."""


class PublisherStack(Stack):
    """A function on the streams of the tables whose changes are announced."""

    def __init__(
        self, scope: Construct, name: str, stage: Stage, state: StateStack, api: ApiStack, documents: DocumentsStack
    ) -> None:
        super().__init__(scope, name, description=f"Tessera {stage.name}: the publisher", analytics_reporting=False)
        self.stage = stage
        self.parked = self._queue("Parked")
        self.skipped = self._queue("Skipped")
        followed = [each for each in _watched(stage) if state.tables[each.table.name].table_stream_arn]
        tables: list[dynamodb.ITable] = [state.tables[each.table.name] for each in followed]
        publish = [route.key for route in routes().values() if route.is_publish]
        self.publisher = PackagedFunction(
            self,
            "Publisher",
            stage,
            handler=HANDLER,
            description="Notifies subscribers of changes.",
            environment={
                "TESSERA_GRAPHQL_URL": api.api.graphql_url,
                "TESSERA_DLQ_URL": self.parked.queue_url,
                "NOTIFICATIONS_QUEUE_URL": documents.notifications.queue_url,
                **{each.table.variable: state.tables[each.table.name].table_name for each in _watched(stage)},
                LETTERS.variable: state.tables[LETTERS.name].table_name,
                **state.declarations,
            },
            rights=[
                *may_follow(tables),
                *may_complete(state.tables),
                may_count(state.tables[LETTERS.name]),
                may_call(api_arn(self, api.api.api_id), publish),
                self._may_park(),
                may_send(documents.notifications),
            ],
            seconds=SECONDS,
            memory=512,
        )
        for queue in (self.parked, self.skipped):
            CfnOutput(self, f"{queue.node.id}Url", value=queue.queue_url)
        for each, table in zip(followed, tables, strict=True):
            self._follow(each, table)

    def _queue(self, name: str) -> sqs.Queue:
        return sqs.Queue(
            self,
            name,
            queue_name=self.stage.named(name.lower()),
            encryption=sqs.QueueEncryption.SQS_MANAGED,
            enforce_ssl=True,
            retention_period=Duration.days(14),
            visibility_timeout=Duration.seconds(SECONDS * 6),
        )

    def _may_park(self) -> iam.PolicyStatement:
        queues = [self.parked.queue_arn, self.skipped.queue_arn]
        return iam.PolicyStatement(sid="Park", actions=["sqs:SendMessage"], resources=queues)

    def _follow(self, each: Announced, table: dynamodb.ITable) -> None:
        """In order, in small batches, halving those that fail, until they are too old; those go to `Skipped`."""
        mapping = lambda_.EventSourceMapping(
            self,
            f"Follow{each.table.name.title()}",
            target=self.publisher.alias,
            event_source_arn=table.table_stream_arn,
            starting_position=lambda_.StartingPosition.TRIM_HORIZON,
            batch_size=100,
            max_batching_window=Duration.seconds(0),
            parallelization_factor=1,
            bisect_batch_on_error=True,
            report_batch_item_failures=True,
            max_record_age=Duration.hours(MAX_HOURS),
            filters=None if each.table.name in self.stage.own_tables else _filters(each),
        )
        made = mapping.node.default_child
        assert isinstance(made, lambda_.CfnEventSourceMapping)  # noqa: S101  tells mypy
        made.destination_config = lambda_.CfnEventSourceMapping.DestinationConfigProperty(
            on_failure=lambda_.CfnEventSourceMapping.OnFailureProperty(destination=self.skipped.queue_arn)
        )
        mapping.node.add_dependency(self.publisher.rights)


def _watched(stage: Stage) -> list[Announced]:
    """The tables whose changes are announced, and those that are ours alone, so that a foreign item is noticed."""
    found = announced()
    known = {each.table.name for each in found}
    return [*found, *(Announced(TABLES[name], (), ()) for name in stage.own_tables if name not in known)]


def _filters(each: Announced) -> list[Mapping[str, Any]]:
    """Lambda is not called for items of other types. Items without a type pass too: their keys may identify them."""
    patterns: list[dict[str, Any]] = []
    for events, image, types in (
        (("INSERT", "MODIFY"), "NewImage", each.changed),
        ((REMOVE,), "OldImage", each.removed),
    ):
        happened: dict[str, Any] = {"eventName": lambda_.FilterRule.or_(*events)}
        kinds = (list(types), lambda_.FilterRule.not_exists()) if each.table.discriminator else ()
        images = [{"dynamodb": {image: {each.table.discriminator: {"S": kind}}}} for kind in kinds] or [{}]
        patterns += [{**happened, **each_image} for each_image in images if types]
    return [lambda_.FilterCriteria.filter(pattern) for pattern in patterns]
