"""Enhanced filters: who may receive which messages, as infra/appsync/subscribe.js sets them in AppSync."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from loaders.caller import OPERATORS
from local.http.callers import Caller
from local.realtime.selection_rule import Rule
from resolvers.routing.audiences import PUBLIC, RESERVED, SIGNED_IN, STAFF
from resolvers.routing.route import EDITORS
from resolvers.runtime.identity import caller_of
from resolvers.runtime.sent import AUDIENCE


@dataclass(frozen=True)
class Filter:
    """One condition on a field of a message; a message must pass all of them."""

    name: str
    operator: Literal["eq", "in"]
    value: Any

    def passes(self, tree: Mapping[str, Any]) -> bool:
        """Whether a message passes. One without the field does not."""
        accepted = self.value if self.operator == "in" else [self.value]
        given = tree.get(self.name)
        return any(given == each and isinstance(given, bool) == isinstance(each, bool) for each in accepted)


def filters_for(rule: Rule, caller: Caller, arguments: Mapping[str, Any]) -> tuple[Filter, ...] | None:
    """The filters that replace the arguments; None where the arguments alone decide."""
    if not rule["hasAudience"] or _sees_all(caller):
        return None
    given = (Filter(name, "eq", value) for name, value in arguments.items())
    return (Filter(AUDIENCE, "in", audiences_of(caller)), *given)


def null_problem(rule: Rule, arguments: Mapping[str, Any]) -> str:
    """Why arguments are refused: a filter cannot look for null."""
    missing = [name for name, value in arguments.items() if value is None and rule["hasAudience"]]
    return f"{rule['field']} does not take null for {missing[0]}. Leave it out to hear of all." if missing else ""


def audiences_of(caller: Caller) -> list[str]:
    """Whom a caller listens as: its client and the groups that it belongs to."""
    known = caller_of({"identity": caller.identity})
    own = [known.client] if known.client and known.client not in RESERVED else []
    signed_in = [SIGNED_IN] if known.mode == "user" else []
    return [*own, PUBLIC, *signed_in, *([STAFF] if EDITORS in caller.groups else [])]


def _sees_all(caller: Caller) -> bool:
    return caller.mode == "iam" or OPERATORS in caller.groups
