"""What can be changed about images and receipts."""

from resolvers.routing.route import Route

MUTATIONS: tuple[Route, ...] = ()
