"""Erases everything of one client: documents, pictures, their files, results and logs, dead letters, counts of the day.

python -m workers.erase --client CLIENT              counts, and erases nothing
python -m workers.erase --client CLIENT --delete     erases

For operators with credentials of AWS; the environment names tables and buckets as it does for the workers. All three
tables are read whole, so that nothing is missed that an index does not list. It may be ended at any moment: the same
command goes on where it stopped, and one that is repeated finds nothing.
"""

import argparse
import hashlib
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from commands.erasure import erase_document, erase_image, erase_letter
from entities.attributes import Record
from entities.tables import CATS, DOCUMENTS, LETTERS, Table
from loaders.dynamo.store import Store
from loaders.request import Request
from workers.segments import Pace, ProgressLines, WalkNotes, walk

SEGMENTS = 4
UNITS_PER_SECOND = 500

Erase = Callable[..., Mapping[str, int]]
STAGES: tuple[tuple[Table, Erase], ...] = ((LETTERS, erase_letter), (DOCUMENTS, erase_document), (CATS, erase_image))
"""Letters come first: they say which document or picture they are about, but not whose it is."""


def erase_client(
    store: Store, client_id: str, *, dry_run: bool, notes: Path | None, pace: Pace, tell: Callable[[str], None]
) -> Counter[str]:
    """Erase, or count, everything of a client; returns what was found, from the first start on."""
    total: Counter[str] = Counter()
    kept = []
    for table, erase in STAGES:
        file = notes.with_name(f"{notes.stem}-{table.name}.json") if notes else None
        noted = WalkNotes(file, f"{store.name_of(table)}: erase {client_id}", SEGMENTS)
        work = partial(_erased, erase, client_id, dry_run)
        total += walk(lambda seconds: Request(store.session(seconds)), table, work, noted, pace, ProgressLines(tell))
        kept.append(noted)
    for each in kept:
        each.forget()
    return total


def _erased(erase: Erase, client_id: str, dry_run: bool, request: Request, record: Record) -> Mapping[str, int]:
    return erase(request, record, client_id, dry_run=dry_run)


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 0 once everything was counted or erased."""
    given = _parser().parse_args(arguments)
    name = hashlib.sha256(given.client.encode()).hexdigest()[:12]
    notes = (given.notes or Path(f"erase-{name}.json")) if given.delete else None
    with Store.open() as store:
        found = erase_client(
            store, given.client, dry_run=not given.delete, notes=notes, pace=Pace(given.units_per_second), tell=_say
        )
    for what, count in sorted(found.items()):
        sys.stdout.write(f"{count:>15,}  {what}\n")
    if not found:
        sys.stdout.write("nothing found\n")
    elif not given.delete:
        sys.stdout.write("Nothing was erased. Repeat the command with --delete.\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m workers.erase", description="Erase everything of one client.")
    parser.add_argument("--client", required=True, help="the client_id of documents and pictures")
    parser.add_argument("--delete", action="store_true", help="erase; without it everything is only counted")
    parser.add_argument("--units-per-second", type=float, default=UNITS_PER_SECOND, help="capacity units; 0: no limit")
    parser.add_argument("--notes", type=Path, help="the file that says how far it is")
    return parser


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
