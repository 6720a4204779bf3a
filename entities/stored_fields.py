"""How the fields of a class are stored: in which attributes, and which values count as missing."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from entities.fields import InKeyMark, Stored

if TYPE_CHECKING:
    from entities.item import Item


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
        """Whether the field is a single attribute: most are, and those are faster to read."""
        return len(self.attributes) == 1 and not self.nothing


def stored_fields_of(cls: "type[Item]") -> Iterator[StoredField]:
    """The fields of a class, from its annotations."""
    for name, field in cls.model_fields.items():
        stored = next((mark for mark in field.metadata if isinstance(mark, Stored)), Stored())
        own = _of_table(cls).get(name, stored.name)
        yield StoredField(
            name=name,
            attributes=(own or name, *stored.also),
            nothing=frozenset(stored.nothing),
            is_optional=not field.is_required(),
            is_in_key=any(isinstance(mark, InKeyMark) for mark in field.metadata),
        )


def _of_table(cls: "type[Item]") -> dict[str, str | None]:
    """The attributes of fields that all items have: each table has its own names for them."""
    return {"expires_at": cls.table.ttl, "updated_by": cls.table.author} if hasattr(cls, "table") else {}
