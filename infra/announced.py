"""The stored types whose changes are announced, table by table."""

from collections import defaultdict
from dataclasses import dataclass

from entities.registry import all_types
from entities.tables import TABLES, Table
from resolvers.routing.announcements import ANNOUNCEMENTS


@dataclass(frozen=True)
class Announced:
    """What the publisher looks for in the stream of one table."""

    table: Table
    type_names: tuple[str, ...]


def announced() -> list[Announced]:
    """All tables with something to announce."""
    found: dict[str, set[str]] = defaultdict(set)
    stored = all_types()
    for announcement in ANNOUNCEMENTS:
        entity = stored[announcement.entity]
        found[entity.table.name].add(entity.type_name)
    return [Announced(table, tuple(sorted(found[name]))) for name, table in TABLES.items() if name in found]
