"""Lists as clients go through them: page by page."""

from typing import Any

from tests.commands.conftest import Changing

SIZES = (1, 3, 100)
"""The sizes of pages that lists are tried with."""


def paged(api: Changing, field: str, first: int, node: str, above: str = "{}") -> list[Any]:
    """All nodes of a list, page by page; `above` is the query around it."""
    arguments, seen, after = field.removesuffix(")"), [], None
    while True:
        opening = "(" if "(" not in arguments else ", "
        below = f"{{ nodes {{ {node} }} pageInfo {{ hasNextPage endCursor }} }}"
        text = f"{arguments}{opening}first: $first, after: $after) {below}"
        query = "query ($first: Int, $after: String) { " + above.replace("{}", text) + " }"
        found = api.get(query, first=first, after=after)
        while "pageInfo" not in found:
            (found,) = found.values()
        seen += found["nodes"]
        assert len(found["nodes"]) <= first
        if not found["pageInfo"]["hasNextPage"]:
            return seen
        assert found["nodes"], "a page is never empty with more to come"
        after = found["pageInfo"]["endCursor"]
