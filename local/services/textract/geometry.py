"""Boxes on a page as it is shown: turned and cropped, in points, from its upper left corner."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class PlacedBox:
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def holds(self, point: tuple[float, float]) -> bool:
        """Whether a point lies inside."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom

    def turned(self, quarters: int) -> "PlacedBox":
        """The same box seen after turning the page so that text which is turned clockwise so often stands upright."""
        if quarters == 1:
            return PlacedBox(self.top, -self.right, self.bottom, -self.left)
        if quarters == 2:  # noqa: PLR2004
            return PlacedBox(-self.right, -self.bottom, -self.left, -self.top)
        if quarters == 3:  # noqa: PLR2004
            return PlacedBox(-self.bottom, self.left, -self.top, self.right)
        return self


@dataclass(frozen=True)
class PageSize:
    """The size of a page as it is shown."""

    width: float
    height: float

    @property
    def box(self) -> PlacedBox:
        return PlacedBox(0, 0, self.width, self.height)

    def geometry(self, box: PlacedBox) -> dict[str, Any]:
        """A box as Textract gives it: in fractions of the page, and as a polygon of its corners."""
        left, right = _within(box.left / self.width), _within(box.right / self.width)
        top, bottom = _within(box.top / self.height), _within(box.bottom / self.height)
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        return {
            "BoundingBox": {"Width": right - left, "Height": bottom - top, "Left": left, "Top": top},
            "Polygon": [{"X": x, "Y": y} for x, y in corners],
        }


def around(boxes: Iterable[PlacedBox]) -> PlacedBox:
    """The smallest box around others."""
    found = list(boxes)
    return PlacedBox(
        min(each.left for each in found),
        min(each.top for each in found),
        max(each.right for each in found),
        max(each.bottom for each in found),
    )


def _within(share: float) -> float:
    return round(min(1.0, max(0.0, share)), 7)
