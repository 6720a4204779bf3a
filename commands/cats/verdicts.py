"""What is known of a picture already, and what Rekognition's labels mean."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from entities.cats import CatImage, CatLabel, CatStatus
from loaders.cats import BY_FINGERPRINT
from loaders.request import Request
from services.rekognition import DetectedLabel

CAT = "cat"
MAX_LABELS = 10
MIN_CONFIDENCE = 75.0
"""What Rekognition is asked for, as the first writers did."""


@dataclass(frozen=True)
class PictureVerdict:
    """Whether a picture shows a cat, and what else."""

    is_cat: bool
    labels: tuple[CatLabel, ...]

    @property
    def response(self) -> str:
        """The labels as Rekognition writes them, without all that was only about one request."""
        labels = [
            {"Name": each.name, "Confidence": each.confidence, "Parents": [{"Name": name} for name in each.parents]}
            for each in self.labels
        ]
        return json.dumps({"Labels": labels}, separators=(",", ":"), ensure_ascii=False)


def verdict_of(labels: Sequence[DetectedLabel]) -> PictureVerdict:
    """A cat is a label that says exactly that: a kitten alone is none, as for all writers before."""
    found = tuple(CatLabel(name=each.name, confidence=each.confidence, parents=each.parents) for each in labels)
    return PictureVerdict(any(each.name.lower() == CAT for each in found), found)


def known_verdict(request: Request, fingerprint: str, client_id: str | None) -> CatImage | None:
    """The newest image of the same file that has a result: of one client, or else of all that can be relied on."""
    where = {"op_status": CatStatus.SUCCESS.value} | ({"client_id": client_id} if client_id else {})
    keep = _has_result if client_id else _is_reliable
    page = BY_FINGERPRINT.page(request, {"fingerprint": fingerprint}, where=where, first=1, keep=keep)
    found = page.items[0] if page.items else None
    return found if isinstance(found, CatImage) else None


def verdict_in(image: CatImage) -> PictureVerdict:
    """The result of another image, with nothing else of it."""
    return PictureVerdict(bool(image.is_cat), image.labels or ())


def _has_result(item: object) -> bool:
    return isinstance(item, CatImage) and item.is_cat is not None


def _is_reliable(item: object) -> bool:
    """Whether a result is what our worker found, or another program that works on the table itself. Clients may record
    results too, of files that they never had: those are for themselves alone.
    """
    if not (isinstance(item, CatImage) and _has_result(item)):
        return False
    return item.attempt is not None if item.is_managed else item.updated_by is None
