"""Ids and cursors as clients keep them: taken once from the API, and good for ever after."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from entities.attributes import decode_item
from entities.tables import TABLES
from tests.commands.conftest import Changing
from tests.formats.checks import Stored

HERE = Path(__file__).parent
LISTED = HERE / "listed"
IDS = HERE / "ids.json"
CURSORS = HERE / "cursors.json"
ID_QUERY = HERE / "ids.graphql"

PAGE = 2
"""How many items the first page of a list has, unless its entry says otherwise."""

Kept = dict[str, Any]
"""A request that shows a list, the cursor at which it goes on, and the ids that follow."""


class NothingFollows(Exception):
    """A list that is too short to go on in."""


def kept_ids() -> dict[str, list[str]]:
    """Ids of every type, by the name of the type."""
    found: dict[str, list[str]] = json.loads(IDS.read_text())
    return found


def kept_cursors() -> list[Kept]:
    """A place in every list; where nothing was taken yet, only the query is there."""
    found: list[Kept] = json.loads(CURSORS.read_text())
    return found


def listed() -> Iterator[Stored]:
    """The items that kept ids lead to and kept cursors stand between."""
    for name, table in TABLES.items():
        for line in (LISTED / f"{name}.jsonl").read_text().splitlines():
            yield table, decode_item(json.loads(line))


def take_ids(api: Changing) -> dict[str, list[str]]:
    """The ids that are kept, and those of types that have none yet."""
    found: dict[str, list[str]] = {}
    for name, id_ in _nodes_in(api.get(ID_QUERY.read_text())):
        if id_ not in found.setdefault(name, []):
            found[name].append(id_)
    return dict(sorted({**found, **kept_ids()}.items()))


def take_cursors(api: Changing) -> list[Kept]:
    """The cursors that are kept, and those of lists that have none yet."""
    return [each if "ids" in each else _taken(api, each) for each in kept_cursors()]


def page(api: Changing, query: str, variables: dict[str, Any]) -> tuple[list[str], str | None]:
    """The ids on a page, and the cursor at its end."""
    found = api.get(query, **variables)
    while "pageInfo" not in found:
        (found,) = found.values()
    return [_id_of(node) for node in found["nodes"]], found["pageInfo"]["endCursor"]


def _id_of(node: Any) -> str:
    """The id of a node, or of the one object that it leads to."""
    while "id" not in node:
        (node,) = node.values()
    found: str = node["id"]
    return found


def in_short(kept: Kept) -> str:
    """The query without what all of them have."""
    text: str = kept["query"].removeprefix("query ($first: Int, $after: String) ")
    text = text.replace(" { nodes { id } pageInfo { endCursor } }", "")
    return text.replace("first: $first, after: $after", f"first: {kept['variables']['first']}")


def _taken(api: Changing, wanted: Kept) -> Kept:
    query, first = wanted["query"], wanted.get("variables", {}).get("first", PAGE)
    _, cursor = page(api, query, {"first": first})
    variables = {"first": first, "after": cursor}
    following, _ = page(api, query, variables) if cursor else ([], None)
    if not following:
        raise NothingFollows(f"No items follow the first {first} of this list: add some to {LISTED}.\n{query}")
    return {"query": query, "variables": variables, "ids": following}


def _nodes_in(answer: Any) -> Iterator[tuple[str, str]]:
    """Every object in an answer that tells its type and its id."""
    if isinstance(answer, dict):
        if "id" in answer:
            yield answer["__typename"], answer["id"]
        answer = list(answer.values())
    for each in answer if isinstance(answer, list) else []:
        yield from _nodes_in(each)
