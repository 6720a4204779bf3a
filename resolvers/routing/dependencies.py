"""What can be asked of the dependencies between jobs."""

from resolvers.routing.route import PAGE, Route

QUERIES: tuple[Route, ...] = (
    Route(
        f"Query.dependencies(dependentJobId: ID, {PAGE}): JobDependencyConnection!",
        "resolvers.queries.dependencies:dependencies",
        "Which jobs wait for which others, sorted by the id of the job that waits.",
        arguments={"dependentJobId": "Only what this job waits for."},
    ),
)
