"""`python -m resolvers` prints schema.graphql."""

from resolvers.sdl import schema_text

print(schema_text(), end="")
