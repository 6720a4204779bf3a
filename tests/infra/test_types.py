"""mypy reads of aws_cdk what infra uses, and all of it: what it skips would pass as Any."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.infra.conftest import ROOT


def test_mypy_reads_every_module_of_aws_cdk_that_infra_imports_and_no_other() -> None:
    imported = {name for file in (ROOT / "infra").rglob("*.py") for name in _imported(file)}
    assert set(_read_by_mypy()) == imported, "list it in pyproject.toml: [[tool.mypy.overrides]] of aws_cdk"


def _read_by_mypy() -> list[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    overrides = settings["tool"]["mypy"]["overrides"]
    (found,) = (each["module"] for each in overrides if each.get("follow_imports") == "silent")
    return list(found)


def _imported(file: Path) -> Iterator[str]:
    """`from aws_cdk import Stack, aws_sqs` is aws_cdk and aws_cdk.aws_sqs."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "aws_cdk")
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "aws_cdk":
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names if alias.name.startswith("aws_"))
