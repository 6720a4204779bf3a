"""What can be changed about novae."""

from resolvers.routing.route import Route

MUTATIONS: tuple[Route, ...] = ()
