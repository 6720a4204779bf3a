"""IAM permissions, limited to tables, indexes, streams and fields."""

from collections.abc import Iterable

from aws_cdk import Stack
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_iam as iam

from entities.tables import NOVAE, RECEIPTS, TABLES
from infra.buckets import UploadBucket

READ_ACTIONS = ("dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query")
WRITE_ACTIONS = (
    "dynamodb:BatchWriteItem",
    "dynamodb:ConditionCheckItem",
    "dynamodb:DeleteItem",
    "dynamodb:PutItem",
    "dynamodb:UpdateItem",
)
CHANGE_ACTIONS = ("dynamodb:ConditionCheckItem", "dynamodb:PutItem", "dynamodb:UpdateItem")
ELIGIBILITY_INDEX = "EligibilityIndex"
RUNS_INDEX = "GSI2"
"""Lists the jobs that depend on a job."""
STREAM_ACTIONS = ("dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator")


def may_read(tables: dict[str, dynamodb.ITable]) -> iam.PolicyStatement:
    """Items of the tables, and of the indexes that they are declared with."""
    arns = [arn for name, table in tables.items() for arn in _readable(name, table)]
    return iam.PolicyStatement(sid="Read", actions=list(READ_ACTIONS), resources=arns)


def may_scan(tables: dict[str, dynamodb.ITable]) -> iam.PolicyStatement:
    """Read all of the novae table, and of its index of what is to be fetched: for lists of the whole catalogue."""
    novae = tables[NOVAE.name].table_arn
    resources = [novae, f"{novae}/index/{ELIGIBILITY_INDEX}"]
    return iam.PolicyStatement(sid="Scan", actions=["dynamodb:Scan"], resources=resources)


def may_read_table(stack: Stack, name: str) -> iam.PolicyStatement:
    """Items of one table of another program."""
    arn = stack.format_arn(service="dynamodb", resource="table", resource_name=name)
    return iam.PolicyStatement(sid="ReadOther", actions=["dynamodb:Query"], resources=[arn])


def may_write(tables: dict[str, dynamodb.ITable]) -> iam.PolicyStatement:
    return iam.PolicyStatement(
        sid="Write", actions=list(WRITE_ACTIONS), resources=[table.table_arn for table in tables.values()]
    )


def may_sign_pictures(buckets: Iterable[str]) -> list[iam.PolicyStatement]:
    """Read pictures: an address can be signed only for what the function itself may read."""
    arns = [f"arn:aws:s3:::{bucket}/*" for bucket in buckets]
    return [iam.PolicyStatement(sid="Pictures", actions=["s3:GetObject"], resources=arns)] if arns else []


def may_change(tables: dict[str, dynamodb.ITable]) -> iam.PolicyStatement:
    """Read and change items, without deleting any."""
    arns = [arn for name, table in tables.items() for arn in _readable(name, table)]
    return iam.PolicyStatement(sid="Change", actions=[*READ_ACTIONS, *CHANGE_ACTIONS], resources=arns)


def on_objects(sid: str, bucket: UploadBucket, actions: list[str], prefixes: Iterable[str]) -> iam.PolicyStatement:
    """Actions on the objects under prefixes."""
    return iam.PolicyStatement(sid=sid, actions=actions, resources=bucket.objects(*prefixes))


def may_look(what: str, bucket: UploadBucket) -> list[iam.PolicyStatement]:
    """Read objects wherever they are: other programs have keys of their own.

    Without the right to list, S3 says of an object that is not there that it may not be seen.
    """
    reading = ["s3:GetObject", "s3:GetObjectVersion"]
    return [
        iam.PolicyStatement(sid=f"Read{what}", actions=reading, resources=bucket.objects("")),
        iam.PolicyStatement(sid=f"List{what}", actions=["s3:ListBucket"], resources=[bucket.arn]),
    ]


def unlimited(sid: str, *actions: str) -> iam.PolicyStatement:
    """Actions that IAM cannot limit to resources."""
    return iam.PolicyStatement(sid=sid, actions=list(actions), resources=["*"])


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


def may_count(notes: dynamodb.ITable) -> iam.PolicyStatement:
    """Keep counters, which are notes in the table of dead letters."""
    actions = ["dynamodb:GetItem", *CHANGE_ACTIONS]
    return iam.PolicyStatement(sid="Count", actions=actions, resources=[notes.table_arn])


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


def api_arn(stack: Stack, api_id: str) -> str:
    return stack.format_arn(service="appsync", resource="apis", resource_name=api_id)


def _readable(name: str, table: dynamodb.ITable) -> list[str]:
    return [table.table_arn, *(f"{table.table_arn}/index/{index}" for index in TABLES[name].indexes)]
