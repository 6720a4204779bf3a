"""A sweep of a hundred runs: shown, ranked, and pruned with a preview."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from entities.attributes import encode_item
from entities.jobs import JobMetric
from tests.browser.browsing import Browser
from tests.other_program import TABLE, boto
from tests.serving import Server

RUNS = 100
CREATE = """mutation($input: CreateSweepInput!) { createSweep(input: $input) {
    isComplete sweep { sweepId jobs { jobId name jobConfig } } } }"""
START = "mutation($id: ID!) { recordJobStatus(input: { jobId: $id, status: RUNNING }) { id } }"
SWEEP = "query($id: ID!) { sweep(sweepId: $id) { progress { total running cancelled } } }"
EPOCHS = 4


def test_a_hundred_runs_are_shown_ranked_and_pruned_after_a_preview(page: Browser, site: Server) -> None:
    sweep_id, runs = made(site)
    page.do("actAs", who="editor")
    text = page.do("go", hash=f"#/sweeps/{sweep_id}")
    assert "100 runs: 0 succeeded, 6 running, 94 pending, 0 stopped" in text
    rows = page.do("texts", what="[role=table][aria-label=Runs] .table-body [role=row]")
    assert [row.split("\n")[:2] for row in rows[:6]] == [
        [str(rank), run["name"]] for rank, run in enumerate(runs[:6], start=1)
    ]
    page.do("press", keys=["p"])
    page.do("put", into="[aria-label='How many to keep']", text="2")
    page.do("tap", what="dialog[open] button", text="Show which")
    preview = page.do("see", what=".pruning [role=status]", text="Would be stopped: 4")
    for run in runs[2:6]:
        assert run["name"] in preview
    assert progress(site, sweep_id) == {"total": RUNS, "running": 6, "cancelled": 0}
    page.do("tap", what="dialog[open] button", text="Stop 4 runs")
    page.do("see", what=".pruning [role=status]", text="Stopped: 4")
    page.do("tap", what="dialog[open] button", text="Close")
    page.do("see", what=".sweep-head", text="2 running, 94 pending, 4 stopped")
    assert progress(site, sweep_id) == {"total": RUNS, "running": 2, "cancelled": 4}


def progress(site: Server, sweep_id: str) -> Any:
    return site.ask(SWEEP, id=sweep_id)["data"]["sweep"]["progress"]


def made(site: Server) -> tuple[str, list[Any]]:
    """A sweep of which six runs are in their epochs; those six come first, the best of them first."""
    editor = {"authorization": site.token("edda", ["editors"])}
    configs = [{"learning_rate": number / 1000, "seed": number} for number in range(1, RUNS + 1)]
    given = {"name": "hundred", "configs": json.dumps(configs), "jobConfig": json.dumps({"epochs": EPOCHS})}
    sweep: Any = {}
    while not sweep.get("isComplete"):
        sweep = site.ask(CREATE, editor, input=given)["data"]["createSweep"]
        given["sweepId"] = sweep["sweep"]["sweepId"]
    runs = sorted(sweep["sweep"]["jobs"], key=lambda job: json.loads(job["jobConfig"])["seed"])
    for run in runs[:6]:
        assert "errors" not in site.ask(START, editor, id=run["jobId"])
    begin = datetime.now(UTC)
    points = [
        JobMetric(
            job_id=run["jobId"],
            metric_name="val_loss",
            value=(number + 1) / 10 + 1 / epoch,
            epoch=epoch,
            timestamp=begin + timedelta(seconds=epoch),
        )
        for number, run in enumerate(runs[:6])
        for epoch in range(1, EPOCHS + 1)
    ]
    with boto(f"{site.url}/dynamodb") as client:
        for point in points:
            client.put_item(TableName=TABLE, Item=encode_item(point.to_record()))
    return sweep["sweep"]["sweepId"], runs
