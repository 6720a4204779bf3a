"""How people find what they know by a name or an id."""

from resolvers.routing.route import Route

QUERIES: tuple[Route, ...] = (
    Route(
        "Query.search(text: String!, first: Int = 10): [SearchResult!]!",
        "resolvers.queries.search:search",
        "What a text may mean: anything with this `id`, anything whose own id it is (an image, a job, a nova, a queue, "
        "a document and so on), then merchants, novae and jobs in turn, whose names begin with it. Upper and lower "
        "case matter for jobs only.",
        arguments={
            "text": "The name of a merchant, a nova or a job, the beginning of one, or any id: 1 to 200 characters.",
            "first": "How many results to return at most, from 1 to 50.",
        },
    ),
    Route(
        "SearchResult.node: Node",
        "resolvers.queries.search:node_of",
        "The item itself; null for a merchant.",
    ),
)
