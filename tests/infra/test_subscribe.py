"""What a subscription may select: JavaScript in Node and the server at home refuse the same, and let no lie by."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from graphql import (
    GraphQLObjectType,
    OperationDefinitionNode,
    OverlappingFieldsCanBeMergedRule,
    get_named_type,
    is_leaf_type,
    parse,
    validate,
)

from infra.resolver_code import code_of_subscription
from local.engine.selections import selection_list, selection_text
from local.http.callers import Caller
from local.http.graphql_request import GraphqlRequest
from local.realtime.filters import audiences_of, filters_for
from local.realtime.selection_rule import MAX_WORDS, problem_of
from local.realtime.subscription import field_info, variables_of
from local.realtime.trees import Selections
from resolvers.routing.announcement import Announcement
from resolvers.routing.announcements import ANNOUNCEMENTS
from resolvers.runtime.sent import LEAF, rule_of, sent_of
from tests.infra.node import Node, running_node
from tests.local.fakes import SCHEMA
from tests.thoroughness import many

BY_NAME = {each.signature.field_name: each for each in ANNOUNCEMENTS}
Info = dict[str, Any]


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with running_node() as running:
        yield running


def info_of(document: str) -> Info:
    """What AppSync shows to the resolver of a subscription."""
    parsed = parse(document)
    (operation,) = (each for each in parsed.definitions if isinstance(each, OperationDefinitionNode))
    selections = Selections(SCHEMA, parsed, variables_of(SCHEMA, operation, GraphqlRequest(document, {"yes": True})))
    parent: Any = SCHEMA.subscription_type
    ((_, nodes),) = selections.fields([operation], parent).items()
    info = field_info(selections, nodes)
    texts = {"selectionSetList": selection_list(info), "selectionSetGraphQL": selection_text(info)}
    return {"fieldName": nodes[0].name.value, **texts}


def at_home(info: Info) -> str:
    rule = rule_of(BY_NAME[info["fieldName"]])
    return problem_of(rule, info["selectionSetGraphQL"], info["selectionSetList"])


def in_node(node: Node, info: Info, **context: Any) -> dict[str, Any]:
    return node.run(code_of_subscription(info["fieldName"]), "request", {"args": {}, "info": info, **context})


def refusal(node: Node, document: str) -> str:
    """Why a subscription is refused, which must be the same in both places; empty if it is not."""
    info = info_of(document)
    answer = in_node(node, info)
    said = answer["error"]["message"] if "error" in answer else ""
    assert said == at_home(info)
    if said:
        assert answer["error"]["errorType"] == "BadInput"
    return said


@pytest.mark.parametrize("announcement", ANNOUNCEMENTS, ids=lambda each: each.mutation)
def test_everything_that_is_sent_may_be_selected(node: Node, announcement: Announcement) -> None:
    text = rule_of(announcement)["text"]
    assert refusal(node, f"subscription {{ {announcement.signature.field_name} {text} }}") == ""


@pytest.mark.parametrize(
    "selection",
    [
        "id job { id name }",
        "a: id b: job { c: name __typename } __typename",
        "... { id ... on JobStatus { job { ... on Job { name } } } }",
        "id @include(if: true) job @skip(if: false) { name @include(if: $yes) status }",
        "...F",
        "job { id name } ...F ...G",
        "... on Node { id }",
    ],
)
def test_what_is_sent_may_be_written_in_any_way(node: Node, selection: str) -> None:
    fragments = {
        "F": "fragment F on JobStatus { id message __typename }",
        "G": "fragment G on JobStatus { job { name } }",
    }
    used = " ".join(text for name, text in fragments.items() if f"...{name}" in selection)
    declared = "($yes: Boolean = true)" if "$yes" in selection else ""
    assert refusal(node, f"subscription {declared} {{ onJobStatus {{ {selection} }} }} {used}") == ""


@pytest.mark.parametrize(
    ("selection", "named"),
    [
        ("id job { description }", "does not send job.description."),
        ("job { id jobConfig queues { id } }", "does not send job.jobConfig, job.queues."),
        ("x: job { name: description }", "does not send job.description."),
        ("... on JobStatus { job { ... on Job { latestStatus { id } } } }", "does not send job.latestStatus."),
        ('job { metrics(metricName: "} { id ) ...") { nodes { id } } name }', "does not send job.metrics."),
        ("...F", "whether job.description is sent"),
        ("...G", "whether x is sent"),
        ("...H", "whether job, job.name is sent"),
        ("job { id ...I }", "whether job.name is sent"),
        ("...C", "whether constructor, __proto__ is sent"),
    ],
)
def test_what_is_not_sent_is_refused_by_its_name_and_with_the_query_to_use(
    node: Node, selection: str, named: str
) -> None:
    fragments = """
      fragment F on JobStatus { job { description } }
      fragment G on JobStatus { x: message }
      fragment H on JobStatus { job { name } }
      fragment I on Job { name: description }
      fragment C on JobStatus { constructor: message __proto__: message }
    """
    used = [line for line in fragments.strip().splitlines() if f"...{line.split()[1]}" in selection]
    said = refusal(node, f"subscription {{ onJobStatus {{ {selection} }} }} {' '.join(used)}")
    if "...F" in selection:
        assert "job" in said
    else:
        assert named in said
    assert "query `job`" in said
    assert "job { id jobId name status }" in said


def test_a_selection_of_too_many_words_is_refused(node: Node) -> None:
    most = " ".join(f"a{number}: id" for number in range(MAX_WORDS // 3 - 1))
    assert refusal(node, f"subscription {{ onJobStatus {{ {most} }} }}") == ""
    more = " ".join(f"a{number}: id" for number in range(MAX_WORDS // 3))
    assert "more than 900 words" in refusal(node, f"subscription {{ onJobStatus {{ {more} }} }}")
    hidden = " ".join(f"a{number}: id" for number in range(MAX_WORDS + 1))
    many_paths = f"subscription {{ onJobStatus {{ ...F }} }} fragment F on JobStatus {{ {hidden} }}"
    assert "more than 900 words" in refusal(node, many_paths)


def test_the_field_itself_around_its_selection_does_no_harm(node: Node) -> None:
    info = info_of('subscription { onJobStatus(jobId: "j") { id job { name } } }')
    inner = info["selectionSetGraphQL"]
    for around in ('onJobStatus(jobId: "j")', "watch: onJobStatus(jobId: $id)", "onJobStatus"):
        wrapped = {**info, "selectionSetGraphQL": f"{{ {around} {inner} }}"}
        assert "error" not in in_node(node, wrapped)
        assert at_home(wrapped) == ""


@dataclass
class SubscriptionWriter:
    """Writes random subscriptions, and keeps account of what they select."""

    chance: random.Random
    fragments: list[str] = field(default_factory=list)
    is_sent: bool = True
    has_spread: bool = False
    names: int = 0

    def document(self, announcement: Announcement) -> str:
        returns: Any = SCHEMA.type_map[announcement.signature.returns.name]
        selection = self._selection(returns, sent_of(announcement).tree, 0)
        fragments = " ".join(self.fragments)
        return f"subscription ($yes: Boolean!) {{ {announcement.signature.field_name} {selection} }} {fragments} "

    def _selection(self, type_: GraphQLObjectType, sent: Any, depth: int) -> str:
        return "{ " + " ".join(self._entry(type_, sent, depth) for _ in range(self.chance.randint(1, 4))) + " }"

    def _entry(self, type_: GraphQLObjectType, sent: Any, depth: int) -> str:
        kind = self.chance.random()
        if depth < 4 and kind < 0.1:
            condition = self.chance.choice(["", f"on {type_.name}", "@include(if: $yes)"])
            return f"... {condition} {self._selection(type_, sent, depth + 1)}"
        if depth < 4 and kind < 0.3:
            self.names += 1
            self.has_spread, name = True, f"F{self.names}"
            self.fragments.append(f"fragment {name} on {type_.name} {self._selection(type_, sent, depth + 1)}")
            return f"...{name}"
        return self._field(type_, sent, depth)

    def _field(self, type_: GraphQLObjectType, sent: Any, depth: int) -> str:
        known = sorted(sent) if sent else []
        name = self.chance.choice(known if known and self.chance.random() < 0.85 else sorted(type_.fields))
        definition = type_.fields[name]
        below: Any = get_named_type(definition.type)
        is_leaf = is_leaf_type(below)
        if not is_leaf and (not isinstance(below, GraphQLObjectType) or depth > 4):
            return "__typename"
        inner = sent.get(name) if sent else None
        self.is_sent = self.is_sent and bool(inner)
        arguments = f"({definition_arguments(definition)})" if required(definition) else ""
        selection = "" if is_leaf else self._selection(below, inner if inner != LEAF else None, depth + 1)
        return f"{self._alias(known)}{name}{arguments} {self.chance.choice(['', '@include(if: $yes)'])} {selection}"

    def _alias(self, known: list[str]) -> str:
        """A name of its own, the name of another field, or none."""
        self.names += 1
        kind = self.chance.random()
        if kind < 0.3:
            return f"a{self.names}: "
        return f"{self.chance.choice(known)}: " if known and kind < 0.5 else ""


def required(definition: Any) -> list[str]:
    return [name for name, each in definition.args.items() if str(each.type).endswith("!")]


def definition_arguments(definition: Any) -> str:
    return ", ".join(f'{name}: "x {{ y"' for name in required(definition))


def test_random_selections_are_refused_alike_and_no_lie_gets_by(node: Node) -> None:
    chance, seen = random.Random(13), {"accepted": 0, "refused": 0, "written out": 0}
    while sum(seen.values()) < many(250, 6_000):
        writer = SubscriptionWriter(random.Random(chance.random()))
        document = writer.document(chance.choice(ANNOUNCEMENTS))
        if validate(SCHEMA, parse(document), [OverlappingFieldsCanBeMergedRule]):
            continue  # fields of one name that differ
        said = refusal(node, document)
        if not said:
            seen["accepted"] += 1
            assert writer.is_sent, document
        else:
            seen["refused"] += 1
            assert not writer.is_sent or writer.has_spread, (document, said)
        seen["written out"] += not writer.has_spread
    assert min(seen.values()) > many(250, 6_000) / 20, seen


def caller(mode: Any, *groups: str, **claims: str) -> tuple[Caller, Any]:
    """A caller, and its identity as AppSync shows it."""
    identity = {
        "api_key": None,
        "iam": {"username": "AIDA", "userArn": "arn:aws:iam::1:user/x"},
        "cognito": {"username": "ann", "groups": list(groups) or None, "claims": claims},
    }[mode]
    return Caller(mode, frozenset(groups), identity), identity


CALLERS = {
    "API key": (caller("api_key"), ["demo", "PUBLIC"]),
    "no group": (caller("cognito"), ["ann", "PUBLIC", "SIGNED_IN"]),
    "viewer of a client": (
        caller("cognito", "viewers", **{"custom:client_id": "acme", "token_use": "id"}),
        ["acme", "PUBLIC", "SIGNED_IN"],
    ),
    "editor": (caller("cognito", "editors"), ["ann", "PUBLIC", "SIGNED_IN", "STAFF"]),
    "a client with one of our words": (
        caller("cognito", **{"custom:client_id": "STAFF", "token_use": "id"}),
        ["PUBLIC", "SIGNED_IN"],
    ),
    "a client called as those who hear all": (
        caller("cognito", **{"custom:client_id": "OPERATORS", "token_use": "id"}),
        ["PUBLIC", "SIGNED_IN"],
    ),
    "an access token": (caller("cognito", **{"custom:client_id": "acme"}), ["ann", "PUBLIC", "SIGNED_IN"]),
    "operator": (caller("cognito", "operators"), None),
    "IAM": (caller("iam"), None),
}


@pytest.mark.parametrize("who", CALLERS)
def test_filters_let_by_what_is_meant_for_the_caller_and_matches_every_argument(node: Node, who: str) -> None:
    (asking, identity), audiences = CALLERS[who]
    rule, args = rule_of(BY_NAME["onDeleted"]), {"type": "Image", "imageId": "i"}
    answer = node.run(code_of_subscription("onDeleted"), "response", {"args": args, "identity": identity})
    assert answer["value"] is None
    ours = filters_for(rule, asking, args)
    if audiences is None:
        assert answer["filters"] == []
        assert ours is None
        return
    ((theirs,),) = ([each["filters"] for each in group["filterGroup"]] for group in answer["filters"])
    assert [(each.name, each.operator, each.value) for each in ours or ()] == [
        (each["fieldName"], each["operator"], each["value"]) for each in theirs
    ]
    assert audiences_of(asking) == audiences
    assert {each["fieldName"] for each in theirs} == {"audience", *args}


def test_messages_for_everybody_are_filtered_by_arguments_alone(node: Node) -> None:
    answer = node.run(code_of_subscription("onJobStatus"), "response", {"args": {"jobId": "j"}, "identity": None})
    assert answer["filters"] == []


def test_a_filter_cannot_look_for_null_so_null_is_refused(node: Node) -> None:
    info = info_of("subscription { onJobRunChanged { id } }")
    answer = in_node(node, info, args={"novaId": None})
    assert answer["error"]["message"] == "onJobRunChanged does not take null for novaId. Leave it out to hear of all."
