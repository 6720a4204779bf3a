"""Older items get our index keys: once, without touching what others wrote, however often the program is killed."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from commands.own_shape import ShapeOutcome, give_own_shape
from entities.attributes import Record, decode_item, encode_item
from entities.item import Item
from entities.own_shape import shape_difference
from entities.tables import RECEIPTS, TABLES, Table
from loaders.dynamo.client import ENDPOINT_VARIABLE, make_client
from loaders.dynamo.requests import Scan
from loaders.dynamo.store import Store
from loaders.request import Request
from local.data.engines import Engine
from tests.conftest import GOLDEN
from tests.formats.api import _acceptable
from tests.formats.checks import Stored
from tests.formats.disguise import generations
from tests.read_item import TABLE_OF, read_item
from tests.sources import ROOT
from tests.thoroughness import many
from workers import backfill

Tables = dict[str, dict[str, Record]]
"""Items by table and key."""


@cache
def stored() -> list[Stored]:
    """Three generations and foreign types, of our own making; and real ones where they are at hand."""
    found = list(generations())
    for file in sorted(GOLDEN.glob("*.jsonl")) if GOLDEN.is_dir() else ():
        lines = map(json.loads, file.read_text().splitlines())
        found += [(TABLE_OF[file.stem], decode_item(each.get("Item", each))) for each in lines]
    return [(table, _acceptable(table, record)) for table, record in found]


def expected(rewrite: bool) -> Tables:
    """What the tables hold after one run."""
    found: Tables = {name: {} for name in TABLES}
    for table, record in stored():
        found[table.name][_place(table, record)] = _put_right(table, record, rewrite=rewrite)
    return found


def _put_right(table: Table, record: Record, *, rewrite: bool) -> Record:
    difference = shape_difference(table, record)
    values, removed = difference.changes(rewrite=rewrite) if difference is not None else ({}, ())
    return decode_item(encode_item({name: value for name, value in (record | values).items() if name not in removed}))


def _place(table: Table, record: Record) -> str:
    return "\n".join(map(str, table.key_of(record).values()))


class OldTables:
    """Tables with items of all ages, and the environment that names them."""

    def __init__(self, engine: Engine, folder: Path) -> None:
        self.folder = folder
        self.client = make_client(engine.url)
        self.names = {table.name: f"{table.usual_name}-{uuid4().hex[:8]}" for table in TABLES.values()}
        for table in TABLES.values():
            self.client.create_table(**table.definition(self.names[table.name]))
        self.store = Store(self.client, self.names)
        variables = {table.variable: self.names[table.name] for table in TABLES.values()}
        self.environ = {**os.environ, ENDPOINT_VARIABLE: engine.url, **variables}

    def fill(self) -> None:
        for table in TABLES.values():
            unique = {_place(table, record): record for where, record in stored() if where is table}
            self.store.session().batch_write(table, list(unique.values()))

    def all(self) -> Tables:
        session = self.store.session(60)
        return {
            name: {_place(table, record): record for record in session.scan(Scan(table))}
            for name, table in TABLES.items()
        }

    def start(self, table: Table, *arguments: str) -> "subprocess.Popen[str]":
        """The program itself, in a process of its own."""
        command = [sys.executable, "-m", "workers.backfill", "--table", table.name, *arguments]
        notes = ["--notes", str(self.folder / f"{table.name}.json"), "--segments", "2"]
        return subprocess.Popen(
            [*command, *notes], env=self.environ, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )


@pytest.fixture
def old(embedded: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OldTables]:
    made = OldTables(embedded, tmp_path)
    made.fill()
    for name, value in made.environ.items():
        monkeypatch.setitem(os.environ, name, value)
    monkeypatch.chdir(tmp_path)
    yield made
    made.store.close()


def run(table: Table, *arguments: str) -> int:
    return backfill.main(["--table", table.name, "--units-per-second", "0", *arguments])


def differences(one: Tables, other: Tables) -> list[Any]:
    """Where tables differ."""
    return [
        (name, place, _differing(one[name].get(place, {}), other[name].get(place, {})))
        for name in one
        for place in one[name].keys() | other[name].keys()
        if one[name].get(place) != other[name].get(place)
    ]


def _differing(one: Record, other: Record) -> dict[str, tuple[Any, Any]]:
    names = one.keys() | other.keys()
    return {name: (one.get(name), other.get(name)) for name in names if one.get(name) != other.get(name)}


def test_one_run_adds_what_is_absent_and_touches_nothing_else(
    old: OldTables, capsys: pytest.CaptureFixture[str]
) -> None:
    before = old.all()
    for table in TABLES.values():
        assert run(table) == 0
    after = old.all()
    assert differences(after, expected(rewrite=False)) == []
    for name, records in before.items():
        for place, record in records.items():
            assert record.items() <= after[name][place].items() or _has_sets(record)
            assert _reads(TABLES[name], record) == _reads(TABLES[name], after[name][place])
    assert "ReceiptWord: filled" in capsys.readouterr().out
    assert run(RECEIPTS, "--check") == 1
    assert differences(old.all(), after) == []
    assert list(old.folder.iterdir()) == []


def test_rewriting_leaves_nothing_foreign_but_what_cannot_be_put_right(
    old: OldTables, capsys: pytest.CaptureFixture[str]
) -> None:
    before = old.all()
    assert run(RECEIPTS, "--dry-run") == 0
    assert differences(old.all(), before) == []
    for table in TABLES.values():
        run(table, "--rewrite")
    assert differences(old.all(), expected(rewrite=True)) == []
    capsys.readouterr()
    run(RECEIPTS, "--check")
    left = capsys.readouterr().out
    assert "in a foreign shape" not in left
    assert "lacking" not in left
    assert "cannot be put right" in left


def test_killed_at_any_moment_and_repeated_it_ends_as_one_run_does(old: OldTables) -> None:
    wanted = expected(rewrite=True)
    chance = random.Random(11)
    killed = 0
    for table in (RECEIPTS,):
        while killed < many(5, 50):
            process = old.start(table, "--rewrite", "--units-per-second", str(chance.choice((200, 1000, 4000))))
            assert process.stderr is not None
            assert process.stderr.readline().endswith(("begun\n", "going on\n"))
            time.sleep(chance.random() * 0.4)
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                killed += 1
            elif killed < many(5, 50):
                old.fill()  # it was faster: the table grows old again
            process.communicate()
        run(table, "--rewrite", "--notes", str(old.folder / f"{table.name}.json"))
        assert differences({table.name: old.all()[table.name]}, {table.name: wanted[table.name]}) == []


def test_what_others_write_meanwhile_is_neither_lost_nor_given_keys_that_no_longer_fit(old: OldTables) -> None:
    """Another program changes labels while the table is walked: in the end every key follows from what is stored."""
    labels = [record for record in old.all()["receipts"].values() if record.get("TYPE") == "RECEIPT_WORD_LABEL"]
    session = old.store.session(60)

    def change() -> None:
        for number in range(many(5, 50)):
            for label in labels:
                old.client.update_item(
                    TableName=old.names["receipts"],
                    Key={name: {"S": label[name]} for name in ("PK", "SK")},
                    UpdateExpression="SET reasoning = :r",
                    ExpressionAttributeValues={":r": {"S": f"turn {number}"}},
                )

    with ThreadPoolExecutor(1) as pool:
        changing = pool.submit(change)
        run(RECEIPTS, "--rewrite")
        changing.result()
    run(RECEIPTS, "--rewrite")
    for label in labels:
        found = session.get(RECEIPTS, RECEIPTS.key_of(label), is_consistent=True) or {}
        assert found["reasoning"] == f"turn {many(5, 50) - 1}"
        difference = shape_difference(RECEIPTS, found)
        assert difference is not None
        assert not difference or difference.problem


def test_an_item_that_vanishes_is_not_brought_back(old: OldTables) -> None:
    wanting = ((each, shape_difference(RECEIPTS, each)) for each in old.all()["receipts"].values())
    record = next(each for each, found in wanting if found and not found.problem)
    session = old.store.session(60)
    session.delete(RECEIPTS, RECEIPTS.key_of(record))
    assert give_own_shape(Request(session), RECEIPTS, record, rewrite=True) is ShapeOutcome.UNKNOWN
    assert session.get(RECEIPTS, RECEIPTS.key_of(record), is_consistent=True) is None


def _has_sets(record: Record) -> bool:
    return any(isinstance(value, set) for value in record.values())


def _reads(table: Table, record: Record) -> Any:
    try:
        item = read_item(table, record)
    except Exception as error:  # noqa: BLE001  what cannot be read stays as it is
        return str(error)
    return item if isinstance(item, Item) else record
