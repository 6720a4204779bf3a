"""What makes GraphiQL pleasant, in a real browser: pictures, links, the keyboard, words for faults, small windows."""

import json
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from local.data.sample import names
from local.engine.scalars import read_schema
from local.http.access import Access
from local.http.callers import Caller
from tests.browser.browsing import ELSEWHERE, Browser, assert_nothing_odd
from tests.serving import Server

Visit = Callable[[Mapping[str, Any]], Browser]

TABS = ["Receipts", "Jobs", "Novae", "Cats", "Documents", "Live", "Change"]
ROOT = Path(__file__).parents[2]
PARTS = (
    *(".tessera-header", ".tessera-header a", "#act-as", ".tessera-who input", ".graphiql-sidebar", ".graphiql-tabs"),
    *(".graphiql-execute-button", ".graphiql-query-editor", ".graphiql-editor-tool", ".result-window"),
)
"""What one needs, in any window."""
TELEPHONE = {"width": 390, "height": 844, "dark": True}
TEXTS = ("h1", "#act-as", ".tessera-header a", ".tessera-refusal p", ".tessera-refusal button", ".graphiql-tab-active")

CALLERS = {
    Caller("api_key"): {"apiKey"},
    Caller("iam"): {"iam"},
    Caller("cognito"): {"users"},
    **{Caller("cognito", groups=frozenset({group})): {"users", group} for group in ("viewers", "editors", "operators")},
}


def test_pictures_are_linked_from_the_header_and_from_an_answer_with_an_image(page: Browser, server: Server) -> None:
    assert page.do("links", within=".tessera-header") == [f"{server.url}/pictures"]
    page.do("choose", tab="Receipts")
    data = json.loads(page.do("run")["response"])["data"]["image"]
    assert page.do("links", within=".tessera-pictures") == [f"{server.url}/pictures/{names.IMAGE_ID}"]
    ((_, width, height),) = page.do("pictures", within=".tessera-pictures")
    assert (width, height) == (data["width"], data["height"])


def test_the_page_of_pictures_shows_them_in_their_stored_sizes(chromium: Browser, server: Server) -> None:
    chromium.do("open", url=f"{server.url}/pictures", name="pictures", isGraphiql=False, **TELEPHONE)
    answer = server.ask("{ images(first: 100) { nodes { imageId width height cdnThumbnailS3Key } } }")
    images = answer["data"]["images"]["nodes"]
    assert sorted(chromium.do("pictures", within="main")) == sorted(
        [f"{server.url}/pictures/{each['imageId']}?plain=1", each["width"], each["height"]] for each in images
    )
    assert chromium.do("fit", parts=["main", "header", "li"]) == {"wide": 0, "bad": []}
    assert_nothing_odd(chromium)
    chromium.do("close", name="pictures")
    key = next(each["cdnThumbnailS3Key"] for each in images if each["imageId"] == names.IMAGE_ID)
    plain = httpx.get(f"{server.url}/pictures/{names.IMAGE_ID}", params={"plain": "1"})
    assert httpx.get(f"{server.url}/{key}").text == plain.text
    assert plain.headers["content-type"] == "image/svg+xml"
    assert f"{server.url}/pictures" in server.said()


def test_an_api_elsewhere_links_no_pictures(visit: Visit) -> None:
    page = visit(ELSEWHERE)
    page.do("choose", tab="Receipts")
    page.do("run")
    assert page.do("count", what=".tessera-header a, .tessera-pictures") == 0


def test_a_link_carries_the_query_and_its_variables_but_no_token_and_opens_without_running(page: Browser) -> None:
    page.do("actAs", who="editor")
    page.do("choose", tab="Change")
    variables = json.dumps({"input": {"jobId": names.RUNNING_JOB_ID, "status": "RUNNING", "message": "By & link #1"}})
    page.do("fill", editor="variables", text=variables)
    page.do("fill", editor="request-headers", text='{"Authorization": "secret-token"}')
    shown = page.do("editors")
    link = page.do("copyLink")
    carried = parse_qs(urlsplit(link).fragment)
    assert carried == {"query": [shown["query"]], "variables": [variables]}
    page.do("fill", editor="request-headers", text="")
    page.do("fill", editor="variables", text="{}")
    before = page.do("tabs")
    page.do("follow", hash=urlsplit(link).fragment)
    assert page.do("tabs") == [*before, "Change"]
    assert page.do("editors") == {"query": shown["query"], "variables": variables, "headers": ""}
    assert page.do("response") == ""
    page.do("restore")


def test_a_link_opens_in_a_new_visit_and_keeps_the_ready_made_tabs(chromium: Browser, server: Server) -> None:
    chromium.do("open", url=f"{server.url}/graphiql/#query=%7B+imageCount+%7D", name="linked", **TELEPHONE)
    assert chromium.do("tabs") == [*TABS, "<untitled>"]
    assert chromium.do("editors") == {"query": "{ imageCount }", "variables": "", "headers": ""}
    assert chromium.do("response") == ""
    assert_usable_in_a_small_dark_window(chromium)
    chromium.do("close", name="linked")


def assert_usable_in_a_small_dark_window(page: Browser) -> None:
    """At 390 pixels and in the dark, since the window is open."""
    assert page.do("fit", parts=PARTS) == {"wide": 0, "bad": []}
    page.do("choose", tab="Receipts")
    page.do("run")
    page.do("pictures", within=".tessera-pictures")
    assert page.do("fit", parts=[*PARTS, ".tessera-pictures", ".tessera-cost"]) == {"wide": 0, "bad": []}
    page.do("choose", tab="Change")
    page.do("run")
    assert page.do("fit", parts=[*PARTS, ".tessera-refusal button"]) == {"wide": 0, "bad": []}
    for text, (ink, ground) in page.do("colours", parts=TEXTS).items():
        assert ground < 0.3, text
        assert ink - ground > 0.3, text
    page.do("choose", tab="Live")
    page.do("start")
    assert page.do("fit", parts=[".tessera-messages", ".tessera-messages button"]) == {"wide": 0, "bad": []}
    assert page.do("height") < 2000
    assert_nothing_odd(page)


@pytest.mark.parametrize("inside", [".graphiql-query-editor", ".graphiql-editor-tool", ".result-window"])
def test_escape_leaves_an_editor_and_tab_goes_on(page: Browser, inside: str) -> None:
    page.do("choose", tab="Receipts")
    inside_it, left, onward = page.do("press", inside=inside, keys=["ArrowDown", "Escape", "Tab"])
    assert [inside_it["inEditor"], left["inEditor"], onward["inEditor"]] == [True, False, False]
    assert onward["name"] != left["name"]
    (back, *_) = page.do("press", keys=["Shift+Tab"])
    assert back["name"] == left["name"]
    assert page.do("press", keys=["Enter"])[0]["inEditor"]


def test_escape_first_closes_what_is_open_in_the_editor(page: Browser) -> None:
    page.do("choose", tab="Receipts")
    *_, closed, left = page.do("press", inside=".graphiql-query-editor", keys=["Control+F", "Escape", "Escape"])
    assert [closed["inEditor"], left["inEditor"]] == [True, False]
    page.do("choose", tab="Documents")  # what was closed does not cover the tabs


@pytest.mark.parametrize(
    ("editor", "text", "told"),
    [
        ("variables", '{"id": ', "Request not sent. Variables are invalid JSON:"),
        ("variables", "[1]", "Request not sent. Variables are not a JSON object."),
        ("request-headers", "x", "Request not sent. Request headers are invalid JSON:"),
    ],
)
def test_bad_json_is_told_in_a_sentence(page: Browser, editor: str, text: str, told: str) -> None:
    page.do("write", query="{ imageCount }")
    page.do("fill", editor=editor, text=text)
    (error,) = json.loads(page.do("run")["response"])["errors"]
    page.do("closeTab")
    assert list(error) == ["message"]
    assert error["message"].startswith(told)


@pytest.mark.parametrize(
    ("status", "body", "told"),
    [
        (502, "<html><h1>Bad gateway</h1></html>", "The server answered 502 Bad Gateway instead of GraphQL."),
        (503, "Come back later.", "The server answered 503 Service Unavailable instead of GraphQL: Come back later."),
    ],
)
def test_an_answer_that_is_not_graphql_is_told_in_a_sentence(page: Browser, status: int, body: str, told: str) -> None:
    page.do("restore")  # another test may have closed the tab
    page.do("choose", tab="Documents")
    page.do("pretend", path="**/graphql", status=status, body=body)
    answer = json.loads(page.do("run")["response"])
    page.do("pretend", path="**/graphql")
    assert answer == {"errors": [{"message": told}]}


def test_the_page_says_who_may_as_the_server_does() -> None:
    """Both read the schema: the page when it is built, by another program."""
    text = (ROOT / "schema.graphql").read_text()
    program = "import { accessOf } from './web/access.mjs'; import { readFileSync } from 'node:fs';"
    printed = f"{program} console.log(JSON.stringify(accessOf(readFileSync('schema.graphql', 'utf8'))))"
    run = subprocess.run(
        ["node", "--input-type=module", "-e", printed], cwd=ROOT, capture_output=True, text=True, check=True
    )
    access: dict[str, list[str]] = json.loads(run.stdout)
    assert set(access["Mutation.recordJobStatus"]) == {"editors", "operators", "iam"}
    server = Access(read_schema(text))
    for caller, named in CALLERS.items():
        denied = {f"{type_}.{field}" for type_, field in server.denied(caller)}
        assert {name for name, callers in access.items() if named.isdisjoint(callers)} == denied
