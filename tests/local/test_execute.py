"""AppSync at home: scalars, selections and batches as AppSync has them."""

import asyncio
import gc
from typing import Any

import pytest

from local.engine.executor import Operation, run
from local.engine.scalars import read_schema

SCHEMA = read_schema("""
type Query { instance(instanceId: ID!): Instance  at(since: AWSDateTime): String }
type Instance { instanceId: ID! jobs: [InstanceJob!]! at: AWSDateTime config: AWSJSON }
type InstanceJob { position: Int job: Job }
type Job { name: String }
""")


def ask(answer: Any, query: str, **variables: Any) -> tuple[dict[str, Any], list[Any]]:
    """The answer to a query, and the events that the Lambda got."""
    events: list[Any] = []

    def handler(event: Any) -> Any:
        events.append(event)
        return answer(event)

    return asyncio.run(run(SCHEMA, Operation(handler, {"headers": {}}), query, variables)), events


def queue(count: int) -> Any:
    """A Lambda with a queue of so many jobs."""

    def answer(event: Any) -> Any:
        if isinstance(event, list):
            return [{"data": {"name": f"job {each['source']['position']}"}} for each in event]
        return {"data": {"instanceId": "q", "jobs": [{"position": place} for place in range(count)]}}

    return answer


def test_children_of_one_level_are_asked_for_together_in_batches_of_the_routes_size() -> None:
    answer, events = ask(queue(250), '{ instance(instanceId: "q") { jobs { job { name } } } }')
    assert [len(event) for event in events[1:]] == [100, 100, 50]
    assert answer["data"]["instance"]["jobs"][249]["job"]["name"] == "job 249"


def test_an_event_tells_the_selection_in_both_of_appsyncs_ways() -> None:
    query = """query ($no: Boolean!) { instance(instanceId: "q") { a: jobs { ...F } instanceId @include(if: $no) } }
      fragment F on InstanceJob { p: position }"""
    _, (event,) = ask(queue(1), query, no=False)
    assert event["info"]["selectionSetList"] == ["a", "a/p"]
    assert "...F" in event["info"]["selectionSetGraphQL"]
    assert "position" not in event["info"]["selectionSetGraphQL"]
    assert event["arguments"] == {"instanceId": "q"}


def test_where_the_lambda_fails_every_item_of_its_batch_does() -> None:
    def fail_for_batches(event: Any) -> Any:
        if isinstance(event, list):
            raise ValueError("broken")  # noqa: TRY004
        return queue(2)(event)

    answer, _ = ask(fail_for_batches, '{ instance(instanceId: "q") { jobs { job { name } } } }')
    assert answer["data"]["instance"]["jobs"] == [{"job": None}, {"job": None}]
    assert [error["errorType"] for error in answer["errors"]] == ["ValueError", "ValueError"]
    assert answer["errors"][0]["locations"][0]["sourceName"] is None


def test_json_goes_out_as_text_and_times_need_an_offset() -> None:
    def answer(_: Any) -> Any:
        return {"data": {"instanceId": "q", "config": {"a": [1]}, "at": "2026-11-16T12:00:00", "jobs": []}}

    shown, _ = ask(answer, '{ instance(instanceId: "q") { config at } }')
    assert shown["data"]["instance"] == {"config": '{"a":[1]}', "at": None}
    told = "(/instance/at) : Unable to serialize `2026-11-16T12:00:00` as a valid DateTime Object."
    assert shown["errors"][0]["message"] == f"Can't serialize value {told}"


@pytest.mark.parametrize("value", ['"yesterday"', '"2026-11-16T12:00:00"', "5"])
def test_a_time_that_is_none_never_reaches_the_lambda(value: str) -> None:
    shown, events = ask(queue(0), f"{{ at(since: {value}) }}")
    assert shown["data"] is None
    assert events == []


def test_a_field_that_fails_leaves_nothing_of_its_siblings_behind() -> None:
    schema = read_schema("""
type Query { instance(instanceId: ID!): Instance! node(id: ID!): Missing! }
type Instance { instanceId: ID! jobs: [InstanceJob!]! }
type InstanceJob { position: Int! job: Job }
type Job { name: String }
type Missing { id: ID! }
""")
    denied = {("Query", "node"), ("InstanceJob", "position")}
    for query in (
        '{ instance(instanceId: "q") { jobs { job { name } } } node(id: "n") { id } }',
        '{ instance(instanceId: "q") { jobs { job { name } position } } }',
    ):
        operation = Operation(queue(3), {"headers": {}}, denied=denied)
        answer = asyncio.run(run(schema, operation, query))
        assert answer["data"] is None
        assert operation.tasks == set()
        gc.collect()  # a coroutine that was never awaited warns when it is collected, and warnings are errors
