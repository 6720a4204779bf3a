"""Which table a stream record is of."""

from collections.abc import Mapping
from typing import Any

from entities.tables import TABLES, Table
from loaders.dynamo.client import table_names


def table_of(record: Mapping[str, Any]) -> Table:
    """The table of a stream record, by the name in its ARN."""
    name = str(record["eventSourceARN"]).split(":table/")[1].split("/")[0]
    kinds = {real: kind for kind, real in table_names().items()}
    return TABLES[kinds[name]]
