"""The Live tab in a real browser: messages in a list, over changes of tabs and restarts of the server."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from local.data.sample import names
from local.settings import ACCESS_KEY, SECRET_KEY
from tests.browser.browsing import ELSEWHERE, Browser, assert_nothing_odd
from tests.serving import Server, copied, serving, start, stop, wait_until_ready

Visit = Callable[[Mapping[str, Any]], Browser]

PROTOCOLS: dict[str, Mapping[str, Any]] = {"graphql-transport-ws": {}, "appsync": ELSEWHERE}
MOST_KEPT = 200


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_messages_are_listed_newest_first_with_their_times(visit: Visit, server: Server, protocol: str) -> None:
    page = visit(PROTOCOLS[protocol])
    page.do("choose", tab="Live")
    assert page.do("start") == "Live: waiting for the first message"
    publish(server, "Epoch 11 of 20", "Epoch 12 of 20")
    shown = page.do("messages", text="Epoch 12 of 20")
    assert [json.loads(each["text"])["onJobStatus"]["message"] for each in shown["entries"]] == [
        "Epoch 12 of 20",
        "Epoch 11 of 20",
    ]
    assert sorted(each["at"] for each in shown["entries"]) == [each["at"] for each in reversed(shown["entries"])]
    assert shown["live"].startswith("Live: 2 messages, the last at ")
    assert page.do("stop").startswith("Stopped: 2 messages")
    assert_nothing_odd(page)


def test_the_tab_change_moves_the_tab_live_which_goes_on_while_it_is_left(page: Browser) -> None:
    page.do("choose", tab="Live")
    page.do("start")
    page.do("choose", tab="Change")
    assert page.do("elsewhere") == "Live: waiting for the first message"
    for number in (1, 2):
        change = {
            "jobId": names.RUNNING_JOB_ID,
            "status": "RUNNING",
            "progress": 90 + number,
            "message": f"No {number}",
        }
        page.do("fill", editor="variables", text=json.dumps({"input": change}))
        answer = page.do("run") if number > 1 else acting_as_offered(page)
        assert json.loads(answer["response"])["data"]["recordJobStatus"]["message"] == f"No {number}"
        page.do("elsewhere", text=f"{number} message")
    page.do("elsewhere", click=True)
    entries = page.do("messages", text="No 2")["entries"]
    assert [json.loads(each["text"])["onJobStatus"]["message"] for each in entries] == ["No 2", "No 1"]
    page.do("stop")


def acting_as_offered(page: Browser) -> Any:
    page.do("run")
    offered = page.do("refusal", accept=True)
    assert offered["told"].startswith("Editors, operators, and IAM may call Mutation.recordJobStatus.")
    assert offered["who"] == "editor"
    return offered


def test_the_list_is_bounded_and_says_so(page: Browser, server: Server) -> None:
    page.do("choose", tab="Live")
    page.do("start")
    publish(server, *(f"Message {number}." for number in range(MOST_KEPT + 5)))
    shown = page.do("messages", text=f"Message {MOST_KEPT + 4}.")
    assert len(shown["entries"]) == MOST_KEPT
    assert shown["live"].startswith(f"Live: {MOST_KEPT + 5} messages")
    assert shown["live"].endswith(f"the latest {MOST_KEPT} are listed")
    page.do("stop")


def test_a_query_in_the_same_tab_ends_its_subscription(page: Browser) -> None:
    page.do("choose", tab="Live")
    page.do("start")
    page.do("replace", query="{ __typename }")
    assert json.loads(page.do("run")["response"])["data"] == {"__typename": "Query"}
    assert page.do("count", what=".tessera-live") == 0
    page.do("restore")


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_refused_subscription_says_why(visit: Visit, protocol: str) -> None:
    page = visit(PROTOCOLS[protocol])
    page.do("actAs", who="token")
    page.do("choose", tab="Live")
    (error,) = json.loads(page.do("run")["response"])["errors"]
    assert error["message"]
    assert "stack" not in error


@pytest.fixture
def one_to_stop(server: Server, sample: Path, tmp_path: Path) -> Iterator[Server]:  # noqa: ARG001  where there is a page
    """A server that no other test uses."""
    with serving(copied(sample, tmp_path)) as started:
        yield started


def test_after_a_restart_both_protocols_listen_again_and_say_that_something_may_be_missing(
    chromium: Browser, one_to_stop: Server
) -> None:
    server = one_to_stop
    for name, config in PROTOCOLS.items():
        chromium.do("open", url=f"{server.url}/graphiql/", config=config, name=name)
        chromium.do("choose", tab="Live")
        chromium.do("start")
    publish(server, "Before the restart")
    stop(server)
    for name in PROTOCOLS:
        chromium.do("use", name=name)
        assert chromium.do("live", phase="reconnecting").startswith("Reconnecting…")
    assert_that_a_query_says_so_in_a_sentence(chromium, server)
    server.process = start(server.data_dir, server.port).process
    wait_until_ready(server)
    for name in PROTOCOLS:
        chromium.do("use", name=name)
        chromium.do("live", phase="listening")
    publish(server, "After the restart")
    for name in PROTOCOLS:
        chromium.do("use", name=name)
        entries = chromium.do("messages", text="After the restart")["entries"]
        assert [entry["note"] or json.loads(entry["text"])["onJobStatus"]["message"] for entry in entries] == [
            "After the restart",
            "Connected again. What changed in between is not listed.",
            "Before the restart",
        ]
        chromium.do("close", name=name)


def assert_that_a_query_says_so_in_a_sentence(page: Browser, server: Server) -> None:
    page.do("choose", tab="Documents")
    (error,) = json.loads(page.do("run")["response"])["errors"]
    assert error == {"message": f"{server.url} does not answer. Start it with `make serve`, then try again."}
    page.do("choose", tab="Live")


def publish(server: Server, *messages: str) -> None:
    """Tell subscribers of statuses with these messages, as the publisher does: signed."""
    status = {"jobId": names.RUNNING_JOB_ID, "status": "RUNNING", "updatedAt": "2026-11-16T10:00:00.000Z"}
    items = {f"item{number}": json.dumps({**status, "message": text}) for number, text in enumerate(messages)}
    wanted = "{ jobId status progress message updatedAt }"
    fields = " ".join(f"told{name}: publishJobStatus(item: ${name}) {wanted}" for name in items)
    mutation = f"mutation Publish({', '.join(f'${name}: AWSJSON!' for name in items)}) {{ {fields} }}"
    body = json.dumps({"query": mutation, "variables": items})
    request = AWSRequest("POST", server.graphql_url, {"content-type": "application/json"}, body)
    SigV4Auth(Credentials(ACCESS_KEY, SECRET_KEY), "appsync", "us-east-1").add_auth(request)
    answer = httpx.post(server.graphql_url, content=body, headers=dict(request.headers.items()), timeout=30).json()
    assert "errors" not in answer, answer
