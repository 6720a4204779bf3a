"""What belongs to what: the relations that follow from an item's own keys, so that one plan can read them all."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from entities.item import Item


@dataclass(frozen=True)
class Relation:
    """The items of some types that belong to an item, by the ids that they share."""

    children: tuple[type[Item], ...]
    is_list: bool = True
    names: Mapping[str, str] = field(default_factory=dict)
    """Fields of the children that are called otherwise in the parent."""
    newest: bool = False
    """Whether only the latest child counts."""
    absent: tuple[str, ...] = ()
    """Fields that these children do not have, though others of their type may."""

    def shared(self, parent: type[Item]) -> dict[str, str]:
        """Fields of the children, and the ids of the parent that they equal."""
        child = self.children[0]
        names = {name: self.names.get(name, name) for name in sorted(child.key.names)}
        return {name: of_parent for name, of_parent in names.items() if of_parent in parent.key.names}


def many(*children: type[Item], names: Mapping[str, str] | None = None) -> Relation:
    """All items of these types."""
    return Relation(children, names=names or {})


def one(child: type[Item], *, absent: tuple[str, ...] = ()) -> Relation:
    """The one item of a type, if there is one."""
    return Relation((child,), is_list=False, absent=absent)


def latest(child: type[Item]) -> Relation:
    """The last item of a type in the order of its keys, if there is one."""
    return Relation((child,), is_list=False, newest=True)


RELATIONS: dict[type[Item], dict[str, Relation]] = {}
"""Every relation that is embedded, by the type that it belongs to; each domain adds its own."""
