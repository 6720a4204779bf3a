"""Index keys of an item that is changed: it may stand in the indexes as another program put it there.

Other programs use some indexes for other lists than we do. As long as a change leaves room for their keys, they stay,
with the new values. Where one of ours has to take such a place, the item would be missing from the list that it stood
in there; so it then gets all of ours, and theirs go.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from entities.attributes import Record
from entities.errors import BadKeyValue
from entities.item import Alternate, Item, ItemType
from entities.keys import Key
from entities.own_shape import is_being_deleted
from loaders.current import Found


def with_index_keys(
    found: Found[ItemType], edited: ItemType, changed: Record, removed: tuple[str, ...]
) -> tuple[Record, tuple[str, ...]]:
    """The attributes to set and to remove, with the index keys that the stored item needs instead of those in them."""
    entity, places = type(edited), _places(type(edited))
    keys = {name for attributes in places.values() for name in attributes}
    changed = {name: value for name, value in changed.items() if name not in keys}
    removed = tuple(name for name in removed if name not in keys)
    if is_being_deleted(entity.table, found.record):  # its keys are the mark that the deletion waits for
        return changed, removed
    standings = [_standing(found, edited, index) for index in places]
    is_crowded = any(each.moves and not each.can_stay for each in standings)
    new = {name: value for each in standings for name, value in each.changes(is_crowded=is_crowded).items()}
    gone = (name for name, value in new.items() if value is None)
    return changed | {name: value for name, value in new.items() if value is not None}, (*removed, *gone)


@dataclass(frozen=True)
class _Standing:
    """How an item stands in an index before and after a change: `was` and `becomes` are keys of ours."""

    stored: Record
    was: Record
    becomes: Record
    is_theirs: bool = False
    """Whether another program put it there, under a key that we know."""
    can_stay: bool = False
    """Whether it is in the lists of this index under the key that it has there."""
    as_theirs: Record = field(default_factory=dict)
    """What their key becomes, where the change shows in it; None for what goes."""

    @property
    def moves(self) -> bool:
        return self.was != self.becomes

    def changes(self, *, is_crowded: bool) -> Record:
        """The attributes that change; None for those that go."""
        if self.is_theirs and (self.can_stay or not is_crowded):
            return self.as_theirs
        if self.can_stay:
            return _difference(self.was, self.becomes)
        if self.moves or self.is_theirs or (is_crowded and self.becomes):
            return _difference(self.stored, self.becomes)
        return {}


def _standing(found: Found[ItemType], edited: ItemType, index: str) -> _Standing:
    stored = {name: found.record[name] for name in _places(type(edited))[index] if found.record.get(name) is not None}
    own = type(edited).indexes.get(index)
    was, becomes = (_under(own, index, item) for item in (found.item, edited))
    if stored == was:
        return _Standing(stored, was, becomes, can_stay=True)
    theirs = _alternate(found, index, stored)
    if theirs is None:
        return _Standing(stored, was, becomes, can_stay=own is not None and _reads(own, index, found))
    as_theirs = _difference(*(_under(theirs.key, index, item) for item in (found.item, edited)))
    partition = found.item.table.index(index).partition
    stays = was.get(partition) == becomes.get(partition) if theirs.is_kept else _is_twin(theirs.key, own)
    return _Standing(stored, was, becomes, is_theirs=True, can_stay=stays, as_theirs=as_theirs)


def _alternate(found: Found[ItemType], index: str, stored: Record) -> Alternate | None:
    """The key of another program under which an item stands in an index, if it is one that we know."""
    own = found.item.indexes.get(index)
    known = [each for each in found.item.alternates if each.index == index]
    exact = (each for each in known if _under(each.key, index, found.item) == stored)
    read = (each for each in known if not (own and _reads(own, index, found)) and _reads(each.key, index, found))
    return next(exact, None) or next(read, None)


def _reads(key: Key, index: str, found: Found[ItemType]) -> bool:
    """Whether the key under which an item is stored has this form, whatever its values."""
    first, *rest = (found.record.get(name) for name in found.item.table.index(index).attributes)
    return key.parse(first, rest[0] if rest else None) is not None


def _under(key: Key | None, index: str, item: Item) -> Record:
    try:
        return item.index_key(index, key) if key else {}
    except BadKeyValue:  # a value that this program could not have written
        return {}


def _is_twin(key: Key, own: Key | None) -> bool:
    """Whether both make the same lists, and only write their values differently."""
    return own is not None and key.partition.plain == own.partition.plain


def _difference(before: Record, after: Record) -> Record:
    """What turns one key into the other; None for what goes."""
    return {name: after.get(name) for name in (*before, *after) if before.get(name) != after.get(name)}


@cache
def _places(entity: type[Item]) -> dict[str, tuple[str, ...]]:
    """The attributes of each index that holds nothing but keys. Others are over data, which is stored anyway."""
    return dict(_pure_indexes(entity))


def _pure_indexes(entity: type[Item]) -> Iterator[tuple[str, tuple[str, ...]]]:
    data = {name for stored in entity.stored_fields for name in stored.attributes}
    taken = {*data, *entity.table.key.attributes, entity.table.discriminator}
    for name, index in entity.table.indexes.items():
        if taken.isdisjoint(index.attributes):
            yield name, index.attributes
