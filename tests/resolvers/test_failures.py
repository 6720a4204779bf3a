"""The metric `Failures`: moved by what is ours to mend, not by what a caller got wrong."""

import json
import socket
from collections.abc import Callable
from typing import Any

import pytest

from entities.tables import TABLES
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from loaders.errors import BadInput, Throttled, Unavailable
from resolvers import app
from resolvers.routing.routes import routes
from resolvers.runtime.envelopes import MAX_PARTIAL_ERRORS, with_partial_errors
from resolvers.runtime.errors import ApiError
from tests.resolvers.conftest import Api, FakeContext, event
from workers.counting import counted

Metrics = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def metrics(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Metrics:
    """The lines that CloudWatch would count, as in a Lambda of this name."""
    monkeypatch.setenv("AWS_LAMBDA_FUNCTION_NAME", "tessera-dev-read")
    monkeypatch.setenv("POWERTOOLS_SERVICE_NAME", "tessera-dev-api")

    def lines() -> list[dict[str, Any]]:
        told = capsys.readouterr().out.splitlines()
        return [json.loads(line) for line in told if line.startswith('{"_aws"')]

    return lines


@pytest.mark.parametrize("error", [Unavailable("away"), Throttled("busy"), RuntimeError("nobody foresaw this")])
def test_what_no_caller_caused_moves_the_metric(
    api: Api, metrics: Metrics, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    _let_fail(monkeypatch, error)
    api.handle(event("Query.job", "{ name }", jobId="j1") | {"envelope": True})
    (line,) = metrics()
    assert line["Failures"] == 1
    (described,) = line["_aws"]["CloudWatchMetrics"]
    assert (described["Namespace"], described["Dimensions"]) == ("Tessera", [["service", "function"]])
    assert (line["service"], line["function"]) == ("tessera-dev-api", "tessera-dev-read")


class LittleTime(FakeContext):
    """Lambda's word that the time is nearly up."""

    def get_remaining_time_in_millis(self) -> int:
        return 1_100


@pytest.mark.parametrize("is_silent", [False, True], ids=["refuses every connection", "takes them and never answers"])
def test_a_database_that_is_away_moves_the_metric(
    metrics: Metrics, monkeypatch: pytest.MonkeyPatch, *, is_silent: bool
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        if is_silent:
            taken.listen()
        client = make_client(f"http://127.0.0.1:{taken.getsockname()[1]}")
        with Store(client, {table.name: table.usual_name for table in TABLES.values()}) as store:
            monkeypatch.setattr(app.parts, "store", store)
            asked = event("Query.job", "{ name }", jobId="j1") | {"envelope": True}
            answer = app.handler(asked, LittleTime())
    assert answer["errorType"] == "Unavailable"
    (line,) = metrics()
    assert line["Failures"] == 1


def test_a_refused_input_does_not_move_the_metric(api: Api, metrics: Metrics, monkeypatch: pytest.MonkeyPatch) -> None:
    _let_fail(monkeypatch, BadInput("no"))
    assert api.handle(event("Query.job", "{ name }", jobId="j1") | {"envelope": True})["errorType"] == "BadInput"
    assert metrics() == []


def test_a_request_leaves_one_line_without_zeros(api: Api, metrics: Metrics) -> None:
    api.handle(event("Query.job", "{ name }", jobId="j1"))
    (line,) = metrics()
    assert line["ReadUnits"] > 0
    assert line["Requests"] > 0
    assert not {"WriteUnits", "Failures"} & set(line)


def test_at_home_nothing_is_written(api: Api, capsys: pytest.CaptureFixture[str]) -> None:
    api.handle(event("Query.job", "{ name }", jobId="j1"))
    assert '"_aws"' not in capsys.readouterr().out


def test_every_parent_that_failed_is_counted(api: Api, metrics: Metrics, monkeypatch: pytest.MonkeyPatch) -> None:
    route = routes()["QueueJob.job"]

    def away(*_: Any) -> Any:
        raise Unavailable("away")

    monkeypatch.setattr(type(route), "load", lambda _: away)
    api.handle([event("QueueJob.job", "{ name }", {"jobId": f"j{place}"}) for place in range(3)])
    (line,) = metrics()
    assert line["Failures"] == 3


def test_messages_that_a_worker_could_not_do_are_counted_and_so_is_an_exception(metrics: Metrics) -> None:
    failed = {"batchItemFailures": [{"itemIdentifier": "1"}, {"itemIdentifier": "2"}]}
    assert counted(lambda _, __: failed)({}, None) == failed
    assert [each["Failures"] for each in metrics()] == [2]
    assert counted(lambda _, __: {"batchItemFailures": []})({}, None) == {"batchItemFailures": []}
    assert metrics() == []

    def breaks(_: Any, __: Any) -> Any:
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError):
        counted(breaks)({}, None)
    assert [each["Failures"] for each in metrics()] == [1]


def test_a_hundred_damaged_items_are_named_and_the_rest_is_counted() -> None:
    errors = [ApiError("Internal", f"number {place}") for place in range(MAX_PARTIAL_ERRORS + 25)]
    (envelope,) = with_partial_errors([{"data": []}], errors)
    assert len(envelope["errors"]) == MAX_PARTIAL_ERRORS + 1
    assert envelope["errors"][-1]["errorMessage"].startswith("And 25 more")
    (few,) = with_partial_errors([{"data": []}], errors[:MAX_PARTIAL_ERRORS])
    assert len(few["errors"]) == MAX_PARTIAL_ERRORS


def _let_fail(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise error

    monkeypatch.setattr(type(routes()["Query.job"]), "load", lambda _: _named_like_the_real_one(fails))


def _named_like_the_real_one(function: Callable[..., Any]) -> Callable[..., Any]:
    def job(request: Any, job_id: str) -> Any:
        return function(request, job_id)

    return job
