"""Permissions that every function has: logs of its own, and traces."""

from collections.abc import Iterable

from aws_cdk import aws_iam as iam
from aws_cdk import aws_logs as logs


def may_trace() -> iam.PolicyStatement:
    """Write traces; X-Ray has no ARNs to limit this to."""
    actions = ["xray:PutTelemetryRecords", "xray:PutTraceSegments"]
    return iam.PolicyStatement(sid="Trace", actions=actions, resources=["*"])


def may_log(group_arns: Iterable[str]) -> iam.PolicyStatement:
    actions = ["logs:CreateLogStream", "logs:PutLogEvents"]
    return iam.PolicyStatement(sid="Log", actions=actions, resources=list(group_arns))


def everybodys(log: logs.ILogGroup) -> list[iam.PolicyStatement]:
    """What every function may do."""
    return [may_trace(), may_log([log.log_group_arn])]
