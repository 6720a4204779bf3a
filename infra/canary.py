"""Careful deployments: new code answers a tenth of the calls for five minutes, and goes back if an alarm rings.

A stack of its own, deployed before the API: the aliases name the groups, and CloudFormation hands their updates to
CodeDeploy. The groups name alarms, which the Watch stack makes.
"""

from aws_cdk import ArnFormat, Stack
from aws_cdk import aws_codedeploy as codedeploy
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.functions import PackagedFunction, hyphenated
from infra.stage import Stage

CAREFUL = "CodeDeployDefault.LambdaCanary10Percent5Minutes"
RING = ("failures", "errors", "p99")
"""The alarms of a function that turn a deployment back."""


class CanaryStack(Stack):
    """An application of CodeDeploy, with a group for each function that people wait for."""

    def __init__(self, scope: Construct, name: str, stage: Stage, functions: tuple[str, ...]) -> None:
        super().__init__(scope, name, description=f"Tessera {stage.name}: canaries", analytics_reporting=False)
        self.stage = stage
        self.application = stage.named("canaries")
        made = codedeploy.CfnApplication(
            self, "Application", application_name=self.application, compute_platform="Lambda"
        )
        for each in functions:
            group = self._group(hyphenated(each))
            group.add_resource_dependency(made)

    def _group(self, title: str) -> codedeploy.CfnDeploymentGroup:
        alarms = [self.stage.named(f"{title}-{alarm}") for alarm in RING]
        return codedeploy.CfnDeploymentGroup(
            self,
            f"{title.title()}Group",
            application_name=self.application,
            deployment_group_name=self.stage.named(title),
            deployment_config_name=CAREFUL,
            service_role_arn=self._role(title).role_arn,
            deployment_style=codedeploy.CfnDeploymentGroup.DeploymentStyleProperty(
                deployment_type="BLUE_GREEN", deployment_option="WITH_TRAFFIC_CONTROL"
            ),
            alarm_configuration=codedeploy.CfnDeploymentGroup.AlarmConfigurationProperty(
                enabled=True, alarms=[codedeploy.CfnDeploymentGroup.AlarmProperty(name=name) for name in alarms]
            ),
            auto_rollback_configuration=codedeploy.CfnDeploymentGroup.AutoRollbackConfigurationProperty(
                enabled=True, events=["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_ALARM", "DEPLOYMENT_STOP_ON_REQUEST"]
            ),
        )

    def _role(self, title: str) -> iam.Role:
        """Move the alias of this function, and look at alarms."""
        role = iam.Role(self, f"{title.title()}Role", assumed_by=iam.ServicePrincipal("codedeploy.amazonaws.com"))
        function = self.format_arn(
            service="lambda",
            resource="function",
            resource_name=f"{self.stage.named(title)}*",
            arn_format=ArnFormat.COLON_RESOURCE_NAME,
        )
        role.add_to_policy(
            iam.PolicyStatement(
                sid="MoveAlias",
                actions=["lambda:GetAlias", "lambda:GetProvisionedConcurrencyConfig", "lambda:UpdateAlias"],
                resources=[function],
            )
        )
        role.add_to_policy(
            iam.PolicyStatement(sid="LookAtAlarms", actions=["cloudwatch:DescribeAlarms"], resources=["*"])
        )
        return role


def handled_with_care(stage: Stage, packaged: PackagedFunction) -> None:
    """Let CodeDeploy move the alias of a function."""
    alias = packaged.alias.node.default_child
    assert isinstance(alias, lambda_.CfnAlias)  # noqa: S101  tells mypy
    alias.add_override(
        "UpdatePolicy",
        {
            "CodeDeployLambdaAliasUpdate": {
                "ApplicationName": stage.named("canaries"),
                "DeploymentGroupName": stage.named(packaged.title),
            }
        },
    )
