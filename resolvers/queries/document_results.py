"""What Textract read, and links to files: all of it lies in S3."""

from collections.abc import Sequence

from commands.availability import available
from commands.documents.collecting import prefix_of, read_index
from commands.documents.results import ResultPages, other_pages, own_pages
from entities.fields import Part
from loaders.errors import BadCursor
from loaders.lists.cursors import read_cursor, scope_of, write_cursor
from loaders.lists.pages import EMPTY, Slice, check_first
from loaders.request import Request
from resolvers.runtime.results import Parent, for_each
from services.clients import services
from services.errors import NotConfigured


class PageBox(Part):
    """An upright rectangle on a page, relative to the size of the page; y grows downward."""

    x: float
    """The left edge of the box, as a share of the page's width: 0 is the left edge of the page."""
    y: float
    """The top edge of the box, as a share of the page's height: 0 is the top edge of the page."""
    width: float
    """The width of the box as a share of the page's width, from 0 to 1."""
    height: float
    """The height of the box as a share of the page's height, from 0 to 1."""


class DocumentLine(Part):
    """A line of text on a page."""

    text: str
    """The text of the line."""
    confidence: float | None = None
    """How sure Textract is, from 0 to 100."""
    bounding_box: PageBox | None = None
    """Where the line is."""


class DocumentCell(Part):
    """A cell of a table."""

    row: int
    """The row of the cell, counted from 1."""
    column: int
    """The column of the cell, counted from 1."""
    row_span: int = 1
    """How many rows the cell covers."""
    column_span: int = 1
    """How many columns the cell covers."""
    text: str = ""
    """The text in the cell; empty if there is none."""
    confidence: float | None = None
    """How sure Textract is, from 0 to 100."""
    bounding_box: PageBox | None = None
    """Where the cell is."""


class DocumentTable(Part):
    """A table on a page."""

    rows: tuple[tuple[str, ...], ...] = ()
    """The texts of the cells, row by row; empty where a cell has none."""
    cells: tuple[DocumentCell, ...] = ()
    """The cells with their places."""
    confidence: float | None = None
    """How sure Textract is, from 0 to 100."""
    bounding_box: PageBox | None = None
    """Where the table is."""


class DocumentForm(Part):
    """A field of a form: a key such as `Name:`, and what stands there."""

    key: str
    """The name of the field."""
    value: str = ""
    """What stands in the field; empty if nothing does. A box that can be ticked is `[x]` or `[ ]`."""
    confidence: float | None = None
    """How sure Textract is, from 0 to 100."""
    key_box: PageBox | None = None
    """Where the key is."""
    value_box: PageBox | None = None
    """Where the value is; null if there is none."""


class DocumentPage(Part):
    """A page of a document, as Textract read it."""

    page_number: int
    """The number of the page, counted from 1."""
    lines: tuple[DocumentLine, ...] = ()
    """The lines of text, in reading order."""
    tables: tuple[DocumentTable, ...] = ()
    """The tables."""
    forms: tuple[DocumentForm, ...] = ()
    """The fields of forms."""


def pages_of_documents(request: Request, parents: Sequence[Parent], first: int, after: str | None) -> list[Slice]:
    """A page of pages for each document; documents without results have none."""
    check_first(first)
    return for_each(request, parents, lambda parent: _pages(parent, first, after), "job_id")


def result_urls(request: Request, parents: Sequence[Parent]) -> list[str | None]:
    return for_each(request, parents, _result_url, "job_id")


def document_urls(_: Request, parents: Sequence[Parent]) -> list[str | None]:
    return [_link(parent.get("document_key"), parent.get("file_name")) for parent in parents]


def _pages(parent: Parent, first: int, after: str | None) -> Slice:
    key = parent.get("result_key")
    scope = scope_of("TextractJob.pages", {"jobId": parent["job_id"], "resultKey": key}, newest_first=False)
    start = _read_position(scope, after) if after else 0
    if not key:
        return EMPTY
    with available("Reading results"):
        found = _found(parent, str(key), start, first)
    pages = [DocumentPage.model_validate(each) for each in found.pages]
    cursors = [write_cursor(scope, [[page.page_number]]) for page in pages]
    return Slice(list(pages), cursors, has_next=found.has_next, has_previous=after is not None)  # type: ignore[arg-type]


def _found(parent: Parent, key: str, start: int, first: int) -> ResultPages:
    bucket, attempt = services().documents, parent.get("attempt")
    if attempt and key.startswith(prefix_of(parent["job_id"], attempt)):
        return own_pages(bucket, parent["job_id"], attempt, start, first)
    return other_pages(bucket, key, start, first)


def _read_position(scope: str, cursor: str) -> int:
    match read_cursor(scope, cursor, 1)[0]:
        case [int(page)]:
            return page
    raise BadCursor


def _result_url(parent: Parent) -> str | None:
    key, attempt = parent.get("result_key"), parent.get("attempt")
    if not key:
        return None
    name = f"{parent.get('file_name') or parent['job_id']}.jsonl"
    prefix = prefix_of(parent["job_id"], attempt or 1)
    if not (attempt and str(key).startswith(prefix)):
        return _link(str(key), None) if "." in str(key).rpartition("/")[2] else None
    try:
        bucket = services().documents
    except NotConfigured:
        return None
    with available("Reading results"):
        index = read_index(bucket, parent["job_id"], attempt)
    if index is None:
        return None
    return _link(f"{prefix}/pages/00000.jsonl", name) if index.get("parts") == 1 else _link(str(key), None)


def _link(key: str | None, file_name: str | None) -> str | None:
    """An address that works for a while; nothing is read for it."""
    if not key:
        return None
    try:
        return services().documents.presigned_get(key, file_name=file_name)
    except NotConfigured:
        return None
