"""What questions put on keys, and when a key is full."""

from dataclasses import dataclass

from bench.scale.quotas import READ_UNITS, WRITE_UNITS

THINGS = 1_000
"""How many images, jobs, novae or batches people ask about."""


@dataclass(frozen=True)
class KeyLoad:
    """What one question puts on the busiest value of a partition key."""

    table: str
    index: str
    key: str
    """The key, or its template where it has many values."""
    units: float
    is_write: bool

    @property
    def rate(self) -> float:
        """Questions a second at which the key is full."""
        return (WRITE_UNITS if self.is_write else READ_UNITS) / self.units

    @property
    def name(self) -> str:
        return f"{self.table} {self.index} `{self.key}`"


def zipf_weights(things: int = THINGS) -> list[float]:
    """How often each is meant, if the second is half as popular as the first, the third a third, and so on."""
    weights = [1 / place for place in range(1, things + 1)]
    return [weight / sum(weights) for weight in weights]
