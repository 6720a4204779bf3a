"""The stored types whose changes are announced or counted, table by table."""

from collections import defaultdict
from dataclasses import dataclass

from entities.registry import all_types
from entities.tables import TABLES, Table
from resolvers.routing.announcements import ANNOUNCEMENTS

REMOVE = "REMOVE"


@dataclass(frozen=True)
class Announced:
    """What the publisher looks for in the stream of one table: stored types, by what must happen to them."""

    table: Table
    changed: tuple[str, ...]
    removed: tuple[str, ...]


def announced() -> list[Announced]:
    """All tables with something to announce."""
    changed: dict[str, set[str]] = defaultdict(set)
    removed: dict[str, set[str]] = defaultdict(set)
    for announcement in ANNOUNCEMENTS:
        events = announcement.occasion.events
        for entity in (all_types()[name] for name in announcement.entities):
            if set(events) - {REMOVE}:
                changed[entity.table.name].add(entity.type_name)
            if REMOVE in events:
                removed[entity.table.name].add(entity.type_name)
    for entity in (each for each in all_types().values() if each.is_counted):  # the publisher keeps counters too
        changed[entity.table.name].add(entity.type_name)
        removed[entity.table.name].add(entity.type_name)
    found = ((table, changed[name], removed[name]) for name, table in TABLES.items())
    return [Announced(table, tuple(sorted(new)), tuple(sorted(old))) for table, new, old in found if new or old]
