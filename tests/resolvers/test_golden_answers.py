"""Items as real writers stored them, in a real engine, asked for through the API: every field says what is stored."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from entities.attributes import decode_item
from entities.item import Item
from entities.tables import TABLES, Table
from entities.times import parse_time
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from local.data.engines import Engine
from resolvers import app
from resolvers.runtime.fields import own_fields
from resolvers.runtime.ids import global_id
from tests.read_item import TABLE_OF, read_item
from tests.resolvers.conftest import Api

AGES = ("head", "mid", "old")


@pytest.mark.parametrize("age", AGES)
def test_every_field_of_every_item_is_answered_as_it_is_stored(
    api: Api, embedded: Engine, golden: Path, age: str
) -> None:
    records = list(_records(golden, age))
    with _stored(api, embedded, records):
        for table, record in records:
            item = read_item(table, record)
            if isinstance(item, Item):
                _assert_answered(api, item, record)


def test_the_tree_of_an_early_image_is_whole(api: Api, embedded: Engine, golden: Path) -> None:
    records = list(_records(golden, "old"))
    image_id = next(record["PK"].split("#")[1] for _, record in records if record.get("TYPE") == "IMAGE")
    with _stored(api, embedded, records):
        query = """query ($id: ID!) { image(imageId: $id) { lines { words { letters { text } tagItems { tag } } }
          receipts { lines { words { text tags letters { text } tagItems { tag flag } } }
            gptValidation { query } gptInitialTagging { response } } } }"""
        image = api.ask(query, id=image_id)["data"]["image"]
    receipt = image["receipts"][0]
    word = receipt["lines"][0]["words"][0]
    assert word["tagItems"] == [{"tag": "FOOD", "flag": "ok"}]
    assert sorted(word["tags"]) == ["DAIRY", "FOOD"]
    assert len(word["letters"]) == 1
    assert (receipt["gptValidation"]["query"], receipt["gptInitialTagging"]["response"]) == ("q", "m")
    assert image["lines"][0]["words"][0]["tagItems"] == [{"tag": "food"}]


def _assert_answered(api: Api, item: Item, record: dict[str, Any]) -> None:
    name = type(item).__name__
    scalars = [field for field in own_fields(type(item)).values() if _is_plain(str(field.type))]
    query = f"query ($id: ID!) {{ node(id: $id) {{ ... on {name} {{ {' '.join(each.name for each in scalars)} }} }} }}"
    answer = api.ask(query, id=global_id(item))
    assert "errors" not in answer, (name, answer["errors"])
    told_twice = {field.name for field in type(item).stored_fields if len(field.attributes) > 1}
    stored_names = {field.name: field.attributes[0] for field in type(item).stored_fields}
    for field in scalars:
        stored = record.get(stored_names.get(field.attribute, ""))
        if field.attribute in told_twice and not stored:
            continue  # early writers say it elsewhere
        _assert_says(answer["data"]["node"][field.name], stored, str(field.type), (name, field.name))


def _is_plain(kind: str) -> bool:
    return kind.rstrip("!") in {"String", "Int", "Float", "Boolean", "ID", "AWSDateTime"}


def _assert_says(shown: Any, stored: Any, kind: str, where: tuple[str, str]) -> None:
    if stored is None or isinstance(stored, dict | list | set):
        return
    if stored in {"", "PENDING", "N/A", 1_209_600}:
        assert shown is None, where
    elif kind.startswith("AWSDateTime"):
        assert parse_time(shown) == parse_time(stored), where
    elif kind.startswith("Boolean"):
        assert shown is (stored in {True, "True"} or (isinstance(stored, int) and stored > 0)), where
    elif kind.startswith("Float"):
        assert shown == pytest.approx(stored), where
    else:
        assert str(shown) == str(stored), where


def _records(golden: Path, age: str) -> Iterator[tuple[Table, dict[str, Any]]]:
    """The items of one age, with those of the other systems."""
    for name, table in TABLE_OF.items():
        if not name.startswith("receipts_") or name == f"receipts_{age}":
            for line in (golden / f"{name}.jsonl").read_text().splitlines():
                yield table, decode_item(json.loads(line))


@contextmanager
def _stored(api: Api, engine: Engine, records: list[tuple[Table, dict[str, Any]]]) -> Iterator[None]:
    """The items in tables of their own, behind the API for a while."""
    client = make_client(engine.url)
    names = {table.name: f"{table.usual_name}-{uuid4().hex[:8]}" for table in TABLES.values()}
    for table in TABLES.values():
        client.create_table(**table.definition(names[table.name]))
    with Store(client, names) as store:
        for table in TABLES.values():
            mine = [_acceptable(table, record) for where, record in records if where is table]
            store.session().batch_write(table, mine)
        app.parts.store = store
        try:
            yield
        finally:
            app.parts.store = api.store


def _acceptable(table: Table, record: dict[str, Any]) -> dict[str, Any]:
    """Without NULL or empty index keys: upstream's own tables lack the index, ours would refuse the item."""
    keys = {name for index in table.indexes.values() for name in index.attributes}
    return {name: value for name, value in record.items() if value not in (None, "") or name not in keys}
