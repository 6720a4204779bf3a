"""The base of every stored type: a class declares its keys and its data, and the base turns them into an item."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Self, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo, model_validator

from entities.attributes import Record
from entities.declarations import check_declaration
from entities.demands import demand_field, demand_storable
from entities.errors import BadKeyValue, EntityError, Unreadable
from entities.fields import READING, Expiry, is_reading
from entities.keys import Key, KeyValue
from entities.reading import complete_from_indexes, explain, first_value, ids_of_odd_key, without_bad_fields
from entities.stored_fields import StoredField, stored_fields_of
from entities.tables import Index, Table

MAX_PARTITION_BYTES = 2048
MAX_SORT_BYTES = 1024


@dataclass(frozen=True)
class Alternate:
    """Another key of the same type, used by other writers; we read it too."""

    index: str | None
    """The index, or None if the primary key itself differs."""
    key: Key
    by: str
    """The writer that uses it."""
    is_early: bool = False
    """Whether only the first writers used it; its partition key is one of its own, which tells such items."""
    is_ours: bool = False
    """Whether we write it too, if values for the usual primary key are missing."""
    is_kept: bool = False
    """Whether a rewrite leaves it as it is, because clients ask by it for what our own key does not tell."""


class Item(BaseModel):
    """One item of a table. A class with a `key` is a stored type; without one it only lends its fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True, coerce_numbers_to_str=True)

    table: ClassVar[Table]
    type_name: ClassVar[str]
    key: ClassVar[Key]
    indexes: ClassVar[Mapping[str, Key]] = {}
    alternates: ClassVar[tuple[Alternate, ...]] = ()
    notes: ClassVar[tuple[str, ...]] = ()
    """Where we differ from the documents that describe the type, and why."""

    shown: ClassVar[Mapping[str, Any]] = {}
    """Properties that are part of the type's data although they are not stored, and their types."""

    item_bytes: ClassVar[int] = 500
    """The approximate size of an item; the planner uses it."""
    fanout: ClassVar[Mapping[str, float]] = {}
    """About how many values each key field has for given values of the others; the planner uses it too."""
    late_indexes: ClassVar[frozenset[str]] = frozenset()
    """Indexes that the first writers did not fill, so an empty result from them may be wrong."""

    is_always_typed: ClassVar[bool] = True
    """Whether all writers stored the type of these items, so that an index by type has every one of them."""

    is_counted: ClassVar[bool] = False
    """Whether counters are kept of items of this type."""
    close_by: ClassVar[frozenset[str]] = frozenset()
    """Key fields with small numbers in order: items that differ in these alone lie close to each other."""

    owner: ClassVar[str | None] = None
    """The field with the client that an item belongs to, if items of this type belong to clients."""
    hidden: ClassVar[frozenset[str]] = frozenset()
    """Fields that are stored but are no fields of the API: a resolver answers for them, or nothing does."""
    hides_by: ClassVar[frozenset[str]] = frozenset()
    """Attributes that say whether an item is hidden: they are read whatever is selected."""
    is_for_staff: ClassVar[bool] = False
    """Whether only operators and programs with IAM may see items of this type, on any road."""

    stored_fields: ClassVar[tuple[StoredField, ...]]
    simple_fields: ClassVar[tuple[tuple[str, str, bool], ...]]
    other_fields: ClassVar[tuple[StoredField, ...]]
    required: ClassVar[frozenset[str]]
    field_names: ClassVar[frozenset[str]]

    expires_at: Expiry = None
    """When DynamoDB may delete the item automatically; null if the item is kept."""

    updated_by: str | None = None
    """The person or program that last changed the item through this API; null if none did."""

    __slots__ = ("_place", "_problem")  # much faster to create than pydantic's private attributes

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        fields = cls.stored_fields = tuple(stored_fields_of(cls))
        cls.simple_fields = tuple(
            (each.name, each.attributes[0], each.is_optional) for each in fields if each.is_simple
        )
        cls.other_fields = tuple(each for each in fields if not each.is_simple)
        cls.field_names = frozenset(each.name for each in fields)
        cls.required = frozenset(each.name for each in fields if not each.is_optional)
        if "key" in vars(cls):
            check_declaration(cls, [*TYPES.values()])  # another thread may be importing other types
            cls.indexes = {**cls.indexes, **_type_indexes(cls)}
            TYPES[cls.__name__] = cls

    def __eq__(self, other: object) -> bool:
        """Items are equal if their data are, whatever their keys."""
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]  # some data are maps

    @classmethod
    def from_record(cls, record: Record) -> Self:
        """Read a stored item of this type, in the format of any writer."""
        values: Record = cls.ids_of(record)
        for name, attribute, is_optional in cls.simple_fields:
            value = record.get(attribute)
            if value is not None and not (is_optional and value == ""):
                values[name] = sorted(value) if type(value) is set else value
        for field in cls.other_fields:
            value = first_value(field, record)
            if value is not None:
                values[field.name] = value
        if not cls.required <= values.keys():
            complete_from_indexes(cls, record, values)
        try:
            item, problem = cls.model_validate(values, context=READING), None
        except ValidationError as error:
            problem = Unreadable(cls.__name__, cls.table.key_of(record), explain(error))
            item = without_bad_fields(cls, values, error, problem)
        object.__setattr__(item, "_place", cls.table.place_of(record))
        object.__setattr__(item, "_problem", problem)
        return item

    @property
    def problem(self) -> Unreadable | None:
        """What could not be read of the item, if only some of it could."""
        found: Unreadable | None = getattr(self, "_problem", None)
        return found

    def __copy__(self) -> Self:
        """A copy keeps the stored key of the item."""
        copied = super().__copy__()
        for name in ("_place", "_problem"):
            object.__setattr__(copied, name, getattr(self, name, None))
        return copied

    @classmethod
    def ids_of(cls, record: Record) -> Record:
        """The fields in the primary key, in whichever of its formats it was written."""
        values = tuple(record.get(name) for name in cls.table.key.attributes)
        for key in cls.primary_keys():
            found = key.parse(values[0], values[-1])
            if found is not None:
                return _only_fields(cls, found)
        return _only_fields(cls, ids_of_odd_key(cls, values))

    @classmethod
    def owner_of(cls, record: Record) -> str | None:
        """The client that a stored item belongs to; None if it belongs to none. The item need not be readable."""
        field = next(each for each in cls.stored_fields if each.name == cls.owner)
        value = first_value(field, record)
        return None if value is None else str(value)

    @classmethod
    def is_hidden(cls, record: Record) -> bool:  # noqa: ARG003  types with hidden items say which
        """Whether a stored item is hidden from the public."""
        return False

    @classmethod
    def primary_keys(cls) -> Iterator[Key]:
        """The primary key that we write, then those that others wrote."""
        yield cls.key
        yield from (alternate.key for alternate in cls.alternates if alternate.index is None)

    @classmethod
    def key_for(cls, **ids: Any) -> Record:
        """The primary key of the item with these ids, as we write it."""
        return _attributes(cls.table.key, cls.key, ids, required=True)

    def to_record(self) -> Record:
        """The item to store: data, discriminator, primary key and every index key that has its values."""
        values = self._stored_values()
        stored = (field for field in self.stored_fields if field.name in values and not field.is_in_key)
        record = {field.attributes[0]: values[field.name] for field in stored}
        if self.table.discriminator:
            record[self.table.discriminator] = self.type_name
        return record | self.primary_key() | self.index_keys()

    @property
    def place(self) -> tuple[Any, ...]:
        """The values of the primary key, which tell the item from all others in its table."""
        try:
            return self._place  # type: ignore[attr-defined,no-any-return]  # a slot
        except AttributeError:
            return tuple(self.primary_key().values())

    def primary_key(self) -> Record:
        """The primary key of the item: as it was read, or as we write it."""
        place: tuple[Any, ...] | None = getattr(self, "_place", None)
        if place:
            return dict(zip(self.table.key.attributes, place, strict=True))
        values = self._key_values()
        for each in self.alternates:
            if each.is_ours and self.key.format(values) is None:
                return _attributes(self.table.key, each.key, values, required=True)
        return _attributes(self.table.key, self.key, values, required=True)

    def index_keys(self) -> Record:
        """The index attributes of the item: all that its values allow, none that would be empty."""
        values = self._key_values()
        found: Record = {}
        for name, key in self.indexes.items():
            found |= _attributes(self.table.index(name), key, values, required=False)
        return found

    def index_key(self, index: str, key: Key) -> Record:
        """The attributes of one index under a key of ours or of another writer; none if a value is missing."""
        return _attributes(self.table.index(index), key, self._key_values(), required=False)

    def _stored_values(self) -> Record:
        """Every field that has a value, as DynamoDB will store it."""
        dumped = self.model_dump(exclude_none=True)
        return {name: _plain(value) for name, value in dumped.items() if value != set()}

    def _key_values(self) -> Record:
        """Fields as they are stored, and the properties that key templates name."""
        values = self._stored_values()
        names = {name for key in (*self.primary_keys(), *self.indexes.values()) for name in key.names}
        computed = {name: getattr(self, name) for name in names - type(self).model_fields.keys()}
        return values | computed

    @model_validator(mode="after")
    def _demand_what_writers_owe(self, info: ValidationInfo) -> Self:
        """Check required fields of new items; items that were read are accepted as they are."""
        if is_reading(info):
            return self
        for name, field in type(self).model_fields.items():
            demand_field(name, field, getattr(self, name))
            demand_storable(name, getattr(self, name))
        try:
            told = self.ids_of(self.primary_key())
            self.index_keys()
        except EntityError as error:
            raise ValueError(str(error)) from error
        for stored in self.stored_fields:
            if stored.is_in_key and stored.name not in told and getattr(self, stored.name) is not None:
                raise ValueError(f"`{stored.name}` would be lost: its key `{self.key.sort}` needs other values too")
        return self


ItemType = TypeVar("ItemType", bound=Item)

TYPES: dict[str, type[Item]] = {}
"""The stored types that have been declared so far. Use the registry instead, which loads all of them."""


def _type_indexes(cls: type[Item]) -> dict[str, Key]:
    """The indexes that list a type, where the table has any: in no order, or by an attribute that its items have."""
    sorted_by = {field.attributes[0]: f"{{{field.name}}}" for field in cls.stored_fields}
    found: dict[str, Key] = {}
    for name, index in cls.table.indexes.items():
        if index.attributes == (cls.table.discriminator,):
            found[name] = Key.of(cls.type_name)
        elif index.projected is not None and index.partition == cls.table.discriminator and index.sort in sorted_by:
            found[name] = Key.of(cls.type_name, sorted_by[index.sort])
    return found


def _only_fields(cls: type[Item], values: Mapping[str, KeyValue]) -> Record:
    return {name: value for name, value in values.items() if name in cls.field_names}


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, StrEnum) else value


def _attributes(index: Index, key: Key, values: Mapping[str, Any], *, required: bool) -> Record:
    """The attributes of a key; none if a value is missing and the key is not required."""
    formatted = key.format(values)
    if formatted is None:
        missing = sorted(name for name in key.names if values.get(name) is None)
        if required:
            raise BadKeyValue(missing[0], None, "is missing, and the primary key needs it")
        return {}
    record = dict(zip(index.attributes, formatted, strict=False))
    limits = zip(record.items(), (MAX_PARTITION_BYTES, MAX_SORT_BYTES), strict=False)
    for (attribute, value), limit in limits:
        if isinstance(value, str) and len(value.encode()) > limit:
            longest = max(sorted(key.names), key=lambda name: len(str(values.get(name))))
            raise BadKeyValue(
                longest, str(values[longest])[:40] + "…", f"makes {attribute} longer than {limit:,} bytes"
            )
    return record
