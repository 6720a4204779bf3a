"""The outline of what a picture shows: all that the background, which reaches the picture's edge, does not cover."""

from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageFilter

SIDE = 176
"""The picture is looked at in a grid of so many cells on its longer side."""
EDGE = 24
"""How much colours may differ within three cells of background: it may fade, but not jump."""
NEAR = 30
"""How far a colour at the picture's edge may be from that of a corner, to be taken for background."""
MARGIN = 0.06

Colour = tuple[int, int, int]
FREE, COVERED = 1, 2


@dataclass(frozen=True)
class Outline:
    """The largest thing in a picture, row by row."""

    rows: tuple[bytes, ...]
    """One byte for each cell: 1 where the thing is."""
    share: float
    """How much of the picture it covers."""

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0]) if self.rows else 0


def shape_in(picture: Image.Image) -> Outline | None:
    """The largest thing in a picture; None if it shows only background. A small one is looked at again from nearby."""
    mask, box = _thing(picture)
    if box is None:
        return None
    share = sum(map(sum, mask)) / (len(mask) * len(mask[0]))
    near = _closer(picture, (len(mask[0]), len(mask)), box)
    if near is not None:
        nearer, nearer_box = _thing(near)
        if nearer_box is not None:
            mask, box = nearer, nearer_box
    left, top, right, bottom = box
    return Outline(tuple(bytes(row[left:right]) for row in mask[top:bottom]), share)


def _closer(picture: Image.Image, grid: tuple[int, int], box: tuple[int, int, int, int]) -> Image.Image | None:
    """The part of the picture that holds the thing, if that is much less than the whole."""
    left, top, right, bottom = box
    if max(right - left, bottom - top) > 0.75 * max(grid):
        return None
    pad = MARGIN * max(grid)
    across, down = picture.width / grid[0], picture.height / grid[1]
    edges = (max(0, left - pad) * across, max(0, top - pad) * down)
    ends = (min(grid[0], right + pad) * across, min(grid[1], bottom + pad) * down)
    return picture.crop((round(edges[0]), round(edges[1]), round(ends[0]), round(ends[1])))


def _thing(picture: Image.Image) -> tuple[list[bytearray], tuple[int, int, int, int] | None]:
    """The cells of the largest thing, and the box around them."""
    scale = SIDE / max(picture.size)
    size = (max(8, round(picture.width * scale)), max(8, round(picture.height * scale)))
    grid = picture.resize(size, Image.Resampling.BICUBIC).filter(ImageFilter.MedianFilter(3))
    free = _smooth(grid)
    _cover(free, _seeds(grid, *size), *size)
    # The background stops a cell before each edge, so one cell is taken off again; and so are whiskers and lines.
    layer = Image.frombytes("L", size, bytes(0 if each == COVERED else 255 for each in free))
    opened = layer.filter(ImageFilter.MinFilter(5)).filter(ImageFilter.MaxFilter(3))
    return _largest(bytearray(opened.tobytes()), *size)


def _smooth(grid: Image.Image) -> bytearray:
    """The cells where no edge is."""
    spread = ImageChops.difference(grid.filter(ImageFilter.MaxFilter(3)), grid.filter(ImageFilter.MinFilter(3)))
    red, green, blue = spread.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return bytearray(most.point([FREE if value <= EDGE else 0 for value in range(256)]).tobytes())


def _cover(free: bytearray, seeds: list[int], width: int, height: int) -> None:
    """Let the background spread from its seeds over all free cells that hang together with them."""
    waiting = [at for at in seeds if free[at] == FREE]
    for at in waiting:
        free[at] = COVERED
    for at in waiting:
        for near in _beside(at, width, height):
            if free[near] == FREE:
                free[near] = COVERED
                waiting.append(near)


def _seeds(grid: Image.Image, width: int, height: int) -> list[int]:
    """The cells of the edge that look like one of the corners: an animal may reach an edge, but no corner."""
    raw, last = grid.tobytes(), (height - 1) * width
    corners = [_colour(raw, at) for at in (0, width - 1, last, last + width - 1)]
    edge = [*range(width), *range(last, last + width), *range(0, last, width), *range(width - 1, last, width)]
    return [at for at in edge if any(_apart(_colour(raw, at), each) <= NEAR for each in corners)]


def _colour(raw: bytes, at: int) -> Colour:
    return raw[3 * at], raw[3 * at + 1], raw[3 * at + 2]


def _apart(one: Colour, other: Colour) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]), abs(one[2] - other[2]))


def _beside(at: int, width: int, height: int) -> Iterator[int]:
    column = at % width
    if column:
        yield at - 1
    if column < width - 1:
        yield at + 1
    if at >= width:
        yield at - width
    if at < width * (height - 1):
        yield at + width


def _largest(cells: bytearray, width: int, height: int) -> tuple[list[bytearray], tuple[int, int, int, int] | None]:
    best: list[int] = []
    for start in range(len(cells)):
        if cells[start]:
            found = _connected(cells, start, width, height)
            best = max(best, found, key=len)
    mask = [bytearray(width) for _ in range(height)]
    for at in best:
        mask[at // width][at % width] = 1
    if len(best) < 0.01 * len(cells):
        return mask, None
    columns = [at % width for at in best]
    return mask, (min(columns), min(best) // width, max(columns) + 1, max(best) // width + 1)


def _connected(cells: bytearray, start: int, width: int, height: int) -> list[int]:
    """The cells that hang together with one; they are taken out."""
    cells[start] = 0
    found = [start]
    for at in found:
        for near in _beside(at, width, height):
            if cells[near]:
                cells[near] = 0
                found.append(near)
    return found
