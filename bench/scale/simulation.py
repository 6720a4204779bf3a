"""The simulation: questions arrive at random, and every partition is a bucket of units that refills each second.

It knows what real requests touched (`traffic.py`) and DynamoDB's two limits, and nothing else: no template, no size,
no formula. Ids are drawn again for each arrival, the popular ones often. Load rises until a bucket stays empty.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random

from bench.scale.load import zipf_weights
from bench.scale.quotas import READ_UNITS, WRITE_UNITS
from bench.scale.traffic import Touch

ARRIVALS, LEAST_SECONDS, MOST_SECONDS = 50_000, 20, 600
"""How long each rate is kept up: until so many have come, within these bounds."""
BURST = 1 / 60
"""The share of that time for which a full bucket lasts at its limit. DynamoDB keeps up to five minutes of it, at its
discretion; what counts is the load that can be kept up.
"""
_PRECISION = 1.02

Bucket = tuple[str, str, str, bool]


@dataclass(frozen=True)
class FirstThrottled:
    """The first bucket that stayed empty, and at how many questions a second."""

    table: str
    index: str
    key: str
    rate: float


@dataclass(frozen=True)
class Ids:
    """The ids in the recorded keys that stand for one of many, and those that are new each time."""

    chosen: tuple[str, ...] = ()
    new: tuple[str, ...] = ()


def first_throttled(question: Sequence[Touch], ids: Ids, seed: int = 0) -> FirstThrottled:
    """Raise the rate by small steps until a partition is throttled."""
    question = _distinct(question, ids)
    low, high = 0.001, 1.0
    while not _throttled(question, ids, high, seed):
        low, high = high, high * 2
    while high / low > _PRECISION:
        middle = (low * high) ** 0.5
        low, high = (low, middle) if _throttled(question, ids, middle, seed) else (middle, high)
    found = _throttled(question, ids, high, seed)
    if found is None:
        raise RuntimeError("a rate that throttled no longer does")
    table, index, key, _ = found
    return FirstThrottled(table, index, key, high)


def _distinct(question: Sequence[Touch], ids: Ids) -> list[Touch]:
    """Keys of chosen ids that take the same units fill up together, so one of them stands for all."""
    kept: dict[tuple[str, str, str, bool, float], Touch] = {}
    for touch in question:
        is_chosen = any(each in touch.key for each in ids.chosen)
        kept.setdefault((touch.table, touch.index, "" if is_chosen else touch.key, touch.is_write, touch.units), touch)
    return list(kept.values())


def _throttled(question: Sequence[Touch], ids: Ids, rate: float, seed: int) -> Bucket | None:
    """The first bucket that empties at this rate; None if all last."""
    random = Random(seed)
    weights = list(accumulate(zipf_weights()))
    things = range(len(weights))
    left: dict[Bucket, float] = {}
    seen: dict[Bucket, int] = {}
    waiting = 0.0
    seconds = max(LEAST_SECONDS, min(MOST_SECONDS, int(ARRIVALS / rate)))
    for second in range(seconds):
        waiting += rate
        arrivals, waiting = int(waiting), waiting % 1
        drawn = Counter(random.choices(things, cum_weights=weights, k=arrivals))
        for bucket, units in _second(question, ids, drawn).items():
            limit = WRITE_UNITS if bucket[3] else READ_UNITS
            most = limit * max(1.0, seconds * BURST)
            had = min(most, left.get(bucket, most) + limit * (second - seen.get(bucket, second)))
            if units > had:
                return bucket
            left[bucket], seen[bucket] = had - units, second
    return None


def _second(question: Sequence[Touch], ids: Ids, drawn: Counter[int]) -> dict[Bucket, float]:
    """What the arrivals of one second take from each bucket; keys with new ids are used once and never fill up."""
    taken: dict[Bucket, float] = defaultdict(float)
    for touch in question:
        if any(each in touch.key for each in ids.new):
            continue
        if any(each in touch.key for each in ids.chosen):
            for thing, times in drawn.items():
                taken[touch.table, touch.index, f"{touch.key}@{thing}", touch.is_write] += touch.units * times
        elif drawn:
            taken[touch.table, touch.index, touch.key, touch.is_write] += touch.units * drawn.total()
    return taken
