"""The API over tables that are put back as they were after each change: quicker than new tables for each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from entities.attributes import Record, decode_item
from entities.item import Item
from entities.tables import CATS, TABLES, Table
from loaders.dynamo.client import make_client
from local.data.engines import Engine
from tests.commands.conftest import Changing, changing
from tests.contract.fresh import store_items

Place = tuple[str, ...]
"""The name of a table, and a primary key in it."""

Contents = Mapping[Place, Record]


@dataclass(frozen=True)
class Restoring:
    """The API, and what its tables held at first."""

    api: Changing
    client: Any
    """boto3's, which can scan: the loaders never do."""
    first: Contents

    def contents(self, *tables: Table) -> Contents:
        """All items in these tables, or in all."""
        return _contents(self.client, self.api, tables or TABLES.values())

    def restore(self, to: Contents | None = None, *tables: Table) -> list[Table]:
        """Put everything back as it was at first, or then; in all tables, or in these. Returns those that differed."""
        asked = tables or tuple(TABLES.values())
        names = {table.name for table in asked}
        before = self.first if to is None else to
        first, now = {place: each for place, each in before.items() if place[0] in names}, self.contents(*asked)
        session = self.api.store.session(60)
        differing: list[Table] = []
        for table in asked:
            changed = [record for place, record in first.items() if now.get(place) != record]
            added = [record for place, record in now.items() if place not in first]
            puts = [record for record in changed if _is_in(table.name, record, first)]
            gone = [table.key_of(record) for record in added if _is_in(table.name, record, now)]
            if puts or gone:
                session.batch_write(table, puts, gone)
                differing.append(table)
        return differing


@contextmanager
def restoring(engine: Engine, *items: Item, cats: Sequence[Record] = ()) -> Iterator[Restoring]:
    """Tables that hold these items, and further records of cat images as others wrote them."""
    client = make_client(engine.url)
    with changing(engine) as api:
        store_items(api, *items)
        api.store.session(60).batch_write(CATS, cats)
        yield Restoring(api, client, _contents(client, api, TABLES.values()))
    client.close()


def _contents(client: Any, api: Changing, tables: Iterable[Table]) -> Contents:
    found: dict[Place, Record] = {}
    for table in tables:
        pages = client.get_paginator("scan").paginate(TableName=api.store.name_of(table))
        for record in (decode_item(each) for page in pages for each in page["Items"]):
            found[table.name, *(str(record[each]) for each in table.key.attributes)] = record
    return found


def _is_in(table_name: str, record: Record, contents: Contents) -> bool:
    """Whether a record is of this table."""
    place = (table_name, *(str(record.get(each)) for each in TABLES[table_name].key.attributes))
    return contents.get(place) is record
