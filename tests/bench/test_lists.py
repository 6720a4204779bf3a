"""A list and what belongs to its items take what is written here, however much lies around the page.

`python -m bench.lists 110` prints it. What belongs to a hundred receipts mostly lies in a hundred partitions, which
takes as many requests; where the receipts of the page are all there are, it takes one.
"""

from collections.abc import Iterable
from typing import Any

import pytest

from bench.lists import QUESTIONS, work_of_lists
from local.data.engines import EngineMissing

Works = dict[str, dict[str, Any]]

PAGE = 100
FULL_PAGE = {
    "labels { word { labels } }": (36, 23.5),
    "labels { word { line { words } } }": (38, 90.5),
    "receipts { completionResults }": (203, 152.0),
    "images { receipts }": (104, 102.5),
    "20 images { lines }": (23, 22.0),
    "receipts { fields }": (78, 89.5),
    "receipts { compactionRuns }": (103, 102.0),
    "sweep { jobs { metrics } }": (4, 67.0),
    "labelsKnown": (4, 11.5),
    "1 image": (2, 2.0),
    "1 receipt": (2, 2.0),
    "1 photo": (1, 2.0),
    "labelCounts": (1, 0.5),
    "imageCount": (1, 0.5),
    "receiptCount": (1, 0.5),
    "merchantCounts": (1, 0.5),
}
"""Requests and read units where more follows after the page."""
ALL_THERE_IS = {
    "images { receipts }": (3, 5.5),
    "receipts { fields }": (3, 6.0),
    "receipts { compactionRuns }": (3, 6.0),
}
"""The same where the page has all images or receipts."""


def _works(images: int, names: Iterable[str] = tuple(QUESTIONS)) -> Works:
    try:
        return work_of_lists(images, names)
    except EngineMissing as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="module")
def little() -> Works:
    """Ten images follow after the page."""
    return _works(PAGE + 10)


@pytest.fixture(scope="module")
def much() -> Works:
    """A hundred do."""
    return _works(PAGE + 100)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_list_takes_this_however_much_lies_around(name: str, little: Works, much: Works) -> None:
    assert _taken(little[name]) == _taken(much[name]) == FULL_PAGE[name]
    if "Count" not in name:
        assert little[name]["data"] == much[name]["data"]


def test_what_belongs_to_all_there_is_takes_a_few_requests() -> None:
    found = _works(41, ALL_THERE_IS)
    assert {name: _taken(found[name]) for name in ALL_THERE_IS} == ALL_THERE_IS


def _taken(asked: dict[str, Any]) -> tuple[int, float]:
    return asked["work"]["requests"], asked["work"]["read_units"]
