"""What it costs at other sizes, recognition included, by the prices of `infra/prices.py`; larger amounts by tiers."""

from collections.abc import Iterator
from dataclasses import dataclass

from infra import measured, prices

TIMES = (1, 10, 1_000)


@dataclass(frozen=True)
class Month:
    """What is done in a month."""

    queries: int = 100_000
    imports: int = 1_000
    pages: int = 1_000
    pictures: int = 1_000

    def grown(self, times: int) -> "Month":
        return Month(self.queries * times, self.imports * times, self.pages * times, self.pictures * times)


TODAY = Month()
Tiers = tuple[tuple[float, float], ...]
"""Up to how many, and what each of those costs."""
_MORE = float("inf")
PAGE_TIERS: Tiers = ((1e6, prices.PER_PAGE["TABLES"] + prices.PER_PAGE["FORMS"]), (_MORE, 0.01 + 0.04))
"""Textract with tables and forms: the first million pages of a month, and the others."""
PICTURE_TIERS: Tiers = ((1e6, prices.PER_PICTURE), (5e6, 0.0008), (35e6, 0.0006), (_MORE, 0.00025))
"""Rekognition's labels."""


def tiered(count: float, tiers: Tiers) -> float:
    """What so many cost, each in its tier."""
    total, before = 0.0, 0.0
    for until, price in tiers:
        total += max(0.0, min(count, until) - before) * price
        before = until
    return total


def costs(month: Month) -> Iterator[tuple[str, float, float]]:
    """Each part, its dollars in this month, and its dollars for a million of what it does."""
    for name, count, dollars in (
        ("five-level queries", month.queries, month.queries * _query()),
        ("imports of 2,797 items", month.imports, month.imports * _import()),
        ("pages with tables and forms (Textract)", month.pages, tiered(month.pages, PAGE_TIERS)),
        ("pictures (Rekognition)", month.pictures, tiered(month.pictures, PICTURE_TIERS)),
    ):
        yield name, dollars, dollars / count * 1e6


def _query() -> float:
    """AppSync, one call of 1 GB, and the units; not logs and traffic, which depend on settings."""
    call = prices.LAMBDA_CALL + measured.ASSUMED_SECONDS * prices.LAMBDA_SECOND
    return prices.APPSYNC_OPERATION + call + measured.TREE_UNITS * prices.READ_UNIT


def _import() -> float:
    return prices.APPSYNC_OPERATION + measured.TREE_WRITE_UNITS * prices.WRITE_UNIT
