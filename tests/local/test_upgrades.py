"""Tables of an older version get what they lack, with their items; tables that are not ours are refused."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from botocore.exceptions import ClientError

from entities.tables import TABLES, Table
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from local.data.engines import Engine
from local.data.prepare import prepare_tables
from local.data.tables import create_tables
from local.data.upgrades import DifferentTable, upgrade_tables

Definition = dict[str, Any]


@pytest.fixture
def client(engine: Engine) -> Iterator[Any]:
    made = make_client(engine.url)
    yield made
    made.close()


@pytest.fixture
def names() -> dict[str, str]:
    return {name: f"{name}-{uuid4().hex[:8]}" for name in TABLES}


def older(table: Table, name: str, *lacking: str) -> Definition:
    """The definition of a table without some indexes and without a stream."""
    definition = table.definition(name)
    indexes = [each for each in definition["GlobalSecondaryIndexes"] if each["IndexName"] not in lacking]
    keys = {key["AttributeName"] for each in [definition, *indexes] for key in each["KeySchema"]}
    definition["GlobalSecondaryIndexes"] = indexes
    definition["AttributeDefinitions"] = [
        each for each in definition["AttributeDefinitions"] if each["AttributeName"] in keys
    ]
    del definition["StreamSpecification"]
    if not indexes:
        del definition["GlobalSecondaryIndexes"]
    return definition


def test_missing_indexes_streams_and_expiry_are_added_and_hold_the_items(client: Any, names: dict[str, str]) -> None:
    name = names["documents"]
    indexes = list(TABLES["documents"].indexes)
    client.create_table(**older(TABLES["documents"], name, *indexes))
    for number in range(50):
        item = {"JobID": {"S": str(number)}, "Status": {"S": "COMPLETED"}, "SubmittedAt": {"S": f"2026-01-{number}"}}
        client.put_item(TableName=name, Item=item)
    added = upgrade_tables(client, names)
    assert added == [*(f"index {each} of {name}" for each in indexes), f"stream of {name}", f"expiry of {name}"]
    described = client.describe_table(TableName=name)["Table"]
    assert {each["IndexName"]: each["IndexStatus"] for each in described["GlobalSecondaryIndexes"]} == dict.fromkeys(
        indexes, "ACTIVE"
    )
    assert described["StreamSpecification"] == TABLES["documents"].definition(name)["StreamSpecification"]
    found = client.query(
        TableName=name,
        IndexName="Status-SubmittedAt-Index",
        KeyConditionExpression="#s = :s",
        ExpressionAttributeNames={"#s": "Status"},
        ExpressionAttributeValues={":s": {"S": "COMPLETED"}},
    )
    assert found["Count"] == 50
    assert upgrade_tables(client, names) == []
    assert create_tables(client, names) == ["receipts", "novae", "cats", "letters"]
    assert upgrade_tables(client, names) == []


def _other_key(definition: Definition) -> None:
    definition["KeySchema"][0]["AttributeName"] = definition["AttributeDefinitions"][-1]["AttributeName"]


def _other_index(definition: Definition) -> None:
    definition["GlobalSecondaryIndexes"][0]["KeySchema"] = [{"AttributeName": "JobID", "KeyType": "HASH"}]


def _other_projection(definition: Definition) -> None:
    definition["GlobalSecondaryIndexes"][1]["Projection"] = {"ProjectionType": "KEYS_ONLY"}


def _other_type(definition: Definition) -> None:
    for each in definition["AttributeDefinitions"]:
        if each["AttributeName"] == "DocumentKey":
            each["AttributeType"] = "N"


def _other_stream(definition: Definition) -> None:
    definition["StreamSpecification"] = {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_other_key, r"The key of the table documents-\w+ is \w+ \(S\), where JobID \(S\) is needed"),
        (_other_index, r"The key of the index Status-SubmittedAt-Index of the table documents-\w+ is JobID \(S\)"),
        (_other_projection, r"The projection of the index DocumentKey-Index of .* is KEYS_ONLY, where ALL is needed"),
        (_other_type, r"The key of the index DocumentKey-Index of .* is DocumentKey \(N\), where DocumentKey \(S\)"),
        (_other_stream, r"The view type of the stream of the table documents-\w+ is KEYS_ONLY"),
    ],
)
def test_a_table_that_is_not_like_ours_is_refused_and_nothing_is_changed(
    embedded: Engine, names: dict[str, str], change: Callable[[Definition], None], words: str
) -> None:
    client = make_client(embedded.url)
    definition = TABLES["documents"].definition(names["documents"])
    change(definition)
    used = {
        key["AttributeName"]
        for each in [definition, *definition["GlobalSecondaryIndexes"]]
        for key in each["KeySchema"]
    }
    definition["AttributeDefinitions"] = [
        each for each in definition["AttributeDefinitions"] if each["AttributeName"] in used
    ]
    client.create_table(**definition)
    client.create_table(**older(TABLES["receipts"], names["receipts"], "GSITYPE"))
    with pytest.raises(DifferentTable, match=words) as caught:
        upgrade_tables(client, names)
    assert "make reset" in str(caught.value)
    receipts = client.describe_table(TableName=names["receipts"])["Table"]
    assert "GSITYPE" not in [each["IndexName"] for each in receipts["GlobalSecondaryIndexes"]]
    client.close()


def test_indexes_of_other_programs_are_left_alone(embedded: Engine, names: dict[str, str]) -> None:
    client = make_client(embedded.url)
    definition = TABLES["documents"].definition(names["documents"])
    theirs = {**definition["GlobalSecondaryIndexes"][1], "IndexName": "Theirs"}
    definition["GlobalSecondaryIndexes"].append(theirs)
    client.create_table(**definition)
    assert upgrade_tables(client, names) == [f"expiry of {names['documents']}"]
    client.close()


def test_a_start_brings_older_tables_up_to_date_and_says_so_but_not_on_other_machines(
    embedded: Engine, names: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESSERA_DYNAMODB_URL", embedded.url)
    for table in TABLES.values():
        monkeypatch.setenv(table.variable, names[table.name])
    client = make_client(embedded.url)
    create_tables(client, {**names, "cats": f"{names['cats']}-other"})
    client.create_table(**older(TABLES["cats"], names["cats"], "FingerprintIndex"))
    said: list[str] = []
    with Store.open() as store:
        elsewhere = "https://dynamodb.eu-west-1.amazonaws.com"
        prepare_tables(store, tmp_path, said.append, sample=True, engine_url=elsewhere)
        before = client.describe_table(TableName=names["cats"])["Table"]
        prepare_tables(store, tmp_path, said.append, sample=True, engine_url=embedded.url)
    assert len(before["GlobalSecondaryIndexes"]) == len(TABLES["cats"].indexes) - 1
    (line,) = said
    assert line.startswith(f"Brought older tables up to date: added the index FingerprintIndex of {names['cats']}")
    client.close()


def test_an_older_table_of_novae_gets_the_index_of_the_sky_with_every_writers_novae(
    client: Any, names: dict[str, str]
) -> None:
    name = names["novae"]
    client.create_table(**older(TABLES["novae"], name, "SkyIndex"))
    for number in range(5):
        item = {"PK": {"S": f"n{number}"}, "SK": {"S": "NOVA"}, "entity_type": {"S": "Nova"}}
        client.put_item(TableName=name, Item={**item, "dec_deg": {"N": f"{number}.25"}})
    assert f"index SkyIndex of {name}" in upgrade_tables(client, names)
    found = client.query(
        TableName=name,
        IndexName="SkyIndex",
        KeyConditionExpression="entity_type = :t AND dec_deg BETWEEN :a AND :b",
        ExpressionAttributeValues={":t": {"S": "Nova"}, ":a": {"N": "1"}, ":b": {"N": "3.5"}},
    )
    assert [each["PK"] for each in found["Items"]] == ["n1", "n2", "n3"]


def test_a_database_that_fails_while_it_adds_an_index_is_asked_again(
    client: Any, names: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """DynamoDB Local answers DescribeTable with an InternalFailure now and then while it makes an index."""
    client.create_table(**older(TABLES["novae"], names["novae"], "SkyIndex"))
    describe, asked = client.describe_table, 0

    def failing_at_times(**given: str) -> Any:
        nonlocal asked
        asked += 1
        if asked % 2:
            failure: Any = {"Error": {"Code": "InternalFailure"}, "ResponseMetadata": {"HTTPStatusCode": 500}}
            raise ClientError(failure, "DescribeTable")
        return describe(**given)

    monkeypatch.setattr(client, "describe_table", failing_at_times)
    assert f"index SkyIndex of {names['novae']}" in upgrade_tables(client, names)
