"""Lists of items by what their keys tell: one declaration for each access pattern."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from entities.errors import BadKeyValue
from entities.item import Alternate, Item
from entities.keys import Key, KeyValue
from entities.times import format_time
from loaders.cursors import scope_of
from loaders.dynamo.requests import Begins, Between, Is, Query, Sort
from loaders.errors import BadInput
from loaders.pages import Slice, page_of
from loaders.reading import Reading

_SPEC = re.compile(r":[^}]*\}")
_TIME_WIDTH = len("2026-11-16T12:00:00")
_LAST = "~"  # after every digit, sign and letter that a time is written with


BEHIND = timedelta(hours=12)
AHEAD = timedelta(hours=14)


def shifted(moment: datetime, by: timedelta) -> datetime:
    """A moment a little earlier or later, as far as there is time."""
    try:
        return moment + by
    except OverflowError:
        return moment


@dataclass(frozen=True)
class Span:
    """From when to when, both included; None leaves that side open."""

    since: datetime | None = None
    until: datetime | None = None

    def __post_init__(self) -> None:
        if self.since and self.until and self.since > self.until:
            raise BadInput("since must not be later than until.")

    def holds(self, moment: datetime | None) -> bool:
        if moment is None:
            return self.since is None and self.until is None
        return (self.since is None or self.since <= moment) and (self.until is None or moment <= self.until)


@dataclass(frozen=True)
class Listing:
    """The items of a type that share some values, in the order of an index."""

    entity: type[Item]
    index: str | None
    by: tuple[str, ...] = ()
    """The fields whose values the caller gives."""
    time: str | None = None
    """The field that the sort key is ordered by, where a span of time may be asked for."""
    newest_first: bool = False
    also: tuple[Alternate, ...] = ()
    """Keys in other indexes under which further items of the list lie."""
    folded: str | None = None
    """A field that other writers may have put into keys in lower case."""

    @property
    def name(self) -> str:
        return f"{self.entity.__name__}.{self.index or 'table'}.{'.'.join(self.by)}"

    def page(
        self,
        reading: Reading,
        values: Mapping[str, Any],
        *,
        first: int,
        after: str | None = None,
        span: Span = Span(),  # noqa: B008  it is frozen
        newest_first: bool | None = None,
        where: Mapping[str, Any] | None = None,
        keep: Callable[[Item], bool] = lambda _: True,
    ) -> Slice:
        """A page of the list; `where` are attributes that DynamoDB shall look at, `keep` is asked here."""
        backwards = self.newest_first if newest_first is None else newest_first
        queries = [replace(each, newest_first=backwards, where=where or {}) for each in self.queries(values, span)]
        arguments = {**values, "since": span.since, "until": span.until, **(where or {})}
        scope = scope_of(self.name, arguments, newest_first=backwards)
        return page_of(
            reading,
            queries,
            (self.entity,),
            scope,
            first=first,
            after=after,
            keep=lambda item: self._is_in(item, span) and keep(item),
        )

    def all(self, reading: Reading, values: Mapping[str, Any], *, where: Mapping[str, Any] | None = None) -> list[Item]:
        """The whole list, where it is known to be short."""
        queries = [replace(each, where=where or {}) for each in self.queries(values)]
        answers = reading.session.together(*(lambda each=each: reading.session.query(each) for each in queries))
        found = (item for records in answers for item in reading.items(self.entity.table, records, self.entity))
        return list({tuple(item.primary_key().values()): item for item in found}.values())

    def count(self, reading: Reading, values: Mapping[str, Any]) -> int:
        """How many items the list has, as DynamoDB counts them: those that cannot be read too."""
        calls = [partial(reading.session.count, each) for each in self.queries(values)]
        return sum(reading.session.together(*calls))

    def queries(self, values: Mapping[str, Any], span: Span = Span()) -> list[Query]:  # noqa: B008
        """The ranges that hold the list: where we write its items, and where others do."""
        types = (self.entity.type_name,) if self.entity.table.discriminator else ()
        found: dict[tuple[Any, ...], Query] = {}
        for index, key, given in self._keys(values):
            partition = _partition(key, given, is_ours=index == self.index and not found)
            if partition is not None:
                query = Query(self.entity.table, index, partition, self._sort(key, given, span), types)
                found[index, partition, query.sort] = query
        if not found:
            raise BadInput(f"{self.name} needs {', '.join(self.by)}.")
        return [each for each in found.values() if not any(_holds(other, each) for other in found.values())]

    def _keys(self, values: Mapping[str, Any]) -> Iterator[tuple[str | None, Key, Mapping[str, Any]]]:
        """The key of this list, and all alternates with the same partition, however they fill it up."""
        written = self.entity.key if self.index is None else self.entity.indexes[self.index]
        yield self.index, written, values
        for each in self.entity.alternates:
            twin = each.index == self.index and _without_specs(each.key) == _without_specs(written)
            if twin or each in self.also:
                yield each.index, each.key, values
                if self.folded:
                    yield each.index, each.key, {**values, self.folded: values[self.folded].lower()}

    def _sort(self, key: Key, values: Mapping[str, Any], span: Span) -> Sort | None:
        if key.sort is None:
            return None
        given = {name: value for name, value in values.items() if name in self.by}
        prefix = key.sort.prefix(given)
        if prefix.is_whole:
            return Is(prefix.text)
        unknown = next((slot.name for slot in key.sort.slots if slot.name not in given), None)
        if self.time == unknown and (span.since or span.until):
            return _epoch_between(span) if key.sort.is_number else _between(prefix.text, span)
        return Begins(prefix.text) if prefix.text else None

    def _is_in(self, item: Item, span: Span) -> bool:
        return self.time is None or span.holds(getattr(item, self.time))


def _between(prefix: str, span: Span) -> Between:
    """Texts of times may carry any offset, 12 hours behind to 14 ahead: read so much more; `Span` has the last word."""
    since = format_time(shifted(span.since, -BEHIND))[:_TIME_WIDTH] if span.since else ""
    until = format_time(shifted(span.until, AHEAD))[:_TIME_WIDTH] if span.until else ""
    return Between(f"{prefix}{since}" or None, f"{prefix}{until}{_LAST}")


def _epoch_between(span: Span) -> Between:
    since, until = (int(moment.timestamp()) if moment else None for moment in (span.since, span.until))
    return Between(since, until)


def _partition(key: Key, values: Mapping[str, Any], *, is_ours: bool) -> KeyValue | None:
    """The partition; a value that others could not have put into a key of theirs leads to none of theirs."""
    try:
        return key.partition.format(values)
    except BadKeyValue:
        if is_ours:
            raise
        return None


def _holds(query: Query, other: Query) -> bool:
    """Whether one range has all that another has, and more."""
    same = (query.index, query.partition) == (other.index, other.partition)
    if not same or query.sort == other.sort or not isinstance(other.sort, Begins | Is):
        return False
    text = other.sort.text if isinstance(other.sort, Begins) else str(other.sort.value)
    return query.sort is None or (isinstance(query.sort, Begins) and text.startswith(query.sort.text))


def _without_specs(key: Key) -> str:
    return _SPEC.sub("}", key.partition.source)


def alternates_in(entity: type[Item], index: str) -> tuple[Alternate, ...]:
    """The keys that other writers put into an index for a type."""
    return tuple(each for each in entity.alternates if each.index == index)
