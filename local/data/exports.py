"""The data files of a folder that holds a DynamoDB export to S3, as `aws s3 sync` or `cp --recursive` copies it.

    AWSDynamoDB/<export>/manifest-summary.json    format and kind of the export
    AWSDynamoDB/<export>/manifest-files.json      a line for each data file, with its number of items
    AWSDynamoDB/<export>/data/<name>.json.gz      the items

The folder may be any of these, or one with data files alone.
"""

from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import orjson

MANIFEST, SUMMARY, DATA = "manifest-files.json", "manifest-summary.json", "data"
SUFFIXES = (".json", ".jsonl", ".ndjson", ".json.gz", ".jsonl.gz", ".ndjson.gz")


class BadExport(Exception):
    """Why a folder cannot be loaded; the message names it."""


@dataclass(frozen=True)
class ExportFile:
    """A file to read from, and its name in messages."""

    name: str
    path: Path
    items: int | None = None
    """How many items it must hold, where a manifest says so."""


def files_in(folder: Path) -> list[ExportFile]:
    """The data files of the export in a folder, all of them."""
    manifests = sorted(folder.rglob(MANIFEST))
    if not manifests and folder.name == DATA and (folder.parent / MANIFEST).is_file():
        manifests = [folder.parent / MANIFEST]
    if len(manifests) > 1:
        found = ", ".join(each.parent.name for each in manifests)
        raise BadExport(f"{folder} holds {len(manifests)} exports ({found}): name the folder of one.")
    if manifests:
        return _listed(manifests[0])
    if (folder / SUMMARY).is_file():
        raise BadExport(f"{folder} has no {MANIFEST}: the copy of the export is not complete.")
    files = sorted(each for each in folder.iterdir() if each.is_file() and each.name.endswith(SUFFIXES))
    if not files:
        raise BadExport(f"{folder} holds neither an export ({MANIFEST}) nor files of items (*.json, *.json.gz).")
    return [ExportFile(str(file), file) for file in files]


def _listed(manifest: Path) -> list[ExportFile]:
    _check_kind(manifest.parent / SUMMARY)
    files = []
    for number, line in enumerate(manifest.read_bytes().splitlines(), 1):
        if line.strip():
            files.append(_data_file(manifest, number, line))
    if missing := [each.name for each in files if not each.path.is_file()]:
        others = f", and so are {len(missing) - 1} others" if len(missing) > 1 else ""
        raise BadExport(f"{missing[0]} is missing{others}: the copy of the export is not complete.")
    return files


def _data_file(manifest: Path, number: int, line: bytes) -> ExportFile:
    try:
        listed: Any = orjson.loads(line)
        key, items = listed["dataFileS3Key"], listed["itemCount"]
        file = manifest.parent / DATA / PurePosixPath(key).name
    except (ValueError, KeyError, TypeError):
        raise BadExport(f"{manifest}, line {number}: this is not a line of an export's manifest.") from None
    return ExportFile(str(file), file, int(items))


def _check_kind(summary: Path) -> None:
    """Refuse what holds no items in DynamoDB JSON; the summary may be absent."""
    try:
        told: Any = orjson.loads(summary.read_bytes())
    except FileNotFoundError:
        return
    except ValueError:
        raise BadExport(f"{summary} cannot be read: the copy of the export is not complete.") from None
    kind, form = told.get("exportType", "FULL_EXPORT"), told.get("outputFormat", "DYNAMODB_JSON")
    if form != "DYNAMODB_JSON":
        raise BadExport(f"The export in {summary.parent} is in the format {form}: export it as DYNAMODB_JSON.")
    if kind != "FULL_EXPORT":
        raise BadExport(f"The export in {summary.parent} is an {kind}: only full exports can be loaded.")
