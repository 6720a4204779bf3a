"""GraphQL as AppSync executes it."""
