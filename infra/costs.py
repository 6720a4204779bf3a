"""What Tessera costs: `python -m infra.costs` prints the tables of docs/operations.md from measured counts."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from infra import measured, prices

MILLION, THOUSAND = 1_000_000, 1_000


@dataclass(frozen=True)
class Cost:
    """One line of a table."""

    part: str
    how: str
    dollars: float


@dataclass(frozen=True)
class Bill:
    """One table, with its sum where the lines add up."""

    title: str
    costs: tuple[Cost, ...]
    has_sum: bool = True


def bills() -> Iterator[Bill]:
    """All tables."""
    yield Bill("A million five-level queries", tuple(_queries()))
    yield Bill("A thousand imported images", tuple(_imports()))
    yield Bill("A million changes that are announced, to one subscriber each", tuple(_announcements()))
    yield Bill("A thousand recognised pages or pictures", tuple(_recognition()), has_sum=False)
    yield Bill("A month at rest, for each stage", tuple(_at_rest()))
    yield Bill("A month of each GB that is kept", tuple(_storage()), has_sum=False)


def costs_text() -> str:
    """The tables as Markdown."""
    return "\n".join(_table(bill) for bill in bills())


def _queries() -> Iterator[Cost]:
    yield Cost("AppSync", "1 M operations at 4.00", MILLION * prices.APPSYNC_OPERATION)
    yield Cost("Lambda calls", "1 M at 0.20", MILLION * prices.LAMBDA_CALL)
    seconds = measured.ASSUMED_SECONDS
    yield Cost("Lambda time", f"{seconds} s with 1 GB each, assumed", MILLION * seconds * prices.LAMBDA_SECOND)
    restores = MILLION * measured.ASSUMED_RESTORES
    yield Cost("SnapStart", f"{restores:,.0f} starts of 1 GB, assumed", restores * prices.SNAPSTART_RESTORE)
    units = measured.TREE_UNITS
    yield Cost("DynamoDB reads", f"{units} units each at 0.125 per million", MILLION * units * prices.READ_UNIT)
    logged = MILLION * measured.ASSUMED_LOG_KB / 1e6
    yield Cost("Logs and metrics", f"{measured.ASSUMED_LOG_KB:.0f} KB each at 0.50 per GB", logged * prices.LOG_GB)
    traced = MILLION * measured.ASSUMED_TRACED
    yield Cost("X-Ray", f"{measured.ASSUMED_TRACED:.0%} traced at 5.00 per million", traced * prices.TRACE)
    answered = MILLION * measured.ASSUMED_ANSWER_KB / 1e6
    yield Cost("Traffic out", f"{answered:.0f} GB at 0.09; a fifth with gzip", answered * prices.TRAFFIC_GB)


def _imports() -> Iterator[Cost]:
    units, items = measured.TREE_WRITE_UNITS, measured.TREE_ITEMS
    how = f"{items:,} items, {units:,} units each with their rows in indexes, at 0.625 per million"
    yield Cost("DynamoDB writes", how, THOUSAND * units * prices.WRITE_UNIT)
    calls = THOUSAND * items / 100
    each = prices.LAMBDA_CALL + 0.5 * prices.LAMBDA_SECOND
    yield Cost("Publisher", "batches of 100 changes, 1 s with 0.5 GB, at most", calls * each)


def _announcements() -> Iterator[Cost]:
    yield Cost("Publishing", "1 M mutations at 4.00", MILLION * prices.APPSYNC_OPERATION)
    yield Cost("Delivering", "1 M messages of up to 5 KB at 2.00", MILLION * prices.APPSYNC_MESSAGE)
    yield Cost("Connections", "1 M minutes at 0.08", MILLION * prices.APPSYNC_MINUTE)


def _recognition() -> Iterator[Cost]:
    yield Cost("Text alone", f"{prices.PER_PAGE['TEXT']} a page", THOUSAND * prices.PER_PAGE["TEXT"])
    usual = prices.PER_PAGE["TABLES"] + prices.PER_PAGE["FORMS"]
    yield Cost("Tables and forms", f"{usual:.3f} a page, what is usual", THOUSAND * usual)
    yield Cost("Pictures", f"{prices.PER_PICTURE} a picture", THOUSAND * prices.PER_PICTURE)


def _at_rest() -> Iterator[Cost]:
    yield Cost("Alarms", f"{measured.ALARMS} at 0.10", measured.ALARMS * prices.ALARM)
    yield Cost("Metrics", f"{measured.METRICS} at 0.30, as far as they are used", measured.METRICS * prices.METRIC)
    yield Cost("Dashboard", "1 at 3.00", prices.DASHBOARD)
    kept = measured.SNAPSTART_FUNCTIONS * prices.SNAPSTART_MONTH
    yield Cost("SnapStart", "one version of read and write with 1 GB; each older one again half", kept)


def _storage() -> Iterator[Cost]:
    yield Cost("Tables", "0.25, and their indexes", prices.STORAGE_GB)
    yield Cost("Backups", "0.20", prices.BACKUP_GB)
    yield Cost("Buckets", "0.023", prices.OBJECTS_GB)


def _table(bill: Bill) -> str:
    rows = [f"| {each.part} | {each.how} | {each.dollars:.2f} |" for each in bill.costs]
    if bill.has_sum:
        rows.append(f"| **sum** | | **{sum(each.dollars for each in bill.costs):.2f}** |")
    return "\n".join([f"**{bill.title}**\n", "| part | how | dollars |", "|---|---|---:|", *rows]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(costs_text())
