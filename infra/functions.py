"""A Lambda function of the package: arm64, traced, with limited log retention and explicit permissions."""

import re
from collections.abc import Iterable

from aws_cdk import Duration, RemovalPolicy
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from constructs import Construct

from infra.packaging import PYTHON
from infra.stage import Stage
from infra.telemetry import everybodys

ALIAS = "live"
KEPT = lambda_.VersionOptions(removal_policy=RemovalPolicy.RETAIN)
"""Versions outlive the next deployment, so that the alias can go back; `infra.operator.versions` removes old ones."""
LOG_DAYS = {14: logs.RetentionDays.TWO_WEEKS, 90: logs.RetentionDays.THREE_MONTHS}


class PackagedFunction(Construct):
    """One function, its role and its log."""

    def __init__(
        self,
        scope: Construct,
        name: str,
        stage: Stage,
        *,
        handler: str,
        description: str,
        environment: dict[str, str],
        rights: Iterable[iam.PolicyStatement],
        seconds: int = 29,
        memory: int = 1024,
        snap_start: bool = False,
    ) -> None:
        super().__init__(scope, name)
        self.title, self.seconds, self.service = hyphenated(name), seconds, stage.named("api")
        self.name = stage.named(self.title)
        self.log = log_group(self, f"/aws/lambda/{self.name}", stage)
        self.role = iam.Role(self, "Role", assumed_by=iam.ServicePrincipal("lambda.amazonaws.com"))
        self.rights = iam.Policy(self, "Rights", statements=[*rights, *everybodys(self.log)], roles=[self.role])
        self.function = lambda_.Function(
            self,
            "Function",
            function_name=self.name,
            description=description,
            runtime=lambda_.Runtime(f"python{PYTHON}", lambda_.RuntimeFamily.PYTHON, supports_snap_start=True),
            architecture=lambda_.Architecture.ARM_64,
            code=lambda_.Code.from_asset(str(stage.package)),
            handler=handler,
            environment={"POWERTOOLS_SERVICE_NAME": self.service, "POWERTOOLS_LOG_LEVEL": "INFO", **environment},
            role=iam.Role.from_role_arn(self, "Fixed", self.role.role_arn, mutable=False),
            timeout=Duration.seconds(seconds),
            memory_size=memory,
            tracing=lambda_.Tracing.ACTIVE,
            log_group=self.log,
            snap_start=lambda_.SnapStartConf.ON_PUBLISHED_VERSIONS if snap_start else None,
            current_version_options=KEPT,
        )
        self.function.node.add_dependency(self.rights)
        self.alias = lambda_.Alias(self, "Live", alias_name=ALIAS, version=self.function.current_version)


def hyphenated(name: str) -> str:
    """DocumentProcessor is document-processor in the names that AWS shows."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def log_group(scope: Construct, name: str, stage: Stage) -> logs.LogGroup:
    """A log group that is created before its writer, so that it does not keep logs forever."""
    return logs.LogGroup(
        scope,
        "Log",
        log_group_name=name,
        retention=LOG_DAYS[stage.log_days],
        removal_policy=RemovalPolicy.DESTROY,
    )


def invoker(scope: Construct, name: str, alias: lambda_.Alias) -> iam.IRole:
    """The role that AppSync uses to call a function: only this alias."""
    role = iam.Role(scope, name, assumed_by=iam.ServicePrincipal("appsync.amazonaws.com"))
    role.add_to_policy(
        iam.PolicyStatement(sid="Call", actions=["lambda:InvokeFunction"], resources=[alias.function_arn])
    )
    return role.without_policy_updates()
