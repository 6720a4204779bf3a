"""The API in any Python program: who may ask, what a call is, and what leaves the machine."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest
from graphql import GraphQLObjectType
from starlette.exceptions import HTTPException
from strawberry.types import ExecutionResult

from loaders.caller import EDITORS, RequestCaller
from local.engine.scalars import read_schema
from resolvers.in_process.asgi import application
from resolvers.in_process.host import Host
from resolvers.in_process.schema import planned_schema
from resolvers.routing.routes import routes
from resolvers.runtime.identity import caller_of
from resolvers.schema.sdl import schema_text
from resolvers.serve import main
from tests.identities import program
from tests.resolvers.conftest import Api

ANN = RequestCaller("user", "ann", client="ann", groups=frozenset({EDITORS}))
PING = "{ images(first: 1) { nodes { imageId } } }"
RECORD = """mutation Record($status: JobState!, $expected: JobState) {
  recordJobStatus(input: {jobId: "j1", status: $status, expectedStatus: $expected, progress: 41}) {
    status progress recordedBy: updatedBy job { name latestStatus { progress } } } }"""


def _ask(host: Host, query: str, asked_by: Any = None, **variables: Any) -> ExecutionResult:
    return asyncio.run(host.execute(query, variables, asked_by=asked_by))


def _error_types(answer: ExecutionResult) -> list[Any]:
    return [(each.extensions or {}).get("errorType") for each in answer.errors or []]


def test_without_a_function_that_says_who_asks_every_restricted_field_is_refused_and_nothing_is_changed(
    api: Api,
) -> None:
    host = Host(api.store)
    before = _ask(host, '{ job(jobId: "j1") { latestStatus { progress } } }')
    assert before.errors is None
    refused = _ask(host, RECORD, status="RUNNING")
    assert (refused.data, _error_types(refused)) == (None, ["Unauthorized"])
    below = _ask(host, '{ image(imageId: "img") { imageId otherItems { type } } }')
    assert _error_types(below) == ["Unauthorized"]
    assert "otherItems" in str(below.errors)
    assert _ask(host, '{ job(jobId: "j1") { latestStatus { progress } } }').data == before.data


@pytest.mark.parametrize("is_async", [False, True])
def test_the_caller_is_whom_the_hosts_function_names(api: Api, *, is_async: bool) -> None:
    def known(asked_by: str) -> RequestCaller | None:
        return ANN if asked_by == "ann's cookie" else None

    async def looked_up(asked_by: str) -> RequestCaller | None:
        await asyncio.sleep(0)
        return known(asked_by)

    host = Host(api.store, looked_up if is_async else known)
    answer = _ask(host, RECORD, "ann's cookie", status="RUNNING", expected="FAILED")
    assert _error_types(answer) == ["Conflict"]  # she may, but the job is in another state
    assert _error_types(_ask(host, RECORD, "a stranger's", status="RUNNING")) == ["Unauthorized"]


def test_clients_see_their_own_items_alone(api: Api) -> None:
    query = "{ catImages(isCat: false) { nodes { clientId } } }"
    callers = {"c": replace(ANN, client="c"), "ann": ANN, "staff": caller_of({"identity": program("pipeline")})}
    host = Host(api.store, callers.get)
    seen = {name: _ask(host, query, name).data for name in callers}
    owners = {name: {each["clientId"] for each in data["catImages"]["nodes"]} for name, data in seen.items() if data}
    assert owners == {"staff": {"c", "ours"}, "c": {"c"}, "ann": set()}


def test_a_conflict_says_what_is_stored(api: Api) -> None:
    answer = _ask(Host(api.store, lambda _: ANN), RECORD, status="RUNNING", expected="FAILED")
    (error,) = answer.errors or []
    assert error.extensions is not None
    assert error.extensions["errorType"] == "Conflict"
    assert error.extensions["errorInfo"]["current"]["__typename"] == "Job"


def test_many_parents_are_one_call(api: Api) -> None:
    async def asked() -> tuple[ExecutionResult, int]:
        operation = await Host(api.store, lambda _: ANN).operation()
        query = '{ labels(label: "GRAND_TOTAL", first: 50) { nodes { word { text receipt { receiptId } } } } }'
        answer = await planned_schema().execute(query, context_value=operation)
        return answer, len(operation.requests)

    answer, calls = asyncio.run(asked())
    assert answer.errors is None
    assert answer.data is not None
    assert len(answer.data["labels"]["nodes"]) > 1
    assert calls <= 3  # one for each level, whatever the number of labels


def test_the_schema_is_appsyncs_without_subscriptions_and_what_feeds_them() -> None:
    printed = read_schema(schema_text())
    ours = planned_schema()._schema.type_map
    left_out = {each.signature.field_name for each in routes().values() if each.is_publish}
    for name, kind in printed.type_map.items():
        if isinstance(kind, GraphQLObjectType) and not name.startswith("__") and name != "Subscription":
            made: Any = ours[name]
            expected = {key: str(each.type) for key, each in kind.fields.items()}
            expected = {key: each for key, each in expected.items() if name != "Mutation" or key not in left_out}
            assert {key: str(each.type) for key, each in made.fields.items()} == expected, name
            arguments = {key: {each: str(a.type) for each, a in kind.fields[key].args.items()} for key in expected}
            assert {
                key: {each: str(a.type) for each, a in f.args.items()} for key, f in made.fields.items()
            } == arguments


Post = Callable[..., Awaitable[httpx.Response]]


def _over_http(host: Host, use: Callable[[Post], Awaitable[Any]], names: list[str] | None = None) -> Any:
    async def used() -> Any:
        served = application(host, names) if names else application(host)
        transport = httpx.ASGITransport(app=served, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:

            async def post(**given: Any) -> httpx.Response:
                return await client.post("/graphql", **({"json": {"query": PING}} | given))

            return await use(post)

    return asyncio.run(used())


def test_over_http_the_function_gets_the_request(api: Api) -> None:
    host = Host(api.store, lambda request: ANN if request.headers.get("x-user") == "ann" else None)

    async def use(post: Post) -> list[str]:
        body = {"query": RECORD, "variables": {"status": "RUNNING", "expected": "FAILED"}}
        answers = [await post(json=body, headers={"x-user": name}) for name in ("ann", "bob")]
        return [each.json()["errors"][0]["extensions"]["errorType"] for each in answers]

    assert _over_http(host, use) == ["Conflict", "Unauthorized"]


def test_a_function_that_refuses_leaves_no_answer(api: Api) -> None:
    def nobody(_: Any) -> RequestCaller:
        raise HTTPException(401)

    async def use(post: Post) -> httpx.Response:
        return await post()

    refused = _over_http(Host(api.store, nobody), use)
    assert (refused.status_code, "imageId" in refused.text) == (401, False)


@pytest.mark.parametrize(
    "given",
    [
        {"headers": {"host": "evil.example"}},
        {"content": json.dumps({"query": PING}), "json": None, "headers": {"content-type": "text/plain"}},
        {"data": {"query": PING}, "json": None},
    ],
    ids=["another name for this machine", "a form's text", "a form"],
)
def test_what_a_strangers_page_can_send_is_refused(api: Api, given: dict[str, Any]) -> None:
    async def use(post: Post) -> httpx.Response:
        return await post(**given)

    refused = _over_http(Host(api.store), use)
    assert (refused.status_code, "imageId" in refused.text) == (400, False)


def test_what_the_function_allows_is_answered_to_other_names_if_the_host_says_so(api: Api) -> None:
    async def use(post: Post) -> Any:
        return (await post(headers={"host": "api.example"})).json()

    assert _over_http(Host(api.store), use, ["api.example"])["data"]["images"]["nodes"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--host", "0.0.0.0"], "beyond this machine"),
        (["--caller", "tests.resolvers.test_host"], "MODULE:FUNCTION"),
        (["--caller", "no_such_module:function"], "no_such_module"),
        (["--caller", "tests.resolvers.test_host:no_such_name"], "no_such_name"),
    ],
)
def test_the_command_says_what_is_wrong_with_its_arguments(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
