"""Messages of our own in the cats' queue."""

from dataclasses import dataclass
from typing import Any

import orjson


@dataclass(frozen=True)
class CatMessage:
    """Asks a worker to go on with an image."""

    batch_id: int
    fingerprint: str

    @property
    def body(self) -> str:
        return orjson.dumps({"batchId": str(self.batch_id), "fingerprint": self.fingerprint}).decode()


def read_cat_message(body: Any) -> CatMessage | None:
    """A message of our own; None if it is another."""
    match body:
        case {"batchId": str(batch_id), "fingerprint": str(fingerprint)} if batch_id.isdecimal():
            return CatMessage(int(batch_id), fingerprint)
    return None
