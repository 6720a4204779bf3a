"""PDFs made at random, and what a reader must find in them."""

import io
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import reportlab
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

LETTERS = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789"
ACCENTS = "äöüßéèñçåø"
FONTS = (
    "Helvetica",
    "Helvetica-BoldOblique",
    "Times-Roman",
    "Times-Italic",
    "Courier",
    "Courier-Bold",
    "Vera",
    "VeraIt",
)
_FOLDER = Path(reportlab.__file__).parent / "fonts"
for _name in ("Vera", "VeraIt"):
    pdfmetrics.registerFont(TTFont(_name, str(_FOLDER / f"{_name}.ttf")))


@dataclass(frozen=True)
class PutWord:
    """A word and its place, in fractions of the page as it is shown."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass
class PutPage:
    """What was put on a page."""

    words: list[PutWord] = field(default_factory=list)
    tables: list[list[list[str]]] = field(default_factory=list)
    pairs: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Style:
    """How a text is written."""

    font: str
    size: float

    @classmethod
    def any(cls, chance: random.Random) -> "Style":
        return cls(chance.choice(FONTS), chance.choice([7, 8, 9, 10, 11, 12, 14]))


class PageMaker:
    """Writes on a page in the coordinates of what is shown, from its lower left corner, turned and cut off or not."""

    def __init__(self, canvas: Canvas, chance: random.Random) -> None:
        self.canvas, self.chance = canvas, chance
        self.put = PutPage()
        self.width, self.height = chance.uniform(420, 800), chance.uniform(420, 900)
        self.turned = chance.choice([0, 0, 0, 90, 180, 270])
        self._place()
        self.left_over = self.height - 30

    def _place(self) -> None:
        """Set the boxes and the rotation of the page, and turn what is drawn so that it is shown upright."""
        wide, high = (self.width, self.height) if self.turned % 180 == 0 else (self.height, self.width)
        cut = [self.chance.choice([0, 0, self.chance.uniform(5, 80)]) for _ in range(4)]
        media = (cut[0] + wide + cut[2], cut[1] + high + cut[3])
        self.canvas.setPageSize(media if self.turned % 180 == 0 else media[::-1])  # reportlab turns it back
        self.canvas.setCropBox((cut[0], cut[1], cut[0] + wide, cut[1] + high))
        self.canvas.setPageRotation(self.turned)
        left, bottom, right, top = cut[0], cut[1], cut[0] + wide, cut[1] + high
        self.canvas.transform(
            *{
                0: (1, 0, 0, 1, left, bottom),
                90: (0, 1, -1, 0, right, bottom),
                180: (-1, 0, 0, -1, right, top),
                270: (0, -1, 1, 0, left, top),
            }[self.turned]
        )

    def word(self, style: Style) -> str:
        letters = LETTERS + (ACCENTS if style.font.startswith("Vera") else "")
        return "".join(self.chance.choice(letters) for _ in range(self.chance.randint(2, 9)))

    def write(self, x: float, y: float, texts: list[str], style: Style) -> float:
        """Write words in a row; returns where they end."""
        self.canvas.setFont(style.font, style.size)
        space: float = pdfmetrics.stringWidth(" ", style.font, style.size)
        for text in texts:
            right = x + float(pdfmetrics.stringWidth(text, style.font, style.size))
            self._note(text, x, y, right, y + 0.7 * style.size)
            x = right + space
        self.canvas.drawString(self._start(x, texts, style), y, " ".join(texts))
        return x - space

    def _start(self, end: float, texts: list[str], style: Style) -> float:
        width: float = pdfmetrics.stringWidth(" ".join([*texts, ""]), style.font, style.size)
        return end - width

    def _note(self, text: str, left: float, bottom: float, right: float, top: float) -> None:
        wide, high = self.width, self.height
        self.put.words.append(PutWord(text, left / wide, 1 - top / high, right / wide, 1 - bottom / high))

    def take(self, height: float) -> float | None:
        """Room for something so high, below everything else; where its upper end is."""
        if self.left_over - height < 20:
            return None
        top = self.left_over
        self.left_over -= height + self.chance.uniform(24, 40)
        return top

    def text(self) -> None:
        style = Style.any(self.chance)
        top = self.take(style.size)
        if top is not None:
            texts = [self.word(style) for _ in range(self.chance.randint(1, 4))]
            self.write(self.chance.uniform(10, self.width / 3), top - style.size, texts, style)

    def sideways(self) -> None:
        """A text that is read upwards, at the right edge."""
        style = Style.any(self.chance)
        text = self.word(style)
        x, y = self.width - 20, 24.0
        length = pdfmetrics.stringWidth(text, style.font, style.size)
        self.canvas.saveState()
        self.canvas.translate(x, y)
        self.canvas.rotate(90)
        self.canvas.setFont(style.font, style.size)
        self.canvas.drawString(0, 0, text)
        self.canvas.restoreState()
        self._note(text, x - 0.7 * style.size, y, x, y + length)

    def pair(self) -> None:
        style = Style.any(self.chance)
        top = self.take(style.size)
        if top is None:
            return
        key = ["K" + self.word(style) for _ in range(self.chance.randint(1, 3))]
        value = [self.word(style) for _ in range(self.chance.randint(1, 3))]
        key[-1] += ":"
        x = self.write(self.chance.uniform(10, 60), top - style.size, key, style)
        gap = pdfmetrics.stringWidth(" ", style.font, style.size) if self.chance.random() < 0.5 else 40
        self.write(x + gap, top - style.size, value, style)
        self.put.pairs.append((" ".join(key), " ".join(value)))

    def table(self, *, ruled: bool) -> None:
        style = Style.any(self.chance)
        columns, rows = self.chance.randint(2, 4), self.chance.randint(1 if ruled else 3, 6)
        high = style.size + self.chance.uniform(7, 14)
        top = self.take(rows * high)
        if top is None:
            return
        left, wide = self.chance.uniform(12, 40), (self.width - 90) / columns
        if ruled:
            self._grid(left, top, [wide] * columns, [high] * rows)
        cells = [
            [self._cell(style, left + j * wide, top - i * high - 2, wide, ruled) for j in range(columns)]
            for i in range(rows)
        ]
        self.put.tables.append(cells)

    def _cell(self, style: Style, left: float, top: float, wide: float, may_be_empty: bool) -> str:
        if may_be_empty and self.chance.random() < 0.15:
            return ""
        texts = [self.word(style)]
        if pdfmetrics.stringWidth(texts[0], style.font, style.size) < wide / 2 - 40:
            texts.append(self.word(style))
        while pdfmetrics.stringWidth(" ".join(texts), style.font, style.size) > wide - 26:
            texts = [texts[0][:-1]]
        self.write(left + 6, top - style.size, texts, style)
        return " ".join(texts)

    def _grid(self, left: float, top: float, widths: list[float], heights: list[float]) -> None:
        """Lines across and down, or a rectangle for each cell, or thin filled shapes, as other programs draw them."""
        xs = [left + sum(widths[:i]) for i in range(len(widths) + 1)]
        ys = [top - sum(heights[:i]) for i in range(len(heights) + 1)]
        how = self.chance.choice(["grid", "cells", "filled"])
        self.canvas.setLineWidth(self.chance.choice([0.3, 1, 1.5]))
        if how == "grid":
            self.canvas.grid(xs, ys)
        elif how == "cells":
            for x, wide in zip(xs, widths, strict=False):
                for y, high in zip(ys, heights, strict=False):
                    self.canvas.rect(x, y - high, wide, high)
        else:
            for x in xs:
                self.canvas.rect(x - 0.4, ys[-1], 0.8, ys[0] - ys[-1], stroke=0, fill=1)
            for y in ys:
                self.canvas.rect(xs[0], y - 0.4, xs[-1] - xs[0], 0.8, stroke=0, fill=1)


def random_pdf(seed: int) -> tuple[bytes, list[PutPage]]:
    """A document of a few pages, and what is on them."""
    chance = random.Random(seed)
    file = io.BytesIO()
    canvas = Canvas(file, pageCompression=chance.randint(0, 1))
    pages = []
    for _ in range(chance.randint(1, 4)):
        page = PageMaker(canvas, chance)
        makers: list[Callable[[], None]] = [page.text, page.text, page.pair, page.pair]
        makers += [lambda page=page: page.table(ruled=True), lambda page=page: page.table(ruled=False)]  # type: ignore[misc]
        for _ in range(chance.randint(1, 9)):
            chance.choice(makers)()
        if chance.random() < 0.3:
            page.sideways()
        canvas.showPage()
        pages.append(page.put)
    canvas.save()
    return file.getvalue(), pages
