"""No mutation shows any caller what a query of that caller would refuse, or changes what the caller cannot see.

Every mutation is tried as every caller: as its example calls it, and where it takes the key of an item that belongs to
a client, also with the key of every client's item. Answers, errors and log lines are searched for marks.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from graphql import get_named_type

from entities.item import Item
from resolvers.routing.route import API_KEY, VIEWERS
from resolvers.routing.routes import routes
from resolvers.runtime.fields import show_part
from tests.contract import rules
from tests.contract.callers import CALLERS, Person, ask, hidden
from tests.contract.examples.example import Example, Given
from tests.contract.examples.mutations import MUTATIONS
from tests.contract.fresh import store_items
from tests.contract.marked import OWNERS, Mark, fingerprint, marked_items, marks_in, owned_types
from tests.contract.restoring import Contents, Restoring
from tests.contract.roads import leads_to_restricted, mutation_road
from tests.contract.selections import fields_of
from tests.identities import PIPELINE
from tests.thoroughness import IS_THOROUGH, some_of

AIMED = {
    "registerCatImage",
    "recordCatResult",
    "retryCatImage",
    "deleteCatImage",
    "createCatBatch",
    "submitDocument",
    "setDocumentStatus",
    "retryDocument",
    "deleteDocument",
}
"""Mutations that take the key of an item that belongs to a client; there may be more, but not fewer."""
OWNED = {entity.table.name: entity.table for entity in owned_types()}.values()
KEYS = {"batchId", "fingerprint", "jobId"}


@dataclass(frozen=True)
class MutationCall:
    """One call of a mutation."""

    name: str
    input: Given

    @property
    def named(self) -> set[Mark]:
        """What the caller says itself, since it knows the key."""
        return marks_in(json.dumps({key: value for key, value in self.input.items() if key in KEYS}))

    def tried_by(self, caller: Person) -> dict[str, Any]:
        """The answer."""
        return ask(caller, mutation_road(self.name, MUTATIONS[self.name].types), input=dict(self.input))


def test_what_belongs_to_clients_is_aimed_at() -> None:
    assert {name for name in MUTATIONS if len(list(_attempts(name))) > 1} >= AIMED


@pytest.mark.parametrize("name", some_of(MUTATIONS))
def test_no_caller_sees_or_changes_by_a_mutation_what_is_not_its_own(
    tables: Restoring, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    for attempt in _attempts(name):
        _prepare(tables, MUTATIONS[name])
        before = tables.contents(*OWNED)
        for who, caller in CALLERS.items():
            answer = attempt.tried_by(caller)
            shown = marks_in(json.dumps(answer)) | marks_in(capsys.readouterr().out)
            assert hidden(caller, shown - attempt.named) == set(), f"{who}: {attempt}"
            if caller.kind in {API_KEY, VIEWERS}:
                assert [each["errorType"] for each in answer["errors"]] == ["Unauthorized"]
            elif name in AIMED or leads_to_restricted(_answers(name)):
                after = tables.contents(*OWNED)
                assert _of_others(caller, before) == _of_others(caller, after), f"{who}: {attempt}"
                if after != before:
                    tables.restore()
                    _prepare(tables, MUTATIONS[name])
        tables.restore()


RULES: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], str]] = {
    "items belong to clients": (rules.open_gate, "an editor of bolt"),
    "only operators and IAM see all": (rules.everybody_is_staff, "an editor of bolt"),
}


@pytest.mark.parametrize("rule", RULES)
def test_without_any_one_rule_a_mutation_shows_something(
    tables: Restoring, monkeypatch: pytest.MonkeyPatch, rule: str
) -> None:
    switch_off, who = RULES[rule]
    caller = CALLERS[who]
    seen: set[Mark] = set()
    with monkeypatch.context() as patch:
        switch_off(patch)
        for name in AIMED:
            for attempt in _attempts(name):
                seen |= marks_in(json.dumps(attempt.tried_by(caller)))
    tables.restore()
    assert hidden(caller, seen) != set()


def _prepare(tables: Restoring, example: Example) -> None:
    tables.api.identity = PIPELINE
    store_items(tables.api, *example.stored)
    if example.before:
        example.before(tables.api)


def _attempts(name: str) -> Iterator[MutationCall]:
    """As the example; and of every client's items as the example, without what it expects, and as it is stored."""
    given = MUTATIONS[name].input
    yield MutationCall(name, given)
    if name == "createCatBatch":
        yield from _known_files(given)
    for item in _aims():
        if routes()[f"Mutation.{name}"].function.startswith(f"commands.{item.table.name}."):
            stored = {key: value for key, value in show_part(item).items() if key in given and value is not None}
            keys = {key: value for key, value in stored.items() if key in KEYS}
            if not keys:
                continue
            yield MutationCall(name, {**given, **keys})
            yield MutationCall(name, {key: value for key, value in {**given, **keys}.items() if _is_needed(key)})
            yield MutationCall(name, {key: value for key, value in {**given, **stored}.items() if _is_needed(key)})


def _aims() -> Iterable[Item]:
    """Items of every client: one of each type, or all with `THOROUGH=1`."""
    items = list(marked_items())
    by_owner = {(type(item).owner_of(item.to_record()), type(item)): item for item in items}
    return items if IS_THOROUGH else by_owner.values()


def _known_files(given: Given) -> Iterator[MutationCall]:
    """Files that other clients have results of: what they are is told to none but their owners."""
    file = {"fileName": "a.png", "byteLength": 1024, "contentType": "image/png"}
    files = [{**file, "sha256": fingerprint(owner)} for owner in OWNERS]
    yield MutationCall("createCatBatch", {**given, "files": files})
    yield MutationCall(
        "createCatBatch", {key: value for key, value in {**given, "files": files}.items() if _is_needed(key)}
    )


def _is_needed(key: str) -> bool:
    """Whether an argument neither says who the owner is nor what is expected to be stored."""
    return key != "clientId" and not key.startswith("expected")


def _answers(name: str) -> str:
    """The type that a mutation answers with."""
    return get_named_type(fields_of("Mutation")[name].type).name


def _of_others(caller: Person, contents: Contents) -> dict[Any, Any]:
    """The items that the caller may not see."""
    found = {place: {mark.owner for mark in marks_in(repr(record))} for place, record in contents.items()}
    return {place: contents[place] for place, owners in found.items() if owners - set(caller.owners)}
