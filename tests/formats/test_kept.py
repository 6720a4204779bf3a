"""Ids and cursors that clients kept still answer, whatever our classes, lists and modules are called by now."""

from collections.abc import Iterator
from typing import Any

import pytest
from graphql import (
    FieldNode,
    GraphQLSchema,
    TypeInfo,
    TypeInfoVisitor,
    Visitor,
    get_named_type,
    is_object_type,
    parse,
    visit,
)

from local.data.engines import Engine
from tests.commands.conftest import Changing
from tests.formats.api import asking
from tests.formats.kept import Kept, in_short, kept_cursors, kept_ids, listed, page

PAGING = {"first", "after"}
MAX_IDS = 100
HOW = "tests/formats/README.md says how to add it; what is there never changes."
WITHOUT_CURSOR = {
    "TextractJob.pages": "pages are read from S3: the place in them is a page's number",
    "Query.documents(mine)": "the program that takes cursors has no client; `clientId` leads to the same list",
    "Query.catImages(mine)": "the program that takes cursors has no client; `clientId` leads to the same list",
}
CURSORS = [each for each in kept_cursors() if "ids" in each]


@pytest.fixture(scope="module")
def api(embedded: Engine) -> Iterator[Changing]:
    with asking(embedded, listed()) as made:
        yield made


def test_a_kept_id_still_leads_to_its_item(api: Changing) -> None:
    kept = [{"__typename": name, "id": id_} for name, ids in kept_ids().items() for id_ in ids]
    found: list[Any] = []
    for start in range(0, len(kept), MAX_IDS):
        ids = [each["id"] for each in kept[start : start + MAX_IDS]]
        found += api.get("query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }", ids=ids)["nodes"]
    lost = [each for each, node in zip(kept, found, strict=True) if each != node]
    assert not lost, f"Clients hold ids that no longer lead to their items: {lost}"


@pytest.mark.parametrize("kept", CURSORS, ids=in_short)
def test_a_kept_cursor_still_goes_on_where_it_did(api: Changing, kept: Kept) -> None:
    following, _ = page(api, kept["query"], kept["variables"])
    assert following == kept["ids"]


def test_every_stored_type_has_a_kept_id(api: Changing) -> None:
    nodes = {name for name, type_ in api.schema.type_map.items() if "Node" in _interfaces(type_)}
    missing = nodes - kept_ids().keys()
    assert not missing, f"No id of {sorted(missing)} is kept. {HOW}"


def test_every_list_has_a_kept_cursor_for_each_of_its_arguments(api: Changing) -> None:
    """An argument may lead to another index, and what it is called is part of the cursor."""
    wanted = {
        f"{type_.name}.{name}{argument}"
        for type_ in api.schema.type_map.values()
        if is_object_type(type_)
        for name, field in type_.fields.items()
        if _is_list(field.type) and _has_ids(api.schema, field.type)
        for argument in ("", *(f"({each})" for each in field.args.keys() - PAGING))
    }
    kept = {each for cursor in CURSORS for each in _asked(api.schema, cursor["query"])}
    missing = wanted - kept - WITHOUT_CURSOR.keys()
    assert not missing, f"No cursor of {sorted(missing)} is kept. {HOW}"


def test_every_query_that_was_added_has_its_cursor() -> None:
    missing = [each["query"] for each in kept_cursors() if "ids" not in each]
    assert not missing, f"No cursor is kept for {missing}. {HOW}"


def _interfaces(type_: Any) -> set[str]:
    return {each.name for each in type_.interfaces} if is_object_type(type_) else set()


def _is_list(type_: Any) -> bool:
    return str(get_named_type(type_)).endswith("Connection")


def _has_ids(schema: GraphQLSchema, type_: Any) -> bool:
    """Whether what a list holds is stored as items of ours."""
    node: Any = schema.type_map[str(get_named_type(type_)).removesuffix("Connection")]
    return "id" in node.fields


def _asked(schema: GraphQLSchema, query: str) -> set[str]:
    """The list that a query asks for, and with which arguments."""
    info = TypeInfo(schema)
    found: set[str] = set()

    class Lists(Visitor):
        def enter_field(self, node: FieldNode, *_: Any) -> None:
            parent = info.get_parent_type()
            if parent and _is_list(info.get_type()):
                names = {argument.name.value for argument in node.arguments or ()} - PAGING
                field = f"{parent.name}.{node.name.value}"
                found.update({field, *(f"{field}({each})" for each in names)})

    visit(parse(query), TypeInfoVisitor(info, Lists()))
    return found
