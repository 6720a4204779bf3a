"""Who may call a field in process: the rule that the schema's directives give AppSync."""

from loaders.caller import RequestCaller
from resolvers.routing.route import API_KEY, EDITORS, IAM, OPERATORS, VIEWERS, Route

_GROUPS = frozenset({VIEWERS, EDITORS, OPERATORS})


def may_call(route: Route, caller: RequestCaller) -> bool:
    """Whether a field is open to a caller. One that is open to every group is open to whoever is signed in."""
    if caller.mode == "user":
        admitted = _GROUPS.intersection(route.access)
        return admitted == _GROUPS or not admitted.isdisjoint(caller.groups)
    return (API_KEY if caller.mode == "api_key" else IAM) in route.access
