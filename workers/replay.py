"""Sends announcements again that were parked, or that Lambda gave up on.

python -m workers.replay --stage prod              both queues
python -m workers.replay --stage prod --queue parked --dry-run

A letter leaves its queue once the publisher took it; what fails again stays, and so does what cannot be sent again (a
change whose record was too large to keep, or is no longer in its stream) unless `--drop-lost` is given. Subscribers may
hear of a change twice, and of an older one later than of a newer one: they read the item, as they do after a pause.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from services.replaying import ParkedLetter, ReplaySources

PARKED, SKIPPED = "parked", "skipped"
BATCH = 100


class Sources(Protocol):
    """Where letters are, and who sends their records."""

    def letters(self, queue: str) -> Iterator[ParkedLetter]: ...
    def delete(self, queue: str, letter: ParkedLetter) -> None: ...
    def publish(self, records: Sequence[Mapping[str, Any]]) -> bool: ...
    def records(self, batch: Mapping[str, str]) -> Iterator[dict[str, Any]]: ...


def replay(sources: Sources, queue: str, *, drop_lost: bool = False, dry_run: bool = False) -> Counter[str]:
    """Send everything of a queue again; returns how many letters were sent, failed again, or are lost."""
    told: Counter[str] = Counter()
    for letter in sources.letters(queue):
        records = _records(sources, letter.body)
        outcome = _outcome(sources, records, dry_run=dry_run)
        told[outcome] += 1
        if not dry_run and (outcome == "sent" or (outcome == "lost" and drop_lost)):
            sources.delete(queue, letter)
    return told


def _records(sources: Sources, body: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """A parked letter holds its record; a skipped one says where the records are."""
    if "DDBStreamBatchInfo" in body:
        return list(sources.records(body["DDBStreamBatchInfo"]))
    return [body["record"]] if body.get("record") else []


def _outcome(sources: Sources, records: list[Mapping[str, Any]], *, dry_run: bool) -> str:
    if not records:
        return "lost"
    if dry_run:
        return "would be sent"
    return "sent" if all(sources.publish(part) for part in _parts(records)) else "failed again"


def _parts(records: list[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    for start in range(0, len(records), BATCH):
        yield records[start : start + BATCH]


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 1 if something failed again or is lost."""
    parser = argparse.ArgumentParser(prog="python -m workers.replay", description="Send announcements again.")
    parser.add_argument("--stage", required=True)
    parser.add_argument("--queue", choices=(PARKED, SKIPPED), action="append")
    parser.add_argument("--drop-lost", action="store_true", help="delete what cannot be sent again")
    parser.add_argument("--dry-run", action="store_true", help="count, and send nothing")
    given = parser.parse_args(arguments)
    sources = ReplaySources(given.stage)
    left = 0
    for queue in given.queue or (PARKED, SKIPPED):
        told = replay(sources, queue, drop_lost=given.drop_lost, dry_run=given.dry_run)
        summary = ", ".join(f"{count} {outcome}" for outcome, count in sorted(told.items())) or "nothing"
        sys.stdout.write(f"{queue}: {summary}\n")
        left += told["failed again"] + (0 if given.drop_lost else told["lost"])
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
