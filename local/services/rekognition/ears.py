"""The rule that tells cats from the rest: two pointed ears.

The outline of an animal is followed from its top downward. Every part of it that begins on its own is a peak, until it
meets another part. Where a peak ends its shape is known: the ear of a cat is a triangle, which widens evenly, so that
it fills half of its box. Hanging and round ears, heads and the ends of tails fill two thirds or more.

A cat has two such triangles of about the same size which meet soon after they end: there is the head. Colours do not
matter, nor the size of the picture, nor which side is left.
"""

from dataclasses import dataclass, field
from itertools import combinations

from local.services.rekognition.silhouette import Outline

LEAST_DEPTH = 0.045
"""How high an ear is at least, as a share of the outline's longer side; anything lower is fur."""
EVEN, POINTED = 0.4, 0.59
"""How much of its box a pointed ear fills; a triangle fills half of it."""
WIDENS = 2.0
"""How many times wider than its tip an ear is at its end."""
SLIM, FLAT = 4.0, 0.33
"""How high an ear may be, measured in widths."""
ALIKE = 2.4
"""How much larger one ear may be than the other."""

Run = tuple[int, int]


@dataclass
class Peak:
    """A part of the outline that begins on its own: the row of its tip, and its width in each row from there on."""

    tip: int
    left: int
    widths: list[int] = field(default_factory=list)
    met: int | None = None
    """The row in which it met another part; None if it never did."""

    def ear(self, least: float) -> "Ear | None":
        """The largest part from the tip downward that is a triangle; what lies below it belongs to the head."""
        for depth in range(len(self.widths), int(least), -1):
            ear = Ear(self, depth)
            if ear.is_pointed:
                return ear
        return None


@dataclass(frozen=True)
class Ear:
    """The upper part of a peak."""

    peak: Peak
    depth: int

    @property
    def base(self) -> int:
        return self.peak.widths[self.depth - 1]

    @property
    def fill(self) -> float:
        """How much of its box it fills beside its blunt tip: a triangle half, a dome two thirds or more."""
        widths = self.peak.widths[: self.depth]
        tip = min(widths[0], 0.3 * self.base)
        return (sum(widths) - (tip + self.base) / 2 - tip * (self.depth - 1)) / ((self.base - tip) * (self.depth - 1))

    @property
    def is_pointed(self) -> bool:
        is_wide = self.base >= WIDENS * self.peak.widths[0] and FLAT <= self.depth / self.base <= SLIM
        return is_wide and EVEN <= self.fill <= POINTED

    def is_like(self, other: "Ear") -> bool:
        sizes = (self.depth * self.base, other.depth * other.base)
        return max(sizes) <= ALIKE**2 * min(sizes) and max(self.base, other.base) <= ALIKE * min(self.base, other.base)


@dataclass
class Mass:
    """What hangs together above the row that is being looked at."""

    peaks: list[Peak]
    growing: Peak | None
    """The peak that it is, as long as it has met no other."""


def pointed_pair(shape: Outline) -> tuple[Ear, Ear] | None:
    """The two ears of a cat, if the outline has them."""
    least = LEAST_DEPTH * max(shape.width, shape.height)
    for row, together in _meetings(shape, least):
        near = [each for each in together if each.met is not None and row - each.met <= max(len(each.widths), least)]
        ears = [ear for peak in near if (ear := peak.ear(least))]
        for one, other in combinations(ears, 2):
            if one.is_like(other) and abs(one.peak.tip - other.peak.tip) <= 1.6 * max(one.depth, other.depth):
                return one, other
    return None


def _meetings(shape: Outline, least: float) -> list[tuple[int, list[Peak]]]:
    """Each row in which parts of the outline meet, with all peaks above it that then hang together."""
    found: list[tuple[int, list[Peak]]] = []
    above: list[tuple[Run, Mass]] = []
    for row, cells in enumerate(shape.rows):
        here: list[tuple[Run, Mass]] = []
        for run in _runs(cells):
            masses = _touching(run, above)
            mass = _joined(masses, row, least) if masses else Mass([], Peak(row, run[0]))
            if len(masses) > 1 and mass.growing is None:
                found.append((row, mass.peaks))
            here = [(each, mass if any(old is kept for old in masses) else kept) for each, kept in here]
            above = [(each, mass if any(old is kept for old in masses) else kept) for each, kept in above]
            here.append((run, mass))
        _grow(here)
        above = here
    return found


def _touching(run: Run, above: list[tuple[Run, Mass]]) -> list[Mass]:
    """The masses that a run of cells continues, each once."""
    found: list[Mass] = []
    for (start, end), mass in above:
        if start < run[1] and run[0] < end and not any(mass is each for each in found):
            found.append(mass)
    return found


def _joined(masses: list[Mass], row: int, least: float) -> Mass:
    """What masses become when they meet. Tufts of fur are no peaks, and disappear in what they meet."""
    whole = [each for each in masses if each.growing is None or len(each.growing.widths) >= least]
    if len(masses) == 1:
        return masses[0]
    if not whole:
        return max(masses, key=lambda each: len(each.growing.widths) if each.growing else 0)
    if len(whole) == 1:
        return whole[0]
    peaks = [peak for each in whole for peak in each.peaks]
    for each in whole:
        if each.growing is not None:
            each.growing.met = row
            peaks.append(each.growing)
    return Mass(peaks, None)


def _grow(here: list[tuple[Run, Mass]]) -> None:
    for mass in {id(mass): mass for _, mass in here}.values():
        if mass.growing is not None:
            runs = [run for run, kept in here if kept is mass]
            mass.growing.widths.append(sum(end - start for start, end in runs))


def _runs(cells: bytes) -> list[Run]:
    """Where the cells of a row begin and end."""
    found: list[Run] = []
    start = cells.find(1)
    while start >= 0:
        end = cells.find(0, start)
        end = len(cells) if end < 0 else end
        found.append((start, end))
        start = cells.find(1, end)
    return found
