"""Counts what streams tell, and makes the counters of a table anew.

python -m workers.counters --table receipts            make them, or make them again
python -m workers.counters --table receipts --check    compare them with a full count, and change nothing

The API goes on meanwhile: until the counters are ready, it counts by reading. The command waits so long before and
after the count that the stream can tell of every change (`--settle`). If it fell behind by more, the counters become
doubtful by themselves, and are not used until they are made again.
"""

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any

from commands.counters import CountedChange, begin_count, count_changes, finish_count
from entities.attributes import Record, decode_item
from entities.tables import TABLES, Table
from loaders.counters import COUNTED_TABLES, GROUPS, CountedAs, read_counts, tally_of
from loaders.dynamo.store import Store
from loaders.errors import LoaderError
from loaders.request import Request
from loaders.upkeep import next_records
from workers.stream_tables import table_of

SETTLE_SECONDS = 60.0
PAGE_SECONDS = 60.0

NewRequest = Callable[[], Request]
StreamRecord = Mapping[str, Any]


def uncounted(new_request: NewRequest, records: Sequence[StreamRecord]) -> Iterator[tuple[StreamRecord, LoaderError]]:
    """Count the changes that stream records tell of; yields where to begin again, and why."""
    for table, those in _by_table(records).items():
        try:
            count_records(new_request(), TABLES[table], those)
        except LoaderError as error:
            yield those[0], error


def count_records(request: Request, table: Table, records: Sequence[StreamRecord]) -> None:
    """Count the changes of one table, if it is a counted one."""
    count_changes(request, table, [_change(table, each) for each in records])


def _by_table(records: Sequence[StreamRecord]) -> dict[str, list[StreamRecord]]:
    """The records of each counted table. One of an unknown table is parked by the publisher."""
    found: dict[str, list[StreamRecord]] = defaultdict(list)
    for record in records:
        with suppress(LookupError):
            found[table_of(record).name].append(record)
    return {table.name: found[table.name] for table in COUNTED_TABLES if table.name in found}


def _change(table: Table, record: StreamRecord) -> CountedChange:
    change = record["dynamodb"]
    sequence = str(change["SequenceNumber"])
    source = f"{record.get('eventSourceARN')} {sequence}"
    images = (decode_item(change[name]) if change.get(name) else {} for name in ("OldImage", "NewImage"))
    old, new = (tally_of(table, image) for image in images)
    created = change.get("ApproximateCreationDateTime")
    moment = float(created) if isinstance(created, int | float) else time.time()
    place = _place(table, decode_item(change["Keys"]))
    return CountedChange(sha256(source.encode()).hexdigest()[:32], place, sequence, moment, old, new)


def _place(table: Table, record: Record) -> str:
    return "\n".join(map(str, table.key_of(record).values()))


def make_counters(
    new_request: NewRequest,
    table: Table,
    settle: float = SETTLE_SECONDS,
    sleep: Callable[[float], None] = time.sleep,
) -> Counter[str]:
    """Count a table, and begin to keep its counters; returns how many items are in each group.

    Without `settle`, nothing may write to the table meanwhile.
    """
    state = begin_count(new_request(), table)
    sleep(settle)
    counted = count_all(new_request, table)
    until = time.time() if settle else time.time() - 1  # streams tell times in seconds
    sleep(settle)
    finish_count(new_request(), state, counted, until)
    return Counter(each.group.value for each in counted.values() if each)


def count_all(new_request: NewRequest, table: Table) -> dict[str, CountedAs | None]:
    """What each item of a table counts as, by its place."""
    found: dict[str, CountedAs | None] = {}
    after: Record | None = None
    while True:
        records, after = next_records(new_request(), table, after)
        tallies = ((_place(table, each), tally_of(table, each)) for each in records)
        found |= {place: tally for place, tally in tallies if tally}
        if after is None:
            return found


def mistaken(new_request: NewRequest, table: Table) -> list[str]:
    """Where the counters differ from a full count; or that there are none."""
    counted = [each for each in count_all(new_request, table).values() if each]
    found: list[str] = []
    for group in GROUPS[table.name]:
        kept = read_counts(new_request(), group)
        if kept is None:
            return [f"{table.name} has no counters that can be trusted"]
        real = Counter(each.name for each in counted if each.group is group)
        names = sorted(name for name in kept.keys() | real.keys() if kept[name] != real[name])
        found += [f"{group.value} {name}: {kept[name]} instead of {real[name]}" for name in names]
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 1 if `--check` found a difference."""
    parser = argparse.ArgumentParser(prog="python -m workers.counters", description="Make the counters of a table.")
    parser.add_argument("--table", required=True, choices=[each.name for each in COUNTED_TABLES])
    parser.add_argument("--check", action="store_true", help="compare them with a full count, and change nothing")
    parser.add_argument("--settle", type=float, default=SETTLE_SECONDS, help="seconds that the stream may be behind")
    given = parser.parse_args(arguments)
    with Store.open() as store:
        new_request = lambda: Request(store.session(PAGE_SECONDS))  # noqa: E731
        if given.check:
            differences = mistaken(new_request, TABLES[given.table])
            sys.stdout.write("".join(f"{each}\n" for each in differences) or "The counters are right.\n")
            return 1 if differences else 0
        counted = make_counters(new_request, TABLES[given.table], given.settle)
    sys.stdout.write("".join(f"{group}: {number:,}\n" for group, number in sorted(counted.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
