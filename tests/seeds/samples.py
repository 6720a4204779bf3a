"""Items as the documents describe them: every attribute has a value of its own, and nothing else is added."""

from collections.abc import Iterator
from typing import Any

from entities.attributes import Record
from entities.item import Item
from entities.receipts.batches import EmbeddingBatchResult
from entities.registry import all_types
from resolvers.routing.signatures import TypeRef
from resolvers.runtime.names import camel
from resolvers.schema.catalogue import catalogue
from tests.contract.examples.setting import setting
from tests.seeds.names import SeedName, of_kind
from tests.seeds.roads import FIELDS, ROADS

MOMENT, EPOCH = "2026-02-03T04:05:06.000000Z", 1770091506
EXPIRY, EXPIRES_AT = 4_000_000_000, "2096-10-02T07:06:40.000000Z"

STORED: dict[str, Any] = {
    "Cat image.rek_iscat": "True",
    "Cat image.current_date": EPOCH,
    "Cat image.upload_ts": EPOCH,
    "Cat image.rek_ts": EPOCH,
    "Cat image.ttl": EXPIRY,
    "TextractJob.TTL": EXPIRY,
    "Job Checkpoint.metrics": {"val_loss": 0.25},
    "Nova.discovery_date": "2012-06-01",
}
"""Values that are stored in another form than they are shown, or must have a form of their own."""

SHOWN: dict[str, Any] = {
    "Cat image.rek_iscat": True,
    "Cat image.current_date": MOMENT,
    "Cat image.upload_ts": MOMENT,
    "Cat image.rek_ts": MOMENT,
    "Cat image.ttl": EXPIRES_AT,
    "TextractJob.TTL": EXPIRES_AT,
}

Tree = dict[str, "Tree"]
"""Attributes by name, each with those inside it."""


def entity_of(item: str) -> type[Item]:
    return all_types()[ROADS[item][0]]


def base_item(item: str) -> Item:
    """The item of the small world that the road leads to."""
    if item == "Embedding Batch Result":  # the documents have its label in its key
        return EmbeddingBatchResult(
            **{**dict(next(each for each in setting() if type(each) is EmbeddingBatchResult)), "label": "TAX"}
        )
    return next(each for each in setting() if type(each) is entity_of(item))


def attributes_of(seed: str, item: str) -> list[SeedName]:
    return [each for each in of_kind("attribute") if (each.seed, each.item) == (seed, item)]


def field_of(name: SeedName) -> str:
    """The field that shows an attribute of an item itself."""
    first = name.path.partition(".")[0]
    return FIELDS.get(f"{name.item}.{first}", camel(first))


def is_in_key(name: SeedName) -> bool:
    """Whether the value belongs to the key of the item: it must stay as it is."""
    entity = entity_of(name.item)
    field = next((each for each in entity.stored_fields if camel(each.name) == field_of(name)), None)
    return field is not None and (field.is_in_key or field.name in entity.key.names or field.name == entity.owner)


def record_of(seed: str, item: str) -> Record:
    """The item as the document describes it."""
    record = base_item(item).to_record()
    for top, (below, names) in _trees(seed, item).items():
        if not is_in_key(names[0]):
            record[top] = _stored(f"{item}.{top}", _type(names[0]), below)
    return record


def expected(name: SeedName) -> Any:
    """What the field must answer for the whole attribute that the name is, or is inside of."""
    top = name.path.partition(".")[0]
    if is_in_key(name):
        entity = entity_of(name.item)
        field = next(each for each in entity.stored_fields if camel(each.name) == field_of(name))
        return plain(getattr(base_item(name.item), field.name))
    below, _ = _trees(name.seed, name.item)[top]
    return _shown(f"{name.item}.{top}", _type(name), below)


def selection(seed: str, item: str) -> str:
    """What is asked of the item: every attribute of the document."""
    parts = ["id"]
    for below, names in _trees(seed, item).values():
        parts.append(f"{field_of(names[0])}{_selected(_type(names[0]), below)}")
    return " ".join(dict.fromkeys(parts))


def field_text(name: SeedName) -> str:
    """What is asked of an item to get an attribute, or what is inside of it; JSON comes whole."""
    kind, text, closing = _type(name), field_of(name), ""
    for part in name.path.split(".")[1:]:
        if kind.name not in catalogue().objects:
            break
        fields = {each.name: each.type for each in catalogue().objects[kind.name].fields}
        kind, text, closing = fields[camel(part)], f"{text} {{ {camel(part)}", closing + " }"
    return text + _selected(kind, {}) + closing


def plain(value: Any) -> Any:
    from tests.formats.test_answers import _shown as shown  # noqa: PLC0415  one way of showing values in tests

    return shown(value, "ID" if isinstance(value, int) and not isinstance(value, bool) and value == 7 else "")


def _trees(seed: str, item: str) -> dict[str, tuple[Tree, list[SeedName]]]:
    found: dict[str, tuple[Tree, list[SeedName]]] = {}
    for name in attributes_of(seed, item):
        top, *inner = name.path.split(".")
        tree, names = found.setdefault(top, ({}, []))
        names.append(name)
        for part in inner:
            tree = tree.setdefault(part, {})
    return found


def _type(name: SeedName) -> TypeRef:
    fields = catalogue().objects[ROADS[name.item][0]].fields
    return next(each.type for each in fields if each.name == field_of(name))


def _selected(kind: TypeRef, tree: Tree) -> str:
    type_ = catalogue().objects.get(kind.name)
    if type_ is None:
        return ""
    inner = list(_inner(kind, tree))
    return " { " + " ".join(f"{field}{_selected(TypeRef(text), below)}" for _, field, text, below in inner) + " }"


def _inner(kind: TypeRef, tree: Tree) -> Iterator[tuple[str, str, str, Tree]]:
    """The fields of a map: those that the document names, or all of a point or a box."""
    by_name = {each.name: each for each in catalogue().objects[kind.name].fields if each.route is None}
    cls = catalogue().objects[kind.name].cls
    names: Tree = tree or {name: {} for name in (cls.model_fields if cls else ())}
    for attribute, below in names.items():
        yield attribute, camel(attribute), str(by_name[camel(attribute)].type), below


def _stored(path: str, kind: TypeRef, tree: Tree) -> Any:
    if path in STORED:
        return STORED[path]
    if kind.is_list:
        return [_stored(path, kind.inner, tree)]
    if kind.name in catalogue().objects:
        return {name: _stored(f"{path}.{name}", TypeRef(text), below) for name, _, text, below in _inner(kind, tree)}
    if kind.name in catalogue().enums:
        return next(iter(catalogue().enums[kind.name].cls)).value
    return _scalar(path, kind, tree)


def _shown(path: str, kind: TypeRef, tree: Tree) -> Any:
    if path in SHOWN or path in STORED:
        return SHOWN.get(path, STORED.get(path))
    if kind.is_list:
        return [_shown(path, kind.inner, tree)]
    if kind.name in catalogue().objects:
        return {
            field: _shown(f"{path}.{name}", TypeRef(text), below) for name, field, text, below in _inner(kind, tree)
        }
    if kind.name in catalogue().enums:
        return next(iter(catalogue().enums[kind.name].cls)).name
    return _scalar(path, kind, tree)


def _scalar(path: str, kind: TypeRef, tree: Tree) -> Any:
    """A value that no other attribute has."""
    number = sum(map(ord, path)) % 997
    match kind.name:
        case "Int" | "Float":
            return number
        case "Boolean":
            return True
        case "AWSDateTime":
            return MOMENT
        case "AWSJSON":
            return _json(path, tree)
    return f"VALUE OF {path}".upper()


def _json(path: str, tree: Tree) -> Any:
    if not tree:
        return {"of": path}
    return {name: _json(f"{path}.{name}", below) for name, below in tree.items()}
