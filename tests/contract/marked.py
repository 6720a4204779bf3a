"""Items that show by themselves whose they are: every text in them is a mark of its owner, its type and its field."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from entities.annotations import unwrap
from entities.attributes import Record
from entities.cats import CatImage, CatStatus
from entities.documents import DocumentStatus, TextractJob
from entities.item import Item
from entities.registry import all_types
from resolvers.routing.route import READ
from resolvers.runtime.names import camel
from resolvers.schema.catalogue import catalogue
from tests.contract.examples.setting import setting
from tests.loaders.sample import NOW

OWNERS = ("acme", "bolt", "demo", "nobody")
BATCH = 77

_MARK = re.compile(r"mark-([a-z]+)-([A-Za-z]+)-([A-Za-z0-9]+)-")


@dataclass(frozen=True)
class Mark:
    """What a mark says."""

    owner: str
    type_name: str
    field: str

    def __str__(self) -> str:
        return f"mark-{self.owner}-{self.type_name}-{self.field}-"


def marks_in(text: str) -> set[Mark]:
    """All marks in a text."""
    return {Mark(*found) for found in _MARK.findall(text)}


def restricted_fields() -> dict[tuple[str, str], tuple[str, ...]]:
    """The own fields of types that not all callers may see, and who may."""
    return {
        (type_.name, field.name): field.access
        for type_ in catalogue().objects.values()
        for field in type_.fields
        if field.access != READ and field.declared_by is None
    }


def owned_types() -> list[type[Item]]:
    """The types whose items belong to clients."""
    return [entity for entity in all_types().values() if entity.owner]


def fingerprint(owner: str) -> str:
    return sha256(owner.encode()).hexdigest()


def job_id(owner: str) -> str:
    return f"doc-{owner}"


def document_key(owner: str) -> str:
    return f"input/{job_id(owner)}/a.pdf"


def marked_items() -> Iterator[Item]:
    """One item of each owner, of each type that has owners. A new such type must be added here."""
    made = {CatImage: _image, TextractJob: _document}
    assert set(made) == set(owned_types())
    assert {type_name for type_name, _ in restricted_fields()} <= {each.__name__ for each in made}
    for owner in OWNERS:
        for make in made.values():
            yield marked(make(owner), owner)


def malformed_images() -> Iterator[Record]:
    """An image of each owner that can only be read in part: an error shows its key."""
    for owner in OWNERS:
        record = {"batch_id": BATCH, "img_fprint": str(Mark(owner, "CatImage", "fingerprint")), "current_date": "odd"}
        yield record if owner == "nobody" else record | {"client_id": owner}


@cache
def one_of_each() -> tuple[Item, ...]:
    """An item of every type, with marks of `acme`."""
    by_type = {type(item): item for item in setting()}
    assert set(by_type) == set(all_types().values())
    return tuple(marked(item, "acme") for item in by_type.values())


def marked(item: Item, owner: str) -> Item:
    """The item with a mark in every text that is neither in its keys nor its owner."""
    entity = type(item)
    in_keys = {name for key in (*entity.primary_keys(), *entity.indexes.values()) for name in key.names}
    texts = [
        name
        for name, field in entity.model_fields.items()
        if unwrap(field.annotation).core is str and name not in {*in_keys, entity.owner}
    ]
    return item.model_copy(update={name: str(Mark(owner, entity.__name__, camel(name))) for name in texts})


def _client(owner: str) -> str | None:
    return None if owner == "nobody" else owner


def _image(owner: str) -> CatImage:
    known: dict[str, Any] = {"status": CatStatus.SUCCESS, "is_cat": True, "recognised_at": NOW, "logged_at": NOW}
    image = CatImage(
        batch_id=BATCH, fingerprint=fingerprint(owner), client_id="x", s3_key="k", uploaded_at=NOW, **known
    )
    return image.model_copy(update={"client_id": _client(owner)})


def _document(owner: str) -> TextractJob:
    return TextractJob(
        job_id=job_id(owner),
        client_id=_client(owner),
        document_key=document_key(owner),
        status=DocumentStatus.PROCESSING,
        submitted_at=NOW,
        textract_id=f"textract-{owner}",
    )
