"""Plans are data: they can be read, they depend on no value, and they know what costs how much."""

from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

import pytest

from entities.item import Item
from entities.receipts.images import Image
from entities.receipts.receipt import Receipt
from entities.registry import all_types
from loaders.dynamo.sizes import item_size
from loaders.planning.relations import all_relations, relations_of
from loaders.planning.tree import plan_for, shape_of
from local.data.sample.parts import parts

TREE: dict[str, Any] = {"receipts": {"lines": {"words": {"labels": {}}}}}


def test_words_and_labels_are_read_without_the_letters_between_them() -> None:
    assert plan_for(shape_of(Image, TREE)).lines() == [
        "1. Get receipts IMAGE#{image_id} / IMAGE -> Image",
        "1. Query receipts.GSI2 RECEIPT / IMAGE#{image_id}#RECEIPT#… -> Receipt, ReceiptWord, ReceiptWordLabel",
        "2. Query receipts.GSI3 IMAGE#{image_id}#RECEIPT#{receipt_id:05d} / LINE for each Receipt -> ReceiptLine",
    ]


def test_with_letters_the_whole_range_is_cheapest() -> None:
    selection: dict[str, Any] = {"receipts": {"lines": {"words": {"labels": {}, "letters": {}}}}}
    assert plan_for(shape_of(Image, selection)).lines() == [
        "1. Get receipts IMAGE#{image_id} / IMAGE -> Image",
        (
            "1. Query receipts IMAGE#{image_id} / RECEIPT#… -> "
            "Receipt, ReceiptLine, ReceiptWord, ReceiptWordLabel, ReceiptLetter"
        ),
    ]


def test_what_an_early_writer_did_not_index_has_somewhere_else_to_be_looked_for() -> None:
    (lines,) = [read for read in plan_for(shape_of(Image, TREE)).reads if "ReceiptLine" in read.gives]
    assert str(lines.fallback) == "Query receipts IMAGE#{image_id} / RECEIPT#{receipt_id:05d}#LINE#…"


def test_the_order_of_fields_does_not_matter() -> None:
    one = shape_of(Receipt, {"words": {}, "metadata": {}})
    other = shape_of(Receipt, {"metadata": {}, "words": {}})
    assert one == other
    assert plan_for(one) is plan_for(other)


@pytest.mark.parametrize("entity", all_relations(), ids=[each.__name__ for each in all_relations()])
def test_every_relation_can_be_planned_alone_and_together_with_all_others(entity: type[Item]) -> None:
    for name in relations_of(entity):
        _assert_covers(entity, {name: {}})
    _assert_covers(entity, {name: {} for name in relations_of(entity)})


def test_a_plan_never_has_more_steps_than_there_are_unknown_ids() -> None:
    deep: dict[str, Any] = {"receipts": {"words": {"tag_items": {"gpt_validation": {}}, "letters": {}}, "fields": {}}}
    assert len(plan_for(shape_of(Image, deep)).steps) <= 4
    assert len(plan_for(shape_of(Image, TREE)).steps) == 2


def test_every_type_says_about_how_large_it_is() -> None:
    """Within a factor of three of the sample's items: plans are made with it."""
    sizes: dict[str, list[int]] = defaultdict(list)
    for _, make in parts(datetime.now(UTC)):
        for item in make():
            sizes[type(item).__name__].append(item_size(item.to_record()))
    means = {name: sum(found) / len(found) for name, found in sizes.items()}
    said = {name: entity.item_bytes for name, entity in all_types().items()}
    assert means.keys() == said.keys()
    assert {name: (said[name], round(mean)) for name, mean in means.items() if not 1 / 3 < mean / said[name] < 3} == {}


def _assert_covers(entity: type[Item], selection: dict[str, Any]) -> None:
    plan = plan_for(shape_of(entity, selection))
    supplied = {
        name.split()[-1] if name.startswith("latest") else name.split()[0] for read in plan.reads for name in read.gives
    }
    wanted = {child.__name__ for name in selection for child in relations_of(entity)[name].children}
    assert wanted | {entity.__name__} <= supplied
