"""How a stored item differs from what we would write: what it lacks, and which index keys another writer gave it.

An item that is read tolerantly may be missing from our indexes, or stand in them under another writer's keys. What is
found here is only what can be put right without changing what the item says: the item that results is read again, and
where it would differ in any field, nothing is put right.
"""

from dataclasses import dataclass, field
from functools import cache

from entities.attributes import Record
from entities.errors import EntityError
from entities.fields import is_written_in_upper_case
from entities.item import Item
from entities.reading import first_value
from entities.registry import type_of, types_in
from entities.tables import TABLES, Index, Table

BEING_DELETED = "DELETED_"
"""How the index keys of an item begin while what belongs to it is being deleted. It is left alone."""


@dataclass(frozen=True)
class ShapeDifference:
    """What separates a stored item from the one that we would write. Empty: it has our shape."""

    type_name: str
    absent: Record = field(default_factory=dict)
    """Index keys and attributes that it lacks. To add them changes nothing that another program wrote."""
    foreign: Record = field(default_factory=dict)
    """Attributes with another value than ours: keys of indexes in another format, and values stored elsewhere."""
    surplus: tuple[str, ...] = ()
    """Keys of indexes in which we would not list it."""
    problem: str | None = None
    """Why it cannot be put right."""

    def __bool__(self) -> bool:
        return bool(self.absent or self.foreign or self.surplus or self.problem)

    @property
    def is_foreign(self) -> bool:
        """Whether another program wrote it, or something that we do not understand."""
        return bool(self.foreign or self.surplus or self.problem)

    def __str__(self) -> str:
        lacking = [f"lacks {name}" for name in sorted(self.absent)]
        others = [f"{name} is not as we write it" for name in sorted({*self.foreign, *self.surplus})]
        return "; ".join([*([self.problem] if self.problem else ()), *lacking, *others]) or "as we write it"

    def changes(self, *, rewrite: bool) -> tuple[Record, tuple[str, ...]]:
        """The attributes to set and those to remove; what others wrote is only touched with `rewrite`."""
        return (self.absent | self.foreign, self.surplus) if rewrite else (self.absent, ())


def place_of(table: Table, record: Record) -> str:
    """The primary key of an item, for people."""
    return " / ".join(str(value) for value in table.key_of(record).values())


def shape_difference(table: Table, record: Record) -> ShapeDifference | None:
    """How an item of ours differs from what we would write; None if it is of no type of ours."""
    entity = type_of(table, record)
    if entity is None:
        return None
    try:
        item = entity.from_record(record)
        ours = item.to_record() | _index_keys(item)
    except EntityError as error:
        return ShapeDifference(entity.__name__, problem=str(error))
    if is_being_deleted(table, record):
        return ShapeDifference(entity.__name__)
    found = _difference(item, ours, record)
    return found if _says_the_same(item, found, record) else _only_what_is_safe(item, found, record)


def _index_keys(item: Item) -> Record:
    """The index keys that we would write: some texts are read as they are, but written in upper case.

    Those in the primary key stay as they are there: they are part of an id.
    """
    marks = type(item).model_fields
    fields = (each.name for each in item.stored_fields if not each.is_in_key)
    texts = {name: getattr(item, name) for name in fields if is_written_in_upper_case(marks[name].metadata)}
    return item.model_copy(update={name: text.upper() for name, text in texts.items() if text}).index_keys()


def _difference(item: Item, ours: Record, record: Record) -> ShapeDifference:
    table, name = item.table, type(item).__name__
    indexes = [index for each, index in table.indexes.items() if not _is_kept(type(item), each, record)]
    keys = {each for index in table.indexes.values() for each in index.attributes} - {*table.key.attributes}
    compared = {each for index in indexes for each in index.attributes}
    ours = {each: value for each, value in ours.items() if each not in keys or (each in compared and value != "")}
    record = {each: value for each, value in record.items() if each not in keys or each in compared}
    fillable = {each for index in indexes if _agrees(index, ours, record) for each in index.attributes}
    absent = {each: ours[each] for each in ours.keys() - record.keys() if each not in keys or each in fillable}
    elsewhere = _stored_elsewhere(item, record) & absent.keys() - keys
    foreign = {each: ours[each] for each in ours.keys() & keys if each not in absent and record.get(each) != ours[each]}
    foreign |= {each: absent.pop(each) for each in elsewhere}
    surplus = tuple(sorted(record.keys() & keys - ours.keys() - _data_attributes(table.name)))
    return ShapeDifference(name, absent, foreign, surplus)


def _is_kept(entity: type[Item], index_name: str, record: Record) -> bool:
    """Whether an item stands in an index under another writer's key by which clients ask."""
    first, *rest = (record.get(each) for each in entity.table.index(index_name).attributes)
    kept = (each.key for each in entity.alternates if each.is_kept and each.index == index_name)
    return any(key.parse(first, rest[0] if rest else None) is not None for key in kept)


def _agrees(index: Index, ours: Record, record: Record) -> bool:
    """Whether what an item has of an index key is as we write it: half a key of ours would list it among others'."""
    return all(each not in record or record[each] == ours.get(each) for each in index.attributes)


def _stored_elsewhere(item: Item, record: Record) -> set[str]:
    """Attributes whose values another program keeps under other names: a copy of ours would soon be out of date."""
    fields = (each for each in item.stored_fields if len(each.attributes) > 1)
    return {each.attributes[0] for each in fields if first_value(each, record) is not None}


@cache
def _data_attributes(table_name: str) -> frozenset[str]:
    """Attributes that some type of a table keeps data in, such as times by which an index is sorted."""
    table = TABLES[table_name]
    fields = (each for entity in types_in(table) for each in entity.stored_fields)
    return frozenset(
        {each.partition(".")[0] for field_ in fields for each in field_.attributes} | _type_of_items(table)
    )


def _type_of_items(table: Table) -> set[str]:
    return {table.discriminator} if table.discriminator else set()


def is_being_deleted(table: Table, record: Record) -> bool:
    """Whether what belongs to an item is being deleted, and the item after it."""
    places = (record.get(index.partition) for index in table.indexes.values())
    return any(isinstance(each, str) and each.startswith(BEING_DELETED) for each in places)


def _says_the_same(item: Item, found: ShapeDifference, record: Record) -> bool:
    """Whether the item reads as before once all differences are gone."""
    values, removed = found.changes(rewrite=True)
    return _reads_as(item, {name: value for name, value in (record | values).items() if name not in removed})


def _reads_as(item: Item, record: Record) -> bool:
    try:
        again = type(item).from_record(record)
    except EntityError:
        return False
    return (
        again == item
        and (again.problem is None) == (item.problem is None)
        and type_of(item.table, record) is type(item)
    )


def _only_what_is_safe(item: Item, found: ShapeDifference, record: Record) -> ShapeDifference:
    """What can be added, if that alone changes nothing, and why the rest cannot be put right."""
    problem = "with our own keys it would not read as it does now"
    absent = found.absent if _reads_as(item, record | found.absent) else {}
    return ShapeDifference(found.type_name, absent, problem=problem)
