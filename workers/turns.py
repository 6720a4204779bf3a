"""Sweeps in pieces: each has its share of the time and so many items. Where one stopped, the next goes on."""

from time import monotonic as clock
from typing import Any

from entities.attributes import Record
from entities.tables import LETTERS
from loaders.request import Request

MOST = 200
"""How many items one sweep cares for at most."""
RESERVE_SECONDS = 5.0
"""What is kept back for the item that is being worked on when the time is up."""
USUAL_SECONDS = 30.0


class Turn:
    """What a sweep may still do."""

    def __init__(self, seconds: float) -> None:
        self._end = clock() + seconds

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return self._end - clock()

    def is_over(self, done: int = 0) -> bool:
        """Whether to stop, after so many items were cared for."""
        return done >= MOST or self.left <= 0

    def share(self, among: int) -> "Turn":
        """An equal part of the time that is left; who needs less leaves more to the others."""
        return Turn(max(self.left, 0) / among)


def whole_turn(context: Any) -> Turn:
    """All the time that Lambda leaves to a handler, but for the reserve."""
    ask = getattr(context, "get_remaining_time_in_millis", None)
    return Turn((ask() / 1000 if ask else USUAL_SECONDS) - RESERVE_SECONDS)


def place_of(request: Request, sweep: str) -> Record | None:
    """Where the last sweep stopped; None if it came to the end."""
    note: Any = request.session.get(LETTERS, {"ID": f"SWEEP#{sweep}"}, is_consistent=True) or {}
    after: Record | None = note.get("After")
    return after


def note_place(request: Request, sweep: str, after: Record | None) -> None:
    """Where the next sweep goes on."""
    request.session.put(LETTERS, {"ID": f"SWEEP#{sweep}", **({"After": after} if after else {})})
