"""What is deployed keeps its ids, names, variables and metrics: a change of one is said by name."""

import json
from typing import Any

import pytest

from tests.infra.conftest import ROOT, STAGES, Templates
from tests.infra.deployed import known, lost

RECORD = ROOT / "tests" / "formats" / "deployed.json"

TEMPLATE: dict[str, Any] = {
    "Resources": {
        "Read1": {
            "Type": "AWS::Lambda::Function",
            "Properties": {"FunctionName": "app-read", "Environment": {"Variables": {"TABLE": "t", "URL": "u"}}},
        },
        "Read1Version7f3a": {"Type": "AWS::Lambda::Version", "Properties": {"FunctionName": {"Ref": "Read1"}}},
        "Log2": {
            "Type": "AWS::Logs::LogGroup",
            "Properties": {"LogGroupName": {"Fn::Join": ["", ["/apis/", {"Ref": "Api"}]]}},
        },
        "Slow3": {
            "Type": "AWS::CloudWatch::Alarm",
            "Properties": {
                "Namespace": "AWS/Lambda",
                "MetricName": "Duration",
                "Dimensions": [{"Name": "FunctionName", "Value": {"Ref": "Read1"}}],
            },
        },
        "Board4": {
            "Type": "AWS::CloudWatch::Dashboard",
            "Properties": {
                "DashboardBody": {
                    "Fn::Join": [
                        "",
                        [
                            '{"widgets": [{"properties": {"metrics": [["AWS/SQS", "Depth", "QueueName", "',
                            {"Ref": "Queue"},
                            '", {"stat": "Sum"}], [{"expression": "SEARCH(',
                            "'{App,field,service} MetricName=\\\"Units\\\"', 'Sum', 300)",
                            '"}]]}}]}',
                        ],
                    ]
                }
            },
        },
    },
    "Outputs": {"Url": {"Value": "u"}, "Shared5": {"Value": "v", "Export": {"Name": "app:Shared5"}}},
}


@pytest.mark.parametrize("name", STAGES)
def test_what_was_deployed_keeps_its_ids_names_variables_metrics_and_exports(
    templates: dict[str, Templates], name: str
) -> None:
    found = {stack: known(template) for stack, template in templates[name].stacks.items()}
    before = json.loads(RECORD.read_text())[name]
    told = [f"{name} {stack}: {loss}" for stack in before for loss in lost(before[stack], found.get(stack, {}))]
    assert not told, "\n".join(["tests/infra/deployed.py says what to do if this is meant:", *told])


def test_ids_names_variables_metrics_and_exports_are_recorded_and_versions_are_not() -> None:
    assert known(TEMPLATE) == {
        "Read1": "AWS::Lambda::Function; FunctionName app-read; variable TABLE; variable URL",
        "Log2": "AWS::Logs::LogGroup; LogGroupName /apis/…",
        "Slow3": "AWS::CloudWatch::Alarm; metric AWS/Lambda Duration by FunctionName",
        "Board4": "AWS::CloudWatch::Dashboard; metric AWS/SQS Depth by QueueName; metric App Units by field, service",
        "Url": "Output",
        "Shared5": "Output; Export app:Shared5",
    }


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"Read1":', '"Reader":', "Read1 is gone (AWS::Lambda::Function; FunctionName app-read; "),
        ("::LogGroup", "::LogStream", "Log2 is no longer known by 'AWS::Logs::LogGroup', but by AWS::Logs::LogStream"),
        ("app-read", "reader", "Read1 is no longer known by 'FunctionName app-read', but by FunctionName reader"),
        ("TABLE", "TABLES", "Read1 is no longer known by 'variable TABLE', but by variable TABLES"),
        ('"TABLE": "t", ', "", "Read1 is no longer known by 'variable TABLE'"),
        ("Duration", "Errors", "Slow3 is no longer known by 'metric AWS/Lambda Duration by FunctionName', but by "),
        ("field,service", "field", "Board4 is no longer known by 'metric App Units by field, service', but by "),
        ("app:Shared5", "other:5", "Shared5 is no longer known by 'Export app:Shared5', but by Export other:5"),
    ],
)
def test_what_changed_is_said_by_name(old: str, new: str, told: str) -> None:
    changed = json.loads(json.dumps(TEMPLATE).replace(old, new))
    (loss,) = lost(known(TEMPLATE), known(changed))
    assert loss.startswith(told)


def test_what_is_added_is_no_loss() -> None:
    more = json.loads(json.dumps(TEMPLATE))
    more["Resources"]["New"] = {"Type": "AWS::SQS::Queue"}
    more["Resources"]["Read1"]["Properties"]["Environment"]["Variables"]["MORE"] = "m"
    assert list(lost(known(TEMPLATE), known(more))) == []
