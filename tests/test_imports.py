"""Imports point downward only: resolvers -> loaders -> entities."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

FORBIDDEN = {
    "entities": {"boto3", "botocore", "strawberry", "loaders", "resolvers", "workers", "local", "infra"},
    "loaders": {"strawberry", "resolvers", "workers", "local", "infra"},
    "resolvers": {"boto3", "botocore", "workers", "local", "infra"},
    "workers": {"strawberry", "local", "infra"},
}


@pytest.mark.parametrize("folder", FORBIDDEN)
def test_a_folder_imports_nothing_from_above(folder: str) -> None:
    wrong = {
        (str(path.relative_to(ROOT)), name)
        for path in (ROOT / folder).rglob("*.py")
        for name in _imported(path)
        if name in FORBIDDEN[folder]
    }
    assert not wrong


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]
