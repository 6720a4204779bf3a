"""The templates: every field is wired once, nobody may do more than needed, and the linters agree."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from graphql import GraphQLObjectType

from entities.tables import TABLES
from infra.announced import announced
from infra.exceptions import EXCEPTIONS
from infra.resolver_code import code_of_subscription
from local.engine.scalars import read_schema
from resolvers.routing.announcements import ANNOUNCEMENTS
from resolvers.routing.routes import routes
from tests.infra.conftest import STAGES, Templates, tool

WITHOUT_RESOURCES = (
    "xray:Put",
    "textract:Start",
    "textract:Get",
    "rekognition:DetectLabels",
    "cloudwatch:DescribeAlarms",
)
"""Actions that IAM cannot limit to resources."""
MAX_RESOURCES, MAX_BYTES = 450, 900_000
"""CloudFormation takes 500 resources and 1 MB."""


def test_every_field_that_needs_a_resolver_has_exactly_one_and_nothing_else_has(stage: Templates) -> None:
    wired = sorted(f"{each['TypeName']}.{each['FieldName']}" for each in _resolvers(stage))
    assert wired == sorted([*routes(), *(each.signature.key for each in ANNOUNCEMENTS)])


def test_every_resolver_is_for_a_field_of_the_schema_and_every_root_field_has_one(stage: Templates) -> None:
    types = read_schema(stage.schema).type_map
    wired = {(each["TypeName"], each["FieldName"]) for each in _resolvers(stage)}
    for type_name, field_name in wired:
        type_ = types[type_name]
        assert isinstance(type_, GraphQLObjectType)
        assert field_name in type_.fields
    roots = {(name, field) for name in ("Query", "Mutation", "Subscription") for field in _fields(types[name])}
    assert roots <= wired
    with_arguments = {
        (type_.name, name)
        for type_ in types.values()
        if isinstance(type_, GraphQLObjectType) and not type_.name.startswith("__") and type_.name != "Subscription"
        for name, field in type_.fields.items()
        if field.args
    }
    assert with_arguments <= wired


def test_a_route_decides_batches_data_source_and_code(stage: Templates) -> None:
    sources = {"Read": "AWS_LAMBDA", "Write": "AWS_LAMBDA", "Nothing": "NONE"}
    assert {each["Name"]: each["Type"] for each in stage.resources("AWS::AppSync::DataSource").values()} == sources
    for each in _resolvers(stage):
        assert each["Runtime"] == {"Name": "APPSYNC_JS", "RuntimeVersion": "1.0.0"}
        if each["TypeName"] == "Subscription":
            assert each["DataSourceName"] == "Nothing"
            assert each["Code"] == code_of_subscription(each["FieldName"])
            continue
        route = routes()[f"{each['TypeName']}.{each['FieldName']}"]
        assert each.get("MaxBatchSize", 0) == route.batch_size
        assert ("'BatchInvoke'" in each["Code"]) == route.is_batched
        wanted = "Nothing" if route.is_publish else "Write" if route.is_mutation else "Read"
        assert each["DataSourceName"] == wanted


def test_every_stack_has_room_to_grow(stage: Templates) -> None:
    """Counted as CloudFormation counts: resources, and bytes of the file that it is given."""
    files = sorted(stage.folder.glob("*.template.json"))
    resources = {file.name: len(json.loads(file.read_text())["Resources"]) for file in files}
    assert len(resources) == len(stage.stacks)
    assert {name: count for name, count in resources.items() if count > MAX_RESOURCES} == {}
    assert {file.name: file.stat().st_size for file in files if file.stat().st_size > MAX_BYTES} == {}


def test_the_read_function_cannot_write(stage: Templates) -> None:
    statements = _statements(stage, "ReadRights")
    on_tables = {action for each in statements for action in _listed(each["Action"]) if "dynamodb" in action}
    assert on_tables == {"dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query", "dynamodb:Scan"}
    (scanned,) = [each["Resource"] for each in statements if each["Sid"] == "Scan"]
    assert len(scanned) == 2, "the novae table, and its index of what is to be fetched"
    on_objects = {action for each in statements for action in _listed(each["Action"]) if "s3:" in action}
    assert on_objects == {"s3:GetObject", "s3:GetObjectVersion", "s3:ListBucket"}
    assert not any("sqs:" in action for each in statements for action in _listed(each["Action"]))
    resources = json.dumps([each["Resource"] for each in statements if each["Sid"] == "Read"])
    for table in TABLES.values():
        assert all(f"/index/{index}" in resources for index in table.indexes)


def test_the_publisher_reads_what_it_sends_parks_and_publishes_and_nothing_else(stage: Templates) -> None:
    statements = {each["Sid"]: each for each in _statements(stage, "PublisherRights")}
    reading = {"Follow", "FindStreams", "ReadRelations", "CountRuns"}
    assert set(statements) == {*reading, "Count", "Publish", "Park", "Send", "Trace", "Log"}
    assert set(statements["Count"]["Action"]) == {
        "dynamodb:ConditionCheckItem",
        "dynamodb:GetItem",
        "dynamodb:PutItem",
        "dynamodb:UpdateItem",
    }
    assert _tables(statements["Count"]) == {"Letters"}
    assert statements["ReadRelations"]["Action"] == "dynamodb:GetItem"
    assert _tables(statements["ReadRelations"]) == {"Receipts", "Novae"}
    assert set(statements["CountRuns"]["Action"]) == {"dynamodb:BatchGetItem", "dynamodb:Query"}
    assert _tables(statements["CountRuns"]) == {"Receipts"}
    assert json.dumps(statements["CountRuns"]["Resource"]).count("/index/") == 1
    called = {
        json.dumps(each).split("/fields/")[1].split('"')[0] for each in _listed(statements["Publish"]["Resource"])
    }
    assert called == {each.mutation for each in ANNOUNCEMENTS}
    assert statements["Publish"]["Action"] == "appsync:GraphQL"
    assert "StreamArn" in json.dumps(statements["Follow"]["Resource"])


def test_nothing_is_allowed_everywhere_but_tracing_and_nobody_may_do_everything(stage: Templates) -> None:
    for policy in stage.resources("AWS::IAM::Policy").values():
        for statement in policy["PolicyDocument"]["Statement"]:
            actions = _listed(statement["Action"])
            assert not any("*" in action for action in actions)
            if "*" in _listed(statement["Resource"]):
                assert all(action.startswith(WITHOUT_RESOURCES) for action in actions)
    for role in stage.resources("AWS::IAM::Role").values():
        assert "ManagedPolicyArns" not in role


def test_tables_are_as_declared_and_hard_to_lose(stage: Templates) -> None:
    created = {each["TableName"].rsplit("-", 1)[0]: each for each in stage.resources("AWS::DynamoDB::Table").values()}
    assert set(created) == {table.usual_name for table in TABLES.values()}
    for table in TABLES.values():
        made, wanted = created[table.usual_name], table.definition()
        indexes = {each["IndexName"]: each for each in made["GlobalSecondaryIndexes"]}
        assert made["KeySchema"] == wanted["KeySchema"]
        assert indexes == {each["IndexName"]: each for each in wanted["GlobalSecondaryIndexes"]}
        assert sorted(made["AttributeDefinitions"], key=str) == sorted(wanted["AttributeDefinitions"], key=str)
        assert made["BillingMode"] == "PAY_PER_REQUEST"
        assert made["StreamSpecification"]["StreamViewType"] == "NEW_AND_OLD_IMAGES"
        assert made["TimeToLiveSpecification"] == {"AttributeName": table.ttl, "Enabled": True}
        assert made["PointInTimeRecoverySpecification"]["PointInTimeRecoveryEnabled"] is True
        assert made["DeletionProtectionEnabled"] is True
        assert made["SSESpecification"]["SSEEnabled"] is True


def test_streams_are_followed_for_announced_types_only_with_care(stage: Templates) -> None:
    mappings = stage.resources("AWS::Lambda::EventSourceMapping", "Publisher")
    assert len(mappings) == len(announced())
    for each in mappings.values():
        assert each["BisectBatchOnFunctionError"] is True
        assert each["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
        assert each.get("MaximumRetryAttempts", -1) == -1  # until the record is too old
        assert each["MaximumRecordAgeInSeconds"] == 12 * 3600
        assert "OnFailure" in each["DestinationConfig"]
    patterns = json.dumps([each["FilterCriteria"] for each in mappings.values()])
    assert "JOB_STATUS" in patterns
    assert "RECEIPT_LETTER" not in patterns
    told = [json.loads(each["Pattern"]) for made in mappings.values() for each in made["FilterCriteria"]["Filters"]]
    removed = [each for each in told if each["eventName"] == ["REMOVE"]]
    assert any("IMAGE" in json.dumps(each["dynamodb"]["OldImage"]) for each in removed if "dynamodb" in each)
    assert len(removed) == 6  # with and without a type, and two tables that have no types


def test_functions_start_from_a_picture_on_arm_and_are_traced(stage: Templates) -> None:
    functions = stage.resources("AWS::Lambda::Function")
    assert {name for name in functions if name.startswith(("Read", "Write", "Publisher"))}
    for name, each in functions.items():
        assert each["Architectures"] == ["arm64"]
        assert each["TracingConfig"] == {"Mode": "Active"}
        assert ("SnapStart" in each) == name.startswith(("Read", "Write"))
    for each in stage.resources("AWS::Logs::LogGroup").values():
        assert each["RetentionInDays"] in {14, 90}


def test_prod_takes_no_api_key_and_tells_less(templates: dict[str, Templates]) -> None:
    (dev,) = templates["dev"].resources("AWS::AppSync::GraphQLApi").values()
    (prod,) = templates["prod"].resources("AWS::AppSync::GraphQLApi").values()
    assert [each["AuthenticationType"] for each in dev["AdditionalAuthenticationProviders"]] == ["AWS_IAM", "API_KEY"]
    assert [each["AuthenticationType"] for each in prod["AdditionalAuthenticationProviders"]] == ["AWS_IAM"]
    assert templates["prod"].resources("AWS::AppSync::ApiKey") == {}
    assert "aws_api_key" not in templates["prod"].schema
    assert prod["IntrospectionConfig"] == "DISABLED"
    assert prod["QueryDepthLimit"] <= 15
    assert dev["ResolverCountLimit"] == prod["ResolverCountLimit"] == 10_000
    assert prod["LogConfig"]["FieldLogLevel"] == "ERROR"
    assert prod["LogConfig"]["ExcludeVerboseContent"] is True


@pytest.mark.parametrize(
    "wanted",
    ["read-errors", "write-throttles", "parked-depth", "skipped-depth", "stream-age", "api-p99", "api-4xx", "api-5xx"],
)
def test_somebody_is_told(stage: Templates, wanted: str) -> None:
    alarms = stage.resources("AWS::CloudWatch::Alarm").values()
    (alarm,) = (each for each in alarms if each["AlarmName"].endswith(f"-{wanted}"))
    assert alarm["AlarmActions"]
    assert alarm["AlarmDescription"]


def test_the_dashboard_shows_what_each_field_costs_from_the_log_and_not_from_metrics(stage: Templates) -> None:
    (dashboard,) = stage.resources("AWS::CloudWatch::Dashboard").values()
    body = json.dumps(dashboard)
    assert "ReadUnits" in body
    assert "WriteUnits" in body
    assert "sum(read_units)" in body
    assert "SEARCH(" not in body


def test_cfn_lint_finds_nothing(synthesised: Path) -> None:
    files = [file for stage in STAGES for file in sorted((synthesised / stage).glob("*.template.json"))]
    done = _run([tool(".venv-infra", "cfn-lint"), "--regions", "us-east-1", "--template", *files])
    assert done.returncode == 0, done.stdout


def test_checkov_finds_nothing_that_is_not_explained(synthesised: Path) -> None:
    command = [tool(".venv-checkov", "checkov"), "--framework", "cloudformation", "--directory", synthesised / "prod"]
    done = _run([*command, "--output", "json", "--compact", "--quiet", "--skip-download"])
    report = json.loads(done.stdout)
    assert report["summary"]["parsing_errors"] == 0
    assert report["summary"]["passed"] > 50
    found = {each["check_id"]: each["resource"] for each in report["results"]["failed_checks"]}
    assert found.keys() - EXCEPTIONS.keys() == set(), found
    assert EXCEPTIONS.keys() - found.keys() == set(), "no longer needed"


def _run(command: list[Any]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def _resolvers(stage: Templates) -> list[dict[str, Any]]:
    return list(stage.resources("AWS::AppSync::Resolver").values())


def _fields(type_: Any) -> list[str]:
    return list(type_.fields)


def _statements(stage: Templates, prefix: str) -> list[dict[str, Any]]:
    policies = stage.resources("AWS::IAM::Policy").items()
    (found,) = (each for name, each in policies if name.startswith(prefix))
    statements: list[dict[str, Any]] = found["PolicyDocument"]["Statement"]
    return statements


def _tables(statement: dict[str, Any]) -> set[str]:
    """The tables that a statement is about, by the beginning of their names in the template."""
    text = json.dumps(statement["Resource"])
    return {name.title() for name in TABLES if name.title() in text}


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def test_tables_that_exist_are_named_and_not_made_and_need_no_streams(with_names: dict[str, dict[str, Any]]) -> None:
    """The usual case: the data were there first."""
    kinds = {each["Type"] for stack in with_names.values() for each in stack["Resources"].values()}
    followed = {each["Type"] for each in with_names["Publisher"]["Resources"].values()}
    assert "AWS::AppSync::Resolver" in kinds
    assert "AWS::DynamoDB::Table" not in kinds
    assert "AWS::DynamoDB::GlobalTable" not in kinds
    assert "AWS::Lambda::EventSourceMapping" not in followed


def test_people_may_read_their_client_and_name_but_only_administrators_may_set_them(stage: Templates) -> None:
    (pool,) = stage.resources("AWS::Cognito::UserPool").values()
    assert {each["Name"]: each["Mutable"] for each in pool["Schema"]}["client_id"] is True
    for client in stage.resources("AWS::Cognito::UserPoolClient").values():
        assert {"custom:client_id", "preferred_username", "email"} <= set(client["ReadAttributes"])
        assert not {"custom:client_id", "preferred_username"} & set(client["WriteAttributes"])
