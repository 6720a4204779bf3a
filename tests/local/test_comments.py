"""Comments of a schema become the descriptions that GraphiQL shows, as they do in AppSync."""

from graphql import GraphQLObjectType, GraphQLSchema

from local.engine.scalars import read_schema

SDL = """# Everything.
type Query {
  # One thing, or "nothing".
  thing(
    # Which one: (a), \\b or #c
    id: ID!
    # How large it is,
    # in metres.
    size: Int = 20
    like: [String!] = ["#", ")"]
  ): String # behind it
  # All things.
  things: [String!]!
  # Which format the things have.
  schemaVersion: Int
}

# The root.
schema { query: Query }
"""


def test_a_comment_above_a_type_a_field_or_an_argument_is_its_description() -> None:
    query = _query(read_schema(SDL))
    thing = query.fields["thing"]
    assert (query.description, thing.description) == ("Everything.", 'One thing, or "nothing".')
    assert thing.args["id"].description == "Which one: (a), \\b or #c"
    assert query.fields["things"].description == "All things."
    assert query.fields["schemaVersion"].description == "Which format the things have."


def test_several_lines_are_one_text() -> None:
    assert _query(read_schema(SDL)).fields["thing"].args["size"].description == "How large it is, in metres."


def test_what_has_no_comment_above_it_has_no_description() -> None:
    assert _query(read_schema(SDL)).fields["thing"].args["like"].description is None


def _query(schema: GraphQLSchema) -> GraphQLObjectType:
    assert schema.query_type
    return schema.query_type
