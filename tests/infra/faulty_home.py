"""The server at home with a fault in it, for probes to find: `python -m tests.infra.faulty_home serve`.

Which fault it has is read from the file that FAULT_FILE names, whenever it matters: one server can show them all.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import orjson
from graphql import REMOVE, Visitor, parse, visit
from graphql.type import introspection_types

from local.__main__ import main
from local.engine import executor, scalars
from local.http import api, gate, web
from local.http.callers import Caller
from local.http.graphql_request import GraphqlRequest
from local.http.prepared import Documents, Prepared
from local.http.refusals import RefusedRequest
from local.realtime.subscription import Subscription
from resolvers.routing.route import BATCH

FILE = "FAULT_FILE"

FAULTS = {
    "A refusal of ours": "errors lose their type",
    "Aliases of one field": "all occurrences of a field have the arguments of the first",
    "A batch of 101": "parents beyond a hundred are left out",
    "Each parent of a batch": "answers of a batch come in another order",
    "A root field that is selected twice": "only the first of two selections counts",
    "So is one that two fragments": "only the first of two selections counts",
    "What @include leaves out": "directives are passed over",
    "Fields of a type are answered under": "interfaces have no types",
    "IAM may do": "callers without a signature are let in",
    "AWSJSON comes out": "JSON comes out as an object",
    "# comments are descriptions": "arguments have no descriptions",
    "A query is refused from": "queries have any depth",
    "A body of 1 MB": "bodies have any size",
    "A subscriber with": "subscribers with an argument hear nothing",
    "So does one without": "subscribers without an argument hear nothing",
    "One whose argument is null": "null is any value",
    "An unknown field": "unknown fields are passed over",
    "An empty query": "an empty query is answered",
}
"""Of each question, by how it begins: the fault that it is there to find."""

_PROGRAM = {"userArn": "arn:aws:iam::123456789012:user/unsigned"}


def plant(file: Path, fault: str = "") -> None:
    """Give the server this fault, or none."""
    file.write_text(fault)


def _is_planted(fault: str) -> bool:
    assert fault in FAULTS.values()
    return Path(os.environ[FILE]).read_text() == fault


def _replace(where: Any, name: str, fault: str, faulty: Callable[..., Any]) -> None:
    """Where the fault is planted, call `faulty` with the real function and its arguments."""
    real = getattr(where, name)

    def chosen(*given: Any, **named: Any) -> Any:
        return faulty(real, *given, **named) if _is_planted(fault) else real(*given, **named)

    setattr(where, name, chosen)


def _install() -> None:
    _replace(executor, "LambdaError", "errors lose their type", _without_type)
    _replace(executor, "_event", FAULTS["Aliases of one field"], _first_arguments)
    _replace(executor, "_answer_chunk", FAULTS["A batch of 101"], _only_whole)
    _replace(executor, "_call_for", FAULTS["Each parent of a batch"], _reversed)
    for each in ("selection_list", "selection_text"):
        _replace(executor, each, "only the first of two selections counts", _of_the_first)
    _replace(api, "run_document", "directives are passed over", _without_directives)
    _replace(executor, "_type_name", "interfaces have no types", lambda *_: None)
    _replace(web, "caller_of", FAULTS["IAM may do"], _anyone)
    _replace(scalars, "json_text", "JSON comes out as an object", lambda _, value: value)
    described = introspection_types["__InputValue"].fields["description"]  # type: ignore[attr-defined]
    _replace(described, "resolve", "arguments have no descriptions", lambda *_: None)
    _replace(executor, "_level", "queries have any depth", lambda *_: 0)
    _replace(gate, "limited_body", "bodies have any size", lambda _, __, receive, *___: receive)
    _replace(Subscription, "wants", "subscribers with an argument hear nothing", _if_no_argument)
    _replace(Subscription, "wants", "subscribers without an argument hear nothing", _if_an_argument)
    _replace(Subscription, "wants", "null is any value", _if_equal_or_null)
    _replace(Documents, "prepare", "unknown fields are passed over", _not_validated)
    _replace(web, "from_body", "an empty query is answered", _anything)


def _without_type(real: Any, envelope: Any, *place: Any) -> Any:
    return real({**envelope, "errorType": "Lambda:Unhandled", "errorInfo": None}, *place)


def _first_arguments(real: Any, operation: Any, info: Any, source: Any, arguments: Any) -> Any:
    first = vars(operation).setdefault("first_arguments", {}).setdefault(info.field_name, arguments)
    return real(operation, info, source, first)


async def _only_whole(real: Any, operation: Any, chunk: Any) -> None:
    if len(chunk) == BATCH:
        await real(operation, chunk)
    for _, answer in chunk:
        if not answer.done():
            answer.set_result(None)


async def _reversed(real: Any, operation: Any, event: Any) -> Any:
    return (await real(operation, event))[::-1]


def _of_the_first(real: Any, info: Any) -> Any:
    names = ("return_type", "fragments", "variable_values")
    return real(SimpleNamespace(field_nodes=info.field_nodes[:1], **{name: getattr(info, name) for name in names}))


class _NoDirectives(Visitor):
    def enter_directive(self, *_: Any) -> Any:
        return REMOVE


async def _without_directives(real: Any, schema: Any, operation: Any, document: Any, *more: Any) -> Any:
    return await real(schema, operation, visit(document, _NoDirectives()), *more)


def _anyone(real: Any, *given: Any) -> Caller:
    try:
        found: Caller = real(*given)
    except RefusedRequest:
        found = Caller("iam", identity=_PROGRAM)
    return found


def _if_no_argument(real: Any, subscription: Any, tree: Any) -> Any:
    return not subscription.arguments and real(subscription, tree)


def _if_an_argument(real: Any, subscription: Any, tree: Any) -> Any:
    return subscription.arguments and real(subscription, tree)


def _if_equal_or_null(_: Any, subscription: Any, tree: Any) -> bool:
    return all(value is None or tree.get(name) == value for name, value in subscription.arguments.items())


def _not_validated(_: Any, __: Any, text: str) -> Prepared:
    document = parse(text)
    (operation,) = document.definitions
    return Prepared(document, (), {"": operation}, 0)  # type: ignore[dict-item]


def _anything(real: Any, body: bytes) -> Any:
    return GraphqlRequest("{ __typename }") if orjson.loads(body).get("query") == "" else real(body)


if __name__ == "__main__":
    _install()
    sys.exit(main(sys.argv[1:]))
