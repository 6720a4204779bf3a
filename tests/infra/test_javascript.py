"""The code of our resolvers, as AppSync is given it: run in Node, it treats envelopes as the local server does."""

import asyncio
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from infra.resolver_code import BATCH_INVOKE, INVOKE, PUBLISH, SOURCES, code_of
from infra.wiring import wires
from local.engine.executor import Operation, run
from local.engine.scalars import read_schema
from resolvers import app
from resolvers.routing.routes import routes
from resolvers.runtime.identity import caller_of
from tests.identities import PIPELINE, person
from tests.infra.conftest import ROOT
from tests.infra.node import Node, running_node

CALLS = (INVOKE, BATCH_INVOKE)
KINDS = (*CALLS, PUBLISH)
SCHEMA = read_schema("""
type Query { instance(instanceId: ID!): Instance }
type Instance { instanceId: ID! config: AWSJSON }
""")
MAX_CODE = 32_768

CONTEXT = {
    "args": {"first": 5},
    "arguments": {"first": 5},
    "source": {
        "id": "SjpK",
        "jobId": "j",
        "count": 3,
        "isBest": False,
        "name": None,
        "tags": ["a"],
        "config": {"b": 1},
    },
    "identity": {
        "sub": "s",
        "username": "ann",
        "groups": ["viewers"],
        "claims": {"email": "ann@example.org", "token_use": "id", "custom:client_id": "acme", "phone_number": "555"},
        "sourceIp": ["1.1.1.1"],
    },
    "request": {"headers": {"x-amzn-trace-id": "Root=1", "authorization": "secret", "x-api-key": "da2", "host": "h"}},
    "info": {
        "fieldName": "metrics",
        "parentTypeName": "Job",
        "variables": {"n": 5},
        "selectionSetList": ["nodes", "nodes/value"],
        "selectionSetGraphQL": "{ nodes { value } }",
    },
    "stash": {},
    "prev": None,
}

ENVELOPES: dict[str, Any] = {
    "a value": {"data": {"instanceId": "i", "config": {"a": [1]}}},
    "nothing": {"data": None},
    "an error": {"data": None, "errorMessage": "No such thing.", "errorType": "NotFound", "errorInfo": {"field": "x"}},
    "an error without details": {"errorMessage": "Wait.", "errorType": "Throttled"},
    "a value and errors beside it": {
        "data": {"instanceId": "i", "config": None},
        "errors": [{"errorMessage": "Unreadable.", "errorType": "Internal", "errorInfo": {"item": "k"}}],
    },
}


class Resolvers:
    """Our resolvers in Node."""

    def __init__(self, node: Node) -> None:
        self._node = node

    def run(self, code: str, handler: str, **context: Any) -> dict[str, Any]:
        return self._node.run(code_of(code), handler, {**CONTEXT, **context})


@pytest.fixture(scope="module")
def javascript() -> Iterator[Resolvers]:
    with running_node() as node:
        yield Resolvers(node)


@pytest.mark.parametrize(("code", "operation"), [(INVOKE, "Invoke"), (BATCH_INVOKE, "BatchInvoke")])
def test_the_lambda_gets_what_it_reads_and_no_more(javascript: Resolvers, code: str, operation: str) -> None:
    request = javascript.run(code, "request")["value"]
    assert request["operation"] == operation
    assert request["payload"] == {
        "envelope": True,
        "arguments": {"first": 5},
        "source": {"id": "SjpK", "jobId": "j", "count": 3, "isBest": False},
        "identity": {
            "username": "ann",
            "groups": ["viewers"],
            "claims": {"email": "ann@example.org", "token_use": "id", "custom:client_id": "acme"},
        },
        "request": {"headers": {"x-amzn-trace-id": "Root=1"}},
        "info": CONTEXT["info"],
    }


@pytest.mark.parametrize(
    "identity",
    [
        None,
        PIPELINE,
        person("bob", "viewers"),
        person("ann", "editors", preferred_username="Ann", email="ann@example.org", custom_client_id="acme"),
    ],
)
def test_the_lambda_knows_the_caller_as_well_as_from_the_whole_identity(javascript: Resolvers, identity: Any) -> None:
    payload = javascript.run(INVOKE, "request", identity=identity)["value"]["payload"]
    assert caller_of(payload) == caller_of({"identity": identity})


@pytest.mark.parametrize("code", CALLS)
def test_a_root_field_without_identity_or_headers_is_no_surprise(javascript: Resolvers, code: str) -> None:
    payload = javascript.run(code, "request", source=None, identity=None, request={})["value"]["payload"]
    assert payload["source"] == {}
    assert payload["identity"] is None
    assert payload["request"] == {"headers": {}}


@pytest.mark.parametrize("code", CALLS)
@pytest.mark.parametrize("kind", ENVELOPES)
def test_an_envelope_means_the_same_as_in_the_local_server(javascript: Resolvers, code: str, kind: str) -> None:
    told = javascript.run(code, "response", result=ENVELOPES[kind])
    data, errors = _at_home(lambda _: ENVELOPES[kind])
    assert _shown(told.get("value")) == data
    ours = [*([told["error"]] if "error" in told else []), *told["appended"]]
    assert [_essence(each) for each in ours] == [_essence(each) for each in errors]


@pytest.mark.parametrize("code", CALLS)
def test_a_lambda_that_fails_is_an_error_with_its_name_and_message(javascript: Resolvers, code: str) -> None:
    def fail(_: Any) -> Any:
        raise ValueError("broken")

    told = javascript.run(code, "response", result=None, error={"message": "broken", "type": "ValueError"})
    _, errors = _at_home(fail)
    assert _essence(told["error"]) == _essence(errors[0])


def test_a_batch_that_answers_nothing_for_one_parent_is_null(javascript: Resolvers) -> None:
    assert javascript.run(BATCH_INVOKE, "response", result=None)["value"] is None


@pytest.mark.parametrize("given", [{"jobId": "j", "nested": {"a": [1]}}, '{"jobId": "j", "nested": {"a": [1]}}'])
def test_what_is_published_is_what_was_given(javascript: Resolvers, given: Any) -> None:
    payload = javascript.run(PUBLISH, "request", args={"item": given})["value"]["payload"]
    assert payload == {"jobId": "j", "nested": {"a": [1]}}
    assert javascript.run(PUBLISH, "response", result=payload)["value"] == payload


def test_what_the_publisher_brings_is_not_fetched_again(javascript: Resolvers) -> None:
    brought = {"id": "SjpK", "name": "run"}
    info = {"fieldName": "job", "parentTypeName": "JobStatus"}
    answer = javascript.run(BATCH_INVOKE, "request", source={"jobId": "j", "job": brought}, info=info)
    assert answer["early"] == brought
    for absent in ({"jobId": "j"}, {"jobId": "j", "job": None}):
        answer = javascript.run(BATCH_INVOKE, "request", source=absent, info=info)
        assert answer["value"]["operation"] == "BatchInvoke"


def test_the_payload_is_enough_for_the_lambda(javascript: Resolvers, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def answer(event: Any, _: Any, route: Any) -> Any:
        seen.append(route.key)
        return [{"data": 1}] if isinstance(event, list) else {"data": 1}

    monkeypatch.setattr(app, "_answer", answer)
    for route in routes().values():
        if not route.is_publish:
            info = {"fieldName": route.signature.field_name, "parentTypeName": route.signature.type_name}
            code = BATCH_INVOKE if route.is_batched else INVOKE
            payload = javascript.run(code, "request", info=info)["value"]["payload"]
            app.handler([payload] if route.is_batched else payload, None)
    assert seen == [route.key for route in routes().values() if not route.is_publish]


def test_code_is_small_enough_for_appsync() -> None:
    assert all(len(code_of(kind)) < MAX_CODE / 8 for kind in KINDS)
    assert all(len(wire.code) < MAX_CODE / 3 for wire in wires())


def test_sources_keep_to_the_rules_of_appsync() -> None:
    assert _linted(SOURCES) == {}


def test_what_appsync_is_given_keeps_to_them_too(tmp_path: Path) -> None:
    largest = max((wire.code for wire in wires()), key=len)
    for place, code in enumerate([*map(code_of, KINDS), largest]):
        (tmp_path / f"code{place}.js").write_text(code)
    assert _linted(tmp_path) == {}


def test_the_rules_would_notice(tmp_path: Path) -> None:
    (tmp_path / "wrong.js").write_text(
        "export function request(ctx) { while (true) { ctx.x++; } }\nfunction a() { return a(); }\n"
    )
    found = _linted(tmp_path)
    assert any("no-while" in rule for rule in found)
    assert any("no-recursion" in rule for rule in found)


def _linted(folder: Path) -> dict[str, str]:
    """What eslint says of the files in a folder, by rule."""
    eslint = ROOT / "node_modules" / ".bin" / "eslint"
    if not eslint.exists():
        pytest.skip("needs node_modules, which `make node_modules/.ready` sets up")
    config = ROOT / "tests" / "infra" / "eslint.config.mjs"
    command = [str(eslint), "--config", str(config), "--format", "json", "."]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout, done.stderr
    return {str(each["ruleId"]): each["message"] for file in json.loads(done.stdout) for each in file["messages"]}


def _at_home(handler: Any) -> tuple[Any, list[Any]]:
    operation = Operation(handler, {"headers": {}})
    answer = asyncio.run(run(SCHEMA, operation, '{ instance(instanceId: "i") { instanceId config } }'))
    return (answer["data"] or {}).get("instance"), answer.get("errors", [])


def _shown(value: Any) -> Any:
    """JSON goes out as text."""
    return value and {
        name: each if name == "instanceId" or not each else json.dumps(each, separators=(",", ":"))
        for name, each in value.items()
    }


def _essence(error: dict[str, Any]) -> tuple[Any, ...]:
    return error["message"], error.get("errorType"), error.get("errorInfo")
