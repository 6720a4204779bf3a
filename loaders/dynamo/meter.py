"""What a request cost: how many calls, how many units, and which ranges were read."""

from dataclasses import dataclass
from threading import Lock
from typing import Any


@dataclass(frozen=True)
class MeteredRead:
    """One answered read, as shown to tests and in `extensions.tessera`."""

    operation: str
    table: str
    index: str | None
    range: str
    """The requested range in readable form."""
    items: int
    units: float


class Meter:
    """Adds up what one request costs; several threads may report to it."""

    def __init__(self) -> None:
        self.requests = 0
        """Requests sent, including retries."""
        self.read_units = 0.0
        self.write_units = 0.0
        self.items = 0
        """Items that were read."""
        self.bytes = 0
        """Bytes of the answers to reads, as received."""
        self.reads: list[MeteredRead] = []
        self._lock = Lock()

    def count_request(self) -> None:
        """Count a request that is being sent."""
        with self._lock:
            self.requests += 1

    def count_read(self, read: MeteredRead, size: int) -> None:
        """Count a read that was answered."""
        with self._lock:
            self.read_units += read.units
            self.items += read.items
            self.bytes += size
            self.reads.append(read)

    def count_write(self, units: float) -> None:
        """Count a write that was answered."""
        with self._lock:
            self.write_units += units


def reported_units(answer: dict[str, Any]) -> float | None:
    """The units that an answer reports; None if it reports none."""
    consumed = answer.get("ConsumedCapacity")
    if not consumed:
        return None
    entries = consumed if isinstance(consumed, list) else [consumed]
    return float(sum(entry.get("CapacityUnits", 0.0) for entry in entries))
