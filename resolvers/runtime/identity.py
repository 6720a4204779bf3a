"""The caller of an event, from the identity that AppSync puts into it.

A person in the user pool is known by name: `preferred_username`, else the e-mail address, else the user name. The
client is the `custom:client_id` of an id token, which only administrators can set. An access token has none, and acts
as its user name. A program with IAM is known by the name of its role or user. An API key has no identity.
"""

from collections.abc import Mapping
from typing import Any

from loaders.caller import DEMO_CLIENT, RequestCaller

API_KEY_CALLER = RequestCaller("api_key", client=DEMO_CLIENT)

_NAMES = ("preferred_username", "email")


def caller_of(event: Any) -> RequestCaller:
    """The caller of an event. A batch has one: AppSync never puts events of two requests into it."""
    first = event[0] if isinstance(event, list) else event
    identity = first.get("identity")
    if not identity:
        return API_KEY_CALLER
    if identity.get("userArn"):
        return RequestCaller("iam", name=_name_in(identity["userArn"]))
    return _person(identity) if identity.get("username") else API_KEY_CALLER


def _person(identity: Mapping[str, Any]) -> RequestCaller:
    claims, username = identity.get("claims") or {}, str(identity["username"])
    name = next((str(claims[each]) for each in _NAMES if claims.get(each)), username)
    given = claims.get("custom:client_id") if claims.get("token_use") == "id" else None
    return RequestCaller("user", name, str(given or username), frozenset(identity.get("groups") or ()))


def _name_in(arn: str) -> str:
    """The name of the role, user or federated user. The session of an assumed role is not its name."""
    kind, *names = arn.rsplit(":", 1)[-1].split("/")
    if not names:
        return kind  # `root`
    return names[0] if kind == "assumed-role" else names[-1]
