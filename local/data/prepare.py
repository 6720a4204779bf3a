"""Prepares the tables when the server starts; existing items are never changed."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from botocore.exceptions import BotoCoreError, ClientError, ConnectionError, HTTPClientError  # noqa: A004

from commands.counters import read_state
from entities.tables import OWN_TABLES_VARIABLE, TABLES, Table
from loaders.counters import COUNTED_TABLES, CounterState
from loaders.dynamo.client import ENDPOINT_VARIABLE, make_client, own_tables, table_names
from loaders.dynamo.loopback import is_on_this_machine
from loaders.dynamo.store import Store
from loaders.errors import LoaderError
from loaders.request import Request
from local.data.folder import UNFINISHED_SAMPLE, explained, full_disk, is_full
from local.data.tables import create_tables, without_streams
from local.data.upgrades import upgrade_tables
from local.failures import CannotServe
from workers.counters import make_counters

Tell = Callable[[str], None]


class TablesMissing(CannotServe):
    """Tables are missing at an address that is not on this machine, where we do not create any."""


class Unwatched(CannotServe):
    """A table is declared as ours alone, and has no stream by which another writer would be noticed."""


class NoDatabase(CannotServe):
    """The database does not answer, or refuses; the message says where and how."""


def prepare_tables(store: Store, folder: Path, tell: Tell, *, sample: bool, engine_url: str) -> None:
    """Create missing tables, update old ones, and load the sample data if all are new.

    On other machines nothing is created or changed.
    """
    where = urlsplit(engine_url).netloc
    try:
        with explained(folder):
            _prepare(store, folder, tell, sample=sample, engine_url=engine_url)
            demand_streams(make_client())
    except (BotoCoreError, ClientError, LoaderError) as error:
        if is_full(folder):
            raise full_disk(folder) from error
        if isinstance(error, ConnectionError | HTTPClientError):
            advice = f"start it, or unset {ENDPOINT_VARIABLE} to use the one in DATA_DIR"
            raise NoDatabase(f"No database answers at {where}: {advice}") from error
        raise NoDatabase(f"The database at {where} cannot be used: {error}") from error


def _prepare(store: Store, folder: Path, tell: Tell, *, sample: bool, engine_url: str) -> None:
    client, names = make_client(), table_names(os.environ)
    if not is_on_this_machine(engine_url):
        demand_tables(client, names.values())
        return
    if added := upgrade_tables(client, names):
        tell(f"Brought older tables up to date: added the {', the '.join(added)}")
    made = create_tables(client, names)
    if made:
        tell(f"Created the tables: {', '.join(made)}")
    unfinished = folder / UNFINISHED_SAMPLE
    if sample and (unfinished.exists() or len(made) == len(TABLES)):
        from local.data.sample import load_sample  # noqa: PLC0415  only needed at the first start

        unfinished.touch()
        with without_streams(client, names):
            load_sample(store, tell)
        unfinished.unlink()
    followed = [
        table
        for table in COUNTED_TABLES
        if client.describe_table(TableName=names[table.name])["Table"].get("LatestStreamArn")
    ]
    _count(store, followed)


def _count(store: Store, tables: Iterable[Table]) -> None:
    """Make counters where there are none, or none to be trusted; from then on the streams process keeps them."""

    def new_request() -> Request:
        return Request(store.session())

    for table in tables:
        state = read_state(new_request(), table)
        if state is None or state.state is not CounterState.READY:
            make_counters(new_request, table, settle=0.0)


def demand_streams(client: Any) -> None:
    """Raise unless every table that is declared as ours alone has a stream."""
    names = table_names()
    for own in sorted(own_tables()):
        described = client.describe_table(TableName=names[own])["Table"]
        if not (described.get("StreamSpecification") or {}).get("StreamEnabled"):
            raise Unwatched(
                f"{OWN_TABLES_VARIABLE} names {own}, but {names[own]} has no stream: turn it on, or leave {own} out"
            )


def demand_tables(client: Any, names: Iterable[str]) -> None:
    """Raise unless all these tables exist."""
    for name in names:
        try:
            client.describe_table(TableName=name)
        except client.exceptions.ResourceNotFoundException:
            variables = ", ".join(table.variable for table in TABLES.values())
            raise TablesMissing(f"There is no table {name}. Set the names of your tables in {variables}") from None
