"""What a PDF holds comes back: words, cells and pairs, where they are shown."""

from pathlib import Path

import pytest

from tests.local.services.found import read_pages
from tests.local.services.pdfs import PutPage, PutWord, random_pdf
from tests.thoroughness import many

NEAR = 0.02


@pytest.mark.parametrize("seed", range(many(60, 1000)))
def test_what_was_put_in_comes_back(seed: int, tmp_path: Path) -> None:
    document, pages = random_pdf(seed)
    found = read_pages(document, tmp_path)
    assert len(found) == len(pages)
    for put, read in zip(pages, found, strict=True):
        assert_same(put, read)


def assert_same(put: PutPage, read: PutPage) -> None:
    assert sorted(word.text for word in read.words) == sorted(word.text for word in put.words)
    for word in put.words:
        assert any(_is_at(word, other) for other in read.words), word
    assert sorted(read.pairs) == sorted(put.pairs)
    assert sorted(read.tables) == sorted(put.tables)


def _is_at(word: PutWord, other: PutWord) -> bool:
    ends = ((word.left, other.left), (word.top, other.top), (word.right, other.right), (word.bottom, other.bottom))
    return word.text == other.text and all(abs(one - two) <= NEAR for one, two in ends)
