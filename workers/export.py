"""Copies a table into files: every item exactly as it is stored, with a manifest that says how many there must be.

python -m workers.export --table receipts --to build/export

The folder has the layout and the format of DynamoDB's own exports to S3 (DynamoDB JSON, one item per line, gzipped), so
that `python -m local load` and whatever reads those exports read it too. Each item is as it was when it was read; for a
whole large table at one moment, let DynamoDB export it.
"""

import argparse
import gzip
import shutil
import sys
from base64 import b64encode
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import orjson

from entities.tables import TABLES, Table
from loaders.dynamo.requests import Scan
from loaders.dynamo.store import Store

SEGMENTS = 4
PAGE_SECONDS = 60.0


class CannotExport(Exception):
    """Why nothing can be exported."""


def export_table(store: Store, table: Table, folder: Path, segments: int = SEGMENTS) -> int:
    """Write all items of a table into a new folder; returns how many. An export that fails leaves no folder."""
    if folder.exists():
        raise CannotExport(f"{folder} exists already: name another folder, or remove it.")
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    (part / "data").mkdir(parents=True)
    with ThreadPoolExecutor(segments) as pool:
        counts = list(pool.map(partial(_write_segment, store, table, part / "data", segments), range(segments)))
    listed = [{"itemCount": count, "dataFileS3Key": f"data/{_name(number)}"} for number, count in enumerate(counts)]
    (part / "manifest-files.json").write_bytes(b"".join(orjson.dumps(each) + b"\n" for each in listed))
    summary = {"exportType": "FULL_EXPORT", "outputFormat": "DYNAMODB_JSON", "itemCount": sum(counts)}
    (part / "manifest-summary.json").write_bytes(orjson.dumps({**summary, "tableArn": store.name_of(table)}))
    part.rename(folder)
    return sum(counts)


def _write_segment(store: Store, table: Table, folder: Path, segments: int, number: int) -> int:
    count = 0
    with gzip.open(folder / _name(number), "wb", compresslevel=6) as file:
        for item in _items(store, Scan(table, segment=(number, segments))):
            file.write(orjson.dumps({"Item": item}, default=_encoded) + b"\n")
            count += 1
    return count


def _items(store: Store, scan: Scan) -> Iterator[dict[str, Any]]:
    after: Any = None
    while True:
        page = store.session(PAGE_SECONDS).stored_page(replace(scan, after=after))
        yield from page.records
        after = page.next_key
        if after is None:
            return


def _name(number: int) -> str:
    return f"{number:02d}.json.gz"


def _encoded(value: Any) -> Any:
    """Bytes as DynamoDB JSON has them."""
    return b64encode(value).decode() if isinstance(value, bytes | bytearray) else list(value)


def main(arguments: Sequence[str] | None = None) -> int:
    """Export one table, or all."""
    parser = argparse.ArgumentParser(prog="python -m workers.export", description="Copy tables into files.")
    parser.add_argument("--table", choices=list(TABLES), action="append", help="all tables if left out")
    parser.add_argument("--to", type=Path, required=True, help="the folder; each table gets one in it")
    given = parser.parse_args(arguments)
    with Store.open() as store:
        for name in given.table or list(TABLES):
            try:
                count = export_table(store, TABLES[name], given.to / name)
            except CannotExport as error:
                sys.stderr.write(f"{error}\n")
                return 1
            sys.stdout.write(f"{given.to / name}: {count:,} items of {store.name_of(TABLES[name])}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
