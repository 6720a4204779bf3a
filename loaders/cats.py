"""Finds cat images: by batch, client, status, time, result or fingerprint."""

from entities.cats import CatImage
from loaders.errors import BadInput
from loaders.lists.listing import Listing
from loaders.request import Request

BATCH = Listing(CatImage, None, ("batch_id",))
BATCH_BY_TIME = Listing(CatImage, "GSI1", ("batch_id",), time="uploaded_at")
BATCH_BY_CLIENT = Listing(CatImage, "GSI3", ("batch_id", "client_id"))
BATCH_BY_STATUS = Listing(CatImage, "GSI4", ("batch_id", "status"))
CLIENT_BY_TIME = Listing(CatImage, "GSI2", ("client_id",), time="uploaded_at", newest_first=True)
BY_ANSWER = Listing(CatImage, "GSI5", ("is_cat",), time="uploaded_at", newest_first=True)
BY_FINGERPRINT = Listing(CatImage, "FingerprintIndex", ("fingerprint",), time="uploaded_at", newest_first=True)
# Not used by a field yet. The images of a batch with logs, but only with our own; `images_with_logs` finds all.
LOGS_OF_BATCH = Listing(CatImage, "SparseLogs", ("batch_id",), time="logged_at")


def images_with_logs(request: Request, batch_id: int) -> list[CatImage]:
    """The images of a batch that have logs, including logs of other writers, which have no index keys."""
    found = BATCH.all(request, {"batch_id": batch_id})
    return [item for item in found if isinstance(item, CatImage) and item.logs]


# Not used by a field yet. The results of several images, each given by batch and fingerprint.
def images_by_key(request: Request, keys: list[tuple[int, str]]) -> list[CatImage | None]:
    """Images by batch and fingerprint, in order; None where there is none."""
    ids = [{"batch_id": batch_id, "fingerprint": fingerprint} for batch_id, fingerprint in keys]
    return [item if isinstance(item, CatImage) else None for item in request.by_ids(CatImage, ids)]


def batch_number(text: str) -> int:
    """The number of a batch. Numbers of batches do not fit into Int, so clients send strings."""
    if not text.removeprefix("batch-").isdecimal() or len(text) > len("batch-") + 16:
        raise BadInput(f"`batch_id` must be a number, not {text!r}.")
    return int(text.removeprefix("batch-"))
