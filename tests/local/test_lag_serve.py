"""`GSI_LAG_MS`: a list that comes from an index shows a write only later; what is read by its key, at once."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import boto3
import pytest

from entities.attributes import encode_item
from entities.jobs import Job
from local.data.engines import Engine
from local.settings import BadSetting, Settings
from tests.lagging import lagging
from tests.serving import Server, serving, start, stop

LAG_SECONDS = 1.0
PATIENCE_SECONDS = 60.0
TRIES = 10
NEW_TABLE_SECONDS = 0.3
LISTED = "query ($name: String) { jobs(name: $name) { nodes { jobId } } }"


@pytest.fixture(scope="module")
def lagging_server(tmp_path_factory: pytest.TempPathFactory, embedded: Engine) -> Iterator[Server]:  # noqa: ARG001
    with serving(tmp_path_factory.mktemp("lag"), SAMPLE="0", GSI_LAG_MS=f"{LAG_SECONDS * 1000:.0f}") as server:
        yield server


@pytest.fixture
def dynamodb(lagging_server: Server) -> Iterator[Any]:
    client = _client(f"{lagging_server.url}/dynamodb")
    yield client
    client.close()


def test_a_list_from_an_index_shows_a_write_only_after_the_lag(lagging_server: Server, dynamodb: Any) -> None:
    def listed(name: str) -> bool:
        answer = lagging_server.ask(LISTED, name=name)
        return bool(answer["data"]["jobs"]["nodes"])

    waited = _seconds_until_seen(dynamodb, listed)
    assert waited >= LAG_SECONDS


def test_boto3_sees_an_index_lag_and_the_item_at_once(dynamodb: Any) -> None:
    def indexed(name: str) -> bool:
        return bool(_query(dynamodb, name))

    waited = _seconds_until_seen(dynamodb, indexed)
    assert waited >= LAG_SECONDS


def test_an_item_is_read_by_its_key_at_once(lagging_server: Server, dynamodb: Any) -> None:
    job = _put(dynamodb, "by key")
    key = {name: {"S": job.to_record()[name]} for name in ("PK", "SK")}
    assert "Item" in dynamodb.get_item(TableName="ReceiptsTable", Key=key)
    query = "query ($id: ID!) { job(jobId: $id) { jobId } }"
    assert lagging_server.ask(query, id=job.job_id)["data"] == {"job": {"jobId": job.job_id}}


def test_the_server_says_that_indexes_lag(lagging_server: Server) -> None:
    assert "answer as they were 1,000 ms ago" in lagging_server.said()


def test_if_the_second_engine_dies_another_takes_its_place(lagging_server: Server, dynamodb: Any) -> None:
    name = _put(dynamodb, uuid4().hex).name
    (pid,) = _engines_in_memory(lagging_server)
    os.kill(pid, signal.SIGKILL)
    end = time.monotonic() + PATIENCE_SECONDS
    while "indexes lag again" not in lagging_server.said():
        assert time.monotonic() < end
        time.sleep(0.05)
    assert _query(dynamodb, str(name)), "the new copy starts with all that is stored"
    assert _seconds_until_seen(dynamodb, lambda name: bool(_query(dynamodb, name))) >= LAG_SECONDS


def test_tables_elsewhere_lag_by_themselves(tmp_path: Path) -> None:
    server = start(tmp_path, TESSERA_DYNAMODB_URL="http://dynamodb.invalid", GSI_LAG_MS="1")
    try:
        assert server.process.wait(PATIENCE_SECONDS) == 1
    finally:
        stop(server)
    assert "GSI_LAG_MS needs tables on this machine" in server.said()
    assert "Traceback" not in server.said()


@pytest.mark.parametrize("text", ["-1", "60001", "soon", "1.5"])
def test_a_lag_is_a_number_of_milliseconds(text: str) -> None:
    with pytest.raises(BadSetting, match="GSI_LAG_MS must be a number from 0 to 60000"):
        Settings.from_environment({"GSI_LAG_MS": text})


def test_a_test_may_have_lagging_indexes_of_its_own() -> None:
    with lagging(0.2) as engine, engine.store():
        client = _client(engine.url)
        assert _seconds_until_seen(client, lambda name: bool(_query(client, name)), lag=0.2) >= 0.2
        client.close()


def _seconds_until_seen(client: Any, is_seen: Callable[[str], bool], lag: float = LAG_SECONDS) -> float:
    """Write until a first look was quick enough to come before the lag, and nothing was there; then wait for it.

    On a busy machine a look may take longer than the lag, and proves nothing.
    """
    was_early = False
    for _ in range(TRIES):
        written = time.monotonic()
        name = _put(client, uuid4().hex).name
        was_there = is_seen(str(name))
        is_quick = time.monotonic() - written < lag
        if is_quick and not was_there:
            break
        was_early = is_quick
        time.sleep(NEW_TABLE_SECONDS)  # indexes of a new table lag from the next look at it
    else:
        assert not was_early, "an index never lagged"
        pytest.skip("the machine is too busy to look before the lag is over")
    while not is_seen(str(name)):
        assert time.monotonic() - written < PATIENCE_SECONDS
    return time.monotonic() - written


def _put(client: Any, name: str) -> Job:
    job = Job(job_id=str(uuid4()), name=name, created_at=datetime.now(UTC), created_by="lag")
    client.put_item(TableName="ReceiptsTable", Item=encode_item(job.to_record()))
    return job


def _query(client: Any, name: str) -> int:
    values = {":name": {"S": f"JOB_NAME#{name}"}}
    asked: dict[str, Any] = {
        "KeyConditionExpression": "GSI3PK = :name",
        "ExpressionAttributeValues": values,
        "Select": "COUNT",
    }
    count: int = client.query(TableName="ReceiptsTable", IndexName="GSI3", **asked)["Count"]
    return count


def _engines_in_memory(server: Server) -> dict[int, str]:
    return {
        pid: command
        for pid, command in server.children().items()
        if "/dynoxide " in command and "--db-path" not in command
    }


def _client(url: str) -> Any:
    keys: dict[str, Any] = {"aws_access_key_id": "other", "aws_secret_access_key": "other"}
    return boto3.client("dynamodb", endpoint_url=url, region_name="us-east-1", **keys)
