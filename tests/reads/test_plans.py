"""Plans are data: they can be read, they depend on no value, and they know what costs how much."""

from typing import Any

import pytest

from entities.item import Item
from entities.receipts.images import Image
from entities.receipts.receipt import Receipt
from entities.registry import all_types
from loaders import jobs, novae, receipts  # noqa: F401  each adds its relations
from loaders.relations import RELATIONS
from loaders.tree import plan_for, shape_of

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


@pytest.mark.parametrize("entity", RELATIONS, ids=[each.__name__ for each in RELATIONS])
def test_every_relation_can_be_planned_alone_and_together_with_all_others(entity: type[Item]) -> None:
    for name in RELATIONS[entity]:
        _assert_covers(entity, {name: {}})
    _assert_covers(entity, {name: {} for name in RELATIONS[entity]})


def test_a_plan_never_has_more_steps_than_there_are_unknown_ids() -> None:
    deep: dict[str, Any] = {"receipts": {"words": {"tag_items": {"gpt_validation": {}}, "letters": {}}, "fields": {}}}
    assert len(plan_for(shape_of(Image, deep)).steps) <= 4
    assert len(plan_for(shape_of(Image, TREE)).steps) == 2


def test_every_type_says_how_large_it_is() -> None:
    assert all(entity.item_bytes > 0 for entity in all_types().values())


def _assert_covers(entity: type[Item], selection: dict[str, Any]) -> None:
    plan = plan_for(shape_of(entity, selection))
    supplied = {
        name.split()[-1] if name.startswith("latest") else name.split()[0] for read in plan.reads for name in read.gives
    }
    wanted = {child.__name__ for name in selection for child in RELATIONS[entity][name].children}
    assert wanted | {entity.__name__} <= supplied
