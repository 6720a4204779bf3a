"""Who did it: every change is stored with the name of its caller, and a repeat by another caller changes nothing."""

from collections.abc import Iterator

import pytest

from commands.jobs.run_counts import COUNTS
from entities.registry import type_of
from entities.tables import TABLES
from local.data.engines import Engine
from tests.commands.conftest import Changing
from tests.contract.examples.example import Example
from tests.contract.examples.mutations import MUTATIONS
from tests.contract.examples.setting import setting
from tests.contract.fresh import store_items
from tests.contract.restoring import Contents, Restoring, restoring
from tests.identities import PIPELINE, person
from tests.thoroughness import some_of

ANN = person("ann", "operators", preferred_username="Ann", custom_client_id="acme")
BOB = person("bob", "operators")

UNSIGNED = {
    "JobMetric": "measurements come by the thousand, and a repeat stores the same again",
    **dict.fromkeys(
        ("Line", "Word", "Letter", "ReceiptLine", "ReceiptWord", "ReceiptLetter"), "the image says who imported it"
    ),
}
"""What a mutation stores without its author."""

AGAIN = {
    "cachePlace": "counts every lookup, unless it is given a time",
    "createCatBatch": "makes another batch: each has a number and addresses of its own",
    "createDocument": "makes another document: each has an id and an address of its own",
    "createJob": "makes another job, unless it is given an id",
    "deleteImage": "there is nothing left to delete",
    "retryCatImage": "sends an image that waits once more, and says who did",
}
"""Mutations whose repeat changes something, or fails."""

COUNTERS = {"job_count", *COUNTS}
"""Attributes that are only added to; who did is said where the things are that they count."""


@pytest.fixture(scope="module")
def tables(embedded: Engine) -> Iterator[Restoring]:
    with restoring(embedded, *setting()) as made:
        yield made


@pytest.mark.parametrize("name", some_of(MUTATIONS))
def test_every_change_is_stored_with_its_caller_and_a_repeat_by_another_changes_nothing(
    tables: Restoring, name: str
) -> None:
    api, example = tables.api, MUTATIONS[name]
    _prepare(api, example)
    before = tables.contents()
    api.identity = ANN
    api.do(name, "{ __typename }", **example.input)
    after = tables.contents()
    assert after != before
    assert _unsigned(before, after) == []
    if name not in AGAIN:
        api.identity = BOB
        api.change(name, "{ __typename }", **example.input)  # where it expects a state, it is refused
        assert tables.contents() == after
    tables.restore()


def _prepare(api: Changing, example: Example) -> None:
    api.identity = PIPELINE
    store_items(api, *example.stored)
    if example.before:
        example.before(api)


def _unsigned(before: Contents, after: Contents) -> list[str]:
    """The items that were added or changed, and do not say that Ann did it."""
    found = []
    for place, record in after.items():
        table, was = TABLES[place[0]], before.get(place, {})
        entity = type_of(table, record)
        changed = {name for name, value in record.items() if was.get(name) != value} | (was.keys() - record.keys())
        is_ours = entity is not None and entity.__name__ not in UNSIGNED and not changed <= COUNTERS
        if is_ours and "Ann" not in (record.get(table.author), record.get("recorded_by")):
            found.append(f"{entity} {place}: {sorted(changed)}")
    return found
