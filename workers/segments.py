"""A walk over a whole table in parallel parts, at a limited speed, that goes on where it stopped.

Where each part stands is noted in a file after every page, with what was counted so far. A page may be worked on twice
if the program ends before its note, so the work must be such that a second time changes nothing.
"""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from entities.attributes import Record
from entities.tables import Table
from loaders.dynamo.requests import Scan
from loaders.request import Request

PAGE_ITEMS = 100
TELL_SECONDS = 5.0
SECONDS = 60.0
"""How long one page may take, with all that is done with it."""

Work = Callable[[Request, Record], Mapping[str, int]]
"""What is done with each item; returns what is counted."""


class Pace:
    """Keeps to so many capacity units a second, all parts together; None is without limit."""

    def __init__(
        self,
        units_per_second: float | None,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._rate = units_per_second
        self._now, self._sleep = now, sleep
        self._lock = threading.Lock()
        self._free_at = now()

    def spend(self, units: float) -> None:
        """Wait until these units are paid for."""
        if not self._rate:
            return
        with self._lock:
            self._free_at = max(self._free_at, self._now()) + units / self._rate
            pause = self._free_at - self._now()
        self._sleep(max(0.0, pause))


@dataclass
class WalkNotes:
    """How far each part has come, and what was counted: kept in a file, which is replaced as a whole."""

    file: Path | None
    task: str
    """What is done; the notes of another task are of no use."""
    segments: int
    after: dict[int, Any] = field(default_factory=dict)
    done: set[int] = field(default_factory=set)
    counted: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        found = self._read()
        if found.get("task") == self.task:
            self.segments = found["segments"]
            self.after = {int(number): key for number, key in found["after"].items()}
            self.done = set(found["done"])
            self.counted = Counter(found["counted"])

    def note(self, segment: int, after: Any, counted: Mapping[str, int]) -> None:
        with self._lock:
            self.counted.update(counted)
            self.after[segment] = after
            if after is None:
                self.done.add(segment)
            self._write()

    def forget(self) -> None:
        """Everything is done: the next walk begins anew."""
        if self.file:
            self.file.unlink(missing_ok=True)

    def _read(self) -> dict[str, Any]:
        if self.file is None or not self.file.exists():
            return {}
        found: dict[str, Any] = json.loads(self.file.read_text())
        return found

    def _write(self) -> None:
        if self.file is None:
            return
        said = {"task": self.task, "segments": self.segments, "after": self.after, "done": sorted(self.done)}
        part = self.file.with_suffix(".part")
        part.write_text(json.dumps({**said, "counted": self.counted}))
        part.replace(self.file)


class ProgressLines:
    """Tells every few seconds how far a walk is."""

    def __init__(self, tell: Callable[[str], None], now: Callable[[], float] = time.monotonic) -> None:
        self._tell, self._now = tell, now
        self._next = now() + TELL_SECONDS

    def __call__(self, notes: WalkNotes) -> None:
        if self._now() < self._next:
            return
        self._next = self._now() + TELL_SECONDS
        items = notes.counted.total()
        self._tell(f"{items:,} items so far; {len(notes.done)} of {notes.segments} parts are done")


def walk(
    new_request: Callable[[float], Request],
    table: Table,
    work: Work,
    notes: WalkNotes,
    pace: Pace,
    tell: Callable[[WalkNotes], None] = lambda _: None,
) -> Counter[str]:
    """Do something with every item of a table; returns what was counted, from the first start on."""
    left = [number for number in range(notes.segments) if number not in notes.done]
    stop = threading.Event()

    def walk_part(segment: int) -> None:
        for counted, after in _pages(new_request, table, work, (segment, notes), pace):
            notes.note(segment, after, counted)
            tell(notes)
            if stop.is_set():
                return

    with ThreadPoolExecutor(max(1, len(left))) as pool, _stopping(stop):
        for done in [pool.submit(walk_part, number) for number in left]:
            done.result()
    return notes.counted


@contextmanager
def _stopping(stop: threading.Event) -> Iterator[None]:
    """Where one part fails, the others end with the page that they are at."""
    try:
        yield
    except BaseException:
        stop.set()
        raise


def _pages(
    new_request: Callable[[float], Request], table: Table, work: Work, place: tuple[int, WalkNotes], pace: Pace
) -> Iterator[tuple[Counter[str], Record | None]]:
    segment, notes = place
    after = notes.after.get(segment)
    while True:
        request = new_request(SECONDS)
        scan = Scan(table, after=after, limit=PAGE_ITEMS, segment=(segment, notes.segments))
        page = request.session.scan_page(scan)
        counted: Counter[str] = Counter()
        for record in page.records:
            counted.update(work(request, record))
        pace.spend(request.session.meter.read_units + request.session.meter.write_units)
        after = page.next_key
        yield counted, after
        if after is None:
            return
