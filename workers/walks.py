"""A walk over a whole table, once a day, in small pieces: where it stands is noted in the table of dead letters."""

from collections.abc import Callable
from functools import partial
from typing import Any

from entities.attributes import Record
from entities.tables import LETTERS, Table
from loaders.request import Request
from loaders.upkeep import next_records
from services.metrics import FAILURES, emit
from workers.queue_events import logger
from workers.turns import Turn


def walk_daily(
    new_request: Callable[[], Request], table: Table, work: Callable[[Request, Record], bool], turn: Turn
) -> int:
    """Go on with today's walk while there is time; returns how many items were changed."""
    request = new_request()
    place = {"ID": f"WALK#{table.name}"}
    note = request.session.get(LETTERS, place, is_consistent=True) or {}
    today = f"{request.now:%Y-%m-%d}"
    if note.get("Done") == today:
        return 0
    after: Any = note.get("After") or None
    changed = 0
    while not turn.is_over():
        records, after = next_records(new_request(), table, after)
        for record in records:
            if turn.is_over():  # the rest of these, and what was done of them, come by again
                return changed
            changed += _worked(partial(work, new_request(), record), table, record)
        if after is None:
            new_request().session.put(LETTERS, {**place, "Done": today})
            break
        new_request().session.put(LETTERS, {**place, "Done": note.get("Done") or "never", "After": after})
    return changed


def _worked(work: Callable[[], bool], table: Table, record: Record) -> bool:
    """An item that fails must not stop the walk for all behind it. It is tried again tomorrow."""
    try:
        return work()
    except Exception:  # noqa: BLE001
        where = "/".join(map(str, table.key_of(record).values()))
        logger.exception("not walked", extra={"table": table.name, "key": where})
        emit({FAILURES: 1})
        return False
