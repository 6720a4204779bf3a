"""Notices what another program writes into a table that is declared as ours alone: our plans would not find it."""

from aws_lambda_powertools import Logger

from entities.own_shape import place_of, shape_difference
from loaders.request import Request
from services.metrics import FAILURES, emit
from workers.messages import ItemChange

logger = Logger(service="tessera-publisher")


def count_foreign(request: Request, change: ItemChange) -> bool:
    """Count an item in a foreign shape as a failure, and name it. The change itself is announced like any other."""
    if not request.session.owns(change.table) or not change.new_record:
        return False
    found = shape_difference(change.table, change.new_record)
    if not found:
        return False
    where = {"table": change.table.name, "item": place_of(change.table, change.new_record), "type": found.type_name}
    logger.error("foreign shape in a table of our own", extra={**where, "reason": str(found)})
    emit({FAILURES: 1})
    return True
