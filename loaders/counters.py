"""Counters: how many items of a kind a table holds, without reading them.

The stream worker keeps them (`commands.counters`), as notes in the table of dead letters. A counter is spread over ten
items, so that many writers do not wait for each other; in the index by kind they lie side by side, so that a reader
gets them all for the price of one. What an item counts as follows from its record alone: the difference between before
and after is what a change adds. A table without counters, or whose counters are being made, has to be counted by
reading it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from hashlib import blake2b
from typing import NamedTuple

from entities.attributes import Record
from entities.documents import TextractJob
from entities.errors import Unreadable
from entities.item import Item
from entities.receipts.images import Image
from entities.receipts.labels import ReceiptWordLabel
from entities.receipts.receipt import Receipt, ReceiptMetadata, merchant_key
from entities.registry import type_of
from entities.tables import DOCUMENTS, LETTERS, RECEIPTS, Table
from loaders.dynamo.requests import Query
from loaders.errors import Forbidden
from loaders.request import Request

SPREAD = 10
BY_KIND = "Kind-ReceivedAt-Index"
COUNTED_TABLES = (RECEIPTS, DOCUMENTS)

_MARK = "n:"  # before the names of numbers, which may be any text


class Group(StrEnum):
    """What is counted; a group has a number for each name in it."""

    IMAGES = "images"
    RECEIPTS = "receipts"
    MERCHANTS = "merchants"
    LABELS = "labels"
    DOCUMENTS = "documents"


GROUPS: Mapping[str, tuple[Group, ...]] = {
    RECEIPTS.name: (Group.IMAGES, Group.RECEIPTS, Group.MERCHANTS, Group.LABELS),
    DOCUMENTS.name: (Group.DOCUMENTS,),
}


class CounterState(StrEnum):
    """Whether the counters of a table can be trusted."""

    COUNTING = "counting"
    """The table is being counted; changes are noted, and put in afterwards."""
    READY = "ready"
    DOUBTFUL = "doubtful"
    """A change may have been counted twice or not at all: they must be made again."""


class CountedAs(NamedTuple):
    """What one item counts as: one more in a group, under a name; `part` is the item that counts it."""

    group: Group
    name: str
    part: int

    @property
    def key(self) -> Record:
        return part_key(self.group, self.part)

    @property
    def attribute(self) -> str:
        return f"{_MARK}{self.name}"


def tally_of(table: Table, record: Record) -> CountedAs | None:
    """What a stored item counts as; None if it is not counted, or cannot be read."""
    entity = type_of(table, record) if record else None
    if entity is TextractJob:
        return _document(record)
    if entity is None or not entity.is_counted or record.get("TYPE") != entity.type_name:
        return None
    place = "\n".join(map(str, table.key_of(record).values()))
    if entity in (Image, Receipt):
        return _tally(Group.IMAGES if entity is Image else Group.RECEIPTS, "all", place)
    try:
        return _of_item(entity.from_record(record), record, place)
    except Unreadable:
        return None


def _of_item(item: Item, record: Record, place: str) -> CountedAs | None:
    if isinstance(item, ReceiptWordLabel):
        name = label_name(item.validation_status.name, _listed_status(record), item.label)
        return _tally(Group.LABELS, name, place)
    merchant = merchant_of(item) if isinstance(item, ReceiptMetadata) else None
    return _tally(Group.MERCHANTS, merchant, merchant_key(merchant)) if merchant else None


def label_name(status: str, listed: str, label: str) -> str:
    """The name of a number of labels: their status, that under which an index lists them, and which label it is."""
    return " ".join((status.replace(" ", "_"), listed.replace(" ", "_"), label))


def _listed_status(record: Record) -> str:
    """Where the index by status has a label. Other programs may change its status and leave it there."""
    return str(record.get("GSI3PK") or "-").removeprefix("VALIDATION_STATUS#") if record.get("GSI3SK") else "-"


def merchant_of(metadata: ReceiptMetadata) -> str | None:
    """The name that a receipt is counted under."""
    return metadata.canonical_merchant_name or metadata.merchant_name


def _document(record: Record) -> CountedAs | None:
    """Documents are counted where an index has them: with a status and a time."""
    status, client = record.get("Status"), record.get("ClientID") or ""
    if not isinstance(status, str) or not isinstance(record.get("SubmittedAt"), str):
        return None
    return _tally(Group.DOCUMENTS, f"{status} {client}", str(client or record.get("JobID")))


def _tally(group: Group, name: str, spread_by: str) -> CountedAs:
    return CountedAs(group, name, blake2b(spread_by.encode(), digest_size=2).digest()[0] % SPREAD)


def state_key(table: Table) -> Record:
    """The note that says how the counters of a table are."""
    return {"ID": f"COUNTERS#{table.name}"}


def part_key(group: Group, part: int) -> Record:
    return {"ID": f"COUNTER#{group.value}#{part}"}


def new_part(group: Group, part: int, generation: int) -> Record:
    """A part of a counter, without numbers. The first says what the note of the table says: whether they are right."""
    place = {"Kind": _kind(group), "ReceivedAt": str(part)}
    state = {} if part else {"State": CounterState.READY.value}
    return {**part_key(group, part), **place, **state, "Generation": generation}


def _kind(group: Group) -> str:
    return f"COUNTER#{group.value}"


def read_counts(request: Request, group: Group) -> Counter[str] | None:
    """The numbers of a group by name, in one request; None if there are no counters to be trusted."""
    parts = request.session.query(Query(LETTERS, BY_KIND, _kind(group)))
    is_whole = len(parts) == SPREAD and len({each.get("Generation") for each in parts}) == 1
    if not is_whole or parts[0].get("State") != CounterState.READY:
        return None  # there are none, or the index shows only some of them yet
    return sum((Counter(dict(numbers_in(each))) for each in parts), Counter[str]())


def numbers_in(part: Record) -> Iterator[tuple[str, int]]:
    """The names and numbers that a part of a counter holds."""
    return ((name.removeprefix(_MARK), int(value)) for name, value in part.items() if name.startswith(_MARK))


def demand_signed_in(request: Request, field: str) -> None:
    """Refuse to read everything for a caller with the API key, which anyone may have."""
    if request.caller.mode == "api_key":
        told = "This deployment has no counters, so this is counted by reading everything: sign in to ask for it."
        raise Forbidden(told, field=field)
