"""Brings the items of a table up to date: index keys and attributes that older programs did not write.

python -m workers.backfill --table receipts --check      counts what lacks something or is in a foreign shape
python -m workers.backfill --table receipts              adds what is absent; touches nothing that is there
python -m workers.backfill --table receipts --rewrite    also replaces index keys of other programs

Each item is changed by one write, on condition that it is still as it was read. Subscribers hear nothing of it, because
no item says anything new. The walk may be ended at any moment; the same command goes on where it stopped.

`--check` returns 1 if anything is not as we write it. When it finds nothing, and no other program writes the table, the
table may be declared as ours alone (OWN_TABLES). `--rewrite` is for such tables: other programs would no longer find
their items by the keys that it replaces.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from commands.own_shape import ShapeOutcome, give_own_shape, outcome_of
from entities.attributes import Record
from entities.own_shape import place_of, shape_difference
from entities.registry import type_of
from entities.tables import TABLES, Table
from loaders.dynamo.store import Store
from loaders.request import Request
from workers.segments import Pace, ProgressLines, WalkNotes, Work, walk

SEGMENTS = 4
UNITS_PER_SECOND = 500
NAMED = 20
"""How many items in a foreign shape are named; all are counted."""

NOT_OURS = (ShapeOutcome.LACKING, ShapeOutcome.FOREIGN, ShapeOutcome.UNREADABLE)
Tell = Callable[[str], None]


def looking(table: Table, name: Tell) -> Work:
    """Compares each item with what we would write, and names the first that differ."""
    named: list[Record] = []

    def look(_: Request, record: Record) -> dict[str, int]:
        found = shape_difference(table, record)
        outcome = outcome_of(found)
        if outcome in NOT_OURS and found and len(named) < NAMED:
            named.append(record)
            name(f"{place_of(table, record)}: {found}")
        return _counted(table, record, outcome)

    return look


def changing(table: Table, *, rewrite: bool) -> Work:
    """Puts each item right."""

    def change(request: Request, record: Record) -> dict[str, int]:
        return _counted(table, record, give_own_shape(request, table, record, rewrite=rewrite))

    return change


def report(counted: Counter[str]) -> list[str]:
    """What was counted: a line for each type and outcome."""
    return [f"{count:>12,}  {what}" for what, count in sorted(counted.items())]


def is_ours(counted: Counter[str]) -> bool:
    """Whether every item of a type of ours is as we write it."""
    return not any(what.endswith(f": {outcome}") for what in counted for outcome in NOT_OURS)


def _counted(table: Table, record: Record, outcome: ShapeOutcome) -> dict[str, int]:
    entity = type_of(table, record)
    named = entity.__name__ if entity else str(record.get(table.discriminator or "", "without a type"))
    return {f"{named}: {outcome}": 1}


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 1 if `--check` found something, or something is left in a foreign shape after `--rewrite`."""
    given = _parser().parse_args(arguments)
    table = TABLES[given.table]
    only_looks = given.check or given.dry_run
    work = looking(table, _say) if only_looks else changing(table, rewrite=given.rewrite)
    notes_file = given.notes or Path(f"backfill-{table.name}.json")
    with Store.open() as store:
        task = f"{store.name_of(table)}: {'check' if only_looks else 'rewrite' if given.rewrite else 'fill'}"
        notes = WalkNotes(None if only_looks else notes_file, task, given.segments)
        _say(f"{store.name_of(table)}: {'going on' if notes.after else 'begun'}")
        new_request = lambda seconds: Request(store.session(seconds))  # noqa: E731
        counted = walk(new_request, table, work, notes, Pace(given.units_per_second), ProgressLines(_say))
        notes.forget()
    for line in report(counted):
        sys.stdout.write(f"{line}\n")
    if given.dry_run:
        return 0
    return 0 if is_ours(counted) or not (given.check or given.rewrite) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m workers.backfill",
        description="Give the items of a table the index keys and attributes that we write.",
    )
    parser.add_argument("--table", required=True, choices=list(TABLES))
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--check", action="store_true", help="change nothing; fail if an item is not as we write it")
    modes.add_argument("--dry-run", action="store_true", help="change nothing; count and name what would change")
    modes.add_argument("--rewrite", action="store_true", help="replace what other programs wrote into indexes, too")
    parser.add_argument("--segments", type=int, default=SEGMENTS, help="parts of the table that are read side by side")
    parser.add_argument("--units-per-second", type=float, default=UNITS_PER_SECOND, help="capacity units; 0: no limit")
    parser.add_argument("--notes", type=Path, help="the file that says how far it is (backfill-TABLE.json)")
    return parser


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
