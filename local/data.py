"""What lies in the tables when the server starts: nothing of anybody's that was there is touched."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from entities.tables import TABLES
from loaders.dynamo.client import make_client, table_names
from loaders.dynamo.store import Store
from local.folder import UNFINISHED_SAMPLE
from local.tables import create_tables, without_streams

Tell = Callable[[str], None]

_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


class TablesMissing(Exception):
    """There are no such tables at an address that is not on this machine: they are not ours to make."""


def prepare_tables(store: Store, folder: Path, tell: Tell, *, sample: bool, engine_url: str) -> None:
    """Make missing tables, and fill them with the sample data if all of them are new. Elsewhere nothing is made."""
    client, names = make_client(), table_names(os.environ)
    if not is_on_this_machine(engine_url):
        demand_tables(client, names.values())
        return
    made = create_tables(client, names)
    if made:
        tell(f"Made the tables: {', '.join(made)}")
    unfinished = folder / UNFINISHED_SAMPLE
    if not sample or not (unfinished.exists() or len(made) == len(TABLES)):
        return
    from local.sample import load_sample  # noqa: PLC0415  only a first start has to wait for it

    unfinished.touch()
    with without_streams(client, names):
        load_sample(store, tell)
    unfinished.unlink()


def is_on_this_machine(url: str) -> bool:
    """Whether an address is ours to make tables at."""
    return urlsplit(url).hostname in _LOOPBACK


def demand_tables(client: Any, names: Iterable[str]) -> None:
    """Raise unless all these tables are there."""
    for name in names:
        try:
            client.describe_table(TableName=name)
        except client.exceptions.ResourceNotFoundException:
            variables = ", ".join(table.variable for table in TABLES.values())
            raise TablesMissing(f"There is no table {name} there. Say what yours are called: {variables}") from None
