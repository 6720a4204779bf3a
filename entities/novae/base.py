"""What all items of the novae table share."""

from typing import ClassVar

from entities.fields import Timestamp
from entities.item import Item
from entities.tables import NOVAE, Table


class NovaeItem(Item):
    """An item of the novae table."""

    table: ClassVar[Table] = NOVAE

    schema_version: str = "1"
    created_at: Timestamp | None = None
    updated_at: Timestamp | None = None
