"""A table that is declared as ours alone is read without second looks; cursors from before lead on."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from entities.receipts.images import Image
from entities.receipts.labels import ReceiptWordTag
from entities.tables import RECEIPTS, TABLES
from loaders import receipts
from loaders.dynamo.client import own_tables
from loaders.dynamo.store import Store
from loaders.planning.tree import load_trees, plan_for, shape_of
from loaders.request import Request
from tests.loaders.sample import NOW
from tests.reads.test_plans import TREE


@pytest.fixture
def declared(filled: Store) -> Iterator[Request]:
    """The same tables, with one of them declared."""
    store = Store(filled._client, filled._names, own_tables={RECEIPTS.name})
    yield Request(store.session(), lambda: NOW)
    store._pool.close()


def test_plans_leave_out_what_other_writers_used_and_indexes_count_as_complete() -> None:
    own = plan_for(replace(shape_of(Image, TREE), is_own=True))
    tolerant = plan_for(shape_of(Image, TREE))
    assert not any(read.fallback for read in own.reads)
    assert any(read.fallback for read in tolerant.reads)
    assert len(own.reads) <= len(tolerant.reads)


def test_a_list_is_read_from_our_own_ranges_only(a_request: Request, declared: Request) -> None:
    values = {"tag": "FOOD"}
    receipts.RECEIPT_WORD_TAGS.page(a_request, values, first=10)
    receipts.RECEIPT_WORD_TAGS.page(declared, values, first=10)
    assert a_request.session.meter.requests > declared.session.meter.requests == 1
    assert [each for each in ReceiptWordTag.alternates if each.index], "nothing would be left out"


def test_trees_of_our_own_items_are_the_same(a_request: Request, declared: Request) -> None:
    ids = [{"image_id": "img"}]
    (tolerant,) = load_trees(a_request, Image, ids, {"words": {}})
    (own,) = load_trees(declared, Image, ids, {"words": {}})
    assert tolerant == own


def test_a_cursor_from_before_the_declaration_leads_on(a_request: Request, declared: Request) -> None:
    listing, values = receipts.WORD_TAGS, {"tag": "FOOD"}
    begun = listing.page(a_request, values, first=1)
    whole = listing.page(a_request, values, first=10)
    rest = listing.page(declared, values, first=10, after=begun.cursors[0])
    assert begun.items + rest.items == whole.items
    assert len(whole.items) > 1


def test_only_tables_that_exist_can_be_declared() -> None:
    assert own_tables({}) == own_tables({"OWN_TABLES": ""}) == frozenset()
    assert own_tables({"OWN_TABLES": "novae, receipts,"}) == {"novae", "receipts"}
    with pytest.raises(ValueError, match=f"among {', '.join(TABLES)}, not 'recipts'"):
        own_tables({"OWN_TABLES": "recipts"})
