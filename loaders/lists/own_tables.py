"""Lists in a table that is ours alone, where nothing has to be looked for under other writers' keys."""

from collections.abc import Callable

from entities.tables import Table
from loaders.errors import BadCursor
from loaders.lists.pages import Slice
from loaders.request import Request


def without_second_looks(request: Request, table: Table, read: Callable[[bool], Slice]) -> Slice:
    """A page of a list; `read` is told whether to leave out what only other writers need.

    A cursor from before the declaration has a place in each range of that time, so it goes on in all of them.
    """
    if request.session.owns(table):
        try:
            return read(True)
        except BadCursor:
            pass
    return read(False)
