"""One request's unit of work: turns records into items, and collects malformed ones instead of failing the rest."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from entities.attributes import Record
from entities.errors import Unreadable
from entities.item import Item
from entities.registry import type_of
from entities.tables import Table
from loaders.caller import PROGRAM, RequestCaller
from loaders.dynamo.session import Session
from loaders.planning.plan import Plan


class Request:
    """One request's view of the data. Nothing in it outlives the request."""

    def __init__(
        self,
        session: Session,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        caller: RequestCaller = PROGRAM,
    ) -> None:
        self.session = session
        self.now = now()
        self.caller = caller
        self.problems: list[Unreadable] = []
        """Stored items that are malformed: each becomes a partial error in the response."""
        self.plans: list[Plan] = []
        """The plans that were executed, for tests and for showing costs."""

    def items(self, table: Table, records: Iterable[Record], *types: type[Item]) -> Iterator[Item]:
        """The items of the wanted types among the records that the caller may see.

        Expired ones are left out, since DynamoDB deletes them late. Every item comes this way, so one that belongs to
        another client does not exist for this request: lists, counts, lookups and changes all pass over it.
        """
        sees_all = self.caller.is_staff
        for record in records:
            entity = type_of(table, record)
            if entity is None or entity not in types or not (sees_all or self.may_see(entity, record)):
                continue
            item = self.read(entity, record)
            if item is not None and not self.is_expired(item):
                yield item

    def may_see(self, entity: type[Item] | None, record: Record) -> bool:
        """Whether the caller may see a stored item, readable or not."""
        if entity is None or self.caller.is_staff:
            return True
        if entity.is_for_staff or (entity.is_hidden(record) and not self.caller.sees_hidden):
            return False
        return entity.owner is None or self.caller.may_see(entity.owner_of(record))

    def may_hide(self, entity: type[Item]) -> bool:
        """Whether some items of a type may be hidden from the caller."""
        return (entity.is_for_staff or entity.owner is not None) and not self.caller.is_staff

    def by_ids(self, entity: type[Item], ids: Sequence[Mapping[str, object]]) -> list[Item | None]:
        """Items of a type by their ids, in order; None for those that do not exist. One request for each hundred."""
        keys = [entity.key_for(**each) for each in ids]
        records = self.session.batch_get(entity.table, keys) if keys else []
        return [next(self.items(entity.table, [record], entity), None) if record else None for record in records]

    def read(self, entity: type[Item], record: Record) -> Item | None:
        """The item that a record holds; None if it cannot be read, which is noted."""
        try:
            item = entity.from_record(record)
        except Unreadable as problem:
            self.problems.append(problem)
            return None
        if item.problem is not None:
            self.problems.append(item.problem)
        return item

    def is_expired(self, item: Item) -> bool:
        """Whether DynamoDB may delete an item at any moment: it counts as deleted."""
        return item.expires_at is not None and item.expires_at <= self.now
