"""The source of the project, read as text and as trees, for tests about how it is written."""

import ast
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent

WRITTEN = {".py", ".js", ".mjs", ".jsx", ".ts", ".tsx", ".css", ".html", ".graphql"}
MADE = {"build", "dist", "node_modules", "__pycache__"}
"""Folders that the targets of the Makefile fill."""


def written() -> Iterator[str]:
    """Every file that a person reads."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(each for each in folders if not each.startswith(".") and each not in MADE)
        yield from (
            str((Path(folder) / each).relative_to(ROOT)) for each in sorted(files) if Path(each).suffix in WRITTEN
        )


@cache
def trees() -> dict[str, ast.Module]:
    """Every Python file, parsed."""
    return {name: ast.parse((ROOT / name).read_text()) for name in written() if name.endswith(".py")}


@cache
def modules() -> dict[str, str]:
    """Every module by its name, and the file that it is in."""
    return {name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): name for name in trees()}


@cache
def imported(name: str) -> tuple[str, ...]:
    """The modules that a file imports wherever it does, but for those that only the type checker needs."""
    return tuple(_imports(trees()[name]))


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in _at_run_time(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = [f"{node.module}.{each.name}" for each in node.names]
            yield from (each if each in modules() else node.module for each in inner)


def _at_run_time(node: ast.AST) -> Iterator[ast.AST]:
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.If) and ast.unparse(each.test).endswith("TYPE_CHECKING"):
            continue
        yield each
        yield from _at_run_time(each)
