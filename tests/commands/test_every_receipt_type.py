"""Every type of item on the side of receipts is written by a mutation, and read back by a query field by field."""

import json
from typing import Any
from uuid import uuid4

import pytest
from pydantic import BaseModel

from entities.item import Item
from entities.registry import all_types
from entities.tables import RECEIPTS
from resolvers.runtime.fields import own_fields
from resolvers.runtime.ids import global_id
from resolvers.schema.catalogue import catalogue
from tests.commands import finding_cases, word_cases
from tests.commands.conftest import Changing
from tests.commands.receipts import partition
from tests.commands.word_cases import BATCH

CASES = {**word_cases.CASES, **finding_cases.CASES}
PARTITIONS = (
    f"FIELD#F{BATCH}".upper(),
    f"LABEL_HYGIENE#h-{BATCH}",
    f"LABEL#L{BATCH}".upper(),
    "PLACES#PHONE",
    f"BATCH#{BATCH}",
)
LATER = {"Word": {"tags": ["FOOD"]}, "ReceiptWord": {"tags": ["FOOD"]}}


def test_no_type_is_forgotten() -> None:
    ours = {name for name, entity in all_types().items() if entity.__module__.startswith("entities.receipts.")}
    assert CASES.keys() == ours


@pytest.fixture(scope="module")
def stored(api: Changing) -> dict[str, Item]:
    """One item of each type, written by the mutations alone."""
    image_id = str(uuid4())
    asked = []
    for mutation, given, _ in CASES.values():
        if (mutation, given) not in asked:
            asked.append((mutation, given))
            needs_image = any(name in given for name in ("receiptId", "lineId")) or mutation == "importImage"
            image = {"imageId": image_id} if needs_image else {}
            answer = api.do(mutation, "{ __typename }", **image, **_with_image(given, image_id))
            assert answer["__typename"]
    found: dict[str, Item] = {}
    for text in (f"IMAGE#{image_id}", *PARTITIONS):
        for record in partition(api, text):
            entity = next(
                each for each in all_types().values() if each.table is RECEIPTS and each.type_name == record["TYPE"]
            )
            found[entity.__name__] = entity.from_record(record)
    return found


def _with_image(given: dict[str, Any], image_id: str) -> dict[str, Any]:
    """Results name the image of each word."""
    named = ("completions", "embeddings")
    return {
        name: [{**each, "imageId": image_id} for each in value] if name in named else value
        for name, value in given.items()
    }


@pytest.mark.parametrize("name", list(CASES))
def test_what_a_mutation_wrote_is_what_a_query_reads(api: Changing, stored: dict[str, Item], name: str) -> None:
    mutation, given, more = CASES[name]
    item = stored[name]
    text = "query ($id: ID!) { node(id: $id) { id __typename ... on " + name + " { " + _all(type(item)) + " } } }"
    node = api.get(text, id=global_id(item))["node"]
    own = own_fields(type(item))
    said = {**({} if mutation in SHARED else given), **more, **LATER.get(name, {})}
    expected = {field: value for field, value in said.items() if field in own}
    assert len(expected) > 1
    for field, value in expected.items():
        assert _same(node[field], value), (field, node[field])
    unset = own.keys() - expected.keys() - OURS
    assert {field for field in unset if node[field] not in (None, [])} == set()


SHARED = {"importImage", "recordBatchResults"}
"""Mutations that write items of several types: each case tells what its own says."""

WHO = {"createdBy", "updatedBy", "validatedBy", "validatedAt"}
"""What the commands store of the caller."""

OURS = {
    *WHO,
    "imageId",
    "receiptId",
    "lineId",
    "wordId",
    "letterId",
    "batchId",
    "expiresAt",
    "tags",
    "status",
    "wordsState",
}
"""What an item has from where it stands, and what begins by itself."""


def _all(cls: type[BaseModel]) -> str:
    """A selection of all own fields, and of all inside them."""
    objects = catalogue().objects
    parts = {
        field.name: objects[field.type.name].cls for field in own_fields(cls).values() if field.type.name in objects
    }
    inner = {name: f" {{ {_all(part)} }}" for name, part in parts.items() if part}
    return " ".join(f"{name}{inner.get(name, '')}" for name in own_fields(cls))


def _same(value: Any, like: Any) -> bool:
    """Whether an answer says what was given; what nobody said of a part is null in it."""
    if isinstance(value, dict) and isinstance(like, dict):
        is_all = all(value[name] in (None, []) for name in value.keys() - like.keys())
        return is_all and all(_same(value[name], like[name]) for name in like)
    if isinstance(value, list) and isinstance(like, list):
        return len(value) == len(like) and all(map(_same, value, like))
    if isinstance(like, str) and like.startswith(("{", "[")):
        return bool(json.loads(value) == json.loads(like))
    return bool(value == like)
