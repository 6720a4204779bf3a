"""Monitoring: alarms, each with what to do about it, and one dashboard."""

from collections.abc import Iterable, Iterator

from aws_cdk import Aws, CfnOutput, Stack
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_cloudwatch_actions as actions
from aws_cdk import aws_iam as iam
from aws_cdk import aws_sns as sns
from aws_cdk import aws_sns_subscriptions as subscriptions
from constructs import Construct

from infra.alarms import Alarm, alarms
from infra.api import ApiStack
from infra.dashboard import widgets
from infra.publisher import PublisherStack
from infra.stage import Stage
from infra.upload_alarms import upload_alarms
from infra.uploads import Uploads


class WatchStack(Stack):
    """Only reads metrics: nothing depends on it."""

    def __init__(
        self, scope: Construct, name: str, stage: Stage, api: ApiStack, publisher: PublisherStack, uploads: Uploads
    ) -> None:
        super().__init__(scope, name, description=f"Tessera {stage.name}: alarms", analytics_reporting=False)
        self.topic = sns.Topic(self, "Alarms", topic_name=stage.named("alarms"), enforce_ssl=True)
        self.topic.add_to_resource_policy(self._from_cloudwatch())
        if stage.alarm_email:
            self.topic.add_subscription(subscriptions.EmailSubscription(stage.alarm_email))
        CfnOutput(self, "AlarmTopic", value=self.topic.topic_arn)
        wanted = [*alarms(api, publisher), *upload_alarms(stage, uploads)]
        made = list(self._alarms(stage, wanted))
        dashboard = cloudwatch.Dashboard(self, "Dashboard", dashboard_name=stage.named("dashboard"))
        dashboard.add_widgets(cloudwatch.AlarmStatusWidget(alarms=made, title="Alarms", width=24, height=3))
        for row in widgets(api, publisher):
            dashboard.add_widgets(*row)

    def _from_cloudwatch(self) -> iam.PolicyStatement:
        """`enforce_ssl` replaces SNS's own policy, and without this CloudWatch may not publish any alarm."""
        return iam.PolicyStatement(
            sid="Alarms",
            principals=[iam.ServicePrincipal("cloudwatch.amazonaws.com")],
            actions=["sns:Publish"],
            resources=[self.topic.topic_arn],
            conditions={"StringEquals": {"aws:SourceAccount": Aws.ACCOUNT_ID}},
        )

    def _alarms(self, stage: Stage, wanted: Iterable[Alarm]) -> Iterator[cloudwatch.Alarm]:
        for each in wanted:
            alarm = self._alarm(stage, each)
            alarm.add_alarm_action(actions.SnsAction(self.topic))
            alarm.add_ok_action(actions.SnsAction(self.topic))
            yield alarm

    def _alarm(self, stage: Stage, each: Alarm) -> cloudwatch.Alarm:
        return cloudwatch.Alarm(
            self,
            each.name,
            alarm_name=stage.named(each.name),
            alarm_description=each.advice,
            metric=each.metric,
            threshold=each.above,
            comparison_operator=cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
            evaluation_periods=each.periods,
            datapoints_to_alarm=each.periods,
            treat_missing_data=cloudwatch.TreatMissingData.NOT_BREACHING,
        )
