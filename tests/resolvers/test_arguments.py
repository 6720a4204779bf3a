"""Functions take what GraphQL promises: arguments are converted by annotations, so these must be right."""

from collections.abc import Callable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from entities.annotations import unwrap
from resolvers.routing.route import Route
from resolvers.routing.routes import routes
from resolvers.routing.signatures import TypeRef
from resolvers.runtime.arguments import RENAMED
from resolvers.runtime.names import snake
from resolvers.schema.catalogue import catalogue
from tests.resolvers.conftest import Api

SCALARS = {"ID": str, "String": str, "Int": int, "Float": float, "Boolean": bool, "AWSDateTime": datetime}

CALLED = [route for route in routes().values() if not route.is_publish]


@pytest.mark.parametrize("route", CALLED, ids=[route.key for route in CALLED])
def test_every_argument_arrives_as_its_type_says(route: Route) -> None:
    function = route.load()
    wrong = {
        argument.name: hint
        for argument in route.signature.arguments
        if not _fits(argument.type, hint := _hint(function, argument.name))
    }
    assert wrong == {}


def _hint(function: Callable[..., Any], name: str) -> Any:
    return get_type_hints(function).get(RENAMED.get(snake(name), snake(name)))


def _fits(kind: TypeRef, hint: Any) -> bool:
    core = unwrap(hint).core
    if kind.is_list:
        return get_origin(core) in {list, Sequence} and _fits(kind.inner, get_args(core)[0])
    if kind.name in catalogue().enums:
        return isinstance(core, type) and issubclass(core, StrEnum) and core.__name__ == kind.name
    return core is SCALARS[kind.name] if kind.name in SCALARS else core.__name__ == kind.name


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("{ receiptLines(embeddingStatus: LATER) { nodes { id } } }", "LATER"),
        ("{ jobStatuses(status: RUNNING, first: 0) { nodes { status } } }", "first must be 1 to 100, not 0."),
        (
            '{ metrics(metricName: "x", since: "2026-11-16T12:00Z", until: "2025-11-16T12:00Z") { nodes { id } } }',
            "since must not be later than until.",
        ),
    ],
)
def test_a_list_made_by_a_factory_refuses_what_any_list_refuses(api: Api, query: str, message: str) -> None:
    (error,) = api.ask(query)["errors"]
    assert message in error["message"]
