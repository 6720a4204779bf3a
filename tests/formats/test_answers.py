"""Items in every format that real writers use, in a real engine, asked for through the API."""

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from datetime import datetime
from enum import Enum
from typing import Any

import pytest
from graphql import GraphQLObjectType, get_named_type, is_leaf_type

from entities.item import Item
from entities.registry import all_types
from local.data.engines import Engine
from resolvers.routing.routes import routes
from resolvers.runtime.sent import AUDIENCE
from tests.commands.conftest import Changing
from tests.formats.api import asking
from tests.formats.cases import HERE, FormatCase, cases
from tests.read_item import read_item

CASES = cases()


@pytest.fixture(scope="module")
def api(embedded: Engine) -> Iterator[Changing]:
    with asking(embedded, [(case.table, case.record) for case in CASES]) as made:
        yield made


@pytest.mark.parametrize("type_name", all_types())
def test_every_field_of_every_item_is_answered_as_it_is_read(api: Changing, type_name: str) -> None:
    mine = [case for case in CASES if case.type == type_name and case.is_readable]
    fields = _leaves(api, type_name)
    query = f"query ($ids: [ID!]!) {{ nodes(ids: $ids) {{ ... on {type_name} {{ {' '.join(fields)} }} }} }}"
    answer = api.ask(query, ids=[_id(case) for case in mine])
    unclear = [case.unclear for case in mine if case.unclear]
    assert len(answer.get("errors", [])) == len(unclear), answer["errors"]
    for case, node in zip(mine, answer["data"]["nodes"], strict=True):
        item = read_item(case.table, case.record)
        assert isinstance(item, Item)
        for field, kind in fields.items():
            value = None if field in {AUDIENCE, "id"} else getattr(item, _attribute(field))
            if value is None and f"{type_name}.{field}" in routes():
                continue  # a resolver finds what is not stored
            expected = _id(case) if field == "id" else _shown(value, kind)
            assert _opened(node[field], kind) == expected, (str(case), field)


def test_an_item_that_makes_no_sense_is_an_error_beside_the_rest(api: Changing) -> None:
    senseless = [case for case in CASES if case.unreadable]
    sensible = next(case for case in CASES if case.is_readable)
    ids = [_id(case) for case in (*senseless, sensible)]
    answer = api.ask("query ($ids: [ID!]!) { nodes(ids: $ids) { id } }", ids=ids)
    assert answer["data"]["nodes"] == [None] * len(senseless) + [{"id": _id(sensible)}]
    keys = [error["errorInfo"]["key"] for error in answer["errors"]]
    assert keys == [list(case.table.key_of(case.record).values()) for case in senseless]


def test_the_tree_of_an_early_image_is_whole(api: Changing) -> None:
    query = """query ($id: ID!) { image(imageId: $id) { lines { words { text letters { text } tagItems { tag } } }
      receipts { lines { words { text tags letters { text } tagItems { tag flag } } }
        gptValidation { query } gptInitialTagging { response } } } }"""
    image = api.get(query, id=_image_in("receipts_first"))["image"]
    name, tea = image["lines"][0]["words"]
    assert (name["tagItems"], [tag["tag"] for tag in tea["tagItems"]]) == ([], ["FOOD", "drink"])
    assert [letter["text"] for letter in tea["letters"]] == ["A"]
    (receipt,) = image["receipts"]
    name, tea = receipt["lines"][0]["words"]
    assert (name["tags"], name["tagItems"]) == ([], [{"tag": "SHOP", "flag": "wrong"}])
    assert (tea["tags"], tea["tagItems"]) == (["DRINK", "FOOD"], [{"tag": "DRINK", "flag": "ok"}])
    assert (receipt["gptValidation"]["query"], receipt["gptInitialTagging"]["response"]) == ("VALIDATION?", "yes")


@pytest.mark.parametrize("file", ["receipts_middle", "receipts_latest"])
def test_a_receipt_is_shown_whole_whatever_else_lies_beside_it(api: Changing, file: str) -> None:
    query = """query ($id: ID!) { receipt(imageId: $id, receiptId: 2) {
      lines { text words { text labels { label } letters { text } } } metadata { merchantName } fields { fieldType }
      labelAnalysis { version } structureAnalyses { version } lineItemAnalysis { total }
      validation { categories { fieldName results { resultIndex } } } chatGptValidations { revisedStatus }
      compactionRuns { linesState } completionResults { nodes { wordId } } embeddingResults { nodes { wordId } } } }"""
    assert api.get(query, id=_image_in(file))["receipt"] == {
        "lines": [
            {
                "text": "RYE BREAD 3.40",
                "words": [
                    {
                        "text": "...",
                        "labels": [{"label": "BUSINESS_NAME"}, {"label": "LINE_TOTAL"}],
                        "letters": [{"text": "."}],
                    }
                ],
            }
        ],
        "metadata": {"merchantName": "Jo's Bread"},
        "fields": [{"fieldType": "ADDRESS_LINE"}],
        "labelAnalysis": {"version": "1.0"},
        "structureAnalyses": [{"version": "1.0.0"}, {"version": "2.0.0-rc#1"}],
        "lineItemAnalysis": {"total": "3.70"},
        "validation": {
            "categories": [{"fieldName": "line_items", "results": [{"resultIndex": 0}, {"resultIndex": 10}]}]
        },
        "chatGptValidations": [{"revisedStatus": "valid"}],
        "compactionRuns": [{"linesState": "PENDING"}, {"linesState": "COMPLETED"}],
        "completionResults": {"nodes": [{"wordId": 12}, {"wordId": 13}]},
        "embeddingResults": {"nodes": [{"wordId": 13}, {"wordId": 12}]},
    }


def _id(case: FormatCase) -> str:
    """The id of an item, made as ids have been made since the first: its type and its key."""
    values = [case.type, *case.table.key_of(case.record).values()]
    text = json.dumps(values, separators=(",", ":"), ensure_ascii=False)
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _image_in(file: str) -> str:
    image = next(case for case in cases(HERE / f"{file}.jsonl") if case.type == "Image")
    return str(image.record["PK"]).removeprefix("IMAGE#")


def _leaves(api: Changing, type_name: str) -> dict[str, str]:
    """The own fields of a type that have nothing below them, and of which type they are."""
    type_ = api.schema.type_map[type_name]
    assert isinstance(type_, GraphQLObjectType)
    found = {name: field.type for name, field in type_.fields.items() if is_leaf_type(get_named_type(field.type))}
    return {name: str(kind).rstrip("!") for name, kind in found.items() if f"{type_name}.{name}" not in routes()}


def _attribute(field: str) -> str:
    """imageId -> image_id"""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", field).lower()


def _opened(value: Any, kind: str) -> Any:
    return json.loads(value) if kind == "AWSJSON" and value is not None else value


def _shown(value: Any, kind: str) -> Any:
    """A value as clients see it."""
    match value:
        case None | bool():
            return value
        case datetime():
            return value.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        case Enum():
            return value.name
        case tuple():
            return [_shown(each, kind) for each in value]
        case dict() if kind == "Float":
            return None  # a measurement that is no number: valueJson shows it
    return str(value) if kind == "ID" else value
