"""Any item by its global id."""

from collections.abc import Sequence

from entities.item import Item
from entities.tables import TABLES
from loaders import jobs, novae, receipts  # noqa: F401  each adds its relations, and a node may be of any type
from loaders.errors import BadInput
from loaders.reading import Reading
from resolvers.ids import read_global_id

MOST = 100


def node(reading: Reading, id: str) -> Item | None:  # noqa: A002  that is what GraphQL calls it
    return nodes(reading, [id])[0]


def nodes(reading: Reading, ids: Sequence[str]) -> list[Item | None]:
    """Items in the order of their ids; None for ids that lead nowhere. One request per table."""
    if len(ids) > MOST:
        raise BadInput(f"At most {MOST} ids at once, not {len(ids)}.")
    places = [read_global_id(each) for each in ids]
    found: dict[int, Item] = {}
    for table in TABLES.values():
        wanted = [(at, place) for at, place in enumerate(places) if place and place[0].table is table]
        records = reading.session.batch_get(table, [key for _, (_, key) in wanted]) if wanted else []
        for (at, (entity, _)), record in zip(wanted, records, strict=True):
            item = next(reading.items(table, [record], entity), None) if record else None
            if item:
                found[at] = item
    return [found.get(at) for at in range(len(ids))]
