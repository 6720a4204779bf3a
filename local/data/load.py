"""`python -m local load`: loads DynamoDB JSON lines into a table. Everything is checked before anything is written."""

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from urllib.parse import urlsplit

from botocore.exceptions import BotoCoreError, ClientError

from entities.attributes import Record
from entities.registry import type_of
from entities.tables import TABLES, Table
from loaders.dynamo.batches import identity
from loaders.dynamo.client import ENDPOINT_VARIABLE, make_client, table_names
from loaders.dynamo.loopback import is_on_this_machine
from loaders.dynamo.session import Session
from loaders.dynamo.store import Store
from loaders.dynamo.writes import IS_NEW
from loaders.errors import Conflict, LoaderError
from local.data.dynamodb_json import BadLine, records, sources
from local.data.exports import BadExport, ExportFile
from local.data.folder import ENGINE
from local.data.prepare import demand_tables
from local.data.progress import Progress
from local.data.tables import create_tables
from local.data.upgrades import upgrade_tables
from local.failures import CannotServe

CHUNK = 200
"""Items written between two progress updates."""
CHUNK_SECONDS = 60.0

_DESCRIPTION = """Load items into a table: DynamoDB JSON, one item per line, bare ({"PK": {"S": "..."}, ...}) or as
DynamoDB exports it to S3 ({"Item": {...}}), gzipped or not; or the folder of such an export, with its manifest. All
files are checked first: if one line is bad, nothing is written. An item whose key already exists is left as it is and
counted as skipped, unless --replace is given. Items go to TESSERA_DYNAMODB_URL if that is set, else to the engine of
the server that runs on DATA_DIR. Missing tables are created, but only on this machine."""


class CannotLoad(Exception):
    """Why nothing can be loaded."""


@dataclass
class Tally:
    """Counts of stored and skipped items."""

    stored: Counter[str] = field(default_factory=Counter)
    skipped: int = 0


def main(arguments: list[str]) -> int:
    """Parse the command line and run the command."""
    parser = argparse.ArgumentParser("python -m local load", description=_DESCRIPTION)
    add_arguments(parser)
    return run(parser.parse_args(arguments))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--table", required=True, choices=sorted(TABLES), help="which of the five tables")
    parser.add_argument("--replace", action="store_true", help="overwrite items whose keys already exist")
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a file of items, or the folder of an export; - reads them from stdin"
    )


def run(arguments: argparse.Namespace) -> int:
    """Check, load and report; returns 0 if all items are in the table."""
    table = TABLES[arguments.table]
    try:
        url = engine_url(os.environ)
        with sources(arguments.files) as files:
            total = _check(files, table)
            tally = _load(files, table, total, url, replace=arguments.replace)
    except (BadExport, BadLine, CannotLoad, CannotServe, LoaderError, OSError) as problem:
        _say(str(problem))
        return 1
    except (BotoCoreError, ClientError) as problem:
        _say(f"The database rejected the items: {problem}")
        return 1
    _report(tally, table)
    return 0


def engine_url(environ: Mapping[str, str]) -> str:
    """The address of the tables: the configured one, or that of a running server's engine."""
    given = environ.get(ENDPOINT_VARIABLE)
    if given:
        return given
    note = Path(environ.get("DATA_DIR") or ".data") / ENGINE
    try:
        url = json.loads(note.read_text())["url"]
    except (OSError, ValueError, KeyError, TypeError):
        raise CannotLoad(
            f"There is no database to load into: run `make serve` first, or set {ENDPOINT_VARIABLE} to its address."
        ) from None
    return str(url)


def _check(files: list[ExportFile], table: Table) -> int:
    """Check every line of every file; returns the number of items."""
    total = 0
    with Progress("checked", None) as progress:
        for source in files:
            found = 0
            for _ in records(source, table):
                found += 1
                progress.advance(1)
            if source.items not in (None, found):
                raise CannotLoad(f"{source.name} has {found:,} items, but its export has {source.items:,} in it.")
            total += found
    if not total:
        raise CannotLoad("There are no items in the given files.")
    return total


def _load(files: list[ExportFile], table: Table, total: int, url: str, *, replace: bool) -> Tally:
    tally = Tally()
    client = make_client(url)
    try:
        if is_on_this_machine(url):
            for added in upgrade_tables(client, table_names()):
                _say(f"Added the {added}.")
            for kind in create_tables(client, table_names()):
                _say(f"Created the table {kind}.")
        else:
            demand_tables(client, [table_names()[table.name]])
    except BotoCoreError as problem:
        raise CannotLoad(f"Nothing answers at {urlsplit(url).netloc}: {problem}") from problem
    finally:
        client.close()
    write = _replace if replace else _add
    with Store.open(url) as store, Progress("loaded", total) as progress:
        for source in files:
            for chunk in _chunks(records(source, table)):
                write(store.session(CHUNK_SECONDS), table, chunk, tally)
                progress.advance(len(chunk))
    return tally


def _add(session: Session, table: Table, chunk: list[Record], tally: Tally) -> None:
    """Store new items. Each is written on the condition that its key does not exist, so nothing is overwritten."""
    first = {identity(table, record): record for record in reversed(chunk)}
    tally.skipped += len(chunk) - len(first)
    for new in session.together(*(partial(_put_if_new, session, table, record) for record in first.values())):
        if new is None:
            tally.skipped += 1
        else:
            tally.stored[new] += 1


def _put_if_new(session: Session, table: Table, record: Record) -> str | None:
    try:
        session.put(table, record, IS_NEW)
    except Conflict:
        return None
    return _type_name(table, record)


def _replace(session: Session, table: Table, chunk: list[Record], tally: Tally) -> None:
    """Store everything; if a key occurs twice, the last item counts."""
    last = {identity(table, record): record for record in chunk}
    session.batch_write(table, list(last.values()))
    tally.stored.update(_type_name(table, record) for record in chunk)


def _type_name(table: Table, record: Record) -> str:
    entity = type_of(table, record)
    if entity is not None:
        return entity.__name__
    named = record.get(table.discriminator) if table.discriminator else None
    return f"{named or 'items'} (not a type of ours)"


def _chunks(items: Iterator[Record]) -> Iterator[list[Record]]:
    while chunk := list(islice(items, CHUNK)):
        yield chunk


def _report(tally: Tally, table: Table) -> None:
    for name, count in sorted(tally.stored.items()):
        _say(f"{count:>9,}  {name}")
    _say(f"{tally.stored.total():>9,}  items are now in {table.name}")
    if tally.skipped:
        _say(f"{tally.skipped:>9,}  already existed and were skipped (--replace overwrites them)")


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")
