"""The schema as a stage is given it: comments on arguments can be left out, and nothing else is."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from graphql import ObjectTypeDefinitionNode, TokenKind, parse
from hypothesis import given, settings
from hypothesis import strategies as st

from infra import schema_text
from infra.schema_text import SCHEMA, schema_for, without_argument_comments
from infra.stage import Stage, StageError
from tests.thoroughness import many

SDL = '''# Everything (there is more).
type Query @aws_api_key {
  # One image, or null.
  image(
    # Which one: "a", (b) or #c
    imageId: ID!
  ): Image @aws_api_key
  # All images ) of a kind (
  images(
    # How many :-)
    first: Int = 20
    # A text with "quotes, unbalanced
    kind: String = "a ( # b \\" )" # behind it
    like: [String!] = ["#", ")"]
    """A description # that is ( no comment"""
    by: Order = {field: "x", note: """a # b ( " c"""}
  ): [Image!]! # behind the field
  # Without arguments
  count: Int!
}
'''

WITHOUT = '''# Everything (there is more).
type Query @aws_api_key {
  # One image, or null.
  image(
    imageId: ID!
  ): Image @aws_api_key
  # All images ) of a kind (
  images(
    first: Int = 20
    kind: String = "a ( # b \\" )"
    like: [String!] = ["#", ")"]
    """A description # that is ( no comment"""
    by: Order = {field: "x", note: """a # b ( " c"""}
  ): [Image!]! # behind the field
  # Without arguments
  count: Int!
}
'''

comments = st.text(alphabet='()"#,:= \\@aé', max_size=12).map(lambda text: f"# {text}\n")
strings = st.text(alphabet="()#,:= @a", max_size=8).map(lambda text: f'"{text}"')
blocks = st.text(alphabet="()#,\n a", max_size=8).map(lambda text: f'"""{text}"""')
defaults = st.one_of(st.just(""), st.builds(" = {}".format, st.one_of(strings, blocks, st.just("20"))))
arguments = st.builds(
    "{}    {}{}: String{} {}".format,
    st.sampled_from(["", "\n"]),
    st.one_of(st.just(""), comments, strings.map(lambda text: f"{text} ")),
    st.sampled_from(["first", "after", "kind"]),
    defaults,
    st.one_of(st.just(", "), st.just("\n"), comments),
)
fields = st.builds(
    "{}  field{}: Int @aws_subscribe(mutations: [{}]) {}".format,
    st.one_of(st.just(""), comments),
    st.one_of(st.just(""), st.lists(arguments, min_size=1, max_size=4).map(lambda each: f"({''.join(each)})")),
    strings,
    st.one_of(st.just("\n"), comments),
)
schemas = st.lists(fields, min_size=1, max_size=4).map(lambda each: f"type Query {{\n{''.join(each)}}}\n")


def test_comments_between_brackets_go_and_all_others_stay() -> None:
    assert without_argument_comments(SDL) == WITHOUT


@settings(max_examples=many(200, 2_000))
@given(schemas)
def test_it_is_the_same_schema_with_the_same_other_comments(sdl: str) -> None:
    _compare(sdl)


def test_so_is_our_own_schema() -> None:
    _compare(SCHEMA.read_text())


def test_our_own_schema_has_a_comment_on_every_argument_and_loses_exactly_those() -> None:
    sdl = SCHEMA.read_text()
    on_arguments = [text for depth, text in _comments(sdl) if depth]
    assert len(on_arguments) == _count_arguments(sdl)
    kept = without_argument_comments(sdl).splitlines()
    assert kept == [line for line in sdl.splitlines() if not line.startswith("    #")]


@pytest.mark.parametrize(
    ("context", "kept"),
    [({}, True), ({"argumentComments": "true"}, True), ({"argumentComments": "false"}, False)]
    + [({"argumentComments": given}, given) for given in (True, False)],
)
def test_a_deployment_keeps_them_unless_it_says_otherwise(
    context: dict[str, Any], kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "schema.graphql").write_text(SDL)
    monkeypatch.setattr(schema_text, "SCHEMA", tmp_path / "schema.graphql")
    stage = Stage.read({"package": str(tmp_path), **context}.get)
    assert schema_for(stage) == (SDL if kept else WITHOUT)
    prod = Stage.read({"package": str(tmp_path), "stage": "prod", **context}.get)
    assert schema_for(prod) == (SDL if kept else WITHOUT).replace(" @aws_api_key", "")


def test_a_switch_is_true_or_false(tmp_path: Path) -> None:
    with pytest.raises(StageError, match="argumentComments is true or false, not no"):
        Stage.read({"package": str(tmp_path), "argumentComments": "no"}.get)


def _compare(sdl: str) -> None:
    changed = without_argument_comments(sdl)
    assert parse(changed, no_location=True) == parse(sdl, no_location=True)
    assert [text for _, text in _comments(changed)] == [text for depth, text in _comments(sdl) if not depth]


def _count_arguments(sdl: str) -> int:
    objects = [node for node in parse(sdl).definitions if isinstance(node, ObjectTypeDefinitionNode)]
    return sum(len(field.arguments or ()) for node in objects for field in node.fields or ())


def _comments(sdl: str) -> Iterator[tuple[int, str]]:
    """Every comment as graphql-core finds it, and how many brackets are open there."""
    place = parse(sdl).loc
    token, depth = place.start_token if place else None, 0
    while token:
        depth += {TokenKind.PAREN_L: 1, TokenKind.PAREN_R: -1}.get(token.kind, 0)
        if token.kind is TokenKind.COMMENT:
            yield depth, token.value or ""
        token = token.next
