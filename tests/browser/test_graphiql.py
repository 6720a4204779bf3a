"""GraphiQL in a real browser: the ready-made tabs, whom to act as, what it cost, and messages as they come."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from local.data.sample import names
from local.engine.scalars import read_schema
from local.settings import ACCESS_KEY, SECRET_KEY
from tests.browser.browsing import Browser, assert_nothing_odd
from tests.serving import Server

Visit = Callable[[Mapping[str, Any]], Browser]

TABS = ["Receipts", "Jobs", "Novae", "Cats", "Documents", "Live"]
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
RECORD = (
    "mutation Status($input: RecordJobStatusInput!) "
    "{ recordJobStatus(input: $input) { jobId status progress message updatedAt } }"
)
LOGS = "query Logs($batch: ID!) { catBatch(batchId: $batch) { imagesWithLogs { fileName logs } } }"
ROOT = Path(__file__).parents[2]
QUERIES = ROOT / "local" / "graphiql" / "queries"
NUMBER = re.compile(r"[\d.]+")
COST = re.compile(r"Costs (\d+) Lambda calls?, (\d+) requests?, about (\d+) read units")
ELSEWHERE = {"protocol": "appsync", "tokenUrl": None, "realtime": None}
"""What is different at a deployed API."""
STATUS = {"jobId": names.RUNNING_JOB_ID, "status": "RUNNING", "updatedAt": "2026-11-16T10:00:00.000Z"}


def test_a_new_visitor_finds_a_tab_for_each_system_and_a_live_one(page: Browser) -> None:
    assert page.do("tabs")[: len(TABS)] == TABS


@pytest.mark.parametrize("tab", WORTH_SEEING)
def test_a_ready_made_tab_shows_something_and_says_what_it_cost(page: Browser, tab: str) -> None:
    page.do("choose", tab=tab)
    shown = page.do("run")
    answer = json.loads(shown["response"])
    assert "errors" not in answer
    assert all(WORTH_SEEING[tab](answer["data"]))
    cost = answer["extensions"]["tessera"]
    assert NUMBER.findall(shown["cost"]) == [f"{cost[name]:g}" for name in ("lambdaCalls", "requests", "readUnits")]
    assert len(page.do("plan")) == len(cost["plan"]) > 0


@pytest.mark.parametrize("tab", WORTH_SEEING)
def test_a_ready_made_tab_costs_what_it_says(server: Server, tab: str) -> None:
    (path,) = QUERIES.glob(f"*_{tab.lower()}.graphql")
    said = COST.search(path.read_text().replace("\n# ", " "))
    assert said
    variables = path.with_suffix(".json")
    answer = server.ask(path.read_text(), **(json.loads(variables.read_text()) if variables.exists() else {}))
    cost = answer["extensions"]["tessera"]
    told = [cost[name] for name in ("lambdaCalls", "requests", "readUnits")]
    assert told == pytest.approx([float(number) for number in said.groups()], rel=0.15)


def test_one_can_act_as_an_api_key_a_viewer_an_editor_or_an_operator(page: Browser) -> None:
    assert [choice.split()[0] for choice in page.do("choices")] == ["API", "viewer", "editor", "operator", "a"]


@pytest.mark.parametrize(("who", "may_see"), [("apiKey", False), ("viewer", False), ("operator", True)])
def test_the_logs_of_cat_images_are_for_operators(page: Browser, who: str, may_see: bool) -> None:
    page.do("actAs", who=who)
    page.do("write", query=LOGS, variables=json.dumps({"batch": str(names.CAT_BATCH_ID)}))
    answer = json.loads(page.do("run")["response"])
    assert ("errors" not in answer) is may_see
    if may_see:
        assert any(image["logs"] for image in answer["data"]["catBatch"]["imagesWithLogs"])
    else:
        assert answer["errors"][0]["errorType"] == "Unauthorized"


def test_what_an_editor_writes_is_seen_by_who_watches(page: Browser, server: Server) -> None:
    token = server.token("edda", ["editors"])
    page.do("choose", tab="Live")
    page.do("start")
    written = {"jobId": names.RUNNING_JOB_ID, "status": "RUNNING", "progress": 70.8, "message": "Epoch 17 of 24"}
    answer = server.ask(RECORD, {"Authorization": token}, input=written)
    assert "errors" not in answer, answer
    told = json.loads(page.do("message", text="Epoch 17 of 24")["response"])["data"]["onJobStatus"]
    assert told == answer["data"]["recordJobStatus"]
    page.do("stop")


@pytest.mark.parametrize("protocol", ["graphql-transport-ws", "appsync"])
def test_a_message_arrives_while_the_page_is_open(visit: Visit, server: Server, protocol: str) -> None:
    page = visit({} if protocol == "graphql-transport-ws" else ELSEWHERE)
    page.do("choose", tab="Live")
    assert page.do("start") == "Live: waiting for the first message"
    for number, epoch in enumerate(["Epoch 11 of 20", "Epoch 12 of 20"], start=1):
        publish(server, {**STATUS, "progress": 0.55, "message": epoch})
        seen = page.do("message", text=epoch)
        told = json.loads(seen["response"])["data"]["onJobStatus"]
        assert (told["jobId"], told["message"]) == (names.RUNNING_JOB_ID, epoch)
        assert f"{number} message" in seen["live"]
    page.do("stop")
    assert_nothing_odd(page)


def test_an_api_elsewhere_offers_its_key_and_a_token_of_ones_own(visit: Visit) -> None:
    assert visit(ELSEWHERE).do("choices") == ["API key", "a token of mine"]


@pytest.mark.parametrize("protocol", ["appsync", "graphql-transport-ws"])
def test_a_refused_subscription_says_why(visit: Visit, protocol: str) -> None:
    page = visit({} if protocol == "graphql-transport-ws" else ELSEWHERE)
    page.do("actAs", who="token")
    page.do("choose", tab="Live")
    assert "errors" in json.loads(page.do("run")["response"])


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


def publish(server: Server, item: dict[str, Any]) -> None:
    """Tell subscribers of a status, as the publisher does: signed."""
    fields = "jobId status progress message updatedAt"
    mutation = f"mutation Publish($item: AWSJSON!) {{ publishJobStatus(item: $item) {{ {fields} }} }}"
    body = json.dumps({"query": mutation, "variables": {"item": json.dumps(item)}})
    request = AWSRequest("POST", server.graphql_url, {"content-type": "application/json"}, body)
    SigV4Auth(Credentials(ACCESS_KEY, SECRET_KEY), "appsync", "us-east-1").add_auth(request)
    answer = httpx.post(server.graphql_url, content=body, headers=dict(request.headers.items()), timeout=30).json()
    assert "errors" not in answer, answer
