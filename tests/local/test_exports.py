"""`load` takes the folder of an export to S3, whole or not at all."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from local.data.load import main
from tests.local.conftest import Table
from tests.local.test_load import document, ids

EXPORT = "01700000000000-a1b2c3d4"


def exported(root: Path, *files: list[str], name: str = EXPORT) -> Path:
    """A folder as DynamoDB fills it: one data file for each list of ids."""
    folder = root / "AWSDynamoDB" / name
    (folder / "data").mkdir(parents=True)
    manifest = []
    for number, names in enumerate(files):
        lines = "".join(json.dumps({"Item": document(each)}) + "\n" for each in names)
        (folder / "data" / f"part{number}.json.gz").write_bytes(gzip.compress(lines.encode()))
        key = f"some/prefix/AWSDynamoDB/{name}/data/part{number}.json.gz"
        manifest.append({"itemCount": len(names), "md5Checksum": "x==", "etag": "y-1", "dataFileS3Key": key})
    (folder / "manifest-files.json").write_text("".join(json.dumps(each) + "\n" for each in manifest))
    (folder / "manifest-files.md5").write_text("x")
    summarize(folder)
    return folder


def summarize(folder: Path, **told: Any) -> None:
    usual = {"version": "2020-06-30", "outputFormat": "DYNAMODB_JSON", "exportType": "FULL_EXPORT"}
    (folder / "manifest-summary.json").write_text(json.dumps(usual | told))


@pytest.mark.parametrize("below", ["", "AWSDynamoDB", f"AWSDynamoDB/{EXPORT}", f"AWSDynamoDB/{EXPORT}/data"])
def test_the_folder_of_an_export_is_loaded_from_wherever_it_is_named(stored: Table, tmp_path: Path, below: str) -> None:
    exported(tmp_path, ["a", "b"], [], ["c"])
    assert main(["--table", "documents", str(tmp_path / below)]) == 0
    assert ids(stored("documents")) == ["a", "b", "c"]


def test_a_folder_of_files_is_loaded_without_a_manifest(stored: Table, tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps(document("a")))
    (tmp_path / "two.jsonl.gz").write_bytes(gzip.compress(json.dumps(document("b")).encode()))
    (tmp_path / "notes.txt").write_text("not items")
    assert main(["--table", "documents", str(tmp_path)]) == 0
    assert ids(stored("documents")) == ["a", "b"]


def _remove_a_file(folder: Path) -> None:
    (folder / "data" / "part1.json.gz").unlink()


def _remove_an_item(folder: Path) -> None:
    (folder / "data" / "part0.json.gz").write_bytes(gzip.compress(json.dumps({"Item": document("a")}).encode()))


def _remove_the_manifest(folder: Path) -> None:
    (folder / "manifest-files.json").unlink()


def _damage_the_manifest(folder: Path) -> None:
    (folder / "manifest-files.json").write_text('{"itemCount": 1}\n')


SPOILED: dict[str, Callable[[Path], object]] = {
    "part1.json.gz is missing: the copy of the export is not complete": _remove_a_file,
    "part0.json.gz has 1 items, but its export has 2": _remove_an_item,
    "has no manifest-files.json": _remove_the_manifest,
    "line 1: this is not a line of an export's manifest": _damage_the_manifest,
    "is in the format ION: export it as DYNAMODB_JSON": lambda folder: summarize(folder, outputFormat="ION"),
    "is an INCREMENTAL_EXPORT": lambda folder: summarize(folder, exportType="INCREMENTAL_EXPORT"),
    "holds 2 exports": lambda folder: exported(folder / "other", ["d"], name="02"),
}


@pytest.mark.parametrize("reason", SPOILED)
def test_an_export_that_is_not_whole_is_refused_and_nothing_is_written(
    stored: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str], reason: str
) -> None:
    folder = exported(tmp_path, ["a", "b"], ["c"])
    SPOILED[reason](folder)
    assert main(["--table", "documents", str(folder)]) == 1
    said = capsys.readouterr().err
    assert reason in said
    assert "Traceback" not in said
    assert stored("documents") == []


def test_a_folder_without_items_is_named(stored: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--table", "documents", str(tmp_path)]) == 1
    assert "holds neither an export" in capsys.readouterr().err
    assert stored("documents") == []
