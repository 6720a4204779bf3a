"""Drawn cats and dogs: sample pictures of our own making, in the same colours, sizes and poses.

A number decides everything about a drawing, so the same one is drawn again whenever it is needed. Cats and dogs differ
in their ears and muzzles, as in life: cats have two pointed ears, dogs hanging, folded or round ones.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO
from math import cos, radians, sin
from random import Random
from typing import Literal

from PIL import Image, ImageDraw

Kind = Literal["cat", "dog"]
Format = Literal["PNG", "JPEG"]
Colour = tuple[int, int, int]
Point = tuple[float, float]

_FURS: tuple[Colour, ...] = (
    (52, 46, 44), (120, 84, 56), (214, 148, 72), (238, 226, 204), (148, 148, 154), (92, 72, 110), (250, 250, 248),
)  # fmt: skip
_WALLS: tuple[Colour, ...] = (
    (198, 222, 240), (246, 214, 206), (206, 232, 196), (250, 240, 190), (60, 84, 120), (86, 120, 92), (30, 34, 52),
    (225, 225, 230),
)  # fmt: skip
_CONTRAST = 70
_DARK = 250
_SIZES = ((240, 240), (320, 240), (240, 320), (400, 300), (300, 420), (640, 480), (180, 180))
_UNIT = 900
"""The side of the sheet that is drawn on; a picture is made from it."""


def drawing(kind: Kind, number: int, *, size: tuple[int, int] | None = None) -> Image.Image:
    """A cat or a dog."""
    random = Random(f"{kind} {number}")  # noqa: S311  nothing here is secret
    wanted = size or random.choice(_SIZES)
    sheet = _Sheet(random, wanted)
    sheet.background()
    sheet.animal(kind)
    return sheet.picture.resize(wanted, Image.Resampling.LANCZOS)


def encoded(picture: Image.Image, file_format: Format = "PNG", quality: int = 85) -> bytes:
    """The bytes of a picture file."""
    out = BytesIO()
    picture.save(out, file_format, **({"quality": quality} if file_format == "JPEG" else {}))
    return out.getvalue()


@dataclass(frozen=True)
class _Head:
    """Where the head is, how large, and how far it is tilted."""

    x: float
    y: float
    radius: float
    tilt: float

    def at(self, right: float, up: float) -> Point:
        """A point of the head, in radii from its middle."""
        angle = radians(self.tilt)
        x, y = right * self.radius, -up * self.radius
        return self.x + x * cos(angle) - y * sin(angle), self.y + x * sin(angle) + y * cos(angle)


class _Sheet:
    """A sheet with one animal on it."""

    def __init__(self, random: Random, wanted: tuple[int, int]) -> None:
        longest = max(wanted)
        self.size = (round(_UNIT * wanted[0] / longest), round(_UNIT * wanted[1] / longest))
        self.picture = Image.new("RGB", self.size)
        self.draw = ImageDraw.Draw(self.picture)
        self.random = random
        self.fur = random.choice(_FURS)
        walls = [each for each in _WALLS if _apart(each, self.fur) >= _CONTRAST]
        self.wall, self.floor = random.sample(walls, 2)
        self.ink: Colour = (20, 20, 24) if sum(self.fur) > _DARK else (235, 235, 235)

    def background(self) -> None:
        """A plain wall, one that fades, or a wall and a floor; perhaps with a sun or a ball."""
        width, height = self.size
        kind = self.random.choice(("plain", "fading", "room"))
        for y in range(height):
            share = y / height if kind == "fading" else 0.0
            faded = tuple(round(a + (b - a) * 0.3 * share) for a, b in zip(self.wall, (255, 255, 255), strict=True))
            self.draw.line([(0, y), (width, y)], fill=faded)
        if kind == "room":
            self.draw.rectangle([0, height * self.random.uniform(0.6, 0.8), width, height], fill=self.floor)
        if self._chance(0.3):
            self._disc((width * 0.12, height * 0.12), 0.05 * min(width, height), (248, 206, 66))

    def animal(self, kind: Kind) -> None:
        """The animal: only its face, sitting, or standing with its face toward us."""
        width, height = self.size
        side = min(width, height)
        pose = self.random.choice(("face", "sitting", "standing"))
        radius = side * (self.random.uniform(0.24, 0.3) if pose == "face" else self.random.uniform(0.14, 0.18))
        x = width * self.random.uniform(0.42, 0.58)
        y = height * (self.random.uniform(0.5, 0.58) if pose == "face" else self.random.uniform(0.34, 0.4))
        head = _Head(x, y, radius, self.random.uniform(-11, 11))
        if pose == "sitting":
            self._sitting(head)
        elif pose == "standing":
            self._standing(head)
        ears: Callable[[_Head], None] = self._cat_ears if kind == "cat" else self._dog_ears
        if kind == "cat" or self._chance(0.5):
            ears(head)
            self._skull(head)
        else:
            self._skull(head)
            ears(head)
        self._face(head, kind)

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def _skull(self, head: _Head) -> None:
        wide, high = self.random.uniform(0.94, 1.14), self.random.uniform(0.88, 1.0)
        self._oval(head, (0, 0), (wide, high), self.fur)

    def _cat_ears(self, head: _Head) -> None:
        """Two triangles; how high, how wide and how far apart differs from cat to cat."""
        apart, wide = self.random.uniform(0.5, 0.66), self.random.uniform(0.26, 0.36)
        high, lean = self.random.uniform(1.35, 1.75), self.random.uniform(-0.05, 0.22)
        for side in (-1, 1):
            tip = (side * (apart + lean), high)
            inner, outer = (side * (apart - wide), 0.55), (side * (apart + wide), 0.35)
            self._polygon(head, (inner, tip, outer), self.fur)
            pink = [((a[0] + tip[0]) / 2, (a[1] + tip[1]) / 2) for a in (inner, outer)]
            self._polygon(head, (pink[0], (tip[0], tip[1] - 0.18), pink[1]), (226, 150, 150))

    def _dog_ears(self, head: _Head) -> None:
        """Hanging ears, folded ones, or round ones that stand."""
        shade: Colour = tuple(round(each * 0.82) for each in self.fur)  # type: ignore[assignment]
        kind = self.random.choice(("hanging", "hanging", "folded", "round"))
        long, wide = self.random.uniform(0.5, 0.8), self.random.uniform(0.22, 0.34)
        for side in (-1, 1):
            if kind == "hanging":
                self._oval(head, (side * 0.98, 0.45 - long / 2), (wide, long), shade, turn=side * -12)
            elif kind == "folded":
                self._oval(head, (side * 0.72, 0.72), (wide + 0.1, 0.34), self.fur, turn=side * 20)
                self._oval(head, (side * 0.98, 0.45), (wide * 0.8, 0.4), shade, turn=side * -20)
            else:
                self._oval(head, (side * 0.68, 0.85), (wide + 0.06, wide + 0.2), shade, turn=side * 18)

    def _face(self, head: _Head, kind: Kind) -> None:
        for side in (-1, 1):
            self._oval(head, (side * 0.38, 0.18), (0.13, 0.15), (250, 250, 250))
            self._oval(head, (side * 0.38, 0.16), (0.06 if kind == "cat" else 0.09, 0.12), (18, 18, 22))
        if kind == "dog":
            light: Colour = tuple(min(255, each + 40) for each in self.fur)  # type: ignore[assignment]
            self._oval(head, (0, -0.42), (0.46, 0.4), light)
            self._oval(head, (0, -0.24), (0.2, 0.14), (18, 18, 22))
            if self._chance(0.5):
                self._oval(head, (0, -0.78), (0.12, 0.2), (222, 92, 110))
            return
        self._polygon(head, ((-0.1, -0.14), (0.1, -0.14), (0, -0.26)), (222, 120, 130))
        for side in (-1, 1):
            for up in (-0.34, -0.26, -0.18):
                ends = [head.at(side * 0.2, -0.28), head.at(side * 1.25, up * 1.6)]
                self.draw.line(ends, fill=self.ink, width=2)

    def _sitting(self, head: _Head) -> None:
        r = head.radius
        self._tail((head.x + 1.1 * r, head.y + 2.6 * r), r)
        self._ellipse((head.x, head.y + 2.0 * r), (1.15 * r, 1.7 * r))
        for side in (-1, 1):
            self._ellipse((head.x + side * 0.55 * r, head.y + 3.2 * r), (0.42 * r, 0.55 * r))

    def _standing(self, head: _Head) -> None:
        r, way = head.radius, self.random.choice((-1, 1))
        middle = (head.x + way * 1.5 * r, head.y + 1.35 * r)
        self._tail((middle[0] + way * 1.6 * r, middle[1]), r, way)
        self._ellipse(middle, (2.0 * r, 0.85 * r))
        for along in (-1.3, -0.8, 0.9, 1.4):
            x = middle[0] + way * along * r
            self.draw.rectangle([x - 0.2 * r, middle[1], x + 0.2 * r, middle[1] + 1.9 * r], fill=self.fur)

    def _tail(self, start: Point, r: float, way: int = 1) -> None:
        """A tail that rises or lies, with a round end."""
        rise, reach = self.random.uniform(-0.3, 1.8), self.random.uniform(0.4, 1.1)
        for step in range(25):
            t = step / 24
            self._disc((start[0] + way * reach * r * sin(2.2 * t), start[1] - rise * r * t), 0.16 * r, self.fur)

    def _oval(self, head: _Head, middle: Point, radii: Point, fill: Colour, turn: float = 0.0) -> None:
        corners = []
        for degree in range(0, 360, 6):
            x, y = radii[0] * cos(radians(degree)), radii[1] * sin(radians(degree))
            a = radians(turn)
            corners.append((middle[0] + x * cos(a) + y * sin(a), middle[1] - x * sin(a) + y * cos(a)))
        self._polygon(head, corners, fill)

    def _polygon(self, head: _Head, corners: Iterable[Point], fill: Colour) -> None:
        self.draw.polygon([head.at(*each) for each in corners], fill=fill)

    def _ellipse(self, middle: Point, radii: Point) -> None:
        x, y = middle
        self.draw.ellipse([x - radii[0], y - radii[1], x + radii[0], y + radii[1]], fill=self.fur)

    def _disc(self, middle: Point, radius: float, fill: Colour) -> None:
        x, y = middle
        self.draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=fill)


def _apart(one: Colour, other: Colour) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
