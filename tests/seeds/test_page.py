"""docs/seeds.md has a row for every name in the documents, and each row is GraphQL that the schema accepts."""

from pathlib import Path

import pytest
from graphql import GraphQLSchema, parse, validate

from tests.commands.conftest import _schema as the_schema
from tests.seeds.names import of_kind, seed_names
from tests.seeds.page import KINDS, NOT_GRAPHQL, TITLES, seeds_page, text_of

PAGE = Path(__file__).parents[2] / "docs" / "seeds.md"


@pytest.fixture(scope="module")
def schema() -> GraphQLSchema:
    return the_schema()


def test_the_page_is_what_is_printed() -> None:
    assert PAGE.read_text() == seeds_page(), "run `make seeds`"


def test_every_name_stands_on_the_page() -> None:
    names = seed_names()
    assert len(names) > 900
    assert {each.seed for each in names} == TITLES.keys()
    assert {each.kind for each in names} <= KINDS.keys()
    text = PAGE.read_text()
    assert [str(each) for each in names if f"| {each.name} | `" not in text] == []


def test_every_name_belongs_to_what_is_compared() -> None:
    """Attributes are compared item by item, so that an item without any, or an attribute without its item, proves
    nothing."""
    items = {(each.seed, each.name) for each in of_kind("item")}
    assert items == {(each.seed, each.item) for each in of_kind("attribute")}
    assert {(each.seed, each.item) for each in of_kind("index")} <= items
    assert {(each.seed, each.item) for each in of_kind("state")} <= items
    assert len(set(seed_names())) == len(seed_names())


def test_every_row_is_graphql_that_the_schema_accepts(schema: GraphQLSchema) -> None:
    wrong = [
        (str(each), str(errors[0]))
        for each in seed_names()
        if each.kind not in NOT_GRAPHQL and (errors := _errors(schema, text_of(each)))
    ]
    assert wrong == []


def _errors(schema: GraphQLSchema, text: str) -> list[Exception]:
    try:
        return [*validate(schema, parse(text))]
    except Exception as error:  # noqa: BLE001  a text that cannot be read is wrong too
        return [error]
