"""Any stored record as what it is: one of our items, or something of another program."""

from dataclasses import dataclass

from entities.attributes import Record
from entities.item import Item
from entities.registry import type_of
from entities.tables import CATS, DOCUMENTS, NOVAE, RECEIPTS, Table

TABLE_OF = {
    "cats": CATS,
    "documents": DOCUMENTS,
    "documents_early": DOCUMENTS,
    "novae": NOVAE,
    "receipts_head": RECEIPTS,
    "receipts_mid": RECEIPTS,
    "receipts_old": RECEIPTS,
}
"""The table of each golden file, by the first word of its name."""


@dataclass(frozen=True)
class Unknown:
    """An item of a type that is none of ours: other programs keep theirs in the same tables."""

    type_name: str | None
    key: Record


def read_item(table: Table, record: Record) -> Item | Unknown:
    """The entity that a stored item is. Raises Unreadable where it is one of ours but makes no sense."""
    entity = type_of(table, record)
    if entity is None:
        return Unknown(record.get(table.discriminator or ""), table.key_of(record))
    return entity.from_record(record)
