"""One request's access to the tables, with its deadline and its costs.

A read is complete or an error, never short. A write is done once, even if its answer is lost and it has to be sent
again: see `writes`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, TypeVar
from uuid import NAMESPACE_OID, uuid4, uuid5

from entities.attributes import Record, decode_item
from entities.tables import Table
from loaders.dynamo import batches, costs, expressions
from loaders.dynamo.calls import Call, DynamoCaller
from loaders.dynamo.clock import Deadline
from loaders.dynamo.meter import Meter
from loaders.dynamo.pool import Pool
from loaders.dynamo.requests import USUAL_FORM, ItemForm, Query, Scan
from loaders.dynamo.retry import Retries
from loaders.dynamo.sizes import MAX_ITEM_BYTES, item_size
from loaders.dynamo.writes import (
    Action,
    Changes,
    Condition,
    Delete,
    Put,
    Update,
    can_repeat,
    check_transaction,
    is_done,
)
from loaders.errors import Conflict, TooLarge, Unavailable

T = TypeVar("T")


SCAN_SEGMENTS = 4
"""The parts of a scan that are read side by side."""


@dataclass(frozen=True)
class Page:
    """One answer to a query: its items, and the key to continue from if there may be more."""

    records: list[Record]
    next_key: Record | None


class Session:
    """Reads and writes for one request; its threads may share it."""

    def __init__(
        self,
        caller: DynamoCaller,
        pool: Pool,
        name_of: Callable[[Table], str],
        deadline: Deadline,
        meter: Meter,
        *,
        batch_size: int = batches.WRITE_BATCH,
        own_tables: frozenset[str] = frozenset(),
    ) -> None:
        self._caller = caller
        self._batch_size = batch_size
        self._own_tables = own_tables
        self._pool = pool
        self._name_of = name_of
        self.deadline = deadline
        self.meter = meter

    def together(self, *calls: Callable[[], T]) -> list[T]:
        """Make these calls concurrently; their results in order, or the first error once all have ended."""
        return self._pool.together(calls)

    def has(self, table: Table) -> bool:
        """Whether a table that not every deployment has is named."""
        try:
            return bool(self._name_of(table))
        except KeyError:
            return False

    def owns(self, table: Table) -> bool:
        """Whether a table is declared as ours alone: every index key in it is as we write it, so no second look."""
        return table.name in self._own_tables

    def get(
        self, table: Table, key: Record, form: ItemForm = USUAL_FORM, *, is_consistent: bool = False
    ) -> Record | None:
        """The item with this key, or None."""
        key = expressions.primary_key(table, key)
        call = Call(
            operation="get_item",
            tables=(table,),
            arguments=expressions.get_arguments(
                self._name_of(table), key, form.attributes, is_consistent=is_consistent
            ),
            cost=lambda answer: costs.get_cost([answer.get("Item", {})], is_consistent=is_consistent),
            items=lambda answer: int("Item" in answer),
            range=expressions.key_text(key),
            is_as_sent=form.is_as_sent,
        )
        return self._caller.call(call).get("Item")

    def page(self, query: Query) -> Page:
        """One answer of DynamoDB: at most 1 MB. With a filter, `limit` counts the items before filtering."""
        return self._page(query, self._caller.retries())

    def query(self, query: Query) -> list[Record]:
        """All items of the range that match the filter, or the first `limit` of them."""
        retries = self._caller.retries()
        records: list[Record] = []
        asked = query
        while query.limit != 0:
            page = self._page(asked, retries)
            records += page.records
            wanted = None if query.limit is None else query.limit - len(records)
            if page.next_key is None or (wanted is not None and wanted <= 0):
                return records[: query.limit]
            if page.next_key == asked.after:
                raise Unavailable("The database did not finish this list. Try again in a moment.")
            retries.progress()
            asked = replace(asked, after=page.next_key, limit=expressions.next_limit(asked, wanted))
        return records

    def count(self, query: Query) -> int:
        """The number of items in a range; they are read and paid for, but not returned."""
        retries = self._caller.retries()
        asked: Query | None = query
        counted = 0
        while asked is not None:
            arguments = expressions.query_arguments(asked, self._name_of(query.table)) | {"Select": "COUNT"}
            answer = self._caller.call(self._counting(asked, arguments), retries)
            counted += answer["Count"]
            retries.progress()
            after = answer.get("LastEvaluatedKey")
            asked = replace(asked, after=after) if after else None
        return counted

    def scan(self, scan: Scan) -> list[Record]:
        """All items of a table or index that match the filter, in no order. An index is scanned where it is small."""
        segments = 1 if scan.index else SCAN_SEGMENTS
        parts = [replace(scan, segment=(number, segments)) for number in range(segments)]
        found = self.together(*(partial(self._scan_segment, part) for part in parts))
        return [record for records in found for record in records]

    def scan_page(self, scan: Scan, retries: Retries | None = None) -> Page:
        """One answer of a walk over a whole table or index, and where to go on."""
        page = self.stored_page(scan, retries)
        return Page([decode_item(each) for each in page.records], page.next_key)

    def stored_page(self, scan: Scan, retries: Retries | None = None) -> Page:
        """The same with items exactly as they are stored, to the last digit: AttributeValues."""
        answer = self._caller.call(self._scanning(scan), retries)
        if "Items" not in answer:
            raise Unavailable("The database sent an answer without its items. Try again in a moment.")
        next_key = answer.get("LastEvaluatedKey")
        return Page(answer["Items"], decode_item(next_key) if next_key else None)

    def _scan_segment(self, scan: Scan) -> list[Record]:
        retries = self._caller.retries()
        records: list[Record] = []
        asked: Scan | None = scan
        while asked is not None:
            page = self.scan_page(asked, retries)
            records += page.records
            retries.progress()
            asked = replace(asked, after=page.next_key) if page.next_key else None
        return records

    def _scanning(self, scan: Scan) -> Call:
        return Call(
            operation="scan",
            tables=(scan.table,),
            arguments=expressions.scan_arguments(scan, self._name_of(scan.table)),
            cost=lambda answer: costs.query_cost(answer, is_consistent=False),
            items=lambda answer: len(answer.get("Items", ())),
            index=scan.index,
            range=f"part {scan.segment[0] + 1} of {scan.segment[1]}",
        )

    def batch_get(
        self,
        table: Table,
        keys: Sequence[Record],
        form: ItemForm = USUAL_FORM,
        *,
        is_consistent: bool = False,
    ) -> list[Record | None]:
        """The items of many keys, in the order of the keys; None for keys without an item."""
        name = self._name_of(table)
        identities = [batches.identity(table, key) for key in keys]
        wanted = {each: expressions.primary_key(table, key) for each, key in zip(identities, keys, strict=True)}
        reads = (
            partial(batches.read_batch, self._caller, table, name, dict(chunk), form, is_consistent=is_consistent)
            for chunk in _chunks(list(wanted.items()), batches.READ_BATCH)
        )
        found = dict(chain.from_iterable(part.items() for part in self.together(*reads)))
        return [found.get(each) for each in identities]

    def put(self, table: Table, record: Record, condition: Condition | None = None) -> None:
        """Store the whole item, replacing an existing one."""
        if item_size(record) > MAX_ITEM_BYTES:
            raise TooLarge("This is too large for one item, which may have 400 KB. Store less in it.")
        self._write(Put(table, record, condition))

    def update(self, table: Table, key: Record, changes: Changes, condition: Condition | None = None) -> Record:
        """Change some attributes and return the new item. Without a condition, a missing item is created."""
        action = Update(table, expressions.primary_key(table, key), changes, condition)
        if can_repeat(action):
            return self._write(action) or {}
        # Only a transaction is done once however often it is sent, but it does not return the new item.
        self.transact_write([action])
        updated = self.get(table, key, is_consistent=True)
        if updated is None:
            raise Conflict("This was changed, but then deleted by another request. Create it again if needed.")
        return updated

    def delete(self, table: Table, key: Record, condition: Condition | None = None) -> Record | None:
        """Remove the item and return it; None if there was none, or if the answer with the item was lost."""
        return self._write(Delete(table, expressions.primary_key(table, key), condition))

    def batch_write(self, table: Table, puts: Sequence[Record], deletes: Sequence[Record] = ()) -> None:
        """Store and remove many items, not as a transaction: after an error some may be done."""
        requests = batches.write_requests(table, puts, deletes)
        name = self._name_of(table)
        self.together(
            *(
                partial(batches.write_batch, self._caller, table, name, chunk)
                for chunk in _chunks(requests, self._batch_size)
            )
        )

    def transact_write(self, actions: Sequence[Action], token: str | None = None) -> None:
        """Do all of these or none; with the caller's token only once within ten minutes, however often it is sent."""
        check_transaction(actions)
        names = [self._name_of(action.table) for action in actions]
        # DynamoDB remembers tokens of a whole account: two stages in one must not share them.
        own = str(uuid5(NAMESPACE_OID, " ".join((token, *sorted(set(names)))))) if token else str(uuid4())
        call = Call(
            operation="transact_write_items",
            tables=tuple(action.table for action in actions),
            arguments=expressions.transact_write_arguments(actions, names, own),
            cost=lambda _: costs.transact_write_cost(actions),
        )
        self._caller.call(call)

    def _page(self, query: Query, retries: Retries) -> Page:
        expressions.check_start(query)
        if not expressions.can_hold_items(query):
            return Page([], None)
        call = Call(
            operation="query",
            tables=(query.table,),
            arguments=expressions.query_arguments(query, self._name_of(query.table)),
            cost=lambda answer: costs.query_cost(answer, is_consistent=query.is_consistent),
            items=lambda answer: len(answer.get("Items", ())),
            index=query.index,
            range=expressions.range_text(query),
            is_as_sent=query.form.is_as_sent,
        )
        answer = self._caller.call(call, retries)
        if "Items" not in answer:
            raise Unavailable("The database sent an answer without its items. Try again in a moment.")
        return Page(answer["Items"], answer.get("LastEvaluatedKey"))

    def _counting(self, query: Query, arguments: dict[str, Any]) -> Call:
        return Call(
            operation="query",
            tables=(query.table,),
            arguments=arguments,
            cost=lambda _: 0.0,
            items=lambda answer: answer["Count"],
            index=query.index,
            range=expressions.range_text(query),
        )

    def _write(self, action: Put | Update | Delete) -> Record | None:
        operations = {Put: "put_item", Update: "update_item", Delete: "delete_item"}
        call = Call(
            operation=operations[type(action)],
            tables=(action.table,),
            arguments=expressions.write_arguments(action, self._name_of(action.table)),
            cost=lambda answer: costs.write_cost(action, answer),
        )
        try:
            attributes = self._caller.call(call).get("Attributes")
        except Conflict as conflict:
            # Our first try, whose answer was lost, may itself have broken the condition.
            if conflict.is_in_doubt and is_done(action, conflict.current):
                return conflict.current
            raise
        return decode_item(attributes) if attributes else None


def _chunks(values: Sequence[T], size: int) -> list[Sequence[T]]:
    return [values[start : start + size] for start in range(0, len(values), size)]
