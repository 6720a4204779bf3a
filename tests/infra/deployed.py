"""What a deployment is known by: logical ids, names, variables of functions, metrics and exports.

CloudFormation replaces what changes its id or its name, and a replaced table is an empty one; dashboards, alarms and
scripts elsewhere know the rest by name. `tests/formats/deployed.json` holds what was deployed. Lambda versions are not
in it: CDK puts a hash of the code into their ids, so that new code is a new version.

Something may go for good? Take its line out of the file, or print the file anew after `make synth` for both stages:

    python -m tests.infra.deployed build/cdk > tests/formats/deployed.json
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Known = dict[str, str]
"""By logical id: the type, then everything that it is known by."""

SEPARATOR = "; "
VERSION = "AWS::Lambda::Version"
OF_OTHERS = {"DataSourceName", "MetricName"}
"""Properties that end in Name and name something else."""


def known(template: dict[str, Any]) -> Known:
    """Everything that one template is known by."""
    resources = {name: each for name, each in template["Resources"].items() if each["Type"] != VERSION}
    outputs = template.get("Outputs", {})
    return {
        **{name: _joined(each["Type"], _of_resource(each.get("Properties", {}))) for name, each in resources.items()},
        **{name: _joined("Output", _of_output(each)) for name, each in outputs.items()},
    }


def lost(before: Known, now: Known) -> Iterator[str]:
    """What was there and no longer is, in words. What is new is no loss."""
    for name, joined in before.items():
        if name not in now:
            yield f"{name} is gone ({joined})"
            continue
        facts, found = joined.split(SEPARATOR), now[name].split(SEPARATOR)
        for fact in facts:
            if fact not in found:
                new = [each for each in found if each not in facts]
                yield f"{name} is no longer known by {fact!r}" + (f", but by {', '.join(new)}" if new else "")


def _of_resource(properties: dict[str, Any]) -> Iterator[str]:
    for key, value in properties.items():
        if key.endswith("Name") and key not in OF_OTHERS and (name := _text(value)):
            yield f"{key} {name}"
    yield from (f"IndexName {index['IndexName']}" for index in properties.get("GlobalSecondaryIndexes", ()))
    yield from (f"variable {name}" for name in properties.get("Environment", {}).get("Variables", {}))
    yield from _of_alarm(properties)
    if "DashboardBody" in properties:
        yield from _of_dashboard(json.loads(_text(properties["DashboardBody"])))


def _of_alarm(properties: dict[str, Any]) -> Iterator[str]:
    """The metric of an alarm, or those that it calculates with."""
    parts = [each["MetricStat"]["Metric"] for each in properties.get("Metrics", ()) if "MetricStat" in each]
    for each in (properties, *parts):
        if "Namespace" in each:
            dimensions = [dimension["Name"] for dimension in each.get("Dimensions", ())]
            yield _metric(each["Namespace"], each["MetricName"], dimensions)


def _of_dashboard(body: dict[str, Any]) -> Iterator[str]:
    """Metrics are lists: namespace, name, then dimensions and their values in turn; or an expression."""
    for line in (line for widget in body["widgets"] for line in widget["properties"].get("metrics", ())):
        names = [part for part in line if isinstance(part, str)]
        if names:
            yield _metric(names[0], names[1], names[2::2])
        expression = line[-1].get("expression", "") if isinstance(line[-1], dict) else ""
        for place, metric in re.findall(r"SEARCH\('\{([^}]*)\} MetricName=\"(\w+)\"", expression):
            namespace, *dimensions = place.split(",")
            yield _metric(namespace, metric, dimensions)


def _of_output(output: dict[str, Any]) -> Iterator[str]:
    """Another stack may take it by this name; CloudFormation refuses to remove it meanwhile."""
    if "Export" in output:
        yield f"Export {_text(output['Export']['Name'])}"


def _metric(namespace: str, name: str, dimensions: list[str]) -> str:
    return f"metric {namespace} {name} by {', '.join(sorted(dimensions))}"


def _text(value: Any) -> str:
    """A text, with an ellipsis for what only AWS knows; empty if AWS knows it all."""
    if isinstance(value, dict) and "Fn::Join" in value:
        return "".join(_text(part) or "…" for part in value["Fn::Join"][1])
    return value if isinstance(value, str) else ""


def _joined(kind: str, facts: Iterator[str]) -> str:
    return SEPARATOR.join([kind, *sorted(set(facts))])


def _recorded(folder: Path) -> dict[str, dict[str, Known]]:
    """Both stages, each stack by the last word of its name."""
    found: dict[str, dict[str, Known]] = {}
    for file in sorted(folder.glob("*/*.template.json")):
        _, stage, stack = file.name.split(".")[0].split("-")
        found.setdefault(stage, {})[stack] = known(json.loads(file.read_text()))
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_recorded(Path(sys.argv[1])), indent=0, ensure_ascii=False) + "\n")
