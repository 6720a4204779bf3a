"""The base of every stored type: a class says its keys and its data, this says how both become an item."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Self, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo, model_validator
from pydantic.fields import FieldInfo

from entities.attributes import Record
from entities.errors import BadKey, BadKeyValue, EntityError, Unreadable
from entities.fields import READING, Expiry, InKeyMark, NeededMark, OpenEnum, Stored, is_reading
from entities.keys import Key, KeyValue
from entities.tables import Index, Table

MAX_PARTITION_BYTES = 2048
MAX_SORT_BYTES = 1024


@dataclass(frozen=True)
class Alternate:
    """Another key of the same type, as other writers make it: we read it too."""

    index: str | None
    """The index, or None where the primary key itself differs."""
    key: Key
    by: str
    """Who writes it."""
    is_early: bool = False
    """Whether only the first writers used it."""
    is_ours: bool = False
    """Whether we write it too, where the values for the first primary key are missing."""


@dataclass(frozen=True)
class StoredField:
    """One field of a class, prepared for reading items quickly."""

    name: str
    attributes: tuple[str, ...]
    nothing: frozenset[str]
    is_optional: bool
    is_in_key: bool

    @property
    def is_simple(self) -> bool:
        """Whether one attribute tells all: that is most of them, and reading is quicker for it."""
        return len(self.attributes) == 1 and not self.nothing


class Item(BaseModel):
    """One item of a table. A class with a `key` is a stored type; without one it only lends its fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True, coerce_numbers_to_str=True)

    table: ClassVar[Table]
    type_name: ClassVar[str]
    key: ClassVar[Key]
    indexes: ClassVar[Mapping[str, Key]] = {}
    alternates: ClassVar[tuple[Alternate, ...]] = ()
    notes: ClassVar[tuple[str, ...]] = ()
    """Where we differ from the documents that the type comes from, and why."""

    shown: ClassVar[Mapping[str, Any]] = {}
    """Properties that belong to the data of the type although they are not stored, and their types."""

    item_bytes: ClassVar[int] = 500
    """About how large an item is: plans are made with it."""
    fanout: ClassVar[Mapping[str, float]] = {}
    """About how many values each key field has under the same values of the others; likewise."""
    late_indexes: ClassVar[frozenset[str]] = frozenset()
    """Indexes that the first writers did not fill: an empty answer from there proves nothing."""

    stored_fields: ClassVar[tuple[StoredField, ...]]
    simple_fields: ClassVar[tuple[tuple[str, str, bool], ...]]
    other_fields: ClassVar[tuple[StoredField, ...]]
    required: ClassVar[frozenset[str]]
    field_names: ClassVar[frozenset[str]]

    expires_at: Expiry = None
    """When DynamoDB may delete the item."""

    __slots__ = ("_problem", "_stored_key")  # much cheaper to make than private attributes of pydantic

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        fields = cls.stored_fields = tuple(_stored_fields(cls))
        cls.simple_fields = tuple(
            (each.name, each.attributes[0], each.is_optional) for each in fields if each.is_simple
        )
        cls.other_fields = tuple(each for each in fields if not each.is_simple)
        cls.field_names = frozenset(each.name for each in fields)
        cls.required = frozenset(each.name for each in fields if not each.is_optional)
        if "key" in vars(cls):
            cls.indexes = {**cls.indexes, **_type_indexes(cls)}
            _check_declaration(cls)
            TYPES[cls.__name__] = cls

    def __eq__(self, other: object) -> bool:
        """Two items are equal when their data are, wherever they were found."""
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]  # some data are maps

    @classmethod
    def from_record(cls, record: Record) -> Self:
        """Read a stored item of this type, whoever wrote it."""
        values: Record = cls.ids_of(record)
        for name, attribute, is_optional in cls.simple_fields:
            value = record.get(attribute)
            if value is not None and not (is_optional and value == ""):
                values[name] = sorted(value) if type(value) is set else value
        for field in cls.other_fields:
            value = _first_value(field, record)
            if value is not None:
                values[field.name] = value
        if not cls.required <= values.keys():
            _complete_from_indexes(cls, record, values)
        place = cls.table.key_of(record)
        try:
            item, problem = cls.model_validate(values, context=READING), None
        except ValidationError as error:
            problem = Unreadable(cls.__name__, place, _explain(error))
            item = _without_bad_fields(cls, values, error, problem)
        object.__setattr__(item, "_stored_key", place)
        object.__setattr__(item, "_problem", problem)
        return item

    @property
    def problem(self) -> Unreadable | None:
        """What could not be read of the item, where some of it could."""
        found: Unreadable | None = getattr(self, "_problem", None)
        return found

    def __copy__(self) -> Self:
        """A copy lies where the item lies."""
        copied = super().__copy__()
        for name in ("_stored_key", "_problem"):
            object.__setattr__(copied, name, getattr(self, name, None))
        return copied

    @classmethod
    def ids_of(cls, record: Record) -> Record:
        """The fields that the primary key tells, in whichever of its shapes it was written."""
        values = tuple(record.get(name) for name in cls.table.key.attributes)
        for key in cls.primary_keys():
            found = key.parse(values[0], values[-1])
            if found is not None:
                return _only_fields(cls, found)
        return _only_fields(cls, _ids_of_odd_key(cls, values))

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

    def primary_key(self) -> Record:
        """Where the item lies: as it was found, or as we write it."""
        found: Record | None = getattr(self, "_stored_key", None)
        if found:
            return found
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

    def _stored_values(self) -> Record:
        """Every field that has a value, as DynamoDB will hold it."""
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
        """Strictness for what we make ourselves; what was read is taken as it is."""
        if is_reading(info):
            return self
        for name, field in type(self).model_fields.items():
            _demand_field(name, field, getattr(self, name))
        try:
            told = self.ids_of(self.primary_key())
            self.index_keys()
        except EntityError as error:
            raise ValueError(str(error)) from error
        for stored in self.stored_fields:
            if stored.is_in_key and stored.name not in told and getattr(self, stored.name) is not None:
                raise ValueError(f"{stored.name} would be lost: its key `{self.key.sort}` needs values beside it")
        return self


ItemType = TypeVar("ItemType", bound=Item)

TYPES: dict[str, type[Item]] = {}
"""Every stored type by its name, in the order of declaration."""


def _stored_fields(cls: type[Item]) -> Iterator[StoredField]:
    for name, field in cls.model_fields.items():
        stored = next((mark for mark in field.metadata if isinstance(mark, Stored)), Stored())
        own = cls.table.ttl if name == "expires_at" and hasattr(cls, "table") else stored.name
        yield StoredField(
            name=name,
            attributes=(own or name, *stored.also),
            nothing=frozenset(stored.nothing),
            is_optional=not field.is_required(),
            is_in_key=any(isinstance(mark, InKeyMark) for mark in field.metadata),
        )


def _type_indexes(cls: type[Item]) -> dict[str, Key]:
    """The index that lists a type, where the table has one: every item is in it."""
    listing = (cls.table.discriminator,)
    return {name: Key.of(cls.type_name) for name, index in cls.table.indexes.items() if index.attributes == listing}


def _only_fields(cls: type[Item], values: Mapping[str, KeyValue]) -> Record:
    return {name: value for name, value in values.items() if name in cls.field_names}


def _ids_of_odd_key(cls: type[Item], values: tuple[Any, ...]) -> dict[str, KeyValue]:
    """What can be told from a key that is not quite as declared: each half says what it can."""
    for key in cls.primary_keys():
        partition = key.partition.parse(values[0])
        if partition is not None:
            return partition | ((key.sort.parse_loosely(values[-1]) if key.sort else None) or {})
    return {}


def _complete_from_indexes(cls: type[Item], record: Record, values: Record) -> None:
    """Some ids stand in an index key and nowhere else: look there for what is still missing."""
    missing = cls.required - values.keys()
    declared = [*cls.indexes.items(), *((each.index, each.key) for each in cls.alternates)]
    for index_name, key in declared:
        attributes = cls.table.index(index_name).attributes
        found = key.parse(record.get(attributes[0]), record.get(attributes[-1])) or {}
        values.update({name: found[name] for name in missing & found.keys() - values.keys()})


def _first_value(field: StoredField, record: Record) -> Any:
    """The first attribute that says something: absent, NULL, "" and stand-ins all mean nothing."""
    for attribute in field.attributes:
        value = record.get(attribute) if "." not in attribute else _inside(record, attribute)
        if value is None or (value == "" and field.is_optional):
            continue
        if not (isinstance(value, str) and value in field.nothing):
            return value
    return None


def _inside(record: Record, path: str) -> Any:
    value: Any = record
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _without_bad_fields(cls: type[ItemType], values: Record, error: ValidationError, problem: Unreadable) -> ItemType:
    """The item without the optional fields that make no sense; one that is needed makes the whole item unreadable."""
    bad = {str(each["loc"][0]) for each in error.errors() if each["loc"]}
    if not bad or bad & cls.required:
        raise problem from error
    return cls.model_validate({name: value for name, value in values.items() if name not in bad}, context=READING)


def _explain(error: ValidationError) -> str:
    return "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, StrEnum) else value


def _attributes(index: Index, key: Key, values: Mapping[str, Any], *, required: bool) -> Record:
    """The attributes of a key, or none of them where a value is missing and may be."""
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
            names = ", ".join(sorted(key.names))
            raise BadKeyValue(names, value[:40] + "…", f"makes {attribute} longer than {limit:,} bytes")
    return record


def _demand_field(name: str, field: FieldInfo, value: Any) -> None:
    if value is None and any(isinstance(mark, NeededMark) for mark in field.metadata):
        raise ValueError(f"{name} is needed when the item is written")
    if isinstance(value, OpenEnum) and not value.is_known:
        choices = ", ".join(type(value))
        raise ValueError(f"{name} must be one of {choices}, not {value.value!r}")


def _check_declaration(cls: type[Item]) -> None:
    """A key that names what the class does not have fails at import, not in production."""
    declared = [(None, cls.key), *cls.indexes.items(), *((each.index, each.key) for each in cls.alternates)]
    for index_name, key in declared:
        if index_name is not None and index_name not in cls.table.indexes:
            raise BadKey(f"{cls.__name__}: the table {cls.table.name} has no index {index_name}")
        unknown = [name for name in key.names if name not in cls.model_fields and not hasattr(cls, name)]
        if unknown:
            raise BadKey(f"{cls.__name__}: {index_name or 'key'} names unknown fields {unknown}")
        if (key.sort is None) != (cls.table.index(index_name).sort is None):
            raise BadKey(f"{cls.__name__}: {index_name or 'key'} has not the parts that the table has")
