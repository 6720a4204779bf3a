"""What belongs to a hidden nova is as hidden as the nova: from the public, on every road."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from entities.attributes import Record
from entities.errors import BadKeyValue
from entities.item import Item
from entities.novae.base import NovaeItem
from entities.novae.nova import Nova
from entities.tables import NOVAE
from loaders.request import Request

AnyItem = TypeVar("AnyItem", bound=Item)


def of_visible_novae(request: Request, items: Sequence[AnyItem], *, seen: str | None = None) -> list[AnyItem]:
    """Those of these items that belong to no nova that is hidden from the caller, who has `seen` one of them."""
    hidden = _hidden_from(request, {nova_id for each in items for nova_id in _novae_of(each)} - {seen})
    return [each for each in items if hidden.isdisjoint(_novae_of(each))]


def _hidden_from(request: Request, nova_ids: Iterable[str]) -> set[str]:
    """Those of these novae that are hidden from the caller. Those who see hidden ones cause no read."""
    if request.caller.sees_hidden:
        return set()
    keys = {nova_id: key for nova_id in sorted(nova_ids) if (key := _key(nova_id))}
    records = request.session.batch_get(NOVAE, list(keys.values())) if keys else []
    return {nova_id for nova_id, record in zip(keys, records, strict=True) if record and Nova.is_hidden(record)}


def _key(nova_id: str) -> Record | None:
    """The key of a nova; None if there can be none with this id, which comes from any program's notes on a run."""
    try:
        return Nova.key_for(nova_id=nova_id)
    except BadKeyValue:
        return None


def _novae_of(item: Item) -> set[str]:
    names = item.belongs_to if isinstance(item, NovaeItem) else ()
    return {found for name in names if isinstance(found := getattr(item, name, None), str) and found}
