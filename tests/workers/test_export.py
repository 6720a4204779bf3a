"""A table copied into files and loaded again is the same table, to the last digit."""

import gzip
import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import Any
from uuid import uuid4

import duckdb
import orjson
import pytest

from entities.tables import RECEIPTS, TABLES
from loaders.dynamo.client import ENDPOINT_VARIABLE, make_client
from loaders.dynamo.store import Store
from local.data import load
from local.data.engines import Engine
from local.data.tables import create_tables
from tests.reads.world import as_others_wrote, world
from workers import export

OPERATIONS = Path(__file__).parents[2] / "docs" / "operations.md"
LABEL = "RECEIPT_WORD_LABEL"

ODD: dict[str, Any] = {
    "PK": {"S": "ODD"},
    "SK": {"S": "1"},
    "number": {"N": "0.1234567890123456789012345678901234567"},
    "bytes": {"B": b"\x00\xff"},
    "set": {"SS": ["a", "b"]},
    "map": {"M": {"deep": {"L": [{"NULL": True}, {"BOOL": False}]}}},
}


def test_an_export_is_complete_exact_and_can_be_loaded_again(
    embedded: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    client = make_client(embedded.url)
    names = {table.name: f"{table.usual_name}-{uuid4().hex[:8]}" for table in TABLES.values()}
    create_tables(client, names)
    monkeypatch.setitem(os.environ, ENDPOINT_VARIABLE, embedded.url)
    for table in TABLES.values():
        monkeypatch.setitem(os.environ, table.variable, names[table.name])
    with Store(client, names) as store:
        records = [*(item.to_record() for item in world() if item.table is RECEIPTS), *as_others_wrote()]
        store.session(60).batch_write(RECEIPTS, records)
        client.put_item(TableName=names["receipts"], Item=ODD)
        before = _stored(client, names["receipts"])
        assert export.main(["--table", "receipts", "--to", str(tmp_path)]) == 0
        assert f"{len(before):,} items" in capsys.readouterr().out
        assert _in_files(tmp_path / "receipts") == before
        assert _labels_by_status(tmp_path) == Counter(
            each.get("validation_status", {}).get("S") for each in before.values() if each.get("TYPE") == {"S": LABEL}
        )
        assert export.main(["--table", "receipts", "--to", str(tmp_path)]) == 1  # nothing is overwritten
        for key in before:
            pk, sk = json.loads(key)
            client.delete_item(TableName=names["receipts"], Key={"PK": {"S": pk}, "SK": {"S": sk}})
        assert load.main(["--table", "receipts", str(tmp_path / "receipts")]) == 0
        again = _stored(client, names["receipts"])
    assert again.keys() == before.keys()
    inexact = [key for key in before if again[key] != before[key]]
    assert inexact in ([], [json.dumps(["ODD", "1"])])  # loading rounds what no double holds


def _labels_by_status(folder: Path) -> Counter[str | None]:
    """What the query in operations.md answers to this export."""
    (query,) = re.findall(r'duckdb -c "(.*?)"', OPERATIONS.read_text(), re.DOTALL)
    found = duckdb.execute(query.replace("build/export", str(folder))).fetchall()
    assert [count for _, count in found] == sorted((count for _, count in found), reverse=True)
    return Counter(dict(found))


def _stored(client: Any, name: str) -> dict[str, Any]:
    found = client.scan(TableName=name)["Items"]
    return {json.dumps([each["PK"]["S"], each["SK"]["S"]]): _plain(each) for each in found}


def _in_files(folder: Path) -> dict[str, Any]:
    lines = [
        line for file in sorted((folder / "data").iterdir()) for line in gzip.decompress(file.read_bytes()).splitlines()
    ]
    items = [json.loads(line)["Item"] for line in lines]
    manifest = [json.loads(line) for line in (folder / "manifest-files.json").read_text().splitlines()]
    assert sum(each["itemCount"] for each in manifest) == len(items)
    return {json.dumps([each["PK"]["S"], each["SK"]["S"]]): each for each in items}


def _plain(item: Any) -> Any:
    """As JSON has it: bytes in base64, sets sorted."""
    return json.loads(orjson.dumps(item, default=export._encoded))
