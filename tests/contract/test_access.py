"""The auth matrix: the routes, the directives of the schema and the server say the same."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    get_named_type,
    is_leaf_type,
)

from infra.access import access_text
from local.engine.scalars import read_schema
from local.http.access import Access
from local.http.callers import Caller
from local.http.tokens import Tokens
from local.settings import ACCESS_KEY, SECRET_KEY
from resolvers.routing.announcements import ANNOUNCEMENTS
from resolvers.routing.route import API_KEY, EDITORS, IAM, OPERATORS, READ, VIEWERS
from resolvers.routing.routes import routes
from tests.serving import Server, serving

ROOT = Path(__file__).parents[2]
SCHEMA = read_schema((ROOT / "schema.graphql").read_text())

CALLERS = {
    API_KEY: Caller("api_key"),
    IAM: Caller("iam"),
    **{group: Caller("cognito", frozenset({group})) for group in (VIEWERS, EDITORS, OPERATORS)},
}
STRANGERS = ("nobody", "a wrong key", "another app")
VALUES = {
    "ID": "3f52804b-2fad-4e00-92c8-b593da3a8ed3",
    "String": "x",
    "Int": 1,
    "Float": 1.0,
    "Boolean": True,
    "AWSDateTime": "2026-11-16T12:00:00Z",
    "AWSDate": "2026-11-16",
    "AWSJSON": "{}",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("access"), SAMPLE="0") as started:
        yield started


@pytest.mark.parametrize("who", CALLERS)
def test_the_schemas_directives_say_what_the_routes_say(who: str) -> None:
    denied = Access(SCHEMA).denied(CALLERS[who])
    for route in routes().values():
        field = (route.signature.type_name, route.signature.field_name)
        assert (field not in denied) == (who in route.access), route.key
    for announcement in ANNOUNCEMENTS:
        field = (announcement.signature.type_name, announcement.signature.field_name)
        assert (field not in denied) == (who in announcement.access)


def test_who_is_in_the_pool_but_in_no_group_may_read_and_no_more() -> None:
    denied = Access(SCHEMA).denied(Caller("cognito"))
    for route in routes().values():
        field = (route.signature.type_name, route.signature.field_name)
        assert (field not in denied) == (route.access == READ), route.key


@pytest.mark.parametrize("who", CALLERS)
@pytest.mark.parametrize("type_name", ["Query", "Mutation"])
def test_the_server_refuses_exactly_what_the_routes_refuse(server: Server, type_name: str, who: str) -> None:
    asked = {name: _question(type_name, name) for name in _root(type_name).fields}
    refused = {name for name, body in asked.items() if _is_refused(server, body, who)}
    assert refused == {name for name in asked if who not in routes()[f"{type_name}.{name}"].access}


@pytest.mark.parametrize("who", CALLERS)
def test_a_field_of_an_object_may_be_for_fewer_than_the_object(server: Server, who: str) -> None:
    body = json.dumps({"query": '{ catBatch(batchId: "1") { imagesWithLogs { __typename } } }'}).encode()
    assert _is_refused(server, body, who) == (who not in routes()["CatBatch.imagesWithLogs"].access)


@pytest.mark.parametrize("who", STRANGERS)
@pytest.mark.parametrize("type_name", ["Query", "Mutation"])
def test_strangers_reach_no_field_at_all(server: Server, type_name: str, who: str) -> None:
    for name in _root(type_name).fields:
        response = _post(server, _question(type_name, name), who)
        assert response.status_code == 401
        assert response.json()["errors"][0]["errorType"] == "UnauthorizedException"
        assert response.json().get("data") is None


def test_the_page_says_what_the_routes_say() -> None:
    assert (ROOT / "docs" / "access.md").read_text() == access_text(), "run `make access`"


def _post(server: Server, body: bytes, who: str) -> httpx.Response:
    headers = {"content-type": "application/json", **_credentials(server, body, who)}
    return _client.post(server.graphql_url, content=body, headers=headers)


_client = httpx.Client(timeout=60)
"""One for all: to make one takes longer than a request."""


def _credentials(server: Server, body: bytes, who: str) -> dict[str, str]:
    if who == "nobody":
        return {}
    if who in {API_KEY, "a wrong key"}:
        return {"x-api-key": server.api_key if who == API_KEY else "da2-wrong"}
    if who == IAM:
        return _signed(server.graphql_url, body)
    return {"authorization": _token(server, who)}


def _token(server: Server, who: str) -> str:
    """The token of a person in a group, or one that the pool made for another app."""
    if (server.url, who) not in _tokens:
        minted = server.token("ann", [OPERATORS if who == "another app" else who])
        tokens = Tokens.kept_in(server.data_dir)
        _tokens[server.url, who] = (
            tokens.sign(tokens.read(minted) | {"aud": "another-app"}) if who == "another app" else minted
        )
    return _tokens[server.url, who]


_tokens: dict[tuple[str, str], str] = {}


def _signed(url: str, body: bytes) -> dict[str, str]:
    request = AWSRequest("POST", url, headers={"content-type": "application/json"}, data=body)
    SigV4Auth(Credentials(ACCESS_KEY, SECRET_KEY), "appsync", "us-east-1").add_auth(request)
    return dict(request.headers.items())


def _is_refused(server: Server, body: bytes, who: str) -> bool:
    response = _post(server, body, who)
    assert response.status_code == 200
    errors = response.json().get("errors", [])
    assert not any(str(each["message"]).startswith("Validation error") for each in errors), errors
    return any(each.get("errorType") == "Unauthorized" for each in errors)


def _question(type_name: str, name: str) -> bytes:
    """A request for one field; what it answers does not matter."""
    field = _root(type_name).fields[name]
    given = {key: _value(each.type) for key, each in field.args.items() if isinstance(each.type, GraphQLNonNull)}
    arguments = f"({', '.join(f'{key}: {value}' for key, value in given.items())})" if given else ""
    inner = "" if is_leaf_type(get_named_type(field.type)) else " { __typename }"
    return json.dumps({"query": f"{type_name.lower()} {{ {name}{arguments}{inner} }}"}).encode()


def _value(type_: Any) -> str:
    """The least that a type takes, as GraphQL writes it."""
    if isinstance(type_, GraphQLNonNull):
        return _value(type_.of_type)
    if isinstance(type_, GraphQLList):
        return f"[{_value(type_.of_type)}]"
    if isinstance(type_, GraphQLEnumType):
        return str(next(iter(type_.values)))
    if isinstance(type_, GraphQLInputObjectType):
        needed = {name: each for name, each in type_.fields.items() if isinstance(each.type, GraphQLNonNull)}
        return "{" + ", ".join(f"{name}: {_value(each.type)}" for name, each in needed.items()) + "}"
    return json.dumps(VALUES[type_.name])


def _root(type_name: str) -> GraphQLObjectType:
    found = SCHEMA.type_map[type_name]
    assert isinstance(found, GraphQLObjectType)
    return found
