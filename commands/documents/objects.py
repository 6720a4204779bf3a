"""The objects of a document in S3: its file, and its results.

What we made owns the objects under its own prefixes. Objects of other programs are touched only if that is asked for:
the keys that the item names, and in the folder of its results the answers that Textract numbers, nothing else. An item
may name what is another's: where many are deleted at once, only keys that prove whose they are.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from commands.documents.places import INPUT, RESULTS, proves_whose
from entities.documents import TextractJob
from services.s3 import S3, ObjectInfo

_ACCESS_CHECK = ".s3_access_check"
"""What Textract leaves beside its answers."""
MAX_OBJECTS = 5_000
"""How many objects one call deletes at most."""


@dataclass(frozen=True)
class DocumentObjects:
    """Objects that belong to a document."""

    found: list[ObjectInfo] = field(default_factory=list)
    has_more: bool = False

    @property
    def size(self) -> int:
        return sum(each.size for each in self.found)


def objects_of(
    bucket: S3, job: TextractJob, *, also_others: bool, is_one_of_many: bool = False, limit: int = MAX_OBJECTS
) -> DocumentObjects:
    """The objects of a document that may be deleted; those of other programs only if that is asked for."""
    if not job.is_managed and not also_others:
        return DocumentObjects()
    found: dict[str, ObjectInfo] = {}
    for prefix, is_ours in _prefixes(job, is_one_of_many=is_one_of_many):
        after = ""
        while True:
            page = bucket.list(prefix, after)
            found |= {each.key: each for each in page.objects if is_ours or _is_answer(prefix, each.key)}
            if len(found) > limit:
                return DocumentObjects(list(found.values())[:limit], has_more=True)
            if not page.has_more:
                break
            after = page.objects[-1].key
    for key in _single(job):
        info = bucket.head(key) if key not in found and (not is_one_of_many or proves_whose(job, key)) else None
        found |= {key: info} if info else {}
    return DocumentObjects(list(found.values()))


def keys_left(bucket: S3, job: TextractJob) -> list[str]:
    """Files that an item of another program names, but that may be others': they stay when many are deleted."""
    return [key for key in _single(job) if not proves_whose(job, key) and bucket.head(key)]


def _prefixes(job: TextractJob, *, is_one_of_many: bool) -> Iterator[tuple[str, bool]]:
    """Folders with this document's objects, and whether all that is in them is ours."""
    if job.is_managed:
        yield f"{INPUT}/{job.job_id}/", True
    if job.is_managed or job.attempt is not None:
        yield f"{RESULTS}/{job.job_id}/", True
    if job.result_key and not job.is_managed:
        folder = job.result_key.rstrip("/") + "/"
        is_named = folder.split("/")[-2] in {job.job_id, job.textract_id} and folder.count("/") > 1
        if is_named and (not is_one_of_many or proves_whose(job, folder)):
            yield folder, False


def _is_answer(folder: str, key: str) -> bool:
    name = key.removeprefix(folder)
    return name.isdecimal() or name == _ACCESS_CHECK


def _single(job: TextractJob) -> Iterator[str]:
    """Files that an item of another program names. What is ours lies in its own folders, whatever the item says."""
    if job.is_managed:
        return
    yield from (key for key in (job.document_key, job.result_key) if key and not key.endswith("/"))
