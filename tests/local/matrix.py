"""Every kind of caller, and what the routes say each may do: for tests of who sees what."""

from collections.abc import Iterator

from local.http.callers import Caller
from resolvers.routing.routes import ROUTES

CALLERS: dict[str, Caller] = {
    "api_key": Caller("api_key"),
    "iam": Caller("iam"),
    "viewers": Caller("cognito", frozenset({"viewers"})),
    "editors": Caller("cognito", frozenset({"editors"})),
    "operators": Caller("cognito", frozenset({"operators"})),
    "no group": Caller("cognito"),
    "another group": Caller("cognito", frozenset({"guests"})),
}


def expectations() -> Iterator[tuple[str, str, str, bool]]:
    """Type, field, kind of caller, and whether the routes let them."""
    for route in ROUTES:
        signature = route.signature
        everybody_in_the_pool = {"viewers", "editors", "operators"} <= set(route.access)
        for kind in CALLERS:
            stranger = kind in {"no group", "another group"}
            yield (
                signature.type_name,
                signature.field_name,
                kind,
                everybody_in_the_pool if stranger else kind in route.access,
            )
