"""What arrives in S3 after its document was deleted: a file whose address was still good, and what Textract goes on
writing. No item leads to it any more, and no worker has marked it, so neither a deletion nor the bucket would take it.

Only objects in the folders of ids that `createDocument` made are touched.
"""

from commands.documents.own_ids import is_own_id
from commands.documents.places import INPUT, RESULTS
from entities.documents import TextractJob
from loaders.request import Request
from services.clients import services


def remove_late_upload(request: Request, key: str) -> bool:
    """Delete a file of ours whose document is gone; returns whether it was one."""
    folder, _, rest = key.partition("/")
    job_id, _, name = rest.partition("/")
    if folder != INPUT or not name or "/" in name or not _is_deleted(request, job_id):
        return False
    services().documents.delete([key])
    return True


def remove_late_results(request: Request, job_id: str) -> bool:
    """Delete all results of a document of ours that is gone; returns whether it was one."""
    if not _is_deleted(request, job_id):
        return False
    bucket, has_more = services().documents, True
    while has_more:
        page = bucket.list(f"{RESULTS}/{job_id}/")
        has_more = page.has_more
        if page.objects:
            bucket.delete([each.key for each in page.objects])
    return True


def _is_deleted(request: Request, job_id: str) -> bool:
    """Whether a document of ours is gone, or is being deleted. An item that cannot be read is there all the same."""
    if not is_own_id(job_id):
        return False
    record = request.session.get(TextractJob.table, TextractJob.key_for(job_id=job_id), is_consistent=True)
    return record is None or bool(record.get("DeletedBy"))
