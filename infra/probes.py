"""Questions about AppSync that its documentation leaves open. Each is asked by queries that change nothing.

What only another deployment could tell (other schemas, a resolver that returns early) is listed with how to find out.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol


class Asks(Protocol):
    """An API that can be asked."""

    def ask(self, query: str, variables: dict[str, Any] | None = None) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Probe:
    """One open question."""

    question: str
    ask: Callable[[Asks], str]


def _error_of_a_refusal(api: Asks) -> str:
    return _errors(api.ask("{ images(first: 100000) { nodes { id } } }"))


def _aliases(api: Asks) -> str:
    query = """{ jobs(status: RUNNING, first: 5) { nodes {
      a: metrics(first: 1) { nodes { value } } b: metrics(first: 2) { nodes { value } } } } }"""
    answer = api.ask(query)
    nodes = ((answer.get("data") or {}).get("jobs") or {}).get("nodes") or []
    kept = all(len(node["a"]["nodes"]) <= 1 for node in nodes)
    return f"{len(nodes)} parents, arguments kept apart: {kept}. {_errors(answer)} Count the calls in X-Ray: 2 or 3."


def _skipped(api: Asks) -> str:
    query = "query ($no: Boolean!) { images(first: 1) { nodes { id receipts @include(if: $no) { receiptId } id } } }"
    answer = api.ask(query, {"no": False})
    return (
        f"{_shape(answer)} See selectionSetList in the log of the API: is `nodes/receipts` there, is `id` there twice?"
    )


def _under_interface(api: Asks) -> str:
    query = "{ nodes(ids: []) { __typename id ... on Job { name } } }"
    return _shape(api.ask(query))


def _json_out(api: Asks) -> str:
    answer = api.ask("{ jobs(status: RUNNING, first: 1) { nodes { jobConfig } } }")
    nodes = ((answer.get("data") or {}).get("jobs") or {}).get("nodes") or []
    values = [node["jobConfig"] for node in nodes]
    return f"{[type(value).__name__ for value in values]}: a str that holds an object is right; {_errors(answer)}"


def _unknown_field(api: Asks) -> str:
    return json.dumps(api.ask("{ noSuchField }"))


def _empty_body(api: Asks) -> str:
    return json.dumps(api.ask(""))


def _deep(api: Asks) -> str:
    inner = "receipts { image { " * 12 + "id" + " } }" * 12
    return _errors(api.ask(f"{{ images(first: 1) {{ nodes {{ {inner} }} }} }}"))


def _introspection(api: Asks) -> str:
    answer = api.ask('{ __type(name: "Image") { description fields { name description } } }')
    described = (answer.get("data") or {}).get("__type") or {}
    return f"description of Image: {described.get('description')!r}. {_errors(answer)}"


def _not_asked(how: str) -> Callable[[Asks], str]:
    return lambda _: f"not asked here: {how}"


PROBES = (
    Probe("Which errorType and errorInfo does a refusal of ours have?", _error_of_a_refusal),
    Probe(
        "Is an exception's errorType its class or Lambda:Unhandled?",
        _not_asked("set the read function's timeout to 1 s, ask again, and set it back"),
    ),
    Probe("Are aliases of one field batched together?", _aliases),
    Probe("What does the selection say under @skip and @include, and of duplicates?", _skipped),
    Probe("Are fields of a concrete type answered under an interface?", _under_interface),
    Probe("How does AWSJSON come out?", _json_out),
    Probe("Are # comments descriptions?", _introspection),
    Probe("How is an unknown field told?", _unknown_field),
    Probe("How is an empty query told?", _empty_body),
    Probe("How is a query told that is too deep?", _deep),
    Probe(
        "What do bare values and wrong lengths in a batch do; does earlyReturn(null) work?",
        _not_asked("we always send envelopes and never return early"),
    ),
    Probe(
        "Are block descriptions, `&`, declared AWS scalars and `= null` taken in a schema?",
        _not_asked("our schema has `&` and none of the others; upload a copy with one of them to a scratch API"),
    ),
    Probe(
        "Do the parts of a split batch run side by side; how many arguments may a subscription have?",
        _not_asked("X-Ray shows the first; ours have two arguments at the most"),
    ),
    Probe(
        "How often do subscriptions say `ka`, and what happens above 240 KB?",
        _not_asked("open the ready-made subscription in `make graphiql` and watch the socket"),
    ),
)


def _errors(answer: dict[str, Any]) -> str:
    found = answer.get("errors") or []
    shown = [{name: each.get(name) for name in ("errorType", "message", "errorInfo")} for each in found]
    return f"errors: {json.dumps(shown)}" if shown else "no errors."


def _shape(answer: dict[str, Any]) -> str:
    return f"{json.dumps(answer.get('data'))[:200]} {_errors(answer)}"
