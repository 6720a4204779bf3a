"""GraphiQL in a real browser: the ready-made tabs, whom to act as, what it cost, and messages as they come."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from local.data.sample import names
from local.engine.scalars import read_schema
from tests.browser.browsing import ELSEWHERE, Browser
from tests.serving import Server

Visit = Callable[[Mapping[str, Any]], Browser]

TABS = ["Receipts", "Jobs", "Novae", "Cats", "Documents", "Live", "Change"]
WORTH_SEEING: dict[str, Callable[[Any], list[Any]]] = {
    "Receipts": lambda data: [
        data["image"]["receipts"][0]["metadata"]["merchantName"],
        [label for line in data["image"]["receipts"][0]["lines"] for word in line["words"] for label in word["labels"]],
    ],
    "Jobs": lambda data: [data["sweep"]["bestRun"], data["job"]["latestStatus"], data["job"]["metrics"]["nodes"]],
    "Novae": lambda data: [data["novaeByName"][0]["products"], data["novaeByName"][0]["references"]],
    "Cats": lambda data: [data["catBatch"]["summary"]["cats"], data["catBatch"]["images"]["nodes"]],
    "Documents": lambda data: [data["documents"]["nodes"], data["stuckDocuments"]["nodes"]],
}
LOGS = "query Logs($batch: ID!) { catBatch(batchId: $batch) { imagesWithLogs { fileName logs } } }"
ROOT = Path(__file__).parents[2]
QUERIES = ROOT / "local" / "graphiql" / "queries"
NUMBER = re.compile(r"[\d.]+")
COST = re.compile(r"Costs (\d+) Lambda calls?, (\d+) requests?, about (\d+) read units(?: and (\d+) write units)?")


def test_a_new_visitor_finds_a_tab_for_each_system_a_live_one_and_one_that_changes_something(page: Browser) -> None:
    assert page.do("tabs")[: len(TABS)] == TABS


@pytest.mark.parametrize("tab", WORTH_SEEING)
def test_a_ready_made_tab_shows_something_and_says_what_it_cost(page: Browser, tab: str) -> None:
    page.do("choose", tab=tab)
    shown = page.do("run")
    answer = json.loads(shown["response"])
    assert "errors" not in answer
    assert all(WORTH_SEEING[tab](answer["data"]))
    cost = answer["extensions"]["tessera"]
    *told, milliseconds = NUMBER.findall(shown["cost"].replace(",", ""))
    assert told == [f"{cost[name]:g}" for name in ("lambdaCalls", "requests", "readUnits")]
    assert abs(float(milliseconds) - cost["milliseconds"]) <= 1
    assert len(page.do("plan")) == len(cost["plan"]) > 0


@pytest.mark.parametrize("tab", [*WORTH_SEEING, "Change"])
def test_a_ready_made_tab_costs_what_it_says(server: Server, tab: str) -> None:
    (path,) = QUERIES.glob(f"*_{tab.lower()}.graphql")
    said = COST.search(path.read_text().replace("\n# ", " "))
    assert said
    beside = path.with_suffix(".json")
    variables = json.loads(beside.read_text()) if beside.exists() else {}
    editor = {"Authorization": server.token("edda", ["editors"])}
    if tab == "Change":  # of a job of its own: others have changed that of the sample, and the same again is no change
        variables["input"]["jobId"] = _running_job(server, editor)
    answer = server.ask(path.read_text(), editor, **variables)
    assert "errors" not in answer, answer["errors"]
    cost = answer["extensions"]["tessera"]
    told = [cost[name] for name in ("lambdaCalls", "requests", "readUnits", "writeUnits")]
    assert told == pytest.approx([float(number or 0) for number in said.groups()], rel=0.15)


def _running_job(server: Server, headers: Mapping[str, str]) -> str:
    made = server.ask('mutation { createJob(input: { name: "costs" }) { jobId } }', headers)
    job_id: str = made["data"]["createJob"]["jobId"]
    begin = "mutation ($id: ID!) { recordJobStatus(input: { jobId: $id, status: RUNNING }) { status } }"
    assert "errors" not in server.ask(begin, headers, id=job_id)
    return job_id


def test_one_can_act_as_an_api_key_a_viewer_an_editor_or_an_operator(page: Browser) -> None:
    assert [choice.split()[0] for choice in page.do("choices")] == ["API", "viewer", "editor", "operator", "a"]


@pytest.mark.parametrize(("who", "may_see"), [("apiKey", True), ("viewer", False), ("operator", True)])
def test_the_logs_of_cat_images_are_for_their_owner_and_operators(page: Browser, who: str, may_see: bool) -> None:
    """The API key acts for the client `demo`, which owns a part of the sample."""
    page.do("actAs", who=who)
    page.do("write", query=LOGS, variables=json.dumps({"batch": str(names.CAT_BATCH_ID)}))
    answer = json.loads(page.do("run")["response"])
    assert "errors" not in answer
    assert any(image["logs"] for image in answer["data"]["catBatch"]["imagesWithLogs"]) is may_see


def test_an_api_elsewhere_offers_its_key_and_a_token_of_ones_own(visit: Visit) -> None:
    assert visit(ELSEWHERE).do("choices") == ["API key", "a token of mine"]


def test_the_documentation_explains_every_field(page: Browser) -> None:
    shown = page.do("docs", type="Query")
    queries = read_schema((ROOT / "schema.graphql").read_text()).query_type
    texts = [str(field.description) for field in queries.fields.values()] if queries else []
    plain = [text for text in texts if "`" not in text]  # names between backticks are shown in a type of their own
    assert len(plain) > 10
    assert [text for text in plain if " ".join(text.split()) not in " ".join(shown.split())] == []


def test_the_explorer_lists_the_queries(page: Browser) -> None:
    page.do("choose", tab="Documents")
    assert "stuckDocuments" in page.do("explorer")


def test_what_was_thrown_away_can_be_had_back(page: Browser) -> None:
    page.do("write", query="{ imageCount }")
    assert len(page.do("tabs")) > len(TABS)
    page.do("restore")
    assert page.do("tabs") == TABS
