"""All commands that there are, found in the application itself."""

from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from cli.app import app


def every_command() -> Iterator[tuple[str, Any]]:
    """Each command by the words that call it."""
    yield from _below(get_command(app), ())


def _below(command: Any, words: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    inner = getattr(command, "commands", None)
    if inner is None:
        yield " ".join(words), command
        return
    for name, each in inner.items():
        yield from _below(each, (*words, name))
