"""Which files a caller may say a document has.

What an item names is read, linked, recognised and deleted. So a caller who sees only the documents of one client may
not name the file or the results of another's: the keys of our own folders say whose they are, and the indexes say it
of others. Callers choose ids: a folder is not a document's because it has the name that the caller gave the document.
Operators and programs with IAM see all documents, and may name anything.
"""

from commands.documents.places import INPUT, RESULTS, SHARED, TEXTRACT_OUTPUT, folder_of_results
from entities.documents import TextractJob
from loaders.documents import BY_DOCUMENT, BY_TEXTRACT_ID
from loaders.errors import Forbidden
from loaders.lists.listing import Listing
from loaders.request import Request


def check_document_key(request: Request, job_id: str, key: str) -> None:
    """Refuse a file that lies in the folder of another document, or is that of another client's document."""
    if request.caller.is_staff:
        return
    is_result = key.split("/", maxsplit=1)[0] == TEXTRACT_OUTPUT
    if is_result or _is_in_folder_of_another(job_id, key) or _is_of_others(request, BY_DOCUMENT, document_key=key):
        raise _forbidden("document_key", "the file of another document")


def check_results(request: Request, job: TextractJob, textract_id: str | None, result_key: str | None) -> None:
    """Refuse the id of another client's run of Textract, and results that do not lie in a folder of the document."""
    if request.caller.is_staff:
        return
    is_new = textract_id is not None and textract_id != job.textract_id
    if is_new and _is_of_others(request, BY_TEXTRACT_ID, textract_id=textract_id):
        raise _forbidden("textract_id", "a run of Textract for another document")
    if result_key is None or result_key == job.result_key:
        return
    folders = folder_of_results(result_key)
    if _is_in_folder_of_another(job.job_id, result_key) or not _is_folder_of(job, textract_id, folders):
        raise _forbidden("result_key", "results outside of a folder that has the name of `job_id` or `textract_id`")
    if _is_of_others(request, BY_TEXTRACT_ID, textract_id=folders[-1]):
        raise _forbidden("result_key", "the results of another document")


def _is_folder_of(job: TextractJob, textract_id: str | None, folders: list[str]) -> bool:
    """Whether a folder has the document's name, below one for many: what is beside it belongs to others."""
    if folders[0] == RESULTS:
        return folders[1:2] == [job.job_id]
    named = {job.job_id, textract_id or job.textract_id} - SHARED
    return len(folders) > 1 and folders[-1] in named


def _is_in_folder_of_another(job_id: str, key: str) -> bool:
    folder, _, rest = key.partition("/")
    return folder in {INPUT, RESULTS} and rest.partition("/")[0] != job_id


def _is_of_others(request: Request, listing: Listing, **values: str | None) -> bool:
    """Whether a document that the caller cannot see has these values."""
    records = (record for query in listing.queries(values) for record in request.session.query(query))
    return any(not request.may_see(TextractJob, record) for record in records)


def _forbidden(field: str, what: str) -> Forbidden:
    return Forbidden(f"Only operators and IAM may give {what} as `{field}`.", field=field)
