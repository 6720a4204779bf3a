"""Prepares the tables when the server starts; existing data is never changed."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from entities.tables import TABLES
from loaders.dynamo.client import make_client, table_names
from loaders.dynamo.store import Store
from local.data.folder import UNFINISHED_SAMPLE
from local.data.tables import create_tables, without_streams

Tell = Callable[[str], None]

_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


class TablesMissing(Exception):
    """Tables are missing at an address that is not on this machine, where we do not create any."""


def prepare_tables(store: Store, folder: Path, tell: Tell, *, sample: bool, engine_url: str) -> None:
    """Create missing tables, and load the sample data if all are new. On other machines nothing is created."""
    client, names = make_client(), table_names(os.environ)
    if not is_on_this_machine(engine_url):
        demand_tables(client, names.values())
        return
    made = create_tables(client, names)
    if made:
        tell(f"Created the tables: {', '.join(made)}")
    unfinished = folder / UNFINISHED_SAMPLE
    if not sample or not (unfinished.exists() or len(made) == len(TABLES)):
        return
    from local.data.sample import load_sample  # noqa: PLC0415  only needed at the first start

    unfinished.touch()
    with without_streams(client, names):
        load_sample(store, tell)
    unfinished.unlink()


def is_on_this_machine(url: str) -> bool:
    """Whether an address is on this machine, so that tables may be created there."""
    return urlsplit(url).hostname in _LOOPBACK


def demand_tables(client: Any, names: Iterable[str]) -> None:
    """Raise unless all these tables exist."""
    for name in names:
        try:
            client.describe_table(TableName=name)
        except client.exceptions.ResourceNotFoundException:
            variables = ", ".join(table.variable for table in TABLES.values())
            raise TablesMissing(f"There is no table {name}. Set the names of your tables in {variables}") from None
