"""Normalised caches: no message turns a value on screen into null, and in the end they show what a query answers."""

import json
import subprocess
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from local.engine.scalars import PRELUDE
from resolvers.routing.announcements import ANNOUNCEMENTS
from resolvers.runtime.sent import rule_of
from tests.clients.running import JAVASCRIPT, SECONDS
from tests.clients.test_codegen import SCALARS
from tests.commands.receipts import label
from tests.commands.test_import import image
from tests.other_program import START, OtherProgram
from tests.serving import ROOT, Server

SCREEN = """query CachesScreenQuery($jobId: ID!, $queueName: String!, $instanceId: ID!, $imageId: ID!) {
  job(jobId: $jobId) { id jobId name status description createdBy createdAt jobConfig priority
    latestStatus { id status progress message updatedAt updatedBy } }
  queue(queueName: $queueName) { id queueName description priority jobCount maxConcurrentJobs }
  instance(instanceId: $instanceId) { id instanceId instanceType status healthStatus gpuCount }
  receipt(imageId: $imageId, receiptId: 1) { id imageId receiptId width height
    words { id wordId text confidence labels { id label validationStatus reasoning } } }
}"""
STATUSES = 5


def _do(server: Server, mutation: str, selection: str = "{ __typename }", **input_: Any) -> None:
    editor = {"authorization": server.token("erin", ["editors", "operators"])}
    answer = server.ask(_mutation(mutation, selection), editor, input=input_)
    assert "errors" not in answer, answer


def _mutation(name: str, selection: str = "{ __typename }") -> str:
    return f"mutation ($input: {name[0].upper()}{name[1:]}Input!) {{ {name}(input: $input) {selection} }}"


class Setting:
    """A job, a queue, an instance and a receipt with a label, and what happens to them."""

    def __init__(self, server: Server) -> None:
        name = f"cache-{uuid4()}"
        given = image(count=1, receipts=1)
        self.ids = {"jobId": name, "queueName": name, "instanceId": name, "imageId": given["imageId"]}
        config = {"jobConfig": json.dumps({"model": "m"}), "description": "Shown on the screen."}
        _do(server, "createJob", jobId=name, name="a job", createdBy="erin", **config)
        _do(server, "recordJobStatus", jobId=name, status="RUNNING", progress=1, message="It begins.")
        _do(server, "createQueue", queueName=name, description="Shown too.", maxConcurrentJobs=2)
        _do(server, "registerInstance", instanceId=name, instanceType="p3", gpuCount=1)
        _do(server, "importImage", **given)
        self.word = {"imageId": given["imageId"], "receiptId": 1, "lineId": 1, "wordId": 1}
        other = OtherProgram(server)
        other.put(label(self.word, "DATE", reasoning="It looks like one."))
        other.close()

    def changes(self) -> list[dict[str, Any]]:
        job = {"jobId": self.ids["jobId"]}
        statuses = [
            ("recordJobStatus", {**job, "status": "RUNNING", "progress": number, "message": f"{number}"})
            for number in range(STATUSES)
        ]
        metric = {"metricName": "val_loss", "value": 0.5, "timestamp": START.isoformat()}
        made = [
            *statuses,
            ("recordMetrics", {**job, "metrics": [metric]}),
            ("enqueueJob", {**job, "queueName": self.ids["queueName"]}),
            ("setInstanceStatus", {"instanceId": self.ids["instanceId"], "status": "RUNNING"}),
            ("validateLabel", {**self.word, "label": "DATE", "validationStatus": "VALID"}),
            ("recordJobStatus", {**job, "status": "SUCCEEDED", "progress": 100, "message": "It ends."}),
        ]
        return [{"query": _mutation(name), "variables": {"input": given}} for name, given in made]

    def subscriptions(self) -> list[dict[str, Any]]:
        """Subscriptions that select all that there is, and the last message that each waits for."""
        last: dict[str, dict[str, Any]] = {
            "onJobStatus": {"message": "It ends."},
            "onJobMetric": {"metricName": "val_loss"},
            "onQueueChanged": {"jobCount": 1},
            "onInstanceChanged": {"status": "RUNNING"},
            "onLabelChanged": {"validationStatus": "VALID"},
        }
        given = {"onLabelChanged": ("imageId", "ID")} | {
            "onQueueChanged": ("queueName", "String"),
            "onInstanceChanged": ("instanceId", "ID"),
        }
        rules = {each.signature.field_name: rule_of(each) for each in ANNOUNCEMENTS}
        found = []
        for field, wanted in last.items():
            argument, kind = given.get(field, ("jobId", "ID"))
            name = f"Caches{field[0].upper()}{field[1:]}Subscription"
            text = f"subscription {name}($a: {kind}) {{ {field}({argument}: $a) {rules[field]['text']} }}"
            variables = {"a": self.ids[argument]}
            found.append({"field": field, "query": text, "relayName": name, "variables": variables, "last": wanted})
        return found


def _compiled(folder: Path, texts: list[str]) -> Path:
    """Relay's artifacts, which Node can import."""
    (folder / "schema.graphql").write_text(PRELUDE + (ROOT / "schema.graphql").read_text())
    (folder / "package.json").write_text('{"type": "module"}')
    for name in ("src", "made"):
        (folder / name).mkdir()
    (folder / "src" / "Caches.js").write_text("\n".join(f"graphql`{text}`;" for text in texts))
    settings = {
        "src": "src",
        "schema": "schema.graphql",
        "language": "javascript",
        "artifactDirectory": "made",
        "eagerEsModules": True,
        "customScalarTypes": SCALARS,
    }
    (folder / "relay.config.json").write_text(json.dumps(settings))
    compiler = str(ROOT / "node_modules" / ".bin" / "relay-compiler")
    done = subprocess.run([compiler, "relay.config.json"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "made"


@pytest.fixture(scope="module")
def found(server: Server, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a program with three caches reports."""
    if not (ROOT / "node_modules" / "relay-runtime").is_dir():
        pytest.skip("needs `npm ci`")
    setting = Setting(server)
    subscriptions = setting.subscriptions()
    texts = [SCREEN, *(each["query"] for each in subscriptions)]
    settings = {
        "url": server.graphql_url,
        "realtimeUrl": server.realtime_url,
        "apiKey": server.api_key,
        "token": server.token("erin", ["editors", "operators"]),
        "jobIds": ["", ""],
        "screen": {"query": SCREEN, "relayName": "CachesScreenQuery", "variables": setting.ids},
        "subscriptions": subscriptions,
        "changes": setting.changes(),
        "relayFolder": str(_compiled(tmp_path_factory.mktemp("relay"), texts)),
    }
    command = ["node", str(JAVASCRIPT / "caches.mjs")]
    done = subprocess.run(
        command, input=json.dumps(settings), capture_output=True, text=True, timeout=SECONDS, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stdout + done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


@pytest.fixture(params=["apollo", "urql", "relay"])
def cache(request: pytest.FixtureRequest, found: dict[str, Any]) -> dict[str, Any]:
    (mine,) = (each for each in found["caches"] if each["name"] == request.param)
    report: dict[str, Any] = mine
    return report


def test_no_message_turns_a_value_on_screen_into_null(cache: dict[str, Any]) -> None:
    assert cache["first"] > 30
    assert cache["lost"] == []
    assert cache["waiting"] == []


def test_messages_of_one_job_arrive_in_order_and_once(cache: dict[str, Any]) -> None:
    told = [each["message"] for each in cache["heard"]["onJobStatus"]]
    assert told == [*map(str, range(STATUSES)), "It ends."]


def test_in_the_end_a_cache_shows_what_a_query_answers(cache: dict[str, Any], found: dict[str, Any]) -> None:
    """But for what is the newest of a list: no message puts a new entry into the history of a job."""
    assert _compared(cache["screen"]) == _compared(found["fresh"])


def _compared(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _compared(each) for name, each in value.items() if name not in {"__typename", "latestStatus"}}
    return [_compared(each) for each in value] if isinstance(value, list) else value
