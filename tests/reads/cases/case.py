"""One question, and exactly what is read for it: operation, table or index, range; `+` reads wait for the others."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from entities.item import Item
from entities.jobs import Instance, Job
from entities.novae.nova import Nova
from entities.receipts.images import Image
from entities.receipts.receipt import Receipt
from loaders.lists.listing import Listing, Span
from loaders.lists.pages import Slice
from loaders.planning.join import Branch
from loaders.planning.tree import load_trees
from loaders.request import Request
from tests.loaders.sample import NOW

Ask = Callable[[Request], Any]

OUR_BATCH = 1_790_000_000_000_123
"""A batch of cat images that this system made."""


@dataclass(frozen=True)
class Case:
    """A question, the number of items in its answer, and its reads."""

    question: str
    ask: Ask
    answers: int
    reads: tuple[str, ...]


def image(**selection: Any) -> Ask:
    return lambda a_request: load_trees(a_request, Image, [{"image_id": "img"}], selection)


def receipt(**selection: Any) -> Ask:
    return lambda a_request: load_trees(a_request, Receipt, [{"image_id": "img", "receipt_id": 1}], selection)


def job(**selection: Any) -> Ask:
    return lambda a_request: load_trees(a_request, Job, [{"job_id": "j1"}], selection)


def nova(**selection: Any) -> Ask:
    return lambda a_request: load_trees(a_request, Nova, [{"nova_id": "n1"}], selection)


def instance(**selection: Any) -> Ask:
    return lambda a_request: load_trees(a_request, Instance, [{"instance_id": "i-1"}], selection)


def page(listing: Listing, **values: Any) -> Ask:
    options = {name: values.pop(name) for name in ("span", "where", "only", "said", "newest_first") if name in values}
    return lambda a_request: listing.page(a_request, values, first=10, **options)


def total(ask: Callable[[Request], Slice], expected: int) -> Ask:
    """A page of which `totalCount` is selected too."""

    def asked(a_request: Request) -> Slice:
        found = ask(a_request)
        assert found.total is not None
        assert found.total() == expected
        return found

    return asked


def count(answer: Any) -> int:
    """How many items an answer holds, all levels together."""
    if answer is None:
        return 0
    if isinstance(answer, Branch):
        return 1 + sum(count(below) for below in answer.below.values())
    if isinstance(answer, Item):
        return 1
    if hasattr(answer, "items") and isinstance(answer.items, list):
        return len(answer.items)
    return sum(count(each) for each in answer)


LATE = Span(since=NOW.replace(minute=30))
