"""Items that show by themselves whose they are: every text in them is a mark of its owner, its type and its field."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from commands.documents.collecting import index_key
from entities.annotations import unwrap
from entities.attributes import Record
from entities.cats import CatImage, CatStatus
from entities.documents import DocumentStatus, TextractJob
from entities.item import Item
from entities.letters import DeadLetter, LetterQueue
from entities.registry import all_types
from resolvers.runtime.ids import global_id
from resolvers.runtime.names import camel
from tests.contract.examples.setting import setting
from tests.loaders.sample import NOW
from tests.reads.cases.case import OUR_BATCH

OWNERS = ("acme", "bolt", "demo", "nobody")
BATCH, MANAGED_BATCH = 77, OUR_BATCH + 77
"""Of another program, and made by `createCatBatch`."""

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
    """All marks in a text. The global id of an item that belongs to a client is one too."""
    ids = {mark for id_, mark in _ids().items() if id_ in text}
    return ids | {Mark(*found) for found in _MARK.findall(text)}


@cache
def _ids() -> dict[str, Mark]:
    owners = [(owner, item) for owner in OWNERS for item in (*_items_of(owner), _letter(owner))]
    return {global_id(item): Mark(owner, type(item).__name__, "id") for owner, item in owners}


def hidden_fields() -> set[tuple[str, str]]:
    """What is stored in items but is no field of the API."""
    return {(entity.__name__, camel(name)) for entity in all_types().values() for name in entity.hidden}


def owned_types() -> list[type[Item]]:
    """The types whose items belong to clients."""
    return [entity for entity in all_types().values() if entity.owner]


def staff_types() -> list[type[Item]]:
    """The types whose items only operators and programs see."""
    return [entity for entity in all_types().values() if entity.is_for_staff]


def fingerprint(owner: str) -> str:
    return sha256(owner.encode()).hexdigest()


def job_id(owner: str) -> str:
    return f"doc-{owner}"


def document_key(owner: str) -> str:
    return f"input/{job_id(owner)}/a.pdf"


def marked_items() -> Iterator[Item]:
    """Items of each owner, of each type that has owners. A new such type must be added here."""
    made = {type(item) for item in _items_of(OWNERS[0])}
    assert made == set(owned_types())
    for owner in OWNERS:
        yield from _items_of(owner)


def marked_letters() -> Iterator[Item]:
    """A message about something of each owner that no worker could process: the one type that is for staff."""
    yield from map(_letter, OWNERS)


def _items_of(owner: str) -> Iterator[Item]:
    for make in (_image, _waiting_image, _document):
        yield marked(make(owner), owner)
    yield marked(_managed_image(owner), owner, keeping=("logs",))
    yield marked(read_document(owner), owner, keeping=("result_key",))


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


def marked(item: Item, owner: str, keeping: Sequence[str] = ()) -> Item:
    """The item with a mark in every text that is neither in its keys nor its owner, nor to be kept."""
    entity = type(item)
    in_keys = {name for key in (*entity.primary_keys(), *entity.indexes.values()) for name in key.names}
    texts = [
        name
        for name, field in entity.model_fields.items()
        if unwrap(field.annotation).core is str and name not in {*in_keys, entity.owner, *keeping}
    ]
    return item.model_copy(update={name: _text(owner, entity, name) for name in texts})


def _text(owner: str, entity: type[Item], name: str) -> str:
    """A mark; of Rekognition's answer, one in each part that is shown."""
    mark = str(Mark(owner, entity.__name__, camel(name)))
    if name != "rekognition_response":
        return mark
    label, parent = (str(Mark(owner, entity.__name__, each)) for each in ("labels", "labelParents"))
    found = {"Name": label, "Confidence": 99.0, "Parents": [{"Name": parent}]}
    return json.dumps({"Labels": [found], "LabelModelVersion": mark})


def _client(owner: str) -> str | None:
    return None if owner == "nobody" else owner


def _image(owner: str) -> CatImage:
    known: dict[str, Any] = {"status": CatStatus.SUCCESS, "is_cat": True, "recognised_at": NOW, "logged_at": NOW}
    image = CatImage(
        batch_id=BATCH, fingerprint=fingerprint(owner), client_id="x", s3_key="k", uploaded_at=NOW, **known
    )
    return image.model_copy(update={"client_id": _client(owner)})


def _waiting_image(owner: str) -> CatImage:
    """One that `createCatBatch` made and that waits."""
    waiting: dict[str, Any] = {"is_managed": True, "status": CatStatus.PENDING, "waiting_since": NOW, "is_cat": None}
    return _image(owner).model_copy(update={"fingerprint": fingerprint(f"{owner} waits"), **waiting})


def _managed_image(owner: str) -> CatImage:
    """One that `createCatBatch` made, whose log is a file."""
    managed: dict[str, Any] = {"is_managed": True, "batch_id": MANAGED_BATCH}
    return _image(owner).model_copy(update={"fingerprint": fingerprint(f"{owner} has a log"), **managed})


def _document(owner: str) -> TextractJob:
    return TextractJob(
        job_id=job_id(owner),
        client_id=_client(owner),
        document_key=document_key(owner),
        status=DocumentStatus.PROCESSING,
        submitted_at=NOW,
        textract_id=f"textract-{owner}",
    )


def read_document(owner: str) -> TextractJob:
    """One that `createDocument` made and that was read: no caller knows its keys by itself."""
    job_id, name, textract_id = (str(Mark(owner, "TextractJob", each)) for each in _KEYS_OF_DOCUMENT)
    return TextractJob(
        job_id=job_id,
        client_id=_client(owner),
        document_key=f"input/{job_id}/{name}.pdf",
        status=DocumentStatus.COMPLETED,
        submitted_at=NOW,
        textract_id=textract_id,
        attempt=1,
        result_key=index_key(job_id, 1),
        is_managed=True,
    )


_KEYS_OF_DOCUMENT = ("jobId", "documentKey", "textractId")


@cache
def _letter(owner: str) -> Item:
    letter = DeadLetter(letter_id=f"input:{owner}", queue=LetterQueue.INPUT, body="{}", received_at=NOW)
    return marked(letter, owner)
