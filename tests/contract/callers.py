"""Callers of every kind, what each of them may see, and how each of them asks."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from local.engine.executor import Operation, run_document
from local.http.access import Access
from local.http.callers import Caller
from resolvers import app
from resolvers.routing.route import API_KEY, EDITORS, IAM, OPERATORS, VIEWERS
from tests.contract.fresh import prepared_document
from tests.contract.marked import OWNERS, Mark, marks_in
from tests.contract.roads import Road
from tests.contract.selections import SCHEMA
from tests.identities import PIPELINE, person
from tests.resolvers.conftest import FakeContext

ACCESS = Access(SCHEMA)
LOGS = {"logs", "storedLogs"}
"""Marks of logs: inside the item, and in S3."""


@dataclass(frozen=True)
class Person:
    """A caller, and what it should see."""

    identity: Any
    kind: str
    """API_KEY, IAM, or the group."""
    owners: tuple[str, ...]
    """Whose items it may see."""

    @property
    def denied(self) -> frozenset[tuple[str, str]]:
        """What AppSync refuses by the directives of the schema."""
        return ACCESS.denied(self.at_home)

    @property
    def at_home(self) -> Caller:
        """The same caller as the server at home knows it."""
        if self.kind in {API_KEY, IAM}:
            return Caller(self.kind, identity=self.identity)  # type: ignore[arg-type]
        return Caller("cognito", frozenset({self.kind}), self.identity)

    def may_see(self, mark: Mark) -> bool:
        is_for_staff = mark.type_name == "DeadLetter" or (mark.field in LOGS and mark.owner == "nobody")
        return mark.owner in self.owners and (self.kind in {IAM, OPERATORS} or not is_for_staff)


FORGED = person("bolt", VIEWERS)
FORGED["claims"]["custom:client_id"] = "acme"

CALLERS = {
    "the API key": Person(None, API_KEY, ("demo",)),
    "a viewer of acme": Person(person("vera", VIEWERS, custom_client_id="acme"), VIEWERS, ("acme", "nobody")),
    "an editor of acme": Person(person("ed", EDITORS, custom_client_id="acme"), EDITORS, ("acme", "nobody")),
    "a viewer of bolt with an access token": Person(FORGED, VIEWERS, ("bolt", "nobody")),
    "an editor of bolt": Person(person("bea", EDITORS, custom_client_id="bolt"), EDITORS, ("bolt", "nobody")),
    "an operator": Person(person("olga", OPERATORS), OPERATORS, OWNERS),
    "a program with IAM": Person(PIPELINE, IAM, OWNERS),
}


def hidden(caller: Person, marks: Iterable[Mark]) -> set[Mark]:
    """The marks that the caller must not see."""
    return {mark for mark in marks if not caller.may_see(mark)}


def marks_shown(caller: Person, roads: Iterable[Road], **variables: Any) -> set[Mark]:
    """All marks in the answers to these requests."""
    return {mark for road in roads for mark in marks_in(json.dumps(ask(caller, road, **variables)))}


def ask(caller: Person, road: Road, **variables: Any) -> dict[str, Any]:
    """The answer of AppSync, which refuses what the directives refuse."""
    operation = Operation(_handled, {"headers": {}}, caller.identity, caller.denied)
    return asyncio.run(run_document(SCHEMA, operation, prepared_document(road.text), variables))


def _handled(event: Any) -> Any:
    return app.handler(event, FakeContext())
