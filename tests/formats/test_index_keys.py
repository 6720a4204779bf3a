"""Items that other programs put into the indexes stay in every list, and leave those that they no longer belong in."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

import pytest
from pydantic import ValidationError

from commands.changes import do_alone, revised, update
from entities.attributes import Record
from entities.item import Item
from entities.receipts.images import Image, ImageType
from entities.receipts.receipt import MerchantMatch, ReceiptMetadata
from entities.registry import all_types
from entities.tables import RECEIPTS
from loaders import jobs, receipts
from loaders.current import Found
from loaders.lists.listing import Listing
from loaders.request import Request
from local.data.engines import Engine
from tests.commands.conftest import Changing, changing
from tests.commands.receipts import image_with_words, put_record, record_of, without
from tests.formats.disguise import foreign_key
from tests.reads.world import world

TYPES = {entity for entity in all_types().values() if any(each.index for each in entity.alternates)}
LISTS = [each for module in (receipts, jobs) for each in vars(module).values() if isinstance(each, Listing)]
OVER_KEYS = ("GSI1", "GSI2", "GSI3")
"""The indexes over attributes that hold nothing but keys."""
AS_UPSTREAM: dict[type[Item], dict[str, Any]] = {
    ReceiptMetadata: {"match_confidence": None, "validation_status": MerchantMatch.MATCHED},
    Image: {"image_type": ImageType.PHOTO, "receipt_count": 1},
}
"""What the values of items must be, so that other programs could have written them into all their keys."""
BEHIND = {"merchant_key": "merchant_name", "receipts_known": "receipt_count"}
"""The fields from which properties in keys follow."""
OTHERS: dict[str, Any] = {"match_confidence": 0.25, "label_target": "OTHER", "overall_status": "invalid"}


def items() -> dict[type[Item], Item]:
    """One item of each type that other programs put into indexes under keys of their own."""
    found = {type(item): item for item in world() if type(item) in TYPES}
    return {entity: item.model_copy(update=AS_UPSTREAM.get(entity, {})) for entity, item in found.items()}


ITEMS = items()


@pytest.fixture(scope="module")
def api(embedded: Engine) -> Iterator[Changing]:
    with changing(embedded) as made:
        yield made


def test_no_type_is_forgotten() -> None:
    assert ITEMS.keys() == TYPES


def in_their_shape(item: Item, *, alone: bool) -> Record:
    """The item under the index keys of another program, alone or beside ours in the other indexes."""
    record = item.to_record()
    keys = {name for each in OVER_KEYS for name in RECEIPTS.index(each).attributes}
    if alone:
        record = {name: value for name, value in record.items() if name not in keys}
    for each in item.alternates:
        record |= foreign_key(item, each) if each.index else {}
    return record


def edits(item: Item) -> Iterator[tuple[str, Any]]:
    """Another value, and none, for each field that stands in a key of an index; and one that stands in none."""
    names = {name for index, key in type(item).indexes.items() if index in OVER_KEYS for name in key.names}
    names |= {name for each in item.alternates if each.index for name in each.key.names}
    fields = sorted({BEHIND.get(name, name) for name in names} - item.key.names)
    for name in (*fields, "updated_by"):
        yield name, other(name, getattr(item, name))
        if getattr(item, name) is not None and can_lack(item, name):
            yield name, None


def can_lack(item: Item, name: str) -> bool:
    """Whether we would write the item without a field."""
    try:
        type(item)(**item.model_dump() | {name: None})
    except ValidationError:
        return False
    return True


def other(name: str, value: Any) -> Any:
    if isinstance(value, StrEnum):
        return next(each for each in type(value) if each is not value)
    if isinstance(value, datetime):
        return value + timedelta(hours=1)
    if isinstance(value, int | float):
        return value + 1
    return OTHERS.get(name, "Other")


CASES = [
    pytest.param(item, alone, name, value, id=f"{type(item).__name__}-{name}-{value}-{'alone' if alone else 'beside'}")
    for item in ITEMS.values()
    for alone in (True, False)
    for name, value in edits(item)
]


def lists_with(api: Changing, stored: Item, like: Item) -> set[str]:
    """The lists by the values of one item that have another; an empty value is that of no list."""
    request = Request(api.store.session(60))
    values = {name: value for name, value in like._key_values().items() if value is not None}
    found: set[str] = set()
    for each in LISTS:
        if isinstance(stored, each.entity) and all(name in values for name in each.by):
            there = each.all(request, values)
            found |= {each.name} if any(item.place == stored.place for item in there) else set()
    return found


@pytest.mark.parametrize(("item", "alone", "name", "value"), CASES)
def test_after_any_change_an_item_is_in_the_lists_that_it_belongs_in(
    api: Changing, item: Item, alone: bool, name: str, value: Any
) -> None:
    record = in_their_shape(item, alone=alone)
    put_record(api, record)
    before = type(item).from_record(record)
    listed = lists_with(api, before, before)
    edited = revised(before, **{name: value})
    action = update(Found(before, record), edited)
    do_alone(Request(api.store.session(60)), action, edited)
    stored = record_of(api, before)
    assert stored
    assert type(item).from_record(stored).model_dump() == edited.model_dump() | {"updated_by": None}
    owed = {each for each in listed if each in possible(edited)} | moved(before, edited)
    assert owed <= lists_with(api, before, edited)
    assert lists_with(api, before, before) & moved(before, edited, by_values=True) == set()


def possible(item: Item) -> set[str]:
    values = {name for name, value in item._key_values().items() if value is not None}
    return {each.name for each in LISTS if isinstance(item, each.entity) and values.issuperset(each.by)}


def moved(before: Item, after: Item, *, by_values: bool = False) -> set[str]:
    """The lists in which our own keys of an item stand elsewhere after a change, or whose values are others."""
    was, becomes = before._key_values(), after._key_values()
    found: set[str] = set()
    for each in LISTS:
        if not isinstance(before, each.entity) or each.index not in OVER_KEYS:
            continue
        keys = [place_in(each.index, item) for item in (before, after)]
        differs = any(was.get(name) != becomes.get(name) for name in each.by)
        is_one_list = each is not receipts.COMPLETIONS_BY_LABEL  # by target or by label: one may stay the same
        if by_values and differs and is_one_list and each.name in possible(before):
            found.add(each.name)
        if not by_values and keys[1] and keys[0] != keys[1] and each.name in possible(after):
            found.add(each.name)
    return found


def place_in(index: str, item: Item) -> Record:
    """Our own key of an item in an index; where the key of another program is kept, only its partition counts."""
    key = item.index_key(index, item.indexes[index])
    is_kept = any(each.is_kept for each in item.alternates if each.index == index)
    return {name: value for name, value in key.items() if not is_kept or name == RECEIPTS.index(index).partition}


@pytest.mark.parametrize("item", ITEMS.values(), ids=lambda item: type(item).__name__)
def test_a_change_that_no_index_shows_leaves_the_keys_of_other_programs(api: Changing, item: Item) -> None:
    record = in_their_shape(item, alone=False)
    put_record(api, record)
    found = Found(type(item).from_record(record), record)
    action = update(found, revised(found.item, expires_at=datetime.fromisoformat("2096-01-01T00:00:00Z")))
    assert action
    assert (set(action.changes.set), action.changes.remove) == ({"time_to_live"}, ())


@pytest.mark.parametrize(
    "given",
    [
        {"placeId": "P1", "matchConfidence": 0.9},
        {"placeId": "P2"},
        {"placeId": "P2", "matchConfidence": 0.9},
        {"placeId": "P1", "validationStatus": "UNSURE"},
        {"merchantName": "Other"},
    ],
)
def test_a_receipt_is_found_by_its_place_whoever_wrote_that(api: Changing, given: dict[str, Any]) -> None:
    ids = without(image_with_words(api), "lineId", "wordId")
    theirs = ITEMS[ReceiptMetadata].model_copy(update={"image_id": ids["imageId"]})
    put_record(api, in_their_shape(theirs, alone=False))
    api.do("setReceiptMetadata", "{ placeId }", **ids, **given)
    for place in ("P1", "P2"):
        text = f"""{{ receipts(placeId: "{place}", first: 100) {{ nodes {{ imageId }} }}
          receiptMetadata(placeId: "{place}", first: 100) {{ nodes {{ imageId }} }} }}"""
        for found in api.get(text).values():
            is_there = any(each["imageId"] == ids["imageId"] for each in found["nodes"])
            assert is_there == (given.get("placeId") == place)


def test_the_mark_of_a_deletion_stays_in_the_indexes() -> None:
    image = ITEMS[Image].model_copy(update={"deleted_by": "ann"})
    marked = image.to_record() | {"GSI3PK": "DELETED_IMAGE#img", "GSI3SK": "MARK"}
    action = update(Found(image, marked), revised(image, receipt_count=9))
    assert action
    assert (action.changes.set, action.changes.remove) == ({"receipt_count": 9}, ())
