"""`/graphql` over HTTP: which status and which words AppSync has for what it is sent."""

import gzip
from typing import Any

import pytest

from tests.local.fakes import KEY, Home, limited

COUNT = {"Query.imageCount": 7}
MALFORMED = "MalformedHttpRequestException"


def refusal(error_type: str, message: str) -> dict[str, Any]:
    return {"errors": [{"errorType": error_type, "message": message}]}


@pytest.mark.parametrize(
    ("body", "error_type", "message"),
    [
        (b"", MALFORMED, "Request body is empty."),
        (b"  ", MALFORMED, "Request body is empty."),
        (b"meow", MALFORMED, "Unable to parse GraphQL query."),
        (b"{}", MALFORMED, "Unable to parse GraphQL query."),
        (b"[]", MALFORMED, "Unable to parse GraphQL query."),
        (b'[{"query": "{ imageCount }"}]', MALFORMED, "Unable to parse GraphQL query."),
        (b'{"query": 5}', MALFORMED, "Unable to parse GraphQL query."),
        (b'{"query": ""}', MALFORMED, "Unable to parse GraphQL query."),
        (b'{"query": "{"}', MALFORMED, "Unable to parse GraphQL query."),
        (b'{"query": "fragment F on Query { imageCount }"}', MALFORMED, "Unable to parse GraphQL query."),
        (b'{"query": "{ imageCount }", "variables": 5}', MALFORMED, "Unable to parse GraphQL query."),
        (b'{"query": "{ imageCount }", "operationName": 5}', MALFORMED, "Unable to parse GraphQL query."),
        (b"\xff\xfe", MALFORMED, "Unable to parse GraphQL query."),
        (gzip.compress(b"{}", mtime=0), MALFORMED, "Unable to parse GraphQL query."),
        (
            b'{"query": "query A { imageCount } query B { imageCount }"}',
            "BadRequestException",
            "Missing operation name.",
        ),
        (b'{"query": "{ imageCount } { imageCount }"}', "BadRequestException", "Missing operation name."),
        (
            b'{"query": "query A { imageCount }", "operationName": "B"}',
            "BadRequestException",
            "Unknown operation named 'B'.",
        ),
    ],
)
def test_what_is_no_request_is_refused_in_appsyncs_words(body: bytes, error_type: str, message: str) -> None:
    response = Home().client().post("/graphql", content=body, headers=KEY)
    assert response.status_code == 400
    assert response.json() == refusal(error_type, message)
    assert response.headers["x-amzn-errortype"] == error_type
    assert response.headers["x-amzn-requestid"]


def test_a_selection_that_makes_no_sense_is_an_answer_with_an_error() -> None:
    response = Home().client().post("/graphql", json={"query": "{badfield}"}, headers=KEY)
    assert response.status_code == 200
    message = "Validation error of type FieldUndefined: Field 'badfield' in type 'Query' is undefined @ 'badfield'"
    location = {"line": 1, "column": 2, "sourceName": None}
    assert response.json() == {"data": None, "errors": [{"path": None, "locations": [location], "message": message}]}


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (
            "{ images { nodes { colour } } }",
            "FieldUndefined: Field 'colour' in type 'Image' is undefined @ 'images/nodes/colour'",
        ),
        (
            "{ images }",
            "SubSelectionRequired: Sub selection required for type ImageConnection! of field images @ 'images'",
        ),
        (
            "{ imageCount { x } }",
            "SubSelectionNotAllowed: Sub selection not allowed on leaf type Int! of field imageCount @ 'imageCount'",
        ),
        ("{ image { id } }", "MissingFieldArgument: Missing field argument imageId @ 'image'"),
        ('{ image(imageId: "a", x: 1) { id } }', "UnknownArgument: Unknown field argument x @ 'image'"),
        ("query ($a: Int) { imageCount }", "UnusedVariable: Unused variable a"),
        ("{ image(imageId: $a) { id } }", "UndefinedVariable: Undefined variable a @ 'image'"),
        ("{ ...F }", "UndefinedFragment: Undefined fragment F"),
        ("{ imageCount } fragment F on Query { imageCount }", "UnusedFragment: Unused fragment F"),
        ("query ($a: Foo) { images { nodes { id } } }", "UnknownType: Unknown type Foo"),
        (
            "query ($a: Int!) { image(imageId: $a) { id } }",
            "VariableTypeMismatch: Variable type 'Int!' doesn't match expected type 'ID!'",
        ),
    ],
)
def test_errors_of_validation_have_appsyncs_words_and_the_path_of_the_field(query: str, message: str) -> None:
    answer = Home().post(query)
    assert answer["data"] is None
    assert f"Validation error of type {message}" in [error["message"] for error in answer["errors"]]
    assert all("errorType" not in error for error in answer["errors"])


def test_the_named_operation_of_several_is_executed() -> None:
    query = "query A { imageCount } query B { b: imageCount }"
    response = Home(COUNT).client().post("/graphql", json={"query": query, "operationName": "B"}, headers=KEY)
    assert response.json()["data"] == {"b": 7}


def test_a_get_is_answered_too() -> None:
    parameters = {"query": "query ($a: ID!) { image(imageId: $a) { imageId } }", "variables": '{"a": "x"}'}
    home = Home({"Query.image": {"imageId": "x"}})
    response = home.client().get("/graphql", params=parameters, headers=KEY)
    assert response.json()["data"] == {"image": {"imageId": "x"}}
    assert home.client().get("/graphql", headers=KEY).status_code == 400
    assert home.client().get("/graphql", params={**parameters, "variables": "{"}, headers=KEY).status_code == 400


def test_a_subscription_over_http_is_told_where_to_go() -> None:
    query = "subscription { onJobStatus { jobId } }"
    response = Home().client().post("/graphql", json={"query": query}, headers=KEY)
    assert response.status_code == 400
    assert "WebSocket" in response.json()["errors"][0]["message"]


@pytest.mark.parametrize(
    ("variables", "said"),
    [({}, "Variable 'a'"), ({"a": None}, "Variable 'a'"), ({"a": ["x", "y"]}, "Variable 'a'")],
)
def test_variables_that_do_not_fit_are_named(variables: dict[str, Any], said: str) -> None:
    answer = Home().post("query ($a: ID!) { image(imageId: $a) { id } }", **variables)
    assert answer["data"] is None
    assert said in answer["errors"][0]["message"]
    assert answer["errors"][0]["locations"] == [{"line": 1, "column": 8, "sourceName": None}]


def test_an_event_carries_the_variables_as_they_were_sent_and_no_cookie() -> None:
    home = Home()
    query = "query ($a: ID!, $unused: Int = 3) { image(imageId: $a) { id } images(first: $unused) { nodes { id } } }"
    home.post(query, {**KEY, "X-Custom": "yes", "Cookie": "secret"}, a=5)
    event = home.read.events[0]
    assert event["info"]["variables"] == {"a": 5}
    assert event["arguments"] == {"imageId": "5"}
    assert event["request"]["headers"]["x-custom"] == "yes"
    assert "cookie" not in event["request"]["headers"]
    assert event["request"]["domainName"] is None
    assert event["source"] is None
    assert event["envelope"] is True


def test_the_schema_is_hidden_where_introspection_is_off() -> None:
    hidden = Home(COUNT, limited(introspection=False))
    answer = hidden.post("{ __schema { types { name } } }")
    assert answer["data"] is None
    assert "Introspection has been disabled" in answer["errors"][0]["message"]
    assert hidden.post("{ __typename imageCount }")["data"] == {"__typename": "Query", "imageCount": 7}
