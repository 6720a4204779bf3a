"""Decides which engine answers a request: the copy that lags answers reads of global indexes, the main one the rest."""

import re
from typing import Any, Protocol

import orjson

_READS = {"Query", "Scan"}
_PARTIQL = {"ExecuteStatement"}
_WRITES = {
    "BatchExecuteStatement",
    "BatchWriteItem",
    "DeleteItem",
    "ExecuteStatement",
    "ExecuteTransaction",
    "PutItem",
    "TransactWriteItems",
    "UpdateItem",
}
_DEFINITIONS = {"CreateTable", "DeleteTable", "UpdateTable"}
_FROM_INDEX = re.compile(r"""\bfrom\s+("?)([\w.-]+?)\1\s*\.\s*"([\w.-]+)\"""", re.IGNORECASE)


class LaggingCopy(Protocol):
    """The interface of a copy that may be read."""

    def url_for(self, table: str, index: str) -> str | None:
        """Where this index is read; None if the copy does not hold it."""
        ...

    def expect_write(self) -> None:
        """Items are about to change."""
        ...

    def look_soon(self) -> None:
        """Tables are about to change."""
        ...


class IndexRouter:
    """Chooses the engine of each request by its target and its body."""

    def __init__(self, main_url: str, copy: LaggingCopy) -> None:
        self._main_url = main_url
        self._copy = copy

    def __call__(self, target: str, body: bytes) -> str:
        """The address of the engine. What the copy does not hold, the main engine answers or refuses."""
        operation = target.rpartition(".")[2]
        if operation in _WRITES:
            self._copy.expect_write()
        elif operation in _DEFINITIONS:
            self._copy.look_soon()
        index = _index_read(operation, body)
        return (index and self._copy.url_for(*index)) or self._main_url


def _index_read(operation: str, body: bytes) -> tuple[str, str] | None:
    """The table and the index that a request reads."""
    if operation not in _READS | _PARTIQL:
        return None
    try:
        request: Any = orjson.loads(body)
    except orjson.JSONDecodeError:
        return None
    if not isinstance(request, dict):
        return None
    if operation in _PARTIQL:
        found = _FROM_INDEX.search(str(request.get("Statement")))
        return (found[2], found[3]) if found else None
    table, index = request.get("TableName"), request.get("IndexName")
    if not isinstance(table, str) or not isinstance(index, str):
        return None
    return table.rpartition(":table/")[2], index
