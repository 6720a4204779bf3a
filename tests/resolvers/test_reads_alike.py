"""To ask for few attributes costs and finds what asking for whole items does: requests, units, items, answers."""

import random
from typing import Any

import pytest

from resolvers.runtime import response
from tests.resolvers.conftest import Api, event
from tests.resolvers.random_queries import VARIABLES, Writer
from tests.resolvers.test_oracle import IDS
from tests.thoroughness import many

pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.filterwarnings("ignore:coroutine:RuntimeWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.usefixtures("a_moment", "left_unawaited"),
]


def test_random_queries_cost_the_same_on_both_roads(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(many(30, 400)):
        query = Writer(api.schema, random.Random(number), IDS).query()
        fast = _asked(api, query)
        with monkeypatch.context() as patch:
            patch.setattr(response, "readings_for", lambda *_, **__: {})
            assert _asked(api, query) == fast, query


def test_ids_and_names_of_types_are_sent_only_where_they_are_selected(api: Api) -> None:
    selection = "{ receipts { receiptId lines { text words { text labels { label } } } } }"
    said = api.handle(event("Query.image", selection, imageId="img"))
    assert said["receipts"][0]["lines"][0]["words"][0]["text"]
    assert "__typename" not in repr(said)
    assert "'id'" not in repr(said)


def test_what_a_resolver_below_needs_is_sent_although_nobody_selected_it(api: Api) -> None:
    said = api.handle(event("Query.receipt", "{ words { text line { text } } }", imageId="img", receiptId=1))
    assert all(word["id"] for word in said["words"])


def _asked(api: Api, query: str) -> Any:
    answer = api.ask(query, **VARIABLES)
    meters = [a_request.session.meter for _, a_request in api.calls]
    costs = [(each.requests, each.read_units, each.items) for each in meters]
    return answer["data"], sorted(map(str, answer.get("errors", []))), sorted(costs)
