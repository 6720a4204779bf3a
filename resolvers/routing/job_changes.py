"""What can be changed about jobs, queues, instances and sweeps."""

from resolvers.routing.route import WRITE, Route

MUTATIONS: tuple[Route, ...] = (
    Route(
        "Mutation.createQueue(input: CreateQueueInput!): Queue!",
        "mutations.queues:create_queue",
        "Opens a queue. A repeat changes nothing.",
        access=WRITE,
    ),
)
