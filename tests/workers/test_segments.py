"""A walk keeps to its pace, and goes on with what it noted."""

from pathlib import Path

import pytest

from workers.segments import Pace, WalkNotes


def test_so_many_units_a_second_are_spent_by_all_parts_together() -> None:
    slept: list[float] = []
    now = [0.0]

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    pace = Pace(10, lambda: now[0], sleep)
    for _ in range(5):
        pace.spend(4)
    assert now[0] == pytest.approx(2.0)
    now[0] += 100
    pace.spend(4)
    assert slept[-1] == pytest.approx(0.4)  # what was not used is not saved up


def test_without_a_limit_nothing_waits() -> None:
    slept: list[float] = []
    Pace(None, sleep=slept.append).spend(1e9)
    assert slept == []


def test_notes_are_of_one_task_and_forgotten_when_it_is_done(tmp_path: Path) -> None:
    file = tmp_path / "notes.json"
    notes = WalkNotes(file, "fill", 3)
    notes.note(0, {"PK": "a", "SK": "b"}, {"filled": 2})
    notes.note(1, None, {"filled": 1})
    again = WalkNotes(file, "fill", 8)
    assert (again.segments, again.after[0], again.done, again.counted["filled"]) == (3, {"PK": "a", "SK": "b"}, {1}, 3)
    assert WalkNotes(file, "rewrite", 8).after == {}
    again.forget()
    assert not file.exists()
