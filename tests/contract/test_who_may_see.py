"""No caller gets to see, by any road, what a query of that caller would refuse.

Every text in the items of every client is a mark of its owner and its field, restricted fields among them. Answers,
errors and log lines are searched for marks that the caller may not see. That the search finds something where a rule is
missing is tried too: with each rule switched off, one at a time. Changes that succeed and messages to subscribers are
searched in test_changes_seen.py and test_messages_seen.py.
"""

import json
from collections.abc import Callable

import pytest

from entities.cats import CatImage
from loaders.errors import Outdated
from resolvers.routing.route import IAM, OPERATORS
from resolvers.routing.routes import routes
from resolvers.runtime import errors
from resolvers.runtime.identity import caller_of
from tests.contract import rules
from tests.contract.callers import CALLERS, ask, hidden, marks_shown
from tests.contract.counts import counts_for, expected_counts
from tests.contract.marked import (
    OWNERS,
    hidden_fields,
    marked_items,
    marked_letters,
    marks_in,
    one_of_each,
    staff_types,
)
from tests.contract.marked_files import marks_in_files
from tests.contract.restoring import Restoring
from tests.contract.roads import conflict_roads, leads_to_restricted, other_query_roads, query_roads
from tests.identities import PIPELINE

pytestmark = pytest.mark.usefixtures("tables")

EDITOR = CALLERS["an editor of acme"]

RESTRICTED_FIELDS = {
    ("CatImage", "s3Key"),
    ("CatImage", "fileName"),
    ("CatImage", "labels"),
    ("CatImage", "labelParents"),
    ("CatImage", "rekognitionResponse"),
    ("CatImage", "logs"),
    ("CatImage", "storedLogs"),
    ("CatImage", "error"),
    ("TextractJob", "jobId"),
    ("TextractJob", "documentKey"),
    ("TextractJob", "textractId"),
    ("TextractJob", "resultKey"),
    ("TextractJob", "fileName"),
    ("TextractJob", "error"),
    ("DocumentPage", "lines"),
    ("DocumentPage", "cells"),
    ("DocumentPage", "formKeys"),
    ("DocumentPage", "formValues"),
    ("DocumentPage", "otherLines"),
    ("DeadLetter", "body"),
    ("DeadLetter", "reason"),
    ("DeadLetter", "jobId"),
}
"""What no other client may ever see. Links hold marks too: of the key, and of the name of the file."""


def test_every_query_that_may_lead_to_the_items_of_clients_is_tried() -> None:
    fields = [route.signature for route in routes().values() if route.signature.type_name == "Query"]
    leading = {each.field_name for each in fields if leads_to_restricted(each.returns.name)}
    assert leading == {each.field for each in query_roads()}
    assert not any(map(leads_to_restricted, ("Image", "Job", "Nova")))


@pytest.mark.parametrize("who", CALLERS)
def test_queries_show_callers_all_that_is_theirs_and_nothing_else(capsys: pytest.CaptureFixture[str], who: str) -> None:
    caller = CALLERS[who]
    seen = marks_shown(caller, query_roads())
    assert hidden(caller, seen) == set()
    items = [*marked_items(), *marked_letters()]
    shown = {mark for item in items for mark in marks_in(repr(item))} | marks_in_files()
    unseen = hidden_fields() - {("CatImage", "logs")}
    assert {mark for mark in shown if caller.may_see(mark) and (mark.type_name, mark.field) not in unseen} <= seen
    assert hidden(caller, marks_in(capsys.readouterr().out)) == set()


def test_every_field_that_is_for_few_holds_a_mark() -> None:
    marked = {mark for item in (*marked_items(), *marked_letters()) for mark in marks_in(repr(item))} | marks_in_files()
    assert [each.__name__ for each in staff_types()] == [type(each).__name__ for each in list(marked_letters())[:1]]
    assert {(owner, *each) for owner in OWNERS for each in RESTRICTED_FIELDS} <= {
        (mark.owner, mark.type_name, mark.field) for mark in marked
    }


@pytest.mark.parametrize("who", CALLERS)
def test_counts_are_of_what_the_caller_sees(who: str) -> None:
    owners = CALLERS[who].owners
    assert counts_for(CALLERS[who]) == expected_counts(owners)


@pytest.mark.parametrize("who", ["the API key", "a viewer of acme", "an editor of bolt"])
def test_without_the_rule_counts_are_of_all(monkeypatch: pytest.MonkeyPatch, who: str) -> None:
    rules.everybody_is_staff(monkeypatch)
    assert counts_for(CALLERS[who]) != expected_counts(CALLERS[who].owners)


@pytest.mark.parametrize("who", CALLERS)
def test_changes_that_fail_show_and_change_nothing_of_others(
    tables: Restoring, capsys: pytest.CaptureFixture[str], who: str
) -> None:
    caller = CALLERS[who]
    before = tables.contents()
    assert hidden(caller, marks_shown(caller, conflict_roads())) == set()
    assert hidden(caller, marks_in(capsys.readouterr().out)) == set()
    assert tables.contents() == before


def test_what_belongs_to_another_client_does_not_exist_for_changes() -> None:
    answers = [ask(EDITOR, road) for road in conflict_roads()]
    found = [[each["errorType"] for each in answer["errors"]] for answer in answers]
    own = ["Conflict"] * 8
    others = ["Conflict", *["NotFound"] * 3, "Conflict", *["NotFound"] * 3]
    assert [kind for (kind,) in found] == [*own, *others, *others, *own]
    taken = [answer["errors"][0] for answer in answers if "is taken" in answer["errors"][0]["message"]]
    assert len(taken) == 4
    assert all("current" not in (each["errorInfo"] or {}) for each in taken)


@pytest.mark.parametrize("who", CALLERS)
def test_no_other_query_shows_anything(capsys: pytest.CaptureFixture[str], who: str) -> None:
    caller = CALLERS[who]
    assert hidden(caller, marks_shown(caller, other_query_roads())) == set()
    assert hidden(caller, marks_in(capsys.readouterr().out)) == set()


@pytest.mark.parametrize("who", CALLERS)
def test_a_conflict_shows_of_an_item_of_any_type_what_a_query_would(who: str) -> None:
    caller = CALLERS[who]
    marked = [(item, marks_in(repr(item))) for item in one_of_each()]
    assert sum(len(marks) for _, marks in marked) > 100
    for item, marks in marked:
        asking = caller_of({"identity": caller.identity})
        shown = errors.api_error(Outdated("Changed meanwhile.", item), asking)
        sees = not item.owner or asking.may_see(getattr(item, item.owner))
        sees = sees and (not item.is_for_staff or caller.kind in {IAM, OPERATORS})
        expected = {mark for mark in marks if (mark.type_name, mark.field) not in hidden_fields()}
        assert marks_in(json.dumps(shown.info)) == (expected if sees else set())


def test_a_conflict_names_what_is_too_long_for_an_error() -> None:
    image = CatImage.model_construct(batch_id=1, fingerprint="f", file_name="x" * 90_000, s3_key="y" * 90_000, logs="z")
    info = errors.api_error(Outdated("Changed.", image), caller_of({"identity": PIPELINE})).info
    assert sorted(info["leftOut"]) == ["fileName", "s3Key"]
    assert "logs" not in info["current"]
    assert len(json.dumps(info)) < 1000


def test_a_message_is_cut_where_it_gets_too_long() -> None:
    shown = errors.api_error(Outdated("x" * 5000)).message
    assert len(shown) == errors.MAX_MESSAGE + 1


RULES: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], str]] = {
    "items belong to clients": (rules.open_gate, "a viewer of acme"),
    "logs belong to owners": (rules.open_logs, "a viewer of acme"),
    "items of none are for people who are signed in": (rules.open_unowned, "the API key"),
    "only operators and IAM see all": (rules.everybody_is_staff, "an editor of bolt"),
    "messages that were given up are for staff": (rules.open_letters, "a viewer of acme"),
    "an access token acts as its user name": (rules.believe_access_tokens, "a viewer of bolt with an access token"),
}


@pytest.mark.parametrize("rule", RULES)
def test_without_any_one_rule_something_is_seen(monkeypatch: pytest.MonkeyPatch, rule: str) -> None:
    switch_off, who = RULES[rule]
    switch_off(monkeypatch)
    caller = CALLERS[who]
    seen = marks_shown(caller, [*query_roads(), *conflict_roads()])
    assert hidden(caller, seen) != set()
