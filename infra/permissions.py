"""IAM permissions, limited to tables, indexes, streams and fields."""

from collections.abc import Iterable

from aws_cdk import Stack
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_iam as iam

from entities.tables import NOVAE, RECEIPTS, TABLES

READ_ACTIONS = ("dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query")
WRITE_ACTIONS = (
    "dynamodb:BatchWriteItem",
    "dynamodb:ConditionCheckItem",
    "dynamodb:DeleteItem",
    "dynamodb:PutItem",
    "dynamodb:UpdateItem",
)
RUNS_INDEX = "GSI2"
"""Lists the jobs that depend on a job."""
STREAM_ACTIONS = ("dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator")


def may_read(tables: dict[str, dynamodb.ITable]) -> iam.PolicyStatement:
    """Items of the tables, and of the indexes that they are declared with."""
    arns = [arn for name, table in tables.items() for arn in _readable(name, table)]
    return iam.PolicyStatement(sid="Read", actions=list(READ_ACTIONS), resources=arns)


def may_write(tables: dict[str, dynamodb.ITable]) -> iam.PolicyStatement:
    return iam.PolicyStatement(
        sid="Write", actions=list(WRITE_ACTIONS), resources=[table.table_arn for table in tables.values()]
    )


def may_complete(tables: dict[str, dynamodb.ITable]) -> list[iam.PolicyStatement]:
    """Read what messages hold besides the changed item: what it leads to, and the runs of a sweep."""
    jobs = tables[RECEIPTS.name].table_arn
    return [
        iam.PolicyStatement(
            sid="ReadRelations",
            actions=["dynamodb:GetItem"],
            resources=[tables[each.name].table_arn for each in (RECEIPTS, NOVAE)],
        ),
        iam.PolicyStatement(
            sid="CountRuns",
            actions=["dynamodb:BatchGetItem", "dynamodb:Query"],
            resources=[jobs, f"{jobs}/index/{RUNS_INDEX}"],
        ),
    ]


def may_follow(tables: Iterable[dynamodb.ITable]) -> list[iam.PolicyStatement]:
    """Read the streams of tables. Listing streams is a permission on the table, not on a stream."""
    found = list(tables)
    streams = [table.table_stream_arn for table in found if table.table_stream_arn]
    if not streams:
        return []
    return [
        iam.PolicyStatement(sid="Follow", actions=list(STREAM_ACTIONS), resources=streams),
        iam.PolicyStatement(
            sid="FindStreams",
            actions=["dynamodb:ListStreams"],
            resources=[f"{table.table_arn}/stream/*" for table in found],
        ),
    ]


def may_call(api_arn: str, fields: Iterable[str]) -> iam.PolicyStatement:
    """Fields of the API, each by its `Type.field`."""
    parts = [field.split(".") for field in sorted(fields)]
    arns = [f"{api_arn}/types/{type_name}/fields/{field_name}" for type_name, field_name in parts]
    return iam.PolicyStatement(sid="Publish", actions=["appsync:GraphQL"], resources=arns)


def may_trace() -> iam.PolicyStatement:
    """Write traces; X-Ray has no ARNs to limit this to."""
    actions = ["xray:PutTelemetryRecords", "xray:PutTraceSegments"]
    return iam.PolicyStatement(sid="Trace", actions=actions, resources=["*"])


def may_log(group_arns: Iterable[str]) -> iam.PolicyStatement:
    actions = ["logs:CreateLogStream", "logs:PutLogEvents"]
    return iam.PolicyStatement(sid="Log", actions=actions, resources=list(group_arns))


def api_arn(stack: Stack, api_id: str) -> str:
    return stack.format_arn(service="appsync", resource="apis", resource_name=api_id)


def _readable(name: str, table: dynamodb.ITable) -> list[str]:
    return [table.table_arn, *(f"{table.table_arn}/index/{index}" for index in TABLES[name].indexes)]
