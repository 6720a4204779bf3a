"""What each client has recognised today, in pages and bytes, and how much it may.

Counts are notes in the table of dead letters, one for each client and day. Pages are counted before Textract is paid,
in the transaction that begins an attempt, so that no attempt is counted twice or not at all.
"""

from datetime import datetime, timedelta

from commands.authors import as_signed, signed
from entities.attributes import Record
from entities.documents import TextractJob
from entities.tables import LETTERS
from loaders.dynamo.writes import Action, Changes, Condition, Update
from loaders.errors import Throttled, TransactionConflict
from loaders.request import Request
from services.clients import services

KEPT_FOR = timedelta(days=3)
_NOBODY = "-"


class LimitReached(Exception):
    """The client has used up what it may in a day; the text is for people."""


def check_bytes(request: Request, client_id: str | None, size: int) -> None:
    """Refuse an upload that could not be recognised today."""
    limit = services().settings.documents_bytes_per_day
    found = request.session.get(LETTERS, _key(client_id, request.now)) or {}
    if int(found.get("Bytes") or 0) + size > limit:
        raise Throttled(
            f"This client may have {limit:,} bytes recognised in a day, and with this file it would be more. "
            "Try again tomorrow (UTC).",
            field="byte_length",
        )


def counted(
    request: Request, job: TextractJob, pages: int, size: int, action: Update | None, result: TextractJob
) -> TextractJob:
    """Do a write and count what it uses, both or neither; raises `LimitReached` if that would be too much."""
    limits = services().settings
    condition = Condition(
        any_of=(
            Condition(lacks=("Pages",)),
            Condition(
                below={
                    "Pages": limits.documents_pages_per_day - pages + 1,
                    "Bytes": limits.documents_bytes_per_day - size + 1,
                }
            ),
        )
    )
    if pages > limits.documents_pages_per_day or size > limits.documents_bytes_per_day:
        raise LimitReached(_text(limits.documents_pages_per_day, limits.documents_bytes_per_day))
    writes: list[Action] = [signed(request, action)] if action else []
    try:
        request.session.transact_write([*writes, _added(request, job, pages, size, condition)])
    except TransactionConflict as conflict:
        if any(each.action == len(writes) and each.current for each in conflict.failed):
            raise LimitReached(_text(limits.documents_pages_per_day, limits.documents_bytes_per_day)) from None
        raise
    return as_signed(writes, result)


def corrected(request: Request, job: TextractJob, pages: int) -> Update | None:
    """The action that counts the pages that Textract found beyond those that were expected, or fewer."""
    difference = pages - (job.total_pages or 0)
    return _added(request, job, difference, 0, None) if difference else None


def is_of_client(record: Record, client_id: str) -> bool:
    """Whether a stored note counts what a client has used."""
    named, _, day = str(record.get("ID") or "").rpartition("#")
    return named == f"USAGE#{client_id}" and len(day) == len("2026-11-16")


def _added(request: Request, job: TextractJob, pages: int, size: int, condition: Condition | None) -> Update:
    expires = int((request.now + KEPT_FOR).timestamp())
    changes = Changes(set={LETTERS.ttl or "": expires}, add={"Pages": pages, "Bytes": size})
    return Update(LETTERS, _key(job.client_id, request.now), changes, condition)


def _key(client_id: str | None, now: datetime) -> Record:
    return {"ID": f"USAGE#{client_id or _NOBODY}#{now:%Y-%m-%d}"}


def _text(pages: int, size: int) -> str:
    return (
        f"The client may have {pages:,} pages and {size:,} bytes recognised in a day, and has used them up. Retry the "
        "document tomorrow (UTC)."
    )
