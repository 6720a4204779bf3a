"""What upkeep reads: documents under way, however many, and whole tables piece by piece. No query does so."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from entities.attributes import Record
from entities.documents import DocumentStatus, TextractJob
from entities.tables import DOCUMENTS, Table
from loaders.dynamo.requests import Query, Scan
from loaders.request import Request

PAGE = 100
SCAN_ITEMS = 500
BY_STATUS = "Status-SubmittedAt-Index"
_PLACE = (*DOCUMENTS.index(BY_STATUS).attributes, *DOCUMENTS.key.attributes)


def documents_under_way(
    new_request: Callable[[], Request], status: DocumentStatus, after: Record | None
) -> Iterator[tuple[TextractJob, Record]]:
    """The documents with a status, the oldest first, each with its place, from after a place on.

    The index may lag behind: look again before a change.
    """
    asked: Query | None = Query(DOCUMENTS, BY_STATUS, status.value, after=after, limit=PAGE)
    while asked is not None:
        request = new_request()
        page = request.session.page(asked)
        for record in page.records:
            for item in request.items(DOCUMENTS, [record], TextractJob):
                if isinstance(item, TextractJob):
                    yield item, {name: record[name] for name in _PLACE}
        asked = replace(asked, after=page.next_key) if page.next_key else None


def next_records(request: Request, table: Table, after: Record | None) -> tuple[list[Record], Record | None]:
    """The next items of a whole table, and where to go on; None if that was all."""
    page = request.session.scan_page(Scan(table, after=after, limit=SCAN_ITEMS))
    return page.records, page.next_key
