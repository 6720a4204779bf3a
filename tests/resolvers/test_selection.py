"""What was selected, from what AppSync tells: never less than that."""

import subprocess
import sys
from typing import Any

import pytest

from entities.novae.nova import Nova
from entities.receipts.images import Image
from entities.receipts.receipt import Receipt
from resolvers.runtime.query_text import read_selection
from resolvers.runtime.selection import reported_selection, select_for

Selection = dict[str, Any]


def selection(text: str = "", paths: list[str] | None = None, entity: Any = Image, **variables: bool) -> Selection:
    info = {"selectionSetGraphQL": text, "selectionSetList": paths or [], "variables": variables}
    return select_for(entity, reported_selection(info)).as_relations()


def test_relations_are_found_by_their_real_names_whatever_their_aliases() -> None:
    assert selection("{ a: receipts { b: words { text } } }") == {"receipts": {"words": {}}}


def test_arguments_and_strings_with_brackets_in_them_are_no_fields() -> None:
    text = '{ receipts { completionResults(first: 2, after: "} { lines") { nodes { id } } words { text } } }'
    assert selection(text) == {"receipts": {"words": {}}}


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
    assert selection(f"{{ id receipts {directive} {{ id }} }}", yes=True, no=False) == expected


def test_fields_of_a_fragment_that_is_not_seen_are_found_among_the_paths() -> None:
    assert selection("{ ...F }", ["receipts", "receipts/lines", "receipts/lines/text"]) == {"receipts": {"lines": {}}}


def test_an_alias_in_a_fragment_that_is_not_seen_stands_for_everything_it_could() -> None:
    found = selection("{ ...F }", ["x", "x/wordId", "x/text"], Receipt)
    assert {"words", "labels"} & found.keys()
    assert "words" in found


def test_a_fragment_that_is_not_seen_may_select_more_below_a_field_that_is() -> None:
    paths = ["receipts", "receipts/receiptId", "receipts/words", "receipts/words/text"]
    assert selection("{ receipts { receiptId } ...F }", paths) == {"receipts": {"words": {}}}


def test_a_scalar_under_an_alias_needs_nothing() -> None:
    assert selection("{ ...F }", ["x", "width"]) == {}


def test_fields_on_a_type_are_taken_for_that_type_alone() -> None:
    assert selection("{ ... on Image { receipts { id } } ... on Nova { products { id } } }") == {"receipts": {}}


def test_a_type_is_known_before_its_table_is_first_used() -> None:
    script = (
        "from resolvers.runtime.selection import reported_selection;"
        "told = reported_selection({'selectionSetGraphQL': '{ ... on Nova { products { id } } }'});"
        "print(*told.text.on)"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert said.stdout == "Nova\n"


def test_under_an_interface_a_fragment_that_is_not_seen_means_everything() -> None:
    info = {"selectionSetGraphQL": "{ id ...F }", "selectionSetList": ["id"], "variables": {}}
    assert select_for(Nova, reported_selection(info), is_interface=True).as_relations().keys() == {
        "products",
        "references",
        "files",
    }


def test_a_path_that_the_text_does_not_explain_is_believed() -> None:
    paths = ["imageId", "receipts", "receipts/receiptId", "receipts/words", "receipts/words/text"]
    expected: Selection = {"receipts": {"words": {}}}
    assert selection("{ imageId }", paths) == expected
    assert selection("{ imageId receipts { receiptId } }", paths) == expected
    assert selection("{ imageId receipts @skip(if: true) { words { text } } }", paths) == expected


def test_an_alias_that_the_text_does_not_explain_stands_for_everything_it_could() -> None:
    assert "words" in selection("{ receiptId }", ["receiptId", "x", "x/wordId", "x/text"], Receipt)


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("{ a: imageId b: receipts { c: receiptId } }", ["a", "b", "b/c"]),
        ("{ ... on Image { b: receipts { ... { receiptId } } } }", ["b", "b/receiptId"]),
        ("{ image { b: receipts { receiptId } } }", ["b", "b/receiptId"]),
    ],
)
def test_text_that_explains_every_path_is_enough(text: str, paths: list[str]) -> None:
    info = {"fieldName": "image", "selectionSetGraphQL": text, "selectionSetList": paths, "variables": {}}
    found = select_for(Image, reported_selection(info))
    assert found.relations["receipts"].own == {"receiptId"}
    assert found.as_relations() == {"receipts": {}}


def test_where_nothing_is_told_everything_is_read() -> None:
    assert "receipts" in selection()
    assert "receipts" in selection("{ this is not ( a selection")


@pytest.mark.parametrize("text", ["{", "{ a", "{ a(b: ", "{ a @", "{ a { b }", "a b", "{ § }", "{ : }"])
def test_text_that_is_no_selection_is_an_error_that_the_caller_survives(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected|ends|not a selection"):
        read_selection(text, {})
    assert "receipts" in selection(text)
