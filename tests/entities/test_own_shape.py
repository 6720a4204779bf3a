"""How a stored item differs from what we would write, and that putting it right changes nothing that it says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entities.item import Item
from entities.own_shape import shape_difference
from entities.registry import all_types
from entities.tables import RECEIPTS
from tests.entities.strategies import items
from tests.formats.cases import FormatCase, cases
from tests.formats.disguise import disguised
from tests.read_item import Unknown, read_item
from tests.reads.world import world

READABLE = [case for case in cases() if case.is_readable]


@given(item=st.sampled_from(list(all_types().values())).flatmap(items))
def test_whatever_we_write_has_our_shape(item: Item) -> None:
    assert not shape_difference(item.table, item.to_record())


@pytest.mark.parametrize("case", READABLE, ids=map(str, READABLE))
def test_an_item_of_any_format_reads_as_before_once_it_has_our_keys(case: FormatCase) -> None:
    found = shape_difference(case.table, case.record)
    assert found is not None
    for rewrite in (False, True):
        values, removed = found.changes(rewrite=rewrite)
        after = {name: value for name, value in (case.record | values).items() if name not in removed}
        assert read_item(case.table, after) == read_item(case.table, case.record)
        again = shape_difference(case.table, after)
        assert again is not None
        assert not again.absent
        assert not again.is_foreign or not rewrite or again.problem


def test_what_another_program_wrote_is_only_touched_on_demand() -> None:
    for case in cases():
        found = shape_difference(case.table, case.record)
        assert (found is None) == (case.type is None), case
        if found is not None:
            assert not found.absent.keys() & case.record.keys(), case
            assert not found.changes(rewrite=False)[1], case
            assert case.is_readable or found.problem, case


def test_a_disguised_item_becomes_what_it_was() -> None:
    kinds = set()
    for item, record in disguised(world()):
        found = shape_difference(item.table, record)
        assert found is not None
        values, removed = found.changes(rewrite=True)
        after = {name: value for name, value in (record | values).items() if name not in removed}
        assert after == item.to_record()
        kinds |= {name for name in ("absent", "foreign", "surplus") if getattr(found, name)}
    assert kinds == {"absent", "foreign", "surplus"}


def test_half_a_key_is_never_added_to_half_a_key_of_others() -> None:
    """It would list the item among what others keep there."""
    record = {"PK": "IMAGE#i", "SK": "LINE#00001", "TYPE": "LINE", "text": "a", "GSI1PK": "THEIRS"}
    found = shape_difference(RECEIPTS, record)
    assert found is not None
    assert "GSI1SK" not in found.absent
    assert found.problem or {"GSI1PK", "GSI1SK"} <= found.foreign.keys()


def test_what_is_being_deleted_is_left_alone() -> None:
    image = next(item.to_record() for item in world() if type(item).__name__ == "Image")
    marked = {**image, "GSI1PK": f"DELETED_{image['PK']}", "GSI3PK": f"DELETED_{image['PK']}"}
    assert not shape_difference(RECEIPTS, marked)


def test_a_broken_item_says_why_and_an_unknown_one_is_none_of_ours() -> None:
    broken = next(case for case in cases() if case.unreadable)
    assert (shape_difference(broken.table, broken.record) or broken).problem  # type: ignore[union-attr]
    unknown = next(case for case in cases() if case.type is None)
    assert shape_difference(unknown.table, unknown.record) is None
    assert isinstance(read_item(unknown.table, unknown.record), Unknown)
