"""Who is told of a mutation, and what: AppSync's rules for arguments and selections of subscriptions."""

import asyncio
import json
from typing import Any

import pytest
from graphql import GraphQLSchema

from local.engine.scalars import read_schema
from local.http.api import AppSyncApi
from local.http.callers import Caller
from local.http.graphql_request import GraphqlRequest
from local.realtime.hub import Hub
from local.realtime.subscription import NotSubscribed, Subscription, subscription_for
from tests.local.fakes import SCHEMA, FakeFunction, limited

IAM = Caller("iam")
KEY = Caller("api_key")
ITEM = {"jobId": "j1", "status": "RUNNING", "updatedAt": "2026-11-16T12:00:00Z", "progress": 0.5}


class World:
    """A hub, and what its subscribers were told."""

    def __init__(self, schema: GraphQLSchema = SCHEMA, **limits: Any) -> None:
        self.hub = Hub(schema, limited(**limits))
        function = FakeFunction()
        self.api = AppSyncApi(schema, function, function, limited(**limits), self.hub)
        self.heard: list[dict[str, Any]] = []

    def watch(self, query: str, caller: Caller = KEY, **variables: Any) -> None:
        subscription = subscription_for(self.api, GraphqlRequest(query, variables), caller)
        self.hub.add(subscription, lambda text: self.heard.append(json.loads(text)))

    def publish(self, selection: str, caller: Caller = IAM, event_id: str | None = None, **item: Any) -> dict[str, Any]:
        query = f"mutation ($i: AWSJSON!, $e: ID) {{ out: publishJobStatus(item: $i, eventId: $e) {{ {selection} }} }}"
        variables = {"i": json.dumps({**ITEM, **item}), **({"e": event_id} if event_id else {})}
        return asyncio.run(self.api.answer(GraphqlRequest(query, variables), caller, {}))


def heard(query: str, selection: str = "jobId status progress", **variables: Any) -> list[Any]:
    world = World()
    world.watch(query, **variables)
    assert "errors" not in world.publish(selection)
    return world.heard


def data(**status: Any) -> list[Any]:
    return [{"data": {"onJobStatus": status}}]


def test_a_subscriber_gets_what_both_selected_under_its_own_aliases() -> None:
    query = "subscription { watch: onJobStatus { id: jobId ...F __typename } } fragment F on JobStatus { progress }"
    expected = {"id": "j1", "progress": 0.5, "__typename": "JobStatus"}
    assert heard(query, "x: jobId y: progress status") == [{"data": {"watch": expected}}]


def test_a_nullable_field_that_the_mutation_did_not_select_is_null() -> None:
    assert heard("subscription { onJobStatus { jobId progress } }", "jobId") == data(jobId="j1", progress=None)


def test_a_non_null_field_that_the_mutation_did_not_select_is_an_error_and_no_data() -> None:
    (message,) = heard("subscription { onJobStatus { jobId updatedAt } }", "jobId")
    assert message["data"] == {"onJobStatus": None}
    told = "Cannot return null for non-nullable type: 'AWSDateTime' within parent 'JobStatus' (/onJobStatus/updatedAt)"
    assert message["errors"] == [{"message": told, "path": ["onJobStatus", "updatedAt"]}]


def test_relations_are_not_resolved_again_for_subscribers() -> None:
    assert heard("subscription { onJobStatus { jobId job { name } } }") == data(jobId="j1", job=None)


@pytest.mark.parametrize(
    ("query", "variables", "is_told"),
    [
        ("subscription { onJobStatus { jobId } }", {}, True),
        ('subscription { onJobStatus(jobId: "j1") { jobId } }', {}, True),
        ('subscription { onJobStatus(jobId: "j2") { jobId } }', {}, False),
        ('subscription { onJobStatus(jobId: "j1", status: RUNNING) { jobId } }', {}, True),
        ('subscription { onJobStatus(jobId: "j1", status: FAILED) { jobId } }', {}, False),
        ("subscription { onJobStatus(jobId: null) { jobId } }", {}, False),
        ("subscription ($a: ID) { onJobStatus(jobId: $a) { jobId } }", {}, True),
        ("subscription ($a: ID) { onJobStatus(jobId: $a) { jobId } }", {"a": "j1"}, True),
        ("subscription ($a: ID) { onJobStatus(jobId: $a) { jobId } }", {"a": "j2"}, False),
        ("subscription ($a: ID) { onJobStatus(jobId: $a) { jobId } }", {"a": None}, False),
        ('subscription ($a: ID = "j2") { onJobStatus(jobId: $a) { jobId } }', {}, False),
    ],
)
def test_every_argument_that_is_given_must_be_the_field_of_its_name(
    query: str, variables: dict[str, Any], is_told: bool
) -> None:
    assert bool(heard(query, **variables)) is is_told


def test_null_is_only_null_or_what_was_not_selected() -> None:
    world = World()
    world.watch("subscription { onJobStatus(status: null) { jobId } }")
    world.publish("jobId status")
    assert world.heard == []
    world.publish("jobId")
    assert world.heard == data(jobId="j1")


def test_a_filter_looks_at_the_selection_of_the_mutation_and_not_at_what_it_could_have_selected() -> None:
    assert heard("subscription { onJobStatus(status: RUNNING) { jobId } }", "jobId") == []


def test_a_mutation_that_failed_tells_nobody() -> None:
    world = World()
    world.watch("subscription { onJobStatus { jobId } }")
    assert world.publish("jobId", KEY)["errors"]
    assert world.publish("jobId updatedAt", updatedAt="yesterday")["errors"]
    assert world.heard == []


def test_an_event_is_told_once() -> None:
    world = World()
    world.watch("subscription { onJobStatus { jobId } }")
    for event in ("a", "a", "b", None, None, "a"):
        world.publish("jobId", event_id=event)
    assert len(world.heard) == 4


def test_a_message_larger_than_240_kilobytes_is_not_sent(caplog: pytest.LogCaptureFixture) -> None:
    world = World()
    world.watch("subscription { onJobStatus { jobId message } }")
    world.watch("subscription { onJobStatus { jobId } }")
    world.publish("jobId message", message="x" * 240 * 1024)
    assert world.heard == data(jobId="j1")
    assert "240 KB" in caplog.text


def test_json_is_text_for_subscribers_as_for_everybody() -> None:
    schema = read_schema("""
      type Query { a: Int }
      type Mutation @aws_iam { publishJobStatus(item: AWSJSON!, eventId: ID): Thing }
      type Subscription @aws_api_key { on(id: ID): Thing @aws_subscribe(mutations: ["publishJobStatus"]) }
      type Thing @aws_api_key @aws_iam { id: ID! config: AWSJSON inner: Inner list: [Inner!] }
      type Inner @aws_api_key @aws_iam { a: Int secret: String @aws_iam }
    """)
    world = World(schema)
    world.watch("subscription { on { config inner { a secret } list { b: a } } }")
    item: Any = {"id": "1", "config": {"k": [1]}, "inner": {"a": 1, "secret": "s"}, "list": [{"a": 1}, {"a": None}]}
    world.publish("id config inner { a secret } list { a }", **item)
    (message,) = world.heard
    assert message["data"]["on"] == {
        "config": '{"k":[1]}',
        "inner": {"a": 1, "secret": None},
        "list": [{"b": 1}, {"b": None}],
    }
    assert [error["message"] for error in message["errors"]] == ["Not Authorized to access secret on type Inner"]


def test_a_subscription_that_is_not_for_the_caller_is_refused() -> None:
    schema = read_schema("""
      type Query { a: Int }
      type Mutation { publishJobStatus(item: AWSJSON!): Thing }
      type Subscription { on: Thing @aws_subscribe(mutations: ["publishJobStatus"]) }
      type Thing { id: ID }
    """)
    with pytest.raises(NotSubscribed, match="Not Authorized to access on on type Subscription"):
        World(schema).watch("subscription { on { id } }")


def test_those_who_ask_in_the_same_words_share_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    original = Subscription.message

    def counted(self: Subscription, tree: Any) -> str:
        made.append(tree)
        return original(self, tree)

    monkeypatch.setattr(Subscription, "message", counted)
    world = World()
    for _ in range(50):
        world.watch("subscription ($a: ID) { onJobStatus(jobId: $a) { jobId } }", a="j1")
    world.publish("jobId")
    assert len(world.heard) == 50
    assert len(made) == 1


def person(username: str, *groups: str) -> Caller:
    claims = {"token_use": "access"}
    return Caller("cognito", frozenset(groups), {"username": username, "groups": list(groups), "claims": claims})


@pytest.mark.parametrize(
    ("audience", "hearing"),
    [
        ("PUBLIC", {"key", "ann", "bob", "editor", "operator", "iam"}),
        ("SIGNED_IN", {"ann", "bob", "editor", "operator", "iam"}),
        ("STAFF", {"editor", "operator", "iam"}),
        ("ann", {"ann", "operator", "iam"}),
        ("demo", {"key", "operator", "iam"}),
        (None, {"operator", "iam"}),
    ],
)
def test_a_message_reaches_those_whom_it_is_meant_for(audience: str | None, hearing: set[str]) -> None:
    world = World()
    callers = {
        "key": KEY,
        "ann": person("ann", "viewers"),
        "bob": person("bob"),
        "editor": person("eve", "editors"),
        "operator": person("olga", "operators"),
        "iam": IAM,
    }
    query = 'subscription ($t: String) { onDeleted(type: $t, imageId: "i") { id type imageId } }'
    for name, caller in callers.items():
        subscription = subscription_for(world.api, GraphqlRequest(query, {"t": "Image"}), caller)
        world.hub.add(subscription, lambda text, name=name: world.heard.append({name: json.loads(text)}))  # type: ignore[misc]
    for type_, image_id in (("Image", "i"), ("Receipt", "i"), ("Image", "other")):
        item = {
            "id": "x",
            "type": type_,
            "imageId": image_id,
            "deletedAt": "2026-11-16T12:00:00Z",
            "audience": audience,
        }
        text = "mutation ($i: AWSJSON!) { publishDeleted(item: $i) { id type imageId deletedAt audience } }"
        request = GraphqlRequest(text, {"i": json.dumps(item)})
        assert "errors" not in asyncio.run(world.api.answer(request, IAM, {}))
    told = {"data": {"onDeleted": {"id": "x", "type": "Image", "imageId": "i"}}}
    assert sorted(world.heard, key=str) == sorted(({name: told} for name in hearing), key=str)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("subscription { onJobStatus { job { jobConfig } } }", "does not send job.jobConfig"),
        ("subscription { onDeleted { audience } }", "does not send audience"),
        ("subscription { onDeleted(type: null) { id } }", "does not take null for type"),
    ],
)
def test_what_is_not_sent_cannot_be_subscribed_to(query: str, said: str) -> None:
    with pytest.raises(NotSubscribed) as refused:
        World().watch(query)
    (error,) = refused.value.errors
    assert said in error["message"]
    assert error["errorType"] == "BadInput"
    assert error["errorInfo"]["query"]


def test_what_the_publisher_brings_needs_no_lambda() -> None:
    world = World()
    world.watch("subscription { onJobStatus { jobId job { id name } } }")
    job = {"__typename": "Job", "id": "g", "name": "a run"}
    assert "errors" not in world.publish("jobId job { id name }", job=job)
    assert world.heard == data(jobId="j1", job={"id": "g", "name": "a run"})
    assert isinstance(world.api.read, FakeFunction)
    assert world.api.read.events == []
