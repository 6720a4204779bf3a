"""Who may see which field. The schema's directives are printed from this, and AppSync enforces them.

Error details do not pass through the fields of the schema, so the Lambda applies the same rule to them.
"""

from collections.abc import Collection

from loaders.caller import RequestCaller
from resolvers.routing.route import API_KEY, EDITORS, IAM, OPERATE, OPERATORS, READ, VIEWERS

GROUPS = (VIEWERS, EDITORS, OPERATORS)

RESTRICTED = {"CatImage.logs": OPERATE}
"""Own fields that not everybody may see: debug logs may tell of other people's images."""


def access_of(type_name: str, field_name: str) -> tuple[str, ...]:
    """Who may see an own field of a type."""
    return RESTRICTED.get(f"{type_name}.{field_name}", READ)


def admits(access: Collection[str], caller: RequestCaller) -> bool:
    """Whether a caller is among those who may see something. Open to all groups means open to all signed-in users."""
    if caller.mode == "user":
        return not caller.groups.isdisjoint(access) or set(GROUPS) <= set(access)
    return (API_KEY if caller.mode == "api_key" else IAM) in access
