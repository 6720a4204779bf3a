"""The JavaScript that AppSync runs for each resolver, as it goes into the template."""

import json
from functools import cache

from infra.javascript import compact
from infra.stage import REPOSITORY
from resolvers.routing.announcements import ANNOUNCEMENTS
from resolvers.runtime.sent import rule_of

INVOKE, BATCH_INVOKE, PUBLISH, SUBSCRIBE = "invoke", "batch_invoke", "publish", "subscribe"
SOURCES = REPOSITORY / "infra" / "appsync"
_SINGLE, _BATCH = "operation: 'Invoke'", "operation: 'BatchInvoke'"
_NO_RULE = "const RULE = {};"


def code_of(kind: str) -> str:
    """The code of a resolver. AppSync cannot import our files: a batch is the same file with another operation."""
    if kind == BATCH_INVOKE:
        return compact(_replaced(_source(INVOKE), _SINGLE, _BATCH))
    return compact(_source(kind))


@cache
def code_of_subscription(field_name: str) -> str:
    """The code of the resolver of a subscription, with the rule of what it sends."""
    (announcement,) = (each for each in ANNOUNCEMENTS if each.signature.field_name == field_name)
    rule = json.dumps(rule_of(announcement), separators=(",", ":"))
    return compact(_replaced(_source(SUBSCRIBE), _NO_RULE, f"const RULE = {rule};"))


def _source(kind: str) -> str:
    return (SOURCES / f"{kind}.js").read_text()


def _replaced(source: str, old: str, new: str) -> str:
    if source.count(old) != 1:
        raise ValueError(f"the source must say {old} exactly once")
    return source.replace(old, new)
