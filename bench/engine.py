"""An engine with items in it, for programs that are compared on the same data."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import boto3
from botocore.config import Config

from entities.attributes import encode_item
from entities.item import Item
from entities.tables import TABLES
from local.data.engines import dynoxide

_PATIENT = Config(read_timeout=300, retries={"total_max_attempts": 1})
_BATCH = 25


@dataclass(frozen=True)
class Filled:
    """Where an engine is, and what its tables are called."""

    endpoint: str
    tables: dict[str, str]

    @property
    def setting(self) -> dict[str, Any]:
        """What a program of the comparison is told first."""
        return {"endpoint": self.endpoint, "tables": self.tables}


@contextmanager
def filled(items: Iterable[Item]) -> Iterator[Filled]:
    """An engine of its own, in memory. Loading it takes its time: the engine is not what is measured."""
    with dynoxide() as engine:
        session = boto3.Session(aws_access_key_id="local", aws_secret_access_key="local", region_name="us-east-1")
        client = session.client("dynamodb", endpoint_url=engine.url, config=_PATIENT)
        for table in TABLES.values():
            definition = table.definition(table.usual_name)
            client.create_table(**{name: value for name, value in definition.items() if name != "StreamSpecification"})
        _load(client, items)
        client.close()
        yield Filled(engine.url, {table.name: table.usual_name for table in TABLES.values()})


def _load(client: Any, items: Iterable[Item]) -> None:
    waiting: dict[str, list[Any]] = {}
    for item in items:
        puts = waiting.setdefault(item.table.usual_name, [])
        puts.append({"PutRequest": {"Item": encode_item(item.to_record())}})
        if len(puts) == _BATCH:
            _write(client, {item.table.usual_name: puts})
            del waiting[item.table.usual_name]
    for table, puts in waiting.items():
        _write(client, {table: puts})


def _write(client: Any, puts: dict[str, list[Any]]) -> None:
    while puts:
        puts = client.batch_write_item(RequestItems=puts).get("UnprocessedItems") or {}
