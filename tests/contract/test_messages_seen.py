"""No message tells a subscriber what is not meant for it: every announcement, sent by the publisher, to every caller.

Changes of items of every announced type go through the publisher and the hub of the server at home. Every caller has
subscribed to everything. What belongs to no client carries marks that all may see, so that silence is noticed too.
"""

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from threading import Lock
from typing import Any

import orjson
import pytest

from entities.documents import TextractJob
from entities.item import Item
from entities.novae.nova import Nova, NovaStatus
from entities.registry import all_types
from local.http.api import AppSyncApi
from local.http.callers import Caller
from local.http.graphql_request import GraphqlRequest
from local.realtime.hub import Hub
from local.realtime.subscription import subscription_for
from local.settings import Limits
from resolvers.routing.announcements import ANNOUNCEMENTS
from resolvers.routing.route import EDITORS, IAM, OPERATORS
from resolvers.runtime.ids import global_id
from resolvers.runtime.sent import rule_of
from tests.contract import rules
from tests.contract.callers import CALLERS, Person
from tests.contract.examples.setting import setting
from tests.contract.fresh import store_items
from tests.contract.marked import OWNERS, Mark, marked, marked_items, marks_in, owned_types
from tests.contract.restoring import Restoring
from tests.contract.selections import SCHEMA
from tests.local.fakes import FakeFunction
from tests.workers.conftest import batch, stream_record
from workers import publish
from workers.messages import Message

ALL, STAFF = "all", "staff"
"""Owners of what all may hear of, and of what belongs to a hidden nova."""
HIDDEN = "hidden"
TOLD = {
    ("CatImage", "s3Key"),
    ("CatImage", "fileName"),
    ("CatImage", "labels"),
    ("CatImage", "labelParents"),
    ("CatImage", "error"),
    ("TextractJob", "error"),
    ("TextractJob", "jobId"),
}
"""What messages hold of what is for few: what none holds would prove nothing."""

Heard = dict[str, list[tuple[str, str]]]
"""By caller: the subscription, and the message."""


class Audience:
    """Every caller subscribed to everything, and what each of them hears."""

    def __init__(self) -> None:
        hub, function = Hub(SCHEMA, Limits()), FakeFunction()
        self._api = AppSyncApi(SCHEMA, function, function, Limits(), hub)
        self._one_at_a_time = Lock()
        self.heard: Heard = defaultdict(list)
        for who, caller in CALLERS.items():
            for announcement in ANNOUNCEMENTS:
                name = announcement.signature.field_name
                query = GraphqlRequest(f"subscription {{ {name} {rule_of(announcement)['text']} }}", {})
                hub.add(subscription_for(self._api, query, caller.at_home), partial(self._hear, who, name))

    def send(self, message: Message) -> None:
        """As AppSync takes a message from the publisher."""
        body = orjson.loads(message.body)
        request = GraphqlRequest(body["query"], body["variables"])
        with self._one_at_a_time:
            answer = asyncio.run(self._api.answer(request, Caller("iam"), {}))
        assert "errors" not in answer, answer

    def _hear(self, who: str, name: str, message: str) -> None:
        self.heard[who].append((name, message))


@pytest.fixture
def tell(tables: Restoring, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Heard]]:
    """Tell every caller of everything; what they hear."""
    store_items(tables.api, *_hidden_novae())

    def told() -> Heard:
        audience, parked = Audience(), list[Any]()
        parts = publish.PublisherParts(audience.send, parked.append, lambda _: None, tables.api.store)
        monkeypatch.setattr(publish, "parts", parts)
        publish._told.clear()
        assert batch(*_changes()) == []
        assert parked == []
        return audience.heard

    yield told
    publish._told.clear()
    tables.restore()


def test_every_caller_hears_of_everything_that_is_meant_for_it_and_of_nothing_else(
    tell: Callable[[], Heard], capsys: pytest.CaptureFixture[str]
) -> None:
    heard = tell()
    everything = {mark for messages in heard.values() for mark in _marks(messages)}
    assert {(mark.owner, mark.type_name) for mark in everything if mark.field == "id"} >= {
        (mark.owner, mark.type_name) for item in marked_items() for mark in marks_in(repr(item))
    }
    assert {(mark.owner, mark.type_name, mark.field) for mark in everything} >= {
        (owner, *each) for owner in OWNERS for each in TOLD
    }
    for who, caller in CALLERS.items():
        marks = _marks(heard[who])
        assert _unmeant(caller, marks) == set(), who
        assert marks == {mark for mark in everything if _is_meant(caller, mark)}, who
        assert {name for name, _ in heard[who]} == {each.signature.field_name for each in ANNOUNCEMENTS}, who
    assert marks_in(capsys.readouterr().out) == set()


def test_every_announcement_is_heard_with_marks_of_its_items(tell: Callable[[], Heard]) -> None:
    """All but deletions and progress, which hold nothing of their items but ids and numbers."""
    told = {name for name, message in tell()["an operator"] if marks_in(message)}
    made = {each.signature.field_name for each in ANNOUNCEMENTS if each.made}
    assert told | made == {each.signature.field_name for each in ANNOUNCEMENTS}


RULES: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], str]] = {
    "subscribers get what is meant for them": (rules.deaf_filters, "a viewer of acme"),
    "only operators and IAM hear of everything": (rules.everybody_hears_all, "an editor of bolt"),
    "what a client owns is told to that client": (rules.messages_for_all, "a viewer of acme"),
    "what no client owns is told to people who are signed in": (rules.unowned_for_all, "the API key"),
    "an access token acts as its user name": (rules.believe_access_tokens, "a viewer of bolt with an access token"),
    "what belongs to a hidden nova is told to staff": (rules.show_hidden_novae, "a viewer of acme"),
    "that a hidden nova is gone is told to staff": (rules.show_deleted_hidden_novae, "the API key"),
}


@pytest.mark.parametrize("rule", RULES)
def test_without_any_one_rule_something_is_heard(
    tell: Callable[[], Heard], monkeypatch: pytest.MonkeyPatch, rule: str
) -> None:
    switch_off, who = RULES[rule]
    switch_off(monkeypatch)
    assert _unmeant(CALLERS[who], _marks(tell()[who])) != set()


def _changes() -> Iterator[dict[str, Any]]:
    """What streams say when items of every type come and go."""
    number = 0
    for item in [*_items_for_all(), *marked_items(), *_documents(), *_hidden_novae()]:
        for new, old in ((item, None), (None, item)):
            number += 1
            yield stream_record(new, old, event=str(number))


def _documents() -> Iterator[Item]:
    """A document of each owner that nobody is deleting: there are no events of one that goes."""
    for item in marked_items():
        if isinstance(item, TextractJob):
            yield item.model_copy(update={"deleted_by": None})


def _items_for_all() -> Iterator[Item]:
    """Two of each type that is announced, with marks that all may see."""
    announced = {name for each in ANNOUNCEMENTS for name in each.entities}
    for entity in (all_types()[name] for name in sorted(announced)):
        if entity not in owned_types():
            found = [item for item in setting() if type(item) is entity]
            assert found
            yield from (marked(item, ALL) for item in found[:2])


def _hidden_novae() -> Iterator[Item]:
    """A hidden nova, and one of each announced type that belongs to it."""
    announced = {name for each in ANNOUNCEMENTS for name in each.entities}
    for entity in (all_types()[name] for name in sorted(announced)):
        if "nova_id" in entity.model_fields:
            item = next(item for item in setting() if type(item) is entity)
            status = {"status": NovaStatus.HIDDEN} if entity is Nova else {}
            yield marked(item.model_copy(update={"nova_id": HIDDEN, **status}), STAFF)


def _marks(messages: list[tuple[str, str]]) -> set[Mark]:
    hidden_ids = {global_id(item): Mark(STAFF, type(item).__name__, "id") for item in _hidden_novae()}
    text = json.dumps(messages)
    return marks_in(text) | {mark for id_, mark in hidden_ids.items() if id_ in text}


def _unmeant(caller: Person, marks: set[Mark]) -> set[Mark]:
    return {mark for mark in marks if not _is_meant(caller, mark)}


def _is_meant(caller: Person, mark: Mark) -> bool:
    if mark.owner == STAFF:
        return caller.kind in {EDITORS, OPERATORS, IAM}
    return mark.owner == ALL or caller.may_see(mark)
