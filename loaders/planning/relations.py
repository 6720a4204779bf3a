"""Relations between types that follow from the keys of items, so that one plan can read them all."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module

from entities.item import Item
from entities.tables import TABLES


@dataclass(frozen=True)
class Relation:
    """The items of some types that belong to an item because they share its ids."""

    children: tuple[type[Item], ...]
    description: str = ""
    """The description of the GraphQL field."""
    is_list: bool = True
    names: Mapping[str, str] = field(default_factory=dict)
    """Fields of the children that have another name in the parent."""
    newest: bool = False
    """Whether only the latest child counts."""
    absent: tuple[str, ...] = ()
    """Fields that these children do not have, though others of their type may."""

    def shared(self, parent: type[Item]) -> dict[str, str]:
        """Fields of the children, and the ids of the parent that they are equal to."""
        child = self.children[0]
        names = {name: self.names.get(name, name) for name in sorted(child.key.names)}
        return {name: of_parent for name, of_parent in names.items() if of_parent in parent.key.names}


def many(*children: type[Item], description: str = "", names: Mapping[str, str] | None = None) -> Relation:
    """All items of these types."""
    return Relation(children, description, names=names or {})


def one(child: type[Item], *, description: str = "", absent: tuple[str, ...] = ()) -> Relation:
    """The one item of a type, if there is one."""
    return Relation((child,), description, is_list=False, absent=absent)


def latest(child: type[Item], *, description: str = "") -> Relation:
    """The last item of a type in the order of its keys, if there is one."""
    return Relation((child,), description, is_list=False, newest=True)


Relations = Mapping[type[Item], Mapping[str, Relation]]
"""Relations by the type that they belong to, then by name."""

MODULES = {
    "receipts": ("loaders.receipts", "loaders.jobs"),
    "novae": ("loaders.novae",),
    "cats": (),
    "documents": (),
    "letters": (),
}
"""Where the relations of each table's types are declared, as `RELATIONS`. They are loaded with the table's types."""


def relations_of(entity: type[Item]) -> Mapping[str, Relation]:
    """The relations that are embedded in a type, by name."""
    return _of_table(entity.table.name).get(entity, {})


@cache
def all_relations() -> Relations:
    """Every relation that is embedded, by the type that it belongs to."""
    return {entity: found for name in TABLES for entity, found in _of_table(name).items()}


@cache
def _of_table(table_name: str) -> Relations:
    declared: list[Relations] = [import_module(module).RELATIONS for module in MODULES[table_name]]
    return {entity: found for relations in declared for entity, found in relations.items()}
