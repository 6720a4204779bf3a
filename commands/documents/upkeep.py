"""Repairs of stored documents, as a daily walk over the table makes them.

Other programs leave items that no list shows: without the time that lists are sorted by, or with Textract's id inside
their details. Both are written where the indexes find them; nothing else about such items changes. At home, where no
database deletes what has expired, what we made and has expired is deleted with its files.
"""

from commands.documents.removals import remove_document
from entities.attributes import Record
from entities.documents import TextractJob
from entities.errors import Unreadable
from entities.tables import DOCUMENTS
from loaders.current import Found
from loaders.dynamo.writes import Changes, Condition
from loaders.errors import Conflict
from loaders.request import Request


def repair_document(request: Request, record: Record) -> bool:
    """Repair one stored document; returns whether there was something to repair."""
    try:
        job = TextractJob.from_record(record)
    except Unreadable:
        return False
    if job.is_managed and job.expires_at and job.expires_at <= request.now:
        return remove_document(request, Found(job, record), also_others=False)[1]
    return _complete_indexes(request, job, record)


def _complete_indexes(request: Request, job: TextractJob, record: Record) -> bool:
    """Write the attributes that indexes need and that have no usable value yet."""
    wanted = job.model_copy(update={"submitted_at": job.submitted_at or job.updated_at or request.now})
    values = wanted.to_record()
    missing: Record = {
        name: values[name]
        for name in ("SubmittedAt", "TextractID")
        if name in values and record.get(name) in (None, "", "PENDING", "N/A")
    }
    if not missing:
        return False
    condition = Condition(
        exists=True,
        lacks=tuple(name for name in missing if name not in record),
        equals={name: record[name] for name in missing if name in record},
    )
    try:
        request.session.update(DOCUMENTS, DOCUMENTS.key_of(record), Changes(set=missing), condition)
    except Conflict:  # it has changed meanwhile, and the walk of tomorrow comes by again
        return False
    return True
