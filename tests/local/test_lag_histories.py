"""`GSI_LAG_MS`: an index answers as a copy of the table would that is kept so long behind."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from botocore.exceptions import ClientError

from local.data.engines import EngineMissing, dynoxide
from local.lag.raw import RawClient
from tests.lagging import HandTurned, lagging_by_hand
from tests.local.lag_histories import DEFINITIONS, STEP_SECONDS, Call, History
from tests.thoroughness import many

LAG_SECONDS = 2.0
HISTORIES = many(25, 500)
WRITES = 14
QUESTIONS = 5
"""After each round of writes."""


@dataclass
class Twin:
    """A third engine that is given every write again, two seconds later."""

    client: RawClient
    waiting: list[tuple[float, Call]] = field(default_factory=list)

    def catch_up(self, now: float) -> None:
        while self.waiting and self.waiting[0][0] + LAG_SECONDS <= now:
            attempt(self.client, *self.waiting.pop(0)[1])


@dataclass
class TwoEngines:
    """The lagging engine with both ways to write to it, and its twin."""

    engine: HandTurned
    twin: Twin
    proxied: RawClient
    direct: RawClient

    def write(self, call: Call, random: Random) -> None:
        attempt(random.choice([self.proxied, self.direct]), *call)
        self.twin.waiting.append((self.engine.clock.now(), call))

    def pass_by(self, seconds: float) -> None:
        self.engine.pass_by(seconds)
        self.twin.catch_up(self.engine.clock.now())


@pytest.fixture(scope="module")
def engines() -> Iterator[TwoEngines]:
    try:
        with lagging_by_hand(LAG_SECONDS) as engine, dynoxide() as third:
            clients = [RawClient(each) for each in (third.url, engine.url, engine.main.url)]
            twin, proxied, direct = clients
            for definition in DEFINITIONS:
                for client in (direct, twin):
                    client.call("CreateTable", **definition)
            engine.settle()
            yield TwoEngines(engine, Twin(twin), proxied, direct)
            for client in clients:
                client.close()
    except EngineMissing as missing:
        pytest.skip(str(missing))


def test_a_query_of_any_index_equals_a_copy_kept_two_seconds_behind(engines: TwoEngines) -> None:
    late = 0
    for first in range(0, HISTORIES, len(DEFINITIONS)):
        random = Random(first)
        histories = [History(first + number, random) for number in range(len(DEFINITIONS))]
        for writes in zip(*(history.writes(WRITES) for history in histories), strict=True):
            for write in writes:
                engines.write(write, random)
            engines.pass_by(random.choice([0, 0, 1, 2, 6]) * STEP_SECONDS)
            late += ask(engines, random.choices(histories, k=QUESTIONS))
        engines.pass_by(LAG_SECONDS)
        assert ask(engines, histories) == 0, "two seconds after the last write nothing is behind"
    assert late > HISTORIES, "otherwise nothing lagged, and nothing was tried"


def test_scans_of_indexes_lag_too(engines: TwoEngines) -> None:
    history = History(HISTORIES, random := Random(HISTORIES))
    for write in history.writes(WRITES):
        engines.write(write, random)
        engines.pass_by(STEP_SECONDS)
    for definition in DEFINITIONS:
        for index in definition["GlobalSecondaryIndexes"]:
            asked = {"TableName": definition["TableName"], "IndexName": index["IndexName"], "Limit": 50}
            assert pages(engines.proxied, "Scan", asked) == pages(engines.twin.client, "Scan", asked)


def test_the_table_itself_is_read_at_once(engines: TwoEngines) -> None:
    item = {"JobID": {"S": "at-once"}, "DocumentKey": {"S": "at-once"}}
    engines.write(("PutItem", {"TableName": "TextractorJobs", "Item": item}), Random(0))
    engines.engine.settle()
    key = {"JobID": {"S": "at-once"}}
    read = {"TableName": "TextractorJobs"}
    condition = {"KeyConditionExpression": "#k = :k", "ExpressionAttributeValues": {":k": {"S": "at-once"}}}
    of_table = {**read, **condition, "ExpressionAttributeNames": {"#k": "JobID"}}
    of_index = {
        **read,
        **condition,
        "ExpressionAttributeNames": {"#k": "DocumentKey"},
        "IndexName": "DocumentKey-Index",
    }
    assert engines.proxied.call("GetItem", **read, Key=key)["Item"] == item
    batch = engines.proxied.call("BatchGetItem", RequestItems={"TextractorJobs": {"Keys": [key]}})
    assert batch["Responses"] == {"TextractorJobs": [item]}
    assert engines.proxied.call("Query", **of_table)["Items"] == [item]
    assert item in engines.proxied.call("Scan", **read)["Items"]
    assert engines.proxied.call("Query", **of_index)["Items"] == []
    engines.pass_by(LAG_SECONDS - STEP_SECONDS)
    assert engines.proxied.call("Query", **of_index)["Items"] == []
    engines.pass_by(STEP_SECONDS)
    assert engines.proxied.call("Query", **of_index)["Items"] == [item]


def ask(engines: TwoEngines, histories: Sequence[History]) -> int:
    """Compare the answers to a question about each; returns how many of them are behind those of the main engine."""
    late = 0
    for history in histories:
        asked = history.question()
        answer = pages(engines.proxied, "Query", asked)
        assert answer == pages(engines.twin.client, "Query", asked), f"history {history.number}: {asked}"
        late += answer[0] != engines.direct.call("Query", **asked)
    return late


def pages(client: RawClient, operation: str, asked: dict[str, Any]) -> list[dict[str, Any]]:
    """All pages of an answer."""
    found = [client.call(operation, **asked)]
    while start := found[-1].get("LastEvaluatedKey"):
        found.append(client.call(operation, **asked, ExclusiveStartKey=start))
    return found


def attempt(client: RawClient, operation: str, arguments: dict[str, Any]) -> None:
    try:
        client.call(operation, **arguments)
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
