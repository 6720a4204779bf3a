"""Deletion of documents: their objects first, then the item itself, which until then says who deletes it."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Annotated, ClassVar

from pydantic import Field

from commands.availability import available
from commands.changes import RESERVE_SECONDS, same_owner
from commands.documents.objects import DocumentObjects, objects_of
from commands.documents.places import says_whose
from commands.input_types import ShortText
from commands.inputs import Input
from entities.documents import DocumentStatus, TextractJob
from entities.fields import Large, Part, Timestamp
from loaders.current import Found, find, require
from loaders.documents import documents_by_status
from loaders.dynamo.writes import Changes
from loaders.errors import BadInput, Conflict, Forbidden, NotFound
from loaders.lists.listing import Span
from loaders.lists.pages import Slice
from loaders.request import Request
from services.clients import services

ENDED = (DocumentStatus.COMPLETED, DocumentStatus.FAILED, DocumentStatus.ERROR)
MAX_DOCUMENTS = 100
LEAST_AGE = timedelta(hours=1)


class DeleteDocumentInput(Input):
    """A document to delete."""

    about: ClassVar[str] = "TextractJob"

    job_id: ShortText
    """The id of the document's job."""
    objects: bool = False
    """Whether to delete the file and the results too if another program made the document; unless the caller is an
    operator or IAM, `documentKey` must be in the document's own folder, or have `clientId` as one of its folders. What
    `createDocument` made always goes with its files.
    """


class PurgeDocumentsInput(Input):
    """Old documents to delete."""

    older_than: Timestamp
    """Only documents that were submitted before this moment, which must be at least an hour ago."""
    statuses: tuple[DocumentStatus, ...] = ENDED
    """Only documents with one of these statuses; COMPLETED, FAILED and ERROR if left out."""
    client_id: ShortText | None = None
    """Only documents of this client. If left out, documents of all clients, and of none."""
    dry_run: bool = True
    """Whether only to count what would be deleted; defaults to true."""
    objects: bool = False
    """Whether to delete files and results of other programs' documents too, where their keys name the document, or its
    client if it was not the client itself that gave them. What `createDocument` made always goes with its files.
    """
    first: Annotated[int, Field(ge=1, le=MAX_DOCUMENTS)] = MAX_DOCUMENTS
    """How many documents to look at in this call, from 1 to 100."""
    after: str | None = None
    """The `endCursor` of the call before, to go on from there."""


class DocumentDeletion(Part):
    """What was deleted of a document."""

    job_id: str
    """The id of the document's job."""
    is_complete: bool
    """Whether everything has been deleted. If false, repeat the call to go on."""
    objects: int
    """How many objects in S3 this call deleted."""
    bytes: Large
    """How many bytes the deleted objects had together."""


class DocumentPurge(Part):
    """What was deleted, or with `dryRun` would be."""

    is_dry_run: bool
    """Whether nothing was deleted."""
    documents: int
    """How many documents were deleted, or would be."""
    pages: int
    """How many pages these documents had, as far as that is known."""
    objects: int
    """How many objects in S3 went with them."""
    bytes: Large
    """How many bytes the deleted objects had together."""
    job_ids: tuple[str, ...]
    """The ids of the documents' jobs."""
    is_complete: bool
    """Whether there are no more such documents. If false, repeat the call with `after` to go on."""
    end_cursor: str | None = None
    """Where the next call goes on; null if there is nothing more."""


def delete_document(request: Request, input: DeleteDocumentInput) -> DocumentDeletion:
    """Delete a document with its objects, as far as there is time for, and say whether that was all."""
    found = require(request, TextractJob, field="job_id", job_id=input.job_id)
    if input.objects:
        _check_file_of_others(request, found.item)
    gone, is_complete = remove_document(request, found, also_others=input.objects)
    return DocumentDeletion(job_id=input.job_id, is_complete=is_complete, objects=len(gone.found), bytes=gone.size)


def purge_documents(request: Request, input: PurgeDocumentsInput) -> DocumentPurge:
    """Delete old documents, or count them: some in each call, the oldest first."""
    if input.older_than > request.now - LEAST_AGE:
        raise BadInput("`older_than` must be at least an hour ago.", field="older_than")
    if not input.statuses:
        raise BadInput("`statuses` must name at least one.", field="statuses")
    page = documents_by_status(
        request,
        input.statuses,
        Span(until=input.older_than),
        first=input.first,
        after=input.after,
        newest_first=False,
        client_id=input.client_id,
    )
    return _purged(request, input, page)


def remove_document(
    request: Request, found: Found[TextractJob], *, also_others: bool, is_one_of_many: bool = False
) -> tuple[DocumentObjects, bool]:
    """Delete objects and item; returns the objects, and whether that was all. A repeat goes on."""
    if found.item.is_managed or also_others:
        with available("Deleting files"):
            services().settings.need("documents_bucket")
    _mark(request, found)
    gone = _objects(found.item, also_others=also_others, is_one_of_many=is_one_of_many)
    if gone.found:
        with available("Deleting files"):
            services().documents.delete([each.key for each in gone.found])
    if gone.has_more:
        return gone, False
    with suppress(Conflict):  # another call was faster
        request.session.delete(
            TextractJob.table, TextractJob.table.key_of(found.record), same_owner(found, "DeletedBy")
        )
    return gone, True


def _purged(request: Request, input: PurgeDocumentsInput, page: Slice) -> DocumentPurge:
    done: list[TextractJob] = []
    objects, size, seen = 0, 0, 0
    for job in _jobs(page):
        gone, is_whole = _purge_one(request, input, job)
        objects, size = objects + len(gone.found if gone else ()), size + (gone.size if gone else 0)
        if not is_whole:
            break
        seen += 1
        done += [job] if gone else []
        if request.session.deadline.left() < RESERVE_SECONDS:
            break
    has_more = page.has_next or seen < len(page.items)
    return DocumentPurge(
        is_dry_run=input.dry_run,
        documents=len(done),
        pages=sum(job.total_pages or 0 for job in done),
        objects=objects,
        bytes=size,
        job_ids=tuple(job.job_id for job in done),
        is_complete=not has_more,
        end_cursor=(page.cursors[seen - 1] if seen else input.after) if has_more else None,
    )


def _check_file_of_others(request: Request, job: TextractJob) -> None:
    """Refuse to delete a file that may be another's: clients name the files of what they submit."""
    if request.caller.is_staff or job.is_managed or not job.document_key or says_whose(job, job.document_key):
        return
    raise Forbidden(
        "Only operators and IAM may delete a file whose key has neither the document nor its client as a folder.",
        field="objects",
    )


def _purge_one(request: Request, input: PurgeDocumentsInput, job: TextractJob) -> tuple[DocumentObjects | None, bool]:
    """What went, or would go, and whether that was all of it; None if the document is not as the list showed it."""
    if input.dry_run:
        return _objects(job, also_others=input.objects, is_one_of_many=True), True
    found = find(request, TextractJob, job_id=job.job_id)
    if found is None or found.item.status not in input.statuses:  # the list may lag behind
        return None, True
    return remove_document(request, found, also_others=input.objects, is_one_of_many=True)


def _jobs(page: Slice) -> Iterator[TextractJob]:
    return (item for item in page.items if isinstance(item, TextractJob))


def _objects(job: TextractJob, *, also_others: bool, is_one_of_many: bool = False) -> DocumentObjects:
    if not job.is_managed and not also_others:
        return DocumentObjects()
    with available("Deleting files"):
        return objects_of(services().documents, job, also_others=also_others, is_one_of_many=is_one_of_many)


def _mark(request: Request, found: Found[TextractJob]) -> None:
    """Store who deletes the document. From then on no worker goes on with it."""
    by = request.caller.name or request.caller.mode
    key = TextractJob.table.key_of(found.record)
    try:
        request.session.update(TextractJob.table, key, Changes(set={"DeletedBy": by}), same_owner(found))
    except Conflict:
        raise NotFound(f"There is no TextractJob {found.item.job_id}.", field="job_id") from None
