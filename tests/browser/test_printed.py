"""What Chromium prints comes back from the recogniser: words in their places, cells and pairs."""

import html
import random
from pathlib import Path

import pytest

from local.data.engines import NODE_MODULES
from tests.browser.browsing import Browser
from tests.local.services.found import read_pages
from tests.local.services.pdfs import PutPage, PutWord
from tests.thoroughness import many

FONTS = ("serif", "sans-serif", "monospace")
BORDERS = (
    "border-collapse: collapse",
    "border-spacing: 0",
    "border-spacing: 2px",
)


class HtmlMaker:
    """A page of text, tables and fields, and what is on it."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.put, self.parts = chance, PutPage(), list[str]()

    def words(self, least: int, most: int) -> str:
        letters = "abcdefghkmnopqrstuvwxyzABCDEFGHKLMNPRSTäöüß0123456789&<"
        count = self.chance.randint(least, most)
        return " ".join("".join(self.chance.choices(letters, k=self.chance.randint(2, 9))) for _ in range(count))

    def text(self) -> None:
        self._add("p", self.words(1, 12))

    def pair(self) -> None:
        key, value = f"K{self.words(1, 2)}:", self.words(1, 3)
        self.put.pairs.append((key, value))
        self._add("p", f"{key} {value}")

    def table(self) -> None:
        columns, rows = self.chance.randint(2, 4), self.chance.randint(2, 5)
        cells = [[self.words(0, 2) for _ in range(columns)] for _ in range(rows)]
        cells[0][0] = cells[0][0] or "first"
        self.put.tables.append(cells)
        shown = "".join(f"<tr>{''.join(f'<td>{html.escape(each)}</td>' for each in row)}</tr>" for row in cells)
        self.parts.append(f'<table style="{self.chance.choice(BORDERS)}">{shown}</table>')

    def _add(self, tag: str, text: str) -> None:
        self.parts.append(f"<{tag}>{html.escape(text)}</{tag}>")

    def page(self) -> str:
        for _ in range(self.chance.randint(3, 7)):
            self.chance.choice([self.text, self.pair, self.table])()
        size, font = self.chance.choice([11, 13, 16]), self.chance.choice(FONTS)
        style = f"body {{ font: {size}px {font}; padding: 24px }} table {{ margin: 16px 0 }}"
        cells = "td { border: 1px solid; padding: 4px 9px; min-width: 30px; height: 20px }"
        return f"<style>{style} {cells}</style>{''.join(self.parts)}"


@pytest.mark.parametrize("seed", range(many(4, 30)))
def test_what_chromium_prints_comes_back(seed: int, chromium: Browser, tmp_path: Path) -> None:
    if not (NODE_MODULES / "playwright-core").is_dir():
        pytest.skip("needs `make node_modules/.ready`")
    chance, file = random.Random(seed), tmp_path / "printed.pdf"
    maker = HtmlMaker(chance)
    sheet = {"width": 794, "height": 1123, "landscape": chance.random() < 0.3}
    seen = chromium.do("print", html=maker.page(), path=str(file), **sheet)
    (read,) = read_pages(file.read_bytes(), tmp_path)
    assert sorted(word.text for word in read.words) == sorted(text for text, _ in seen)
    for text, box in seen:
        assert any(_is_at(PutWord(text, *box), word) for word in read.words), (text, box)
    assert sorted(read.pairs) == sorted(maker.put.pairs)
    assert sorted(read.tables) == sorted(maker.put.tables)


def _is_at(word: PutWord, other: PutWord) -> bool:
    """Boxes of letters on screens are as high as their lines: their middles are compared, and their ends."""
    middles = ((word.top + word.bottom) / 2, (other.top + other.bottom) / 2)
    ends = (middles, (word.left, other.left), (word.right, other.right))
    return word.text == other.text and all(abs(one - two) <= 0.02 for one, two in ends)
