"""What the costs are calculated from is true, and operations.md says what the command prints."""

import json
from math import ceil
from typing import Any

from entities.tables import RECEIPTS
from infra import measured
from infra.costs import costs_text
from loaders.dynamo.sizes import item_size
from tests.infra.conftest import ROOT, Templates
from tests.loaders.sample import image_tree

KB = 1024
BEGIN, END = "<!-- costs -->\n", "<!-- /costs -->"


def test_the_page_says_what_the_command_prints() -> None:
    page = (ROOT / "docs" / "operations.md").read_text()
    told = page[page.index(BEGIN) + len(BEGIN) : page.index(END)]
    assert told.strip() == costs_text().strip(), "print it anew: python -m infra.costs"


def test_writing_an_image_takes_as_many_units_as_the_costs_say() -> None:
    """A write unit for each KB of the item, and again for its row in every index that it is in."""
    records = [item.to_record() for item in image_tree()]
    units = 0
    for record in records:
        rows = 1 + sum(all(name in record for name in index.attributes) for index in RECEIPTS.indexes.values())
        units += rows * ceil(item_size(record) / KB)
    assert (len(records), units) == (measured.TREE_ITEMS, measured.TREE_WRITE_UNITS)


def test_alarms_and_metrics_are_as_many_as_the_costs_say(templates: dict[str, Templates]) -> None:
    for stage in templates.values():
        assert len(stage.resources("AWS::CloudWatch::Alarm")) == measured.ALARMS
        assert len(_own_metrics(stage)) == measured.METRICS
        starting = [each for each in stage.resources("AWS::Lambda::Function").values() if "SnapStart" in each]
        assert len(starting) == measured.SNAPSTART_FUNCTIONS


def _own_metrics(stage: Templates) -> set[str]:
    """The custom metrics that alarms follow, each by its name and dimensions."""
    found: set[str] = set()
    for alarm in stage.resources("AWS::CloudWatch::Alarm").values():
        parts: list[dict[str, Any]] = [
            each["MetricStat"]["Metric"] for each in alarm.get("Metrics", ()) if "MetricStat" in each
        ]
        for each in (alarm, *parts):
            if each.get("Namespace") == "Tessera":
                found.add(json.dumps([each["MetricName"], each["Dimensions"]]))
    return found
