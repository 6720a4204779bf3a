"""Ids of the documents that `createDocument` makes: UUIDs of version 8, which is left to each program's own use.

Other programs name the same folders of the bucket by UUIDs of version 4, and may upload a file before they store its
item. So where there is no item, or none any more, only the id can tell whose an object is.
"""

import re
from uuid import UUID, uuid4

_VERSION, _VERSION_BIT = 8, 76
_OWN = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


def new_job_id() -> str:
    """An id that no document has."""
    return str(UUID(int=uuid4().int & ~(0xF << _VERSION_BIT) | _VERSION << _VERSION_BIT))


def is_own_id(job_id: str) -> bool:
    """Whether `createDocument` made this id."""
    return _OWN.fullmatch(job_id) is not None
