"""Answers as commands print them: the API's own with `--json`, a table of what they list without."""

from collections.abc import Mapping, Sequence
from typing import Any

from cli.api import Data, connection
from cli.failures import NothingFound
from cli.output import Cell, print_facts, print_json, print_table


def needed(data: Data, what: str) -> Data:
    """The one thing that was asked for."""
    (found,) = data.values()
    if found is None:
        raise NothingFound(what)
    thing: Data = found
    return thing


def print_list(data: Data, as_json: bool, columns: Mapping[str, Cell], empty: str, right: Sequence[str] = ()) -> None:
    """The one list of an answer, wherever it lies in it."""
    if as_json:
        print_json(data)
        return
    (found,) = data.values()
    rows = found if isinstance(found, list) else connection(data)["nodes"]
    print_table(rows, columns, empty, right)


def print_thing(data: Data, as_json: bool, facts: Mapping[str, Any]) -> None:
    """One thing, by what is known of it."""
    print_json(data) if as_json else print_facts(facts)
