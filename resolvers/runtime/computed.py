"""Fields that are neither stored nor read: they are computed from an item when they are selected.

They are not part of what is announced: a message holds what was stored.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from entities.fields import Part
from entities.item import Item
from resolvers.runtime.pictures import PictureLinks, picture_links


@dataclass(frozen=True)
class ComputedField:
    """A field that is computed from an item, and only as much of it as is selected."""

    part: type[Part]
    description: str
    compute: Callable[[Item, Collection[str] | None], Part | None]


_PICTURE = ComputedField(
    PictureLinks,
    "Where the {} can be seen, in full size and smaller, computed from the stored keys.",
    picture_links,
)

COMPUTED: Mapping[str, Mapping[str, ComputedField]] = {
    "Image": {"picture": _PICTURE},
    "Receipt": {"picture": _PICTURE},
}
"""By the name of the type, then of the field."""


def computed_of(entity: type) -> Mapping[str, ComputedField]:
    """The computed fields of a type, by name."""
    return COMPUTED.get(entity.__name__, {})
