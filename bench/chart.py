"""The chart of docs/benchmarks.md: CPU of the image tree, by program, on a scale that doubles."""

from math import log2
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from bench.measuring import Spread
from bench.programs import FLOOR, OURS, PROGRAMS

_WIDTH, _ROW, _LEFT, _RIGHT, _TOP = 1640, 56, 640, 170, 96
_PAPER, _INK, _PALE, _LINE = "#ffffff", "#1f2328", "#656d76", "#d8dee4"
_COLOURS = {FLOOR.name: "#8c959f", OURS.name: "#0f766e"}
_OTHER = "#c2410c"


def draw(results: dict[str, Any], path: Path) -> None:
    """Write the chart; nothing where the tree was not measured yet."""
    if "tree" not in results:
        return
    found = {each["program"]: Spread.of([1e3 * value for value in each["cpu"]]) for each in results["tree"]["measured"]}
    titles = {each.name: each.title.replace("*", "") for each in PROGRAMS}
    rows = sorted(found.items(), key=lambda each: each[1].middle)
    image = Image.new("RGB", (_WIDTH, _TOP + _ROW * len(rows) + 70), _PAPER)
    picture = ImageDraw.Draw(image)
    picture.text((24, 24), "CPU for one image tree, ms; the line spans the middle half of the rounds", _INK, _font(28))
    scale = _Scale(rows[0][1].low, rows[-1][1].high)
    _grid(picture, scale, image.height)
    for number, (name, spread) in enumerate(rows):
        _bar(picture, scale, _TOP + number * _ROW, (titles[name], _COLOURS.get(name, _OTHER)), spread)
    image.save(path, optimize=True)


class _Scale:
    """From milliseconds to places, each doubling as wide as the others."""

    def __init__(self, least: float, most: float) -> None:
        self.first = int(log2(least)) - (least < 1)
        self.last = int(log2(most)) + 1

    def place(self, value: float) -> float:
        share = (log2(value) - self.first) / (self.last - self.first)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)


def _grid(picture: ImageDraw.ImageDraw, scale: _Scale, height: int) -> None:
    for power in range(scale.first, scale.last + 1):
        x = scale.place(2.0**power)
        picture.line((x, _TOP - 10, x, height - 56), _LINE, 2)
        picture.text((x, height - 50), f"{2.0**power:g}", _PALE, _font(22), anchor="ma")


def _bar(picture: ImageDraw.ImageDraw, scale: _Scale, y: int, named: tuple[str, str], spread: Spread) -> None:
    title, colour = named
    middle = y + _ROW // 2
    picture.text((_LEFT - 20, middle), title, _INK, _font(22), anchor="rm")
    picture.rectangle((_LEFT, y + 12, scale.place(spread.middle), y + _ROW - 12), colour)
    picture.line((scale.place(spread.low), middle, scale.place(spread.high), middle), _INK, 4)
    picture.text((scale.place(spread.high) + 14, middle), f"{spread.middle:,.1f}", _INK, _font(24), anchor="lm")


def _font(size: int) -> Any:
    return ImageFont.load_default(size)
