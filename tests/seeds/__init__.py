"""Every line of the five documents that Tessera implements, with the GraphQL that serves it."""
