"""What a request cost: how many calls, how many units, and which ranges were read."""

from dataclasses import dataclass
from threading import Lock
from typing import Any


@dataclass(frozen=True)
class Read:
    """One answered read, as tests and `extensions.tessera` see it."""

    operation: str
    table: str
    index: str | None
    range: str
    """What was asked for, for people."""
    items: int
    units: float


class Meter:
    """Adds up what one request costs; several threads may report to it."""

    def __init__(self) -> None:
        self.requests = 0
        """Requests sent, those that failed and were sent again included."""
        self.read_units = 0.0
        self.write_units = 0.0
        self.items = 0
        """Items that were read."""
        self.bytes = 0
        """Bytes of the answers to reads, as they came."""
        self.reads: list[Read] = []
        self._lock = Lock()

    def count_request(self) -> None:
        """A request is being sent."""
        with self._lock:
            self.requests += 1

    def count_read(self, read: Read, size: int) -> None:
        """A read was answered."""
        with self._lock:
            self.read_units += read.units
            self.items += read.items
            self.bytes += size
            self.reads.append(read)

    def count_write(self, units: float) -> None:
        """A write was answered."""
        with self._lock:
            self.write_units += units


def reported_units(answer: dict[str, Any]) -> float | None:
    """The units that an answer says it consumed; None where it says nothing."""
    consumed = answer.get("ConsumedCapacity")
    if not consumed:
        return None
    entries = consumed if isinstance(consumed, list) else [consumed]
    return float(sum(entry.get("CapacityUnits", 0.0) for entry in entries))
