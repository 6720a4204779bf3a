"""The API over stored items of any format, in tables of its own."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from entities.attributes import Record
from entities.tables import TABLES, Table
from local.data.engines import Engine
from tests.commands.conftest import Changing, changing
from tests.formats.checks import Stored


@contextmanager
def asking(engine: Engine, stored: Iterable[Stored]) -> Iterator[Changing]:
    """The API, and the items behind it."""
    found = list(stored)
    with changing(engine) as api:
        for table in TABLES.values():
            mine = [_acceptable(table, record) for where, record in found if where is table]
            api.store.session().batch_write(table, mine)
        yield api


def _acceptable(table: Table, record: Record) -> Record:
    """Without NULL or empty index keys: upstream's own tables lack the index, ours would refuse the item."""
    keys = {name for index in table.indexes.values() for name in index.attributes}
    return {name: value for name, value in record.items() if value not in (None, "") or name not in keys}
