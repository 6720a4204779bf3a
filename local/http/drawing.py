"""Converts stored positions (fractions, measured upward) to pixels of a drawing (measured downward)."""

from dataclasses import dataclass
from typing import Protocol

from entities.receipts.base import Located, Point
from entities.receipts.receipt import Receipt

Dots = tuple[float, float]

_TEETH = 46


class Surface(Protocol):
    """An area that stored positions are fractions of."""

    def dots(self, point: Point) -> Dots: ...
    def polygon(self, what: Located, padding: float = 0.0) -> str: ...


class _Drawing:
    def dots(self, point: Point) -> Dots:
        raise NotImplementedError

    def polygon(self, what: Located, padding: float = 0.0) -> str:
        """The corners in SVG's format, moved outward by a fraction of the height."""
        corners = [what.top_left, what.top_right, what.bottom_right, what.bottom_left]
        dots = [self.dots(corner) for corner in corners if corner is not None]
        if len(dots) < len(corners):
            return ""
        out = padding * abs(dots[3][1] - dots[0][1])
        ways = ((-out, -out), (out, -out), (out, out), (-out, out))
        return " ".join(f"{x + right:.1f},{y + down:.1f}" for (x, y), (right, down) in zip(dots, ways, strict=True))


@dataclass(frozen=True)
class Canvas(_Drawing):
    """A whole picture, in pixels."""

    width: int
    height: int

    def dots(self, point: Point) -> Dots:
        return point.x * self.width, (1 - point.y) * self.height


@dataclass(frozen=True)
class Sheet(_Drawing):
    """A receipt on a picture; positions on the receipt are relative to its corners."""

    top_left: Dots
    top_right: Dots
    bottom_left: Dots
    bottom_right: Dots

    def dots(self, point: Point) -> Dots:
        upper = _between(self.top_left, self.top_right, point.x)
        lower = _between(self.bottom_left, self.bottom_right, point.x)
        return _between(lower, upper, point.y)

    def outline(self) -> list[Dots]:
        """The edge of the paper: straight at the top, torn off at the bottom."""
        depth = (self.bottom_right[0] - self.bottom_left[0]) / _TEETH / 2
        torn = [
            (x, y + (depth if number % 2 else 0))
            for number in range(_TEETH + 1)
            for x, y in [_between(self.bottom_right, self.bottom_left, number / _TEETH)]
        ]
        return [self.top_left, self.top_right, *torn]


def sheet_of(canvas: Canvas, receipt: Receipt) -> Sheet:
    """The position of a receipt on its picture; the whole picture if its corners are not stored."""
    usual = {"top_left": (0, 1), "top_right": (1, 1), "bottom_left": (0, 0), "bottom_right": (1, 0)}
    corners = {name: getattr(receipt, name) or Point(x=x, y=y) for name, (x, y) in usual.items()}
    return Sheet(**{name: canvas.dots(corner) for name, corner in corners.items()})


def _between(first: Dots, second: Dots, share: float) -> Dots:
    return first[0] + (second[0] - first[0]) * share, first[1] + (second[1] - first[1]) * share
