"""No caller gets to see, by any road, what a query of that caller would refuse.

Every text in the items of every client is a mark of its owner and its field, restricted fields among them. Answers,
errors and log lines are searched for marks that the caller may not see. That the search finds something where a rule is
missing is tried too: with each rule switched off, one at a time.
"""

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from entities.cats import CatImage
from loaders.caller import RequestCaller
from loaders.errors import Outdated
from loaders.request import Request
from local.data.engines import Engine
from local.engine.executor import Operation, run_document
from local.http.access import Access
from local.http.callers import Caller
from resolvers import app
from resolvers.routing.route import API_KEY, EDITORS, IAM, OPERATORS, VIEWERS
from resolvers.routing.routes import routes
from resolvers.runtime import errors, identity
from resolvers.runtime.identity import caller_of
from tests.commands.conftest import Changing
from tests.contract.examples.mutations import MUTATIONS
from tests.contract.examples.setting import setting
from tests.contract.fresh import prepared_document, store_items
from tests.contract.marked import (
    BATCH,
    OWNERS,
    Mark,
    malformed_images,
    marked_items,
    marks_in,
    one_of_each,
    restricted_fields,
)
from tests.contract.restoring import Restoring, restoring
from tests.contract.roads import Road, conflict_roads, leads_to_owned, mutation_road, other_query_roads, query_roads
from tests.contract.selections import SCHEMA
from tests.identities import PIPELINE, person
from tests.resolvers.conftest import FakeContext

ACCESS = Access(SCHEMA)


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
        if self.kind in {API_KEY, IAM}:
            return ACCESS.denied(Caller(self.kind))  # type: ignore[arg-type]
        return ACCESS.denied(Caller("cognito", frozenset({self.kind})))

    def may_see(self, mark: Mark) -> bool:
        access = restricted_fields().get((mark.type_name, mark.field))
        return mark.owner in self.owners and (access is None or self.kind in access)


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
EDITOR = CALLERS["an editor of acme"]


@pytest.fixture(scope="module")
def tables(embedded: Engine) -> Iterator[Restoring]:
    with restoring(embedded, *setting(), *marked_items(), cats=list(malformed_images())) as made:
        yield made


def test_every_query_that_may_lead_to_the_items_of_clients_is_tried() -> None:
    fields = [route.signature for route in routes().values() if route.signature.type_name == "Query"]
    leading = {each.field_name for each in fields if leads_to_owned(each.returns.name)}
    assert leading == {each.field for each in query_roads()}
    assert not any(map(leads_to_owned, ("Image", "Job", "Nova")))


@pytest.mark.parametrize("who", CALLERS)
def test_queries_show_callers_all_that_is_theirs_and_nothing_else(
    tables: Restoring, capsys: pytest.CaptureFixture[str], who: str
) -> None:
    caller = CALLERS[who]
    seen = _marks(tables.api, caller, query_roads())
    assert _hidden(caller, seen) == set()
    shown = {Mark(mark.owner, mark.type_name, mark.field) for item in marked_items() for mark in marks_in(repr(item))}
    assert {mark for mark in shown if caller.may_see(mark)} <= seen
    assert _hidden(caller, marks_in(capsys.readouterr().out)) == set()


@pytest.mark.parametrize("who", CALLERS)
def test_counts_are_of_what_the_caller_sees(tables: Restoring, who: str) -> None:
    query = f'{{ catBatch(batchId: "{BATCH}") {{ summary {{ total cats }} }} }}'
    answer = _ask(tables.api, CALLERS[who], Road("catBatch", query))
    owners = len(CALLERS[who].owners)
    assert answer["data"]["catBatch"]["summary"] == {"total": 2 * owners, "cats": owners}


@pytest.mark.parametrize("who", CALLERS)
def test_changes_that_fail_show_and_change_nothing_of_others(
    tables: Restoring, capsys: pytest.CaptureFixture[str], who: str
) -> None:
    caller = CALLERS[who]
    before = tables.contents()
    assert _hidden(caller, _marks(tables.api, caller, conflict_roads())) == set()
    assert _hidden(caller, marks_in(capsys.readouterr().out)) == set()
    assert tables.contents() == before


def test_what_belongs_to_another_client_does_not_exist_for_changes(tables: Restoring) -> None:
    answers = [_ask(tables.api, EDITOR, road) for road in conflict_roads()]
    found = [[each["errorType"] for each in answer["errors"]] for answer in answers]
    own, others = ["Conflict"] * 6, ["Conflict", "NotFound", "NotFound", "Conflict", "NotFound", "NotFound"]
    assert [kind for (kind,) in found] == [*own, *others, *others, *own]
    taken = [answer["errors"][0] for answer in answers if "is taken" in answer["errors"][0]["message"]]
    assert len(taken) == 4
    assert all(each["errorInfo"] is None for each in taken)


def test_no_other_query_and_no_mutation_shows_anything(tables: Restoring, capsys: pytest.CaptureFixture[str]) -> None:
    assert _hidden(EDITOR, _marks(tables.api, EDITOR, other_query_roads())) == set()
    for name, example in MUTATIONS.items():
        tables.api.identity = PIPELINE
        store_items(tables.api, *example.stored)
        if example.before:
            example.before(tables.api)
        found = _marks(tables.api, EDITOR, [mutation_road(name, example.types)], input=example.input)
        assert _hidden(EDITOR, found) == set(), name
        tables.restore()
    assert _hidden(EDITOR, marks_in(capsys.readouterr().out)) == set()


@pytest.mark.parametrize("who", CALLERS)
def test_a_conflict_shows_of_an_item_of_any_type_what_a_query_would(who: str) -> None:
    caller = CALLERS[who]
    marked = [(item, marks_in(repr(item))) for item in one_of_each()]
    assert sum(len(marks) for _, marks in marked) > 100
    for item, marks in marked:
        shown = errors.api_error(Outdated("Changed meanwhile.", item), caller_of({"identity": caller.identity}))
        hidden = {mark for mark in marks if not _may_read(caller, mark)}
        assert marks_in(json.dumps(shown.info)) == marks - hidden
        assert {(mark.type_name, mark.field) for mark in hidden} <= restricted_fields().keys()


def test_a_conflict_names_what_is_too_long_for_an_error() -> None:
    image = CatImage.model_construct(batch_id=1, fingerprint="f", file_name="x" * 90_000, s3_key="y" * 90_000, logs="z")
    info = errors.api_error(Outdated("Changed.", image), caller_of({"identity": PIPELINE})).info
    assert sorted(info["leftOut"]) == ["fileName", "s3Key"]
    assert info["current"]["logs"] == "z"
    assert len(json.dumps(info)) < 1000


def test_a_message_is_cut_where_it_gets_too_long() -> None:
    shown = errors.api_error(Outdated("x" * 5000)).message
    assert len(shown) == errors.MAX_MESSAGE + 1


def _hidden(caller: Person, marks: Iterable[Mark]) -> set[Mark]:
    """The marks that the caller must not see."""
    return {mark for mark in marks if not caller.may_see(mark)}


def _may_read(caller: Person, mark: Mark) -> bool:
    """Whether the caller may read this field of its own items."""
    access = restricted_fields().get((mark.type_name, mark.field))
    return access is None or caller.kind in access


def _open_gate(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Request, "may_see", lambda *_: True)


def _open_errors(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(errors, "admits", lambda *_: True)


def _open_fields(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Person, "denied", frozenset())


def _open_unowned(patch: pytest.MonkeyPatch) -> None:
    strict = RequestCaller.may_see
    patch.setattr(RequestCaller, "may_see", lambda self, client: client is None or strict(self, client))


def _everybody_is_staff(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(RequestCaller, "is_staff", True)


def _believe_access_tokens(patch: pytest.MonkeyPatch) -> None:
    strict = identity.caller_of

    def believing(event: Any) -> RequestCaller:
        caller, first = strict(event), event[0] if isinstance(event, list) else event
        given = ((first["identity"] or {}).get("claims") or {}).get("custom:client_id")
        return RequestCaller(caller.mode, caller.name, given or caller.client, caller.groups)

    patch.setattr(app, "caller_of", believing)


RULES: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], str]] = {
    "items belong to clients": (_open_gate, "a viewer of acme"),
    "errors follow the schema": (_open_errors, "an editor of acme"),
    "fields have directives": (_open_fields, "a viewer of acme"),
    "items of none are for people who are signed in": (_open_unowned, "the API key"),
    "only operators and IAM see all": (_everybody_is_staff, "an editor of bolt"),
    "an access token acts as its user name": (_believe_access_tokens, "a viewer of bolt with an access token"),
}


@pytest.mark.parametrize("rule", RULES)
def test_without_any_one_rule_something_is_seen(tables: Restoring, monkeypatch: pytest.MonkeyPatch, rule: str) -> None:
    switch_off, who = RULES[rule]
    switch_off(monkeypatch)
    caller = CALLERS[who]
    seen = _marks(tables.api, caller, [*query_roads(), *conflict_roads()])
    assert _hidden(caller, seen) != set()


def _marks(api: Changing, caller: Person, roads: Iterable[Road], **variables: Any) -> set[Mark]:
    """All marks in the answers to these requests."""
    return {mark for road in roads for mark in marks_in(json.dumps(_ask(api, caller, road, **variables)))}


def _ask(_: Changing, caller: Person, road: Road, **variables: Any) -> dict[str, Any]:
    """The answer of AppSync, which refuses what the directives refuse."""
    operation = Operation(_handled, {"headers": {}}, caller.identity, caller.denied)
    return asyncio.run(run_document(SCHEMA, operation, prepared_document(road.text), variables))


def _handled(event: Any) -> Any:
    return app.handler(event, FakeContext())
