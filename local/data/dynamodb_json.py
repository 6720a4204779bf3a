"""Reads DynamoDB JSON: one item per line, bare or as DynamoDB's export to S3 writes it, gzipped or not.

Values are read exactly: DynamoDB's numbers may have more digits than a float.
"""

import gzip
import re
import shutil
import sys
import tempfile
import zlib
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import IO, Any, cast

import orjson

from entities.attributes import Record, encode_item
from entities.tables import Table
from loaders.dynamo.sizes import MAX_ITEM_BYTES, item_size
from local.data.exports import ExportFile, files_in

STDIN = "-"

_GZIP = b"\x1f\x8b"
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})?")
_DIGITS = 38
_DEEPEST = 32
_KINDS = {"S": "a text", "N": "a number"}


class BadLine(Exception):
    """A line that cannot be loaded; the message contains its position and the reason."""

    def __init__(self, source: str, line: int, why: str) -> None:
        super().__init__(f"{source}, line {line}: {why}")


@contextmanager
def sources(names: list[str]) -> Iterator[list[ExportFile]]:
    """The files with these names, or in the folders with these names.

    Input from stdin is saved to a temporary file, so that it can be read twice.
    """
    with tempfile.TemporaryDirectory() as folder:
        spooled = Path(folder) / "stdin"
        if STDIN in names:
            with spooled.open("wb") as kept:
                shutil.copyfileobj(sys.stdin.buffer, kept)
        yield [file for name in names for file in _named(name, spooled)]


def _named(name: str, spooled: Path) -> list[ExportFile]:
    if name == STDIN:
        return [ExportFile("stdin", spooled)]
    path = Path(name)
    return files_in(path) if path.is_dir() else [ExportFile(name, path)]


def records(source: ExportFile, table: Table) -> Iterator[Record]:
    """The items of a file; raises BadLine at the first that cannot be stored in the table."""
    with _opened(source) as lines:
        for number, line in _numbered(lines, source):
            if line.strip():
                try:
                    yield _record(line, table)
                except _Bad as error:
                    raise BadLine(source.name, number, str(error)) from error


def _numbered(lines: IO[bytes], source: ExportFile) -> Iterator[tuple[int, bytes]]:
    number = 1
    try:
        while line := lines.readline():
            yield number, line
            number += 1
    except (EOFError, OSError, zlib.error) as error:
        raise BadLine(source.name, number, f"the rest of the file cannot be read: {error}") from error


class _Bad(Exception):
    """Why a line is rejected."""


@contextmanager
def _opened(source: ExportFile) -> Iterator[IO[bytes]]:
    with source.path.open("rb") as raw:
        is_gzipped = raw.read(len(_GZIP)) == _GZIP
        raw.seek(0)
        if not is_gzipped:
            yield raw
            return
        with gzip.open(raw) as unpacked:
            yield cast("IO[bytes]", unpacked)


def _record(line: bytes, table: Table) -> Record:
    try:
        parsed = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise _Bad(f"this is not JSON: {error}") from error
    item = parsed["Item"] if isinstance(parsed, dict) and parsed.keys() == {"Item"} else parsed
    if not isinstance(item, dict) or not item:
        raise _Bad('an item must look like {"PK": {"S": "..."}, ...} or {"Item": {...}}')
    record = {name: _value(value, (name,)) for name, value in item.items()}
    for name in _empty_index_keys(item, table):
        del item[name], record[name]
    _check_keys(item, table)
    _check_whole(record)
    return record


def _empty_index_keys(item: Mapping[str, Any], table: Table) -> list[str]:
    """Empty index keys: a table without our indexes may contain them, but one with them would reject the item."""
    names = {name for index in table.indexes.values() for name in index.attributes} - set(table.key.attributes)
    return [name for name in item if name in names and item[name] in ({"NULL": True}, {"S": ""})]


def _check_keys(item: Mapping[str, Any], table: Table) -> None:
    """Every key must have the type that the table declares; the primary key must exist."""
    for name in table.key.attributes:
        if name not in item:
            raise _Bad(f"the table {table.name} needs the key {name}, and the item has none")
    for index in (table.key, *table.indexes.values()):
        for name, kind in zip(index.attributes, index.types, strict=False):
            value = item.get(name)
            if value is not None and kind not in value:
                raise _Bad(f"{name} is a key and must be {_KINDS[kind]} ({kind}), not {next(iter(value))}")
            if value == {"S": ""}:
                raise _Bad(f"{name} is a key and must not be empty")


def _check_whole(record: Record) -> None:
    try:
        encode_item(record)
    except (TypeError, ValueError) as error:
        raise _Bad(str(error)) from error
    size = item_size(record)
    if size > MAX_ITEM_BYTES:
        raise _Bad(f"the item has {size:,} bytes, but DynamoDB stores at most {MAX_ITEM_BYTES:,}")


Names = tuple[str, ...]
"""The names that lead to a value inside an item."""


def _value(value: Any, path: Names) -> Any:
    """One AttributeValue as a Python value, exactly."""
    where = ".".join(path)
    if not isinstance(value, dict) or len(value) != 1:
        raise _Bad(f'{where} must be one typed value such as {{"S": "..."}}')
    if len(path) > _DEEPEST:
        raise _Bad(f"{path[0]} has more than the {_DEEPEST} levels that DynamoDB allows")
    ((kind, raw),) = value.items()
    reader = _READERS.get(kind)
    if reader is None:
        raise _Bad(f"{where} has the type {kind}, which DynamoDB does not know")
    try:
        return reader(raw, path)
    except (AttributeError, TypeError, ValueError) as error:
        raise _Bad(f"{where} is no {kind}: {error}") from error


def _text(raw: Any, _: Names = ()) -> str:
    if not isinstance(raw, str):
        raise TypeError(f"{raw!r} is not a text")
    return raw


def _number(raw: Any, _: Names = ()) -> int | Decimal:
    if not _NUMBER.fullmatch(_text(raw)):
        raise ValueError(f"{raw!r} is not a number")
    exact = Decimal(raw)
    is_whole = 0 <= exact.adjusted() < _DIGITS and exact == exact.to_integral_value()
    return int(exact) if is_whole else exact


def _bool(raw: Any, _: Names = ()) -> bool:
    if not isinstance(raw, bool):
        raise TypeError(f"{raw!r} is not true or false")
    return raw


def _null(raw: Any, _: Names) -> None:
    if raw is not True:
        raise TypeError("NULL must be true")


def _map(raw: Any, path: Names) -> Record:
    return {name: _value(value, (*path, name)) for name, value in raw.items()}


def _list(raw: Any, path: Names) -> list[Any]:
    if not isinstance(raw, list):
        raise TypeError(f"{raw!r} is not a list")
    return [_value(value, (*path, str(place))) for place, value in enumerate(raw)]


def _set_of(reader: Callable[[Any], Any]) -> Callable[[Any, Names], set[Any]]:
    def read(raw: Any, _: Names) -> set[Any]:
        if not isinstance(raw, list) or not raw:
            raise TypeError("a set must be a list with at least one element")
        return set(map(reader, raw))

    return read


def _binary(raw: Any, _: Names = ()) -> bytes:
    return b64decode(_text(raw), validate=True)


_READERS: dict[str, Callable[[Any, Names], Any]] = {
    "S": _text,
    "N": _number,
    "BOOL": _bool,
    "NULL": _null,
    "M": _map,
    "L": _list,
    "SS": _set_of(_text),
    "NS": _set_of(_number),
    "B": _binary,
    "BS": _set_of(_binary),
}
