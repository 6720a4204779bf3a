"""Lists of items that follow from their keys: one declaration for each access pattern."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from entities.errors import BadKeyValue
from entities.item import Alternate, Item
from entities.keys import Key, KeyValue
from entities.times import format_time, shifted
from loaders.dynamo.requests import Begins, Between, Is, Query, Sort
from loaders.dynamo.session import Page
from loaders.dynamo.writes import Raw
from loaders.errors import BadInput
from loaders.lists.cursors import scope_of
from loaders.lists.own_tables import without_second_looks
from loaders.lists.pages import Slice, page_of
from loaders.request import Request

_TIME_WIDTH = len("2026-11-16T12:00:00")
_LAST = "~"  # sorts after every character of a time


BEHIND = timedelta(hours=12)
AHEAD = timedelta(hours=14)


@dataclass(frozen=True)
class Span:
    """A span of time, both ends included; None leaves that side open."""

    since: datetime | None = None
    until: datetime | None = None

    def __post_init__(self) -> None:
        if self.since and self.until and self.since > self.until:
            raise BadInput("since must not be later than until.", field="since")

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
    """The fields whose values the caller passes."""
    time: str | None = None
    """The time field that the sort key is ordered by, if the list can be limited to a span of time."""
    newest_first: bool = False
    also: tuple[Alternate, ...] = ()
    """Keys in other indexes that contain further items of the list."""
    folded: str | None = None
    """A field that other writers may have written in lower case in keys."""

    @property
    def name(self) -> str:
        return f"{self.entity.__name__}.{self.index or 'table'}.{'.'.join(self.by)}"

    def page(
        self,
        request: Request,
        values: Mapping[str, Any],
        *,
        first: int,
        after: str | None = None,
        span: Span = Span(),  # noqa: B008  it is frozen
        newest_first: bool | None = None,
        where: Mapping[str, Any] | None = None,
        only: Raw | None = None,
        keep: Callable[[Item], bool] = lambda _: True,
        said: Mapping[str, Any] | None = None,
        scope: str | None = None,
        begun: Sequence[Page] = (),
    ) -> Slice:
        """A page of the list. DynamoDB filters by `where` and `only`; `keep` filters the items after reading.

        `said` holds the arguments that `only` and `keep` follow from: cursors are bound to them too. `scope` says what
        the list is where its values change from page to page, such as a span that ends now. `begun` has the first
        answers of its ranges, where they have been read already.
        """
        backwards = self.newest_first if newest_first is None else newest_first
        options: dict[str, Any] = {"newest_first": backwards, "where": where or {}, "only": only}
        arguments = {**values, "since": span.since, "until": span.until, **(where or {}), **(said or {})}
        scope = scope or scope_of(self.name, arguments, newest_first=backwards)

        def read(is_own: bool) -> Slice:
            queries = [replace(each, **options) for each in self.queries(values, span, is_own=is_own)]
            types, wanted = (self.entity,), lambda item: self._is_in(item, span) and keep(item)
            return page_of(request, queries, types, scope, first=first, after=after, keep=wanted, begun=begun)

        return without_second_looks(request, self.entity.table, read)

    def all(self, request: Request, values: Mapping[str, Any], *, where: Mapping[str, Any] | None = None) -> list[Item]:
        """The whole list; only for lists that are known to be short."""
        queries = [replace(each, where=where or {}) for each in self._queries_of(request, values)]
        answers = request.session.together(*(lambda each=each: request.session.query(each) for each in queries))
        found = (item for records in answers for item in request.items(self.entity.table, records, self.entity))
        return list({tuple(item.primary_key().values()): item for item in found}.values())

    def count(
        self,
        request: Request,
        values: Mapping[str, Any],
        *,
        span: Span = Span(),  # noqa: B008  it is frozen
        where: Mapping[str, Any] | None = None,
        only: Raw | None = None,
    ) -> int:
        """The number of items in the list as DynamoDB counts them, including malformed ones."""
        found = self._queries_of(request, values, span)
        queries = [replace(each, where=where or {}, only=only) for each in found]
        calls = [partial(request.session.count, each) for each in queries]
        return sum(request.session.together(*calls))

    def _queries_of(self, request: Request, values: Mapping[str, Any], span: Span = Span()) -> list[Query]:  # noqa: B008
        return self.queries(values, span, is_own=request.session.owns(self.entity.table))

    def queries(
        self,
        values: Mapping[str, Any],
        span: Span = Span(),  # noqa: B008
        *,
        is_own: bool = False,
    ) -> list[Query]:
        """The ranges that contain the list: where we write its items, and where other writers do.

        In a table of our own there are no others, but primary keys stay as they were written.
        """
        types = (self.entity.type_name,) if self.entity.table.discriminator else ()
        found: dict[tuple[Any, ...], Query] = {}
        for index, key, given in self._keys(values, is_own=is_own):
            partition = _partition(key, given, is_ours=index == self.index and not found)
            if partition is not None:
                query = Query(self.entity.table, index, partition, self._sort(key, given, span), types)
                found[index, partition, query.sort] = query
        if not found:
            raise BadInput(f"{self.name} needs {', '.join(self.by)}.")
        return [each for each in found.values() if not any(_holds(other, each) for other in found.values())]

    def _keys(self, values: Mapping[str, Any], *, is_own: bool) -> Iterator[tuple[str | None, Key, Mapping[str, Any]]]:
        """The key of this list, and all alternates that the given values can fill."""
        written = self.entity.key if self.index is None else self.entity.indexes[self.index]
        yield self.index, written, values
        for each in self.entity.alternates:
            if is_own and each.index is not None and not each.is_kept:
                continue
            twin = each.index == self.index and each.key.partition.plain == written.partition.plain
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
            return _epoch_between(span) if key.sort.is_number else between(prefix.text, span)
        return Begins(prefix.text) if prefix.text else None

    def _is_in(self, item: Item, span: Span) -> bool:
        return self.time is None or span.holds(getattr(item, self.time))


def between(prefix: str, span: Span) -> Between:
    """Stored times may have any UTC offset (-12 to +14 h), so a wider range is read; `Span` then filters exactly."""
    since = format_time(shifted(span.since, -BEHIND))[:_TIME_WIDTH] if span.since else ""
    until = format_time(shifted(span.until, AHEAD))[:_TIME_WIDTH] if span.until else ""
    return Between(f"{prefix}{since}" or None, f"{prefix}{until}{_LAST}")


def _epoch_between(span: Span) -> Between:
    since, until = (int(moment.timestamp()) if moment else None for moment in (span.since, span.until))
    return Between(since, until)


def _partition(key: Key, values: Mapping[str, Any], *, is_ours: bool) -> KeyValue | None:
    """The partition; None if other writers could not have written this value in their key."""
    try:
        return key.partition.format(values)
    except BadKeyValue:
        if is_ours:
            raise
        return None


def _holds(query: Query, other: Query) -> bool:
    """Whether one range contains another."""
    same = (query.index, query.partition) == (other.index, other.partition)
    if not same or query.sort == other.sort or not isinstance(other.sort, Begins | Is):
        return False
    text = other.sort.text if isinstance(other.sort, Begins) else str(other.sort.value)
    return query.sort is None or (isinstance(query.sort, Begins) and text.startswith(query.sort.text))


def alternates_in(entity: type[Item], index: str) -> tuple[Alternate, ...]:
    """The keys that other writers put into an index for a type."""
    return tuple(each for each in entity.alternates if each.index == index)
