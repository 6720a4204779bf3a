"""Many items at once: BatchGetItem and BatchWriteItem, repeated until nothing is left over.

DynamoDB may process only part of a batch and return the rest: when it is busy, when the response reaches 16 MB, or
when one partition has returned 1 MB. The rest is never dropped: it is sent again, or the whole batch is an error.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from entities.attributes import Record, decode, decode_item, number
from entities.tables import Table
from loaders.dynamo.calls import Answer, Call, DynamoCaller
from loaders.dynamo.costs import get_cost, put_cost
from loaders.dynamo.expressions import batch_get_arguments, batch_write_arguments, batch_write_requests, primary_key
from loaders.dynamo.requests import USUAL_FORM, ItemForm
from loaders.dynamo.retry import Retries
from loaders.errors import BadInput, Unavailable

READ_BATCH = 100
WRITE_BATCH = 25

Identity = tuple[Any, ...]
WriteRequest = dict[str, Any]


def identity(table: Table, record: Record) -> Identity:
    """What identifies an item within its table; equal for keys that DynamoDB treats as equal."""
    return tuple(_comparable(value) for value in primary_key(table, record).values())


def read_batch(
    caller: DynamoCaller,
    table: Table,
    table_name: str,
    keys: Mapping[Identity, Record],
    form: ItemForm = USUAL_FORM,
    *,
    is_consistent: bool,
) -> dict[Identity, Record]:
    """The items of up to 100 keys; keys without an item are missing from the result."""
    retries = caller.retries()
    found: dict[Identity, Record] = {}
    waiting = keys
    while waiting:
        call = _read_call(table, table_name, waiting, form, is_consistent=is_consistent)
        answer = caller.call(call, retries)
        found |= {_identity_in(table, record, form): record for record in _items(answer, table_name)}
        unread = {identity(table, key) for key in _unread(answer, table_name)}
        if not unread <= waiting.keys():
            raise Unavailable("The database returned an item that was not requested. Try again in a moment.")
        _wait_for_rest(len(waiting), len(unread), retries)
        waiting = {each: waiting[each] for each in waiting if each in unread}
    return found


def write_batch(caller: DynamoCaller, table: Table, table_name: str, requests: Sequence[WriteRequest]) -> None:
    """Carry out up to 25 puts and deletes; all are done when this returns."""
    retries = caller.retries()
    waiting = requests
    while waiting:
        answer = caller.call(_write_call(table, table_name, waiting), retries)
        undone = (answer.get("UnprocessedItems") or {}).get(table_name, [])
        _wait_for_rest(len(waiting), len(undone), retries)
        waiting = undone


def write_requests(table: Table, puts: Sequence[Record], deletes: Iterable[Record]) -> list[WriteRequest]:
    """The puts and deletes of a batch; the same item twice is an error."""
    keys = [primary_key(table, key) for key in deletes]
    identities = [identity(table, record) for record in (*puts, *keys)]
    if len(set(identities)) < len(identities):
        raise BadInput("The same item is in the batch twice. Give each item once.")
    return batch_write_requests(puts, keys)


def _wait_for_rest(asked: int, left: int, retries: Retries) -> None:
    """Pause before the rest is sent again, if there is any; raise if there were too many tries."""
    if left < asked:
        retries.progress()
    if left and not retries.pause():
        raise Unavailable("The database is too busy to answer in full. Try again in a moment.", left=left)


def _read_call(
    table: Table,
    table_name: str,
    keys: Mapping[Identity, Record],
    form: ItemForm,
    *,
    is_consistent: bool,
) -> Call:
    def cost(answer: Answer) -> float:
        items = _items(answer, table_name)
        missing = len(keys) - len(items) - len(_unread(answer, table_name))
        return get_cost(items, missing, is_consistent=is_consistent)

    return Call(
        operation="batch_get_item",
        tables=(table,),
        arguments=batch_get_arguments(table_name, keys.values(), form.attributes, is_consistent=is_consistent),
        cost=cost,
        items=lambda answer: len(_items(answer, table_name)),
        range=f"{len(keys)} keys",
        is_as_sent=form.is_as_sent,
    )


def _write_call(table: Table, table_name: str, requests: Sequence[WriteRequest]) -> Call:
    def cost(_: Answer) -> float:
        puts = (request["PutRequest"]["Item"] for request in requests if "PutRequest" in request)
        deletes = sum("DeleteRequest" in request for request in requests)
        return sum(put_cost(table, decode_item(item)) for item in puts) + deletes

    return Call("batch_write_item", (table,), batch_write_arguments(table_name, requests), cost)


def _items(answer: Answer, table_name: str) -> Sequence[Record]:
    items: Sequence[Record] = answer["Responses"].get(table_name, ())
    return items


def _unread(answer: Answer, table_name: str) -> Sequence[Record]:
    keys: Sequence[Record] = (answer.get("UnprocessedKeys") or {}).get(table_name, {}).get("Keys", ())
    return keys


def _identity_in(table: Table, record: Record, form: ItemForm) -> Identity:
    """What identifies an item of an answer, in whichever form its items are."""
    if not form.is_as_sent:
        return identity(table, record)
    return identity(table, {name: decode(record[name]) for name in table.key.attributes})


def _comparable(value: Any) -> Any:
    """A value that compares equal as float and as Decimal: a key may be given as either."""
    return number(str(value)) if isinstance(value, Decimal) else value
