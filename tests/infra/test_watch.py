"""Alarms fire and arrive: CloudWatch may publish, and each metric of ours is emitted under that name and dimensions."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from services import rekognition
from services.metrics import emit
from tests.infra.conftest import Templates
from workers.counting import count_pages

COSTS = ("ReadUnits", "WriteUnits", "Failures")
"""What resolvers/app.py emits with each request."""


def test_cloudwatch_may_publish_on_the_topic_of_alarms(stage: Templates) -> None:
    (policy,) = stage.resources("AWS::SNS::TopicPolicy", "Watch").values()
    allowed = [each for each in policy["PolicyDocument"]["Statement"] if each["Effect"] == "Allow"]
    (statement,) = allowed
    assert statement["Principal"] == {"Service": "cloudwatch.amazonaws.com"}
    assert statement["Action"] == "sns:Publish"
    assert statement["Condition"] == {"StringEquals": {"aws:SourceAccount": {"Ref": "AWS::AccountId"}}}


def test_every_function_has_an_alarm_for_what_it_could_not_do(stage: Templates) -> None:
    functions = {each["FunctionName"] for each in stage.resources("AWS::Lambda::Function").values()}
    alarms = [each for each in _metrics(stage) if each["MetricName"] == "Failures"]
    assert {_dimensions(each)["function"] for each in alarms} == functions


def test_every_metric_of_ours_is_emitted_by_the_code_with_the_same_dimensions(
    stage: Templates, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AWS_LAMBDA_FUNCTION_NAME", "any")
    monkeypatch.setenv("POWERTOOLS_SERVICE_NAME", "any")
    emit(dict.fromkeys(COSTS, 1))
    count_pages(1, ["TABLES"])
    _look_at_a_picture(monkeypatch)
    emitted = set()
    for line in map(json.loads, capsys.readouterr().out.splitlines()):
        (told,) = line["_aws"]["CloudWatchMetrics"]
        emitted |= {(told["Namespace"], each["Name"], tuple(sorted(told["Dimensions"][0]))) for each in told["Metrics"]}
    wanted = {(each["Namespace"], each["MetricName"], tuple(sorted(_dimensions(each)))) for each in _metrics(stage)}
    assert len(wanted) >= 6
    assert wanted <= emitted


def test_a_metric_is_looked_for_where_its_function_reports_it(stage: Templates) -> None:
    functions = {each["FunctionName"]: each for each in stage.resources("AWS::Lambda::Function").values()}
    for each in _metrics(stage):
        of = _dimensions(each)
        assert functions[of["function"]]["Environment"]["Variables"]["POWERTOOLS_SERVICE_NAME"] == of["service"]


def test_versions_outlive_the_next_deployment(stage: Templates) -> None:
    versions = [
        each
        for stack in stage.stacks.values()
        for each in stack["Resources"].values()
        if each["Type"] == "AWS::Lambda::Version"
    ]
    assert len(versions) == len(stage.resources("AWS::Lambda::Function"))
    assert {each["DeletionPolicy"] for each in versions} == {"Retain"}


def test_in_prod_new_code_is_a_canary_that_the_alarms_of_its_function_turn_back(
    templates: dict[str, Templates],
) -> None:
    prod = templates["prod"]
    aliases = [each for each in prod.stacks["Api"]["Resources"].values() if each["Type"] == "AWS::Lambda::Alias"]
    handed = [each["UpdatePolicy"]["CodeDeployLambdaAliasUpdate"] for each in aliases]
    groups = {each["DeploymentGroupName"]: each for each in prod.resources("AWS::CodeDeploy::DeploymentGroup").values()}
    assert {each["DeploymentGroupName"] for each in handed} == set(groups)
    alarms = {each["AlarmName"] for each in prod.resources("AWS::CloudWatch::Alarm").values()}
    for group in groups.values():
        assert {each["Name"] for each in group["AlarmConfiguration"]["Alarms"]} <= alarms
        assert group["AutoRollbackConfiguration"]["Enabled"] is True
    assert "Canary" not in templates["dev"].stacks


def _look_at_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    class WatchedClient:
        def detect_labels(self, **_: Any) -> dict[str, Any]:
            return {"Labels": []}

    monkeypatch.setattr(rekognition, "connect", lambda _: WatchedClient())
    rekognition.Rekognition().detect_labels("bucket", "key", 10, 75)


def _metrics(stage: Templates) -> Iterator[dict[str, Any]]:
    """The metrics of ours that alarms follow."""
    for alarm in stage.resources("AWS::CloudWatch::Alarm").values():
        parts = [each["MetricStat"]["Metric"] for each in alarm.get("Metrics", ()) if "MetricStat" in each]
        yield from (each for each in (alarm, *parts) if each.get("Namespace") == "Tessera")


def _dimensions(metric: dict[str, Any]) -> dict[str, Any]:
    return {each["Name"]: each["Value"] for each in metric["Dimensions"]}
