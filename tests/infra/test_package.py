"""The Lambda's package: alone in its folder it answers recorded events, and it holds nothing that it does not need."""

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from entities.tables import TABLES
from infra.packaging import SERVICES
from loaders.dynamo.client import make_client
from local.data.engines import Engine
from local.data.process import free_port
from local.data.tables import create_tables
from tests.infra.conftest import ROOT

HERE = Path(__file__).parent
EVENTS = {file.stem: json.loads(file.read_text()) for file in sorted((HERE / "events").glob("*.json"))}
MAX_MEGABYTES = 40
"""Lambda takes 250, but every megabyte is copied at a cold start."""


@pytest.fixture(scope="module")
def answered(package: Path, embedded: Engine) -> dict[str, tuple[Any, str]]:
    """What the package said to each recorded event, and all that it wrote."""
    client = make_client(embedded.url)
    names = {table.name: f"{table.usual_name}-{uuid4().hex[:8]}" for table in TABLES.values()}
    create_tables(client, names)
    client.close()
    by_handler: dict[str, list[str]] = defaultdict(list)
    for name, each in EVENTS.items():
        by_handler[each["handler"]].append(name)
    found: dict[str, tuple[Any, str]] = {}
    for handler, events in by_handler.items():
        output = _run(package, handler, events, embedded.url, names)
        answers = [json.loads(line.removeprefix("answer ")) for line in output.splitlines() if line[:7] == "answer "]
        assert len(answers) == len(events), output
        found |= {name: (answer, output) for name, answer in zip(events, answers, strict=True)}
    return found


@pytest.mark.parametrize("name", EVENTS)
def test_the_package_answers_recorded_events(answered: dict[str, tuple[Any, str]], name: str) -> None:
    answer, expected = answered[name][0], EVENTS[name]["answer"]
    if expected is None:
        assert len(answer) == len(EVENTS[name]["event"])
        assert all("data" in each or "errorType" in each for each in answer)
    else:
        assert _contains(answer, expected), answer


def test_costs_are_reported_in_one_line_per_request_as_the_alarms_look_for_them(
    answered: dict[str, tuple[Any, str]],
) -> None:
    lines = [line for line in answered["query_image"][1].splitlines() if line.startswith('{"_aws"')]
    metrics = [json.loads(line) for line in lines]
    assert metrics
    for each in metrics:
        (described,) = each["_aws"]["CloudWatchMetrics"]
        assert described["Namespace"] == "Tessera"
        assert described["Dimensions"] == [["service", "function"]]
        assert (each["service"], each["function"]) == ("tessera-test-api", "tessera-test-read")
        assert 0 not in [each[metric["Name"]] for metric in described["Metrics"]]
    reported = {metric["Name"] for each in metrics for metric in each["_aws"]["CloudWatchMetrics"][0]["Metrics"]}
    assert {"ReadUnits", "Requests"} <= reported
    assert len(metrics) <= len([each for each in EVENTS.values() if each["handler"] == "entry.handler"])


def test_the_package_is_small_and_leaves_at_home_what_prints_and_tests(package: Path) -> None:
    size = sum(file.stat().st_size for file in package.rglob("*") if file.is_file()) / 1e6
    sys.stdout.write(f"package: {size:.1f} MB\n")
    assert size < MAX_MEGABYTES
    there = {entry.name for entry in package.iterdir()}
    assert {
        "entry.py",
        "entities",
        "loaders",
        "commands",
        "services",
        "resolvers",
        "workers",
        "botocore",
        "boto3",
    } <= there
    assert not {"strawberry", "graphql", "pytest", "tests", "local", "infra", "moto", "uvicorn"} & there


def test_the_package_describes_every_service_that_the_code_calls(package: Path) -> None:
    called = {
        name
        for folder in ("loaders", "services", "workers")
        for file in (ROOT / folder).rglob("*.py")
        for name in re.findall(r'\b(?:create_client|client|connect)\(\s*"([a-z0-9-]+)"', file.read_text())
    }
    assert "dynamodb" in called
    assert called <= set(SERVICES)
    assert all((package / "botocore" / "data" / name).is_dir() for name in called)


def _run(package: Path, handler: str, events: list[str], engine: str, names: dict[str, str]) -> str:
    base = Path(getattr(sys, "_base_executable", sys.executable))
    environment = {
        "PATH": os.environ["PATH"],
        "AWS_LAMBDA_FUNCTION_NAME": "tessera-test-read",
        "AWS_REGION": "us-east-1",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "LAMBDA_TASK_ROOT": str(package),
        "_X_AMZN_TRACE_ID": "Root=1-67891233-abcdef012345678912345678;Parent=463ac35c9f6413ad;Sampled=1",
        "POWERTOOLS_SERVICE_NAME": "tessera-test-api",
        "TESSERA_DYNAMODB_URL": engine,
        "TESSERA_READ_SECONDS": "20",
        "TESSERA_GRAPHQL_URL": f"http://127.0.0.1:{free_port()}/graphql",
        **{table.variable: names[table.name] for table in TABLES.values()},
    }
    if handler.startswith("workers"):
        environment |= {table.variable: table.usual_name for table in TABLES.values()}
    lines = "".join(json.dumps(EVENTS[name]["event"]) + "\n" for name in events)
    command = [str(base), "-I", "-S", "-B", str(HERE / "lambda_runner.py"), str(package), handler]
    done = subprocess.run(
        command, env=environment, input=lines, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def _contains(answer: Any, expected: Any) -> bool:
    if isinstance(expected, dict):
        return isinstance(answer, dict) and all(
            name in answer and _contains(answer[name], value) for name, value in expected.items()
        )
    return bool(answer == expected)
