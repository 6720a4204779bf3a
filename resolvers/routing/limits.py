"""AppSync's limits on one request, by stage: the deployment sets them, and the server at home obeys those of dev."""

QUERY_DEPTH = {"dev": 20, "prod": 12}
"""Levels of fields. Twice as deep as our own queries go; where introspection is on, tools go deeper."""

RESOLVER_COUNT = 10_000
"""AppSync's own maximum. A lower one would refuse pages whose items have resolvers of their own."""

HOME = "dev"
"""The stage that the server at home is like."""
