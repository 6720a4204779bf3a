"""What was selected, from what AppSync tells: never less than that."""

from typing import Any

import pytest

from entities.novae.nova import Nova
from entities.receipts.images import Image
from entities.receipts.receipt import Receipt
from loaders import novae, receipts  # noqa: F401  each adds its relations
from resolvers.query_text import read_selection
from resolvers.selection import pick, told_by

Selection = dict[str, Any]


def picked(text: str = "", paths: list[str] | None = None, entity: Any = Image, **variables: bool) -> Selection:
    info = {"selectionSetGraphQL": text, "selectionSetList": paths or [], "variables": variables}
    return pick(entity, told_by(info)).as_selection()


def test_relations_are_found_by_their_real_names_whatever_their_aliases() -> None:
    assert picked("{ a: receipts { b: words { text } } }") == {"receipts": {"words": {}}}


def test_arguments_and_strings_with_brackets_in_them_are_no_fields() -> None:
    text = '{ receipts { completionResults(first: 2, after: "} { lines") { nodes { id } } words { text } } }'
    assert picked(text) == {"receipts": {"words": {}}}


@pytest.mark.parametrize(
    ("directive", "expected"),
    [
        ("@include(if: $yes)", {"receipts": {}}),
        ("@include(if: $no)", {}),
        ("@skip(if: $yes)", {}),
        ("@skip(if: $no)", {"receipts": {}}),
        ("@skip(if: true)", {}),
        ("@include(if: $unknown)", {"receipts": {}}),
    ],
)
def test_what_is_skipped_is_not_read_and_what_may_not_be_skipped_is(directive: str, expected: Selection) -> None:
    assert picked(f"{{ id receipts {directive} {{ id }} }}", yes=True, no=False) == expected


def test_fields_of_a_fragment_that_is_not_seen_are_found_among_the_paths() -> None:
    assert picked("{ ...F }", ["receipts", "receipts/lines", "receipts/lines/text"]) == {"receipts": {"lines": {}}}


def test_an_alias_in_a_fragment_that_is_not_seen_stands_for_everything_it_could() -> None:
    found = picked("{ ...F }", ["x", "x/wordId", "x/text"], Receipt)
    assert {"words", "labels"} & found.keys()
    assert "words" in found


def test_a_fragment_that_is_not_seen_may_select_more_below_a_field_that_is() -> None:
    paths = ["receipts", "receipts/receiptId", "receipts/words", "receipts/words/text"]
    assert picked("{ receipts { receiptId } ...F }", paths) == {"receipts": {"words": {}}}


def test_a_scalar_under_an_alias_needs_nothing() -> None:
    assert picked("{ ...F }", ["x", "width"]) == {}


def test_fields_on_a_type_are_taken_for_that_type_alone() -> None:
    assert picked("{ ... on Image { receipts { id } } ... on Nova { products { id } } }") == {"receipts": {}}


def test_under_an_interface_a_fragment_that_is_not_seen_means_everything() -> None:
    info = {"selectionSetGraphQL": "{ id ...F }", "selectionSetList": ["id"], "variables": {}}
    assert pick(Nova, told_by(info), is_interface=True).as_selection().keys() == {"products", "references", "files"}


def test_where_nothing_is_told_everything_is_read() -> None:
    assert "receipts" in picked()
    assert "receipts" in picked("{ this is not ( a selection")


@pytest.mark.parametrize("text", ["{", "{ a", "{ a(b: ", "{ a @", "{ a { b }", "a b", "{ § }", "{ : }"])
def test_text_that_is_no_selection_is_an_error_that_the_caller_survives(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected|ends|not a selection"):
        read_selection(text, {})
    assert "receipts" in picked(text)
