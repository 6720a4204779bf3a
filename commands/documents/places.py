"""The folders of documents in their bucket. Below each, a folder has the name of the document that it belongs to."""

from entities.documents import TextractJob

INPUT = "input"
"""Where files are uploaded; the bucket tells of new ones there."""
RESULTS = "results"
"""Where Textract writes, and the pages that are collected from that."""
TEXTRACT_OUTPUT = "textract_output"
"""Where Textract writes for another program: a folder for each of its runs."""
SHARED = frozenset({INPUT, RESULTS, TEXTRACT_OUTPUT})
"""Folders that hold those of all documents: none of them is the folder of one."""


def folder_of_results(key: str) -> list[str]:
    """The folders above results, from the outermost on: a key is that of a file of JSON, or of a folder."""
    folders = key.strip("/").split("/")
    return folders[:-1] if key.endswith(".json") else folders


def says_whose(job: TextractJob, key: str) -> bool:
    """Whether a key itself says that it is this document's, or its client's: any client can name any key."""
    return _is_in_own_folder(job, key) or _names_client(job, key)


def proves_whose(job: TextractJob, key: str) -> bool:
    """Whether a key is certainly this document's, or its client's. In the folders of one client there may be those of
    another: a key that has a folder with the client's name proves nothing if the client itself gave it.
    """
    is_trusted = bool(job.is_vouched) or job.updated_by is None
    return _is_in_own_folder(job, key) or (is_trusted and _names_client(job, key))


def _is_in_own_folder(job: TextractJob, key: str) -> bool:
    own = [[INPUT, job.job_id], [RESULTS, job.job_id], [TEXTRACT_OUTPUT, job.textract_id]]
    return key.split("/")[:-1][:2] in own


def _names_client(job: TextractJob, key: str) -> bool:
    return job.client_id in key.split("/")[:-1] and job.client_id not in SHARED
