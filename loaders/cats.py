"""How cat images are found: by batch, client, status, time, answer, fingerprint."""

from entities.cats import CatImage
from loaders.listing import Listing
from loaders.reading import Reading

BATCH = Listing(CatImage, None, ("batch_id",))
BATCH_BY_TIME = Listing(CatImage, "GSI1", ("batch_id",), time="uploaded_at")
BATCH_BY_CLIENT = Listing(CatImage, "GSI3", ("batch_id", "client_id"))
BATCH_BY_STATUS = Listing(CatImage, "GSI4", ("batch_id", "status"))
CLIENT_BY_TIME = Listing(CatImage, "GSI2", ("client_id",), time="uploaded_at", newest_first=True)
BY_ANSWER = Listing(CatImage, "GSI5", ("is_cat",), time="uploaded_at", newest_first=True)
BY_FINGERPRINT = Listing(CatImage, "FingerprintIndex", ("fingerprint",), time="uploaded_at", newest_first=True)
# Only images that we logged; `images_with_logs` finds all.
LOGS_OF_BATCH = Listing(CatImage, "SparseLogs", ("batch_id",), time="logged_at")


def images_with_logs(reading: Reading, batch_id: int) -> list[CatImage]:
    """The images of a batch that have logs, also those that other writers logged: their index keys are missing."""
    found = BATCH.all(reading, {"batch_id": batch_id})
    return [item for item in found if isinstance(item, CatImage) and item.logs]


def images_by_key(reading: Reading, keys: list[tuple[int, str]]) -> list[CatImage | None]:
    """Images by batch and fingerprint, in order; None where there is none."""
    ids = [{"batch_id": batch_id, "fingerprint": fingerprint} for batch_id, fingerprint in keys]
    return [item if isinstance(item, CatImage) else None for item in reading.by_ids(CatImage, ids)]
