"""What lies in the tables when the server starts: nothing of ours that was there is touched."""

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from entities.tables import TABLES
from loaders.dynamo.client import make_client, table_names
from loaders.dynamo.store import Store
from local.folder import UNFINISHED_SAMPLE
from local.tables import create_tables, without_streams

Tell = Callable[[str], None]


def prepare_tables(store: Store, folder: Path, tell: Tell, *, sample: bool) -> None:
    """Make missing tables, and fill them with the sample data if all of them are new."""
    client, names = make_client(), table_names(os.environ)
    made = create_tables(client, names)
    if made:
        tell(f"Made the tables: {', '.join(made)}")
    unfinished = folder / UNFINISHED_SAMPLE
    if not sample or not (unfinished.exists() or len(made) == len(TABLES)):
        return
    load_sample = getattr(import_module("local.sample"), "load_sample", None)
    if load_sample is None:
        return
    unfinished.touch()
    with without_streams(client, names):
        load_sample(store, tell)
    unfinished.unlink()
