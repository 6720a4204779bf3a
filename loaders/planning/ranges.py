"""Where the items of a type lie, and what a range weighs: everything in it, wanted or not."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

from entities.item import Item
from entities.keys import Key, shared_beginning
from entities.registry import types_in
from entities.tables import TABLES
from loaders.planning.plan import Range

UNIT_BYTES = 8192  # what one read unit brings when the read is eventually consistent
LEAST_UNITS = 0.5  # no read is cheaper
USUAL_FANOUT = 10.0

_SLOT = re.compile(r"\{[^}]*\}")


def keys_in(entity: type[Item], index: str | None, *, is_own: bool = False) -> Iterator[Key]:
    """The keys that items of a type have in the table (None) or in an index: ours, and those of other writers.

    In a table of our own, indexes have only our keys. Primary keys cannot be replaced, so they are as they were.
    """
    holds_items = index is None or entity.table.index(index).projected is None
    if holds_items and (index is None or index in entity.indexes):
        yield entity.key if index is None else entity.indexes[index]
        others = (each for each in entity.alternates if each.index == index)
        yield from (each.key for each in others if index is None or not is_own or each.is_kept)


def ranges_of(
    entity: type[Item],
    index: str | None,
    known: Mapping[str, str | None],
    *,
    newest: bool,
    is_own: bool = False,
) -> list[Range]:
    """The ranges that together hold all items of a type with these ids; none where a partition is not known."""
    found: dict[Range, None] = {}
    for key in keys_in(entity, index, is_own=is_own):
        partition = key.partition.sketch(known)
        sort = key.sort.sketch(known) if key.sort else None
        if not partition.is_whole:
            return []
        whole = sort is None or sort.is_whole
        found[Range(entity.table.name, index, partition.text, sort and sort.text, whole, newest)] = None
    return [each for each in found if not any(other.holds(each) for other in found if other != each)]


def one_range(ranges: list[Range]) -> Range | None:
    """One range in place of several of the same partition: from where their sort keys part."""
    first, *others = ranges
    if not others or any(each.partition != first.partition for each in others):
        return None
    shared = shared_beginning(*(each.prefix or "" for each in ranges))
    in_a_slot = shared.count("{") > shared.count("}")
    return replace(first, prefix=shared[: shared.rindex("{")] if in_a_slot else shared, is_whole=False)


def open_ended(range_: Range) -> Range:
    """All that begins like the sort key of a range: itself, and what lies below it."""
    return replace(range_, is_whole=False)


@cache
def units_in(range_: Range) -> float:
    """About what reading a range once costs, in read units."""
    if range_.newest:
        return LEAST_UNITS
    weight = sum(_bytes_in(entity, range_) for entity in types_in(TABLES[range_.table]))
    return max(LEAST_UNITS, weight / UNIT_BYTES)


def count_of(entity: type[Item], known: frozenset[str]) -> float:
    """About how many items of a type share the same known ids."""
    count = 1.0
    for name in entity.key.names - known:
        count *= entity.fanout.get(name, USUAL_FANOUT)
    return count


def _bytes_in(entity: type[Item], range_: Range) -> float:
    key = next((key for key in keys_in(entity, range_.index) if _lies_in(key, range_)), None)
    if key is None:
        return 0.0
    return count_of(entity, range_.names | frozenset(key.partition.names)) * entity.item_bytes


def _lies_in(key: Key, range_: Range) -> bool:
    """Whether items with such a key can be in the range, whatever its fields are called."""
    if _bare(key.partition.source) != _bare(range_.partition):
        return False
    if key.sort is None or range_.prefix is None:
        return True
    own = key.sort.sketch({name: name for name in (*range_.names, *key.partition.names)})
    begin, asked = _bare(own.text), _bare(range_.prefix)
    if range_.is_whole:
        return begin == asked if own.is_whole else asked.startswith(begin)
    return begin.startswith(asked) or (not own.is_whole and asked.startswith(begin))


def _bare(template: str) -> str:
    return _SLOT.sub("{}", template)
