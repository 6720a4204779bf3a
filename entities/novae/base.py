"""What all items of the novae table share."""

from typing import ClassVar

from entities.fields import Timestamp
from entities.item import Item
from entities.tables import NOVAE, Table


class NovaeItem(Item):
    """An item of the novae table."""

    table: ClassVar[Table] = NOVAE
    belongs_to: ClassVar[tuple[str, ...]] = ("nova_id",)
    """What holds the ids of the novae that an item tells of: it is as hidden as any of them."""

    schema_version: str = "1"
    """The version of the format in which the item is stored, such as `1` or `1.0.0`; text, not a number."""
    created_at: Timestamp | None = None
    """When the item was created; null if that was not recorded."""
    updated_at: Timestamp | None = None
    """When the item was last changed; null if that was not recorded."""
