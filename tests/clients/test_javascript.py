"""Apollo Client, urql, Amplify and graphql-ws, as applications use them, against a server that runs."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from tests.clients.running import ProgramReport, Task, assert_heard, run_javascript
from tests.serving import Server

UNAUTHORIZED = {"errorType": "UnauthorizedException", "message": "You are not authorized to make this call."}


@pytest.fixture(scope="module", params=["apollo", "urql", "amplify"])
def anyone(request: pytest.FixtureRequest) -> ProgramReport:
    """What a client found, whichever it is."""
    found: ProgramReport = request.getfixturevalue(request.param)
    return found


@pytest.fixture(scope="module")
def apollo(server: Server) -> ProgramReport:
    return run_javascript("apollo", Task(server))


@pytest.fixture(scope="module")
def urql(server: Server) -> ProgramReport:
    return run_javascript("urql", Task(server))


@pytest.fixture(scope="module")
def amplify(server: Server) -> ProgramReport:
    return run_javascript("amplify", Task(server))


@pytest.fixture(scope="module")
def graphql_ws(server: Server) -> ProgramReport:
    return run_javascript("graphql_ws", Task(server))


def test_a_query_is_answered(anyone: ProgramReport) -> None:
    first = anyone.task.jobs[0]
    answers = anyone.report.get("jobs", {"apiKey": anyone.report.get("job")})
    for job in answers.values():
        assert {name: job[name] for name in first} == first
        assert job["createdBy"] == anyone.task.created_by


def test_pages_together_hold_everything_once_and_in_order(anyone: ProgramReport) -> None:
    pages = anyone.report["pages"]
    assert [len(page) for page in pages] == [5, 5, 2]
    assert list(chain(*pages)) == [job["id"] for job in anyone.task.jobs]


def test_a_subscription_hears_every_change_of_its_job_and_of_no_other(anyone: ProgramReport) -> None:
    for heard in _by_way(anyone.report["heard"]):
        assert_heard(heard, anyone.task)


def test_what_a_mutation_refuses_comes_with_its_type_and_the_field_to_blame(anyone: ProgramReport) -> None:
    (error,) = anyone.report["unknown"]
    assert (error["errorType"], error["errorInfo"]) == ("NotFound", {"field": "input.jobId"})
    assert error["path"] == ["recordJobStatus"]


def test_apollo_knows_an_object_again_by_its_id(apollo: ProgramReport) -> None:
    cache = apollo.report["cache"]
    assert (cache["before"], cache["after"], cache["again"], cache["requests"]) == ("PENDING", "RUNNING", "RUNNING", 0)


def test_apollo_keeps_every_object_once_whether_asked_for_changed_or_heard_of(apollo: ProgramReport) -> None:
    names = apollo.report["cache"]["names"]
    assert {name for name in names if name.startswith("Job:")} == {f"Job:{job['id']}" for job in apollo.task.jobs}
    assert {f"JobStatus:{heard['id']}" for heard in apollo.report["heard"]} <= set(names)
    roots = {"ROOT_QUERY", "ROOT_MUTATION", "ROOT_SUBSCRIPTION"}
    assert {name.partition(":")[0] for name in names} == {"Job", "JobStatus", *roots}


def test_urql_keeps_an_answer_until_a_mutation_speaks_of_its_type(urql: ProgramReport) -> None:
    cache = urql.report["cache"]
    assert cache["before"] == {"status": "PENDING", "requests": 0}
    assert cache["after"] == {"status": "RUNNING", "requests": 1}
    assert cache["again"] == {"status": "RUNNING", "requests": 0}


def test_amplify_connects_with_key_token_and_signature(amplify: ProgramReport) -> None:
    key, token, signature = amplify.report["connections"]
    assert "x-api-key" in key
    assert set(token) == {"Authorization", "host"}
    assert {"authorization", "x-amz-date", "host"} <= set(signature)
    assert set(amplify.report["heard"]) == set(amplify.report["jobs"]) == {"apiKey", "userPool", "iam"}


def test_a_stranger_is_told_so_by_every_client(
    apollo: ProgramReport, urql: ProgramReport, amplify: ProgramReport
) -> None:
    assert apollo.report["stranger"] == {"status": 401, "body": {"errors": [UNAUTHORIZED]}}
    assert urql.report["stranger"]["status"] == 401
    assert [error["originalError"] for error in urql.report["stranger"]["errors"]] == [UNAUTHORIZED]
    assert [error["message"] for error in amplify.report["stranger"]] == ["Unauthorized"]


def test_amplify_gives_up_a_connection_that_is_refused(amplify: ProgramReport) -> None:
    (error,) = amplify.report["unheard"]
    assert error["message"].endswith("com.amazonaws.deepdish.graphql.auth#UnauthorizedException")


def test_graphql_ws_asks_changes_and_subscribes_over_one_socket(graphql_ws: ProgramReport) -> None:
    job = graphql_ws.report["job"]
    assert (job["id"], job["name"]) == (graphql_ws.task.jobs[0]["id"], graphql_ws.task.jobs[0]["name"])
    assert set(graphql_ws.report["heard"]) == {"key", "token"}
    for heard in graphql_ws.report["heard"].values():
        assert_heard(heard, graphql_ws.task)


def test_graphql_ws_is_told_what_is_wrong(graphql_ws: ProgramReport) -> None:
    (unknown,) = graphql_ws.report["unknown"]
    assert (unknown["errorType"], unknown["path"]) == ("NotFound", ["recordJobStatus"])
    (wrong,) = graphql_ws.report["wrong"]
    assert "Field 'onWhiskers' in type 'Subscription' is undefined" in wrong
    for closed in graphql_ws.report["stranger"]:
        assert closed == {"code": 4403, "reason": UNAUTHORIZED["message"]}


def _by_way(heard: Any) -> Iterator[list[Any]]:
    """What was heard: by each way of proving who one is, or by the only one."""
    yield from heard.values() if isinstance(heard, dict) else [heard]
