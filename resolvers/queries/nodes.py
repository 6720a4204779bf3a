"""Any item by its global id."""

from collections.abc import Sequence

from entities.item import Item
from entities.tables import TABLES
from loaders.errors import BadInput
from loaders.hidden_novae import of_visible_novae
from loaders.request import Request
from loaders.stored_item import StoredItem
from loaders.stored_item import stored_item as item_as_stored
from resolvers.runtime.ids import read_global_id

MAX = 100


def node(request: Request, id: str) -> Item | None:  # noqa: A002  the name of GraphQL's argument
    return nodes(request, [id])[0]


def nodes(request: Request, ids: Sequence[str]) -> list[Item | None]:
    """Items in the order of their ids; None for ids without an item. One request per table."""
    if len(ids) > MAX:
        raise BadInput(f"Give at most {MAX} ids, not {len(ids)}.", field="ids")
    places = [read_global_id(each) for each in ids]
    found: dict[int, Item] = {}
    for table in TABLES.values():
        wanted = [(at, place) for at, place in enumerate(places) if place and place[0].table is table]
        records = request.session.batch_get(table, [key for _, (_, key) in wanted]) if wanted else []
        for (at, (entity, _)), record in zip(wanted, records, strict=True):
            item = next(request.items(table, [record], entity), None) if record else None
            if item:
                found[at] = item
    visible = {id(each) for each in of_visible_novae(request, list(found.values()))}
    return [found[at] if at in found and id(found[at]) in visible else None for at in range(len(ids))]


def stored_item(request: Request, id: str) -> StoredItem | None:  # noqa: A002  the name of GraphQL's argument
    place = read_global_id(id)
    return item_as_stored(request, *place) if place else None
