"""Loading DynamoDB JSON: all or nothing when it is bad, and nothing overwritten unasked."""

import gzip
import io
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from local.data.engines import Engine
from local.data.load import main
from tests.formats.cases import FILES, cases, table_of
from tests.local.conftest import Table


def document(job_id: str, status: str = "COMPLETED", **more: Any) -> dict[str, Any]:
    return {"JobID": {"S": job_id}, "Status": {"S": status}, **more}


def lines(*items: Any) -> bytes:
    return b"".join(json.dumps(item).encode() + b"\n" for item in items)


def load(tmp_path: Path, *files: bytes, table: str = "documents", flags: tuple[str, ...] = ()) -> int:
    names = []
    for number, content in enumerate(files):
        file = tmp_path / f"items-{number}.jsonl"
        file.write_bytes(content)
        names.append(str(file))
    return main(["--table", table, *flags, *names])


def ids(items: list[dict[str, Any]]) -> list[str]:
    return sorted(item["JobID"]["S"] for item in items)


def test_bare_items_exported_items_and_gzipped_files_are_loaded(stored: Table, tmp_path: Path) -> None:
    bare = lines(document("a"), document("b")) + b"\n"
    exported = gzip.compress(lines({"Item": document("c")}, {"Item": document("d")}))
    assert load(tmp_path, bare, exported) == 0
    assert ids(stored("documents")) == ["a", "b", "c", "d"]


def test_items_come_from_stdin_too(stored: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(lines(document("a"))))))
    assert main(["--table", "documents", "-"]) == 0
    assert ids(stored("documents")) == ["a"]


def test_values_of_every_type_arrive_exactly(stored: Table, tmp_path: Path) -> None:
    values: dict[str, Any] = {
        "Long": {"N": "0.69820545831160579123456789"},
        "Whole": {"N": "1E+2"},
        "Bytes": {"B": "AP8="},
        "Several": {"BS": ["AA==", "/w=="]},
        "Numbers": {"NS": ["1", "2.5"]},
        "Words": {"SS": ["x", "y"]},
        "Nothing": {"NULL": True},
        "Deep": {"M": {"list": {"L": [{"BOOL": False}, {"M": {}}]}}},
    }
    assert load(tmp_path, lines(document("a", **values))) == 0
    (item,) = stored("documents")
    assert item["Long"] == {"N": "0.69820545831160579123456789"}
    assert Decimal(item["Whole"]["N"]) == 100
    assert item["Bytes"] == {"B": b"\x00\xff"}
    assert sorted(item["Several"]["BS"]) == [b"\x00", b"\xff"]
    assert {Decimal(each) for each in item["Numbers"]["NS"]} == {Decimal(1), Decimal("2.5")}
    assert item["Deep"] == values["Deep"]
    assert item["Nothing"] == {"NULL": True}


BAD = {
    "this is not JSON": b'{"JobID": \n',
    "must look like": b'["a"]\n',
    "must be one typed value": b'{"JobID": "a"}\n',
    "needs the key JobID": lines({"Status": {"S": "COMPLETED"}}),
    "JobID is a key and must be a text": lines({"JobID": {"N": "1"}}),
    "Status is a key and must be a text": lines(document("a") | {"Status": {"N": "1"}}),
    "JobID is a key and must not be empty": lines(document("")),
    "which DynamoDB does not know": lines(document("a", Page={"I": 1})),
    "is not a number": lines(document("a", Page={"N": "twelve"})),
    "outside the range": lines(document("a", Page={"N": "1e200"})),
    "more than the 38 digits": lines(document("a", Page={"N": "1" * 39})),
    "is not a text": lines(document("a", Page={"S": 7})),
    "a set must be a list with at least one element": lines(document("a", Page={"SS": []})),
    "NULL must be true": lines(document("a", Page={"NULL": False})),
    "is no B": lines(document("a", Page={"B": "not base64"})),
    "400 KB": lines(document("a", Page={"S": "x" * 410_000})),
}


@pytest.mark.parametrize("why", BAD)
def test_a_bad_line_is_named_and_nothing_is_written(
    why: str, stored: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = lines(document("good"), document("too"))
    assert load(tmp_path, good, good + BAD[why] + good) == 1
    said = capsys.readouterr().err
    assert "items-1.jsonl, line 3" in said
    assert why.replace("400 KB", "at most 409,600") in said
    assert stored("documents") == []


def test_nesting_beyond_what_dynamodb_holds_is_refused(
    stored: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    value: dict[str, Any] = {"S": "deep"}
    for _ in range(200):
        value = {"L": [value]}
    assert load(tmp_path, lines(document("a", Deep=value))) == 1
    assert "32 levels" in capsys.readouterr().err
    assert stored("documents") == []


def test_a_gzipped_file_that_was_cut_short_is_refused(
    stored: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = gzip.compress(lines(*(document(str(number)) for number in range(50))))
    assert load(tmp_path, whole[:-20]) == 1
    assert "the rest of the file cannot be read" in capsys.readouterr().err
    assert stored("documents") == []


def test_numbers_are_wanted_where_keys_are_numbers(
    stored: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {"batch_id": {"S": "7"}, "img_fprint": {"S": "f"}}
    assert load(tmp_path, lines(wrong), table="cats") == 1
    assert "batch_id is a key and must be a number (N), not S" in capsys.readouterr().err
    assert load(tmp_path, lines(wrong | {"batch_id": {"N": "7"}}), table="cats") == 0
    assert len(stored("cats")) == 1


def test_what_is_there_stays_unless_it_is_to_be_replaced(
    stored: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    load(tmp_path, lines(document("a", "UPLOADING")))
    again = lines(document("a", "COMPLETED"), document("b", "COMPLETED"), document("b", "ERROR"))
    capsys.readouterr()
    assert load(tmp_path, again) == 0
    said = capsys.readouterr().err.split()
    assert said[:2] == ["1", "TextractJob"]
    assert said[said.index("already") - 1] == "2"
    assert {item["JobID"]["S"]: item["Status"]["S"] for item in stored("documents")} == {
        "a": "UPLOADING",
        "b": "COMPLETED",
    }
    assert load(tmp_path, again, flags=("--replace",)) == 0
    assert {item["JobID"]["S"]: item["Status"]["S"] for item in stored("documents")} == {"a": "COMPLETED", "b": "ERROR"}


def test_more_than_one_batch_is_loaded_and_counted_by_type(
    stored: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    many = lines(*(document(f"{number:04d}") for number in range(450)))
    assert load(tmp_path, many, flags=("--replace",)) == 0
    assert "450  TextractJob" in capsys.readouterr().err
    assert len(stored("documents")) == 450


def test_the_engine_of_a_running_server_is_found_in_its_folder(
    stored: Table, embedded: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TESSERA_DYNAMODB_URL")
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "engine.json").write_text(json.dumps({"url": embedded.url}))
    assert load(tmp_path, lines(document("a"))) == 0
    assert ids(stored("documents")) == ["a"]


def test_without_a_database_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("TESSERA_DYNAMODB_URL", raising=False)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "nothing"))
    assert load(tmp_path, lines(document("a"))) == 1
    assert "make serve" in capsys.readouterr().err
    monkeypatch.setenv("TESSERA_DYNAMODB_URL", "http://127.0.0.1:9")
    assert load(tmp_path, lines(document("a"))) == 1
    assert "Nothing answers at 127.0.0.1:9" in capsys.readouterr().err


def test_a_missing_or_empty_file_is_an_error(stored: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--table", "documents", str(tmp_path / "none.jsonl")]) == 1
    assert "none.jsonl" in capsys.readouterr().err
    assert load(tmp_path, b"\n\n") == 1
    assert "no items" in capsys.readouterr().err
    assert stored("documents") == []


@pytest.mark.parametrize(
    ("table", "file", "count"),
    [
        ("receipts", "receipts_head", 50),
        ("receipts", "receipts_mid", 40),
        ("receipts", "receipts_old", 13),
        ("novae", "novae", 22),
        ("cats", "cats", 2),
        ("documents", "documents", 2),
        ("documents", "documents_early", 2),  # its index keys say nothing, and DynamoDB would refuse them
    ],
)
def test_items_of_real_writers_are_loaded_as_they_are(
    table: str, file: str, count: int, stored: Table, golden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--table", table, str(golden / f"{file}.jsonl")]) == 0
    assert f"{count:,}  items are now in {table}" in capsys.readouterr().err
    assert len(stored(table)) == count


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_items_of_every_format_are_loaded_as_they_are(
    file: Path, stored: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    items, table = [case.item for case in cases(file)], table_of(file).name
    assert load(tmp_path, lines(*items), table=table) == 0
    assert f"{len(items):,}  items are now in {table}" in capsys.readouterr().err
    assert len(stored(table)) == len(items)
