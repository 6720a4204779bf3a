"""What the Lambda's entry loads: everything where no request waits, otherwise what requests ask for."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.infra.conftest import ROOT

_LOOK = """
import gc, json, sys
import infra.entry
from commands.inputs import Input
from entities.item import TYPES, Item
from resolvers.routing.routes import routes

resolvers = {each.function.split(":")[0] for each in routes().values() if not each.is_publish}
waiting, models = [Item, Input], []
while waiting:
    waiting += (found := waiting.pop()).__subclasses__()
    models.append(found)
print(json.dumps({
    "resolvers": len(resolvers),
    "loaded": len(resolvers & sys.modules.keys()),
    "types": len(TYPES),
    "models": len(models),
    "built": sum(each.__pydantic_complete__ for each in models),
    "collects": gc.isenabled(),
    "clients": "boto3" in sys.modules,
}))
"""


@pytest.mark.parametrize("start", ["snap-start", "provisioned-concurrency"])
def test_everything_is_loaded_and_built_where_no_request_waits(start: str) -> None:
    found = _entry(start)
    assert found["loaded"] == found["resolvers"] > 20
    assert found["built"] == found["models"] > 150
    assert found["types"] > 50
    assert found["collects"]


def test_an_environment_that_starts_on_demand_loads_no_resolver_and_builds_no_model() -> None:
    found = _entry("on-demand")
    assert found["loaded"] == 0
    assert found["built"] == 0
    assert found["types"] == 0
    assert found["collects"]
    assert not found["clients"]


def _entry(start: str) -> dict[str, Any]:
    environment = {**os.environ, "AWS_LAMBDA_INITIALIZATION_TYPE": start}
    said = subprocess.run(
        [sys.executable, "-c", _LOOK], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(said.stdout)
    return found
