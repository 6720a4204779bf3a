"""The fast reader: from a record straight to the selected JSON, made once for each type and selection.

It reads plain records only: those in which every field that was asked for has the form that most writers give it. Every
other record is given back, and the tolerant model reads it. The model is also its oracle: whatever this
reader answers, `Item.from_record` and `show_item` answer too (tests/formats/test_fast_reader.py).
"""

from collections.abc import Iterable
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

from entities.attributes import Record
from entities.item import Item
from entities.projection import attributes_for
from entities.stored_fields import StoredField
from loaders.planning.relations import relations_of
from loaders.reading import WHOLE, Reading, Readings, ReadPlain
from resolvers.routing.routes import routes
from resolvers.runtime.computed import computed_of
from resolvers.runtime.fields import own_fields
from resolvers.runtime.names import camel, snake
from resolvers.runtime.plain_code import CodeField, CodeId, written_reader
from resolvers.runtime.plain_keys import EXPIRES, key_grammar
from resolvers.runtime.plain_values import NULL, NotPlain, PlainValue, field_value, plain_text
from resolvers.runtime.selection import Selection

WITH_COMPUTED = frozenset({"*"})
"""What is selected of a type if something is computed from its items: that takes whole items."""

EMPTY = {"S": ""}

_Names = dict[type[Item], frozenset[str] | None]
"""The own fields that are selected of each type; None means all."""

MODEL_CHECK = "_demand_what_writers_owe"
"""The only check of whole items: it is for writers."""


class _PlainField(NamedTuple):
    """A field outside the key, as the reader goes through them."""

    stored: StoredField
    attribute: str | None
    """The only attribute of the field; None if there are several, or words that stand for nothing."""
    value: PlainValue
    name: str | None
    """In GraphQL; None if it is only checked."""
    default: Any
    """What is shown of a missing value; None if nothing is."""


def readings_for(entity: type[Item], picked: Selection, *, holds_root: bool) -> Readings:
    """How each type of a tree is read: a type that occurs twice is read once, with all that is selected of it."""
    names: _Names = {}
    if holds_root:
        _add(names, entity, picked)
    _add_below(names, entity, picked)
    return {
        each: WHOLE if selected is WITH_COMPUTED else reading_for(each, selected) for each, selected in names.items()
    }


@lru_cache(maxsize=1024)
def reading_for(entity: type[Item], names: frozenset[str] | None) -> Reading:
    """How items of a type are read for a selection of its own fields; None selects all."""
    own = own_fields(entity)
    fields = {own[name].attribute for name in (own if names is None else names & own.keys())}
    if names is None or fields & entity.shown.keys():
        return Reading(None, None if fields & entity.shown.keys() else _reader(entity, None, frozenset(own)))
    attributes = attributes_for(entity, fields)
    return Reading(attributes, _reader(entity, attributes, names & own.keys()))


def _add(names: _Names, entity: type[Item], picked: Selection) -> None:
    known = names.get(entity, frozenset())
    if picked.computed.keys() & computed_of(entity).keys() or known is WITH_COMPUTED:
        names[entity] = WITH_COMPUTED
    elif known is None or picked.own is None:
        names[entity] = None
    else:
        names[entity] = known | (picked.own & own_fields(entity).keys())


def _add_below(names: _Names, entity: type[Item], picked: Selection) -> None:
    for name, below in picked.relations.items():
        relation = relations_of(entity).get(snake(name))
        for child in relation.children if relation else ():
            _add(names, child, below)
            _add_below(names, child, below)


def _reader(entity: type[Item], attributes: frozenset[str] | None, names: Iterable[str]) -> ReadPlain | None:
    grammar = key_grammar(entity)
    fields = [_plain_field(entity, each, names) for each in _visible(entity, attributes)]
    known = [each for each in fields if each is not None]
    if grammar is None or len(known) < len(fields) or not _is_checked_by_fields(entity):
        return None
    own = own_fields(entity)
    shown_ids = [
        CodeId(name, own[name].attribute, own[name].show)
        for name in names
        if own[name].attribute in entity.key.names or own[name].attribute == EXPIRES
    ]
    code = [CodeField(each.name, each.attribute, each.value, _may_be_empty(each)) for each in known]
    return written_reader(entity, grammar, code, shown_ids, partial(_values, known))


def _may_be_empty(field: _PlainField) -> bool:
    return field.value is not plain_text or not field.stored.is_optional


def _values(fields: list[_PlainField], record: Record) -> dict[str | None, Any]:
    """What is read where some fields have no value."""
    shown: dict[str | None, Any] = {}
    for stored, attribute, read, name, default in fields:
        raw = _first(stored, record) if attribute is None else record.get(attribute)
        found = None if raw is None or NULL in raw else read(raw)
        if found is None or (found == "" and stored.is_optional):
            if not stored.is_optional:
                raise NotPlain
            found = default
        if name is not None and found is not None:
            shown[name] = found
    return shown


def _first(field: StoredField, record: Record) -> Any:
    """The first attribute of a field that has a value; one inside a map is left to the model."""
    for attribute in field.attributes:
        outer = attribute.partition(".")[0]
        raw = record.get(outer)
        if raw is None or NULL in raw or (raw == EMPTY and field.is_optional):
            continue
        if outer != attribute:
            raise NotPlain
        if raw.get("S") not in field.nothing:
            return raw
    return None


def _visible(entity: type[Item], attributes: frozenset[str] | None) -> list[StoredField]:
    """The fields outside the key that the model would see in a record with these attributes."""
    return [
        field
        for field in entity.stored_fields
        if field.name not in entity.key.names
        and field.name != EXPIRES
        and (attributes is None or any(each.partition(".")[0] in attributes for each in field.attributes))
    ]


def _plain_field(entity: type[Item], stored: StoredField, names: Iterable[str]) -> _PlainField | None:
    declared = entity.model_fields[stored.name]
    own = own_fields(entity).get(camel(stored.name))
    is_shown = own is not None and own.name in names
    if own is not None and is_shown and own.type.name in _types_with_routes():
        return None
    value = field_value(declared, as_text=own is not None and own.show is str)
    if value is None:
        return None
    is_default = is_shown and not declared.is_required() and declared.default is not None
    default = own.show(declared.default) if own is not None and is_default else None
    attribute = stored.attributes[0] if stored.is_simple else None
    return _PlainField(stored, attribute, value, own.name if own is not None and is_shown else None, default)


def _is_checked_by_fields(entity: type[Item]) -> bool:
    decorators = entity.__pydantic_decorators__
    return not decorators.field_validators and decorators.model_validators.keys() == {MODEL_CHECK}


@cache
def _types_with_routes() -> frozenset[str]:
    return frozenset(route.signature.type_name for route in routes().values())
