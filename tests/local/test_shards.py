"""The stream of a table on a real engine: what is old stays untold, what is new is handed on."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from botocore.config import Config
from botocore.session import get_session

from local.data.engines import Engine
from local.streams.positions import Positions
from local.streams.shards import TableStream

KEYS: dict[str, Any] = {"aws_access_key_id": "local", "aws_secret_access_key": "local"}


class FakeTable:
    """A table with a stream."""

    def __init__(self, engine: Engine) -> None:
        self._name = f"Watched{uuid4().hex}"
        self._client = _client("dynamodb", engine)
        made = self._client.create_table(
            TableName=self._name,
            KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
            StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        )
        self.stream_arn = made["TableDescription"]["LatestStreamArn"]

    def put(self, *keys: str) -> None:
        for key in keys:
            self._client.put_item(TableName=self._name, Item={"PK": {"S": key}})


class Listener:
    """Whoever a stream is handed on to."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def __call__(self, event: Any) -> Any:
        self.heard += [record["dynamodb"]["Keys"]["PK"]["S"] for record in event["Records"]]
        return {"batchItemFailures": []}


@pytest.mark.parametrize("count", [0, 1, 12])
def test_what_was_there_before_the_first_start_is_old_news(
    embedded: Engine, tmp_path: Path, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("local.streams.shards.MAX_RECORDS", 5)
    table, listener = FakeTable(embedded), Listener()
    table.put(*(f"old {number}" for number in range(count)))
    stream = TableStream(_client("dynamodbstreams", embedded), table.stream_arn, Positions(tmp_path), listener)
    stream.skip_what_is_there()
    table.put("new")
    while stream.work():
        pass
    assert listener.heard == ["new"]


def test_who_starts_again_goes_on_where_the_last_one_had_come_to(embedded: Engine, tmp_path: Path) -> None:
    table = FakeTable(embedded)
    table.put(*(f"old {number}" for number in range(12)))
    heard = []
    for news in (["a", "b"], ["c"], []):
        listener = Listener()
        stream = TableStream(_client("dynamodbstreams", embedded), table.stream_arn, Positions(tmp_path), listener)
        stream.skip_what_is_there()
        table.put(*news)
        while stream.work():
            pass
        heard.append(listener.heard)
    assert heard == [["a", "b"], ["c"], []]


def _client(service: str, engine: Engine) -> Any:
    config = Config(parameter_validation=False)
    return get_session().create_client(service, region_name="us-east-1", endpoint_url=engine.url, config=config, **KEYS)
