"""Files follow their images: a result names the new place first, then the file is copied there, then the old one goes.

Each step can be repeated. A move that was interrupted is finished by the next message about the image, or the sweeper.
"""

from commands.cats.places import FAILED, UPLOADS, key_within, place
from entities.cats import CatImage, CatStatus
from loaders.current import find
from loaders.request import Request
from services.clients import services
from services.errors import RefusalKind, RefusedByService


def possible_places(image: CatImage) -> list[str]:
    """Where the file of an image may be: where its item says, or where it was before an interrupted move."""
    target = key_within(services().cats.bucket, image)
    return list(dict.fromkeys([*([target] if target else []), *_sources(image)]))


def tidy(request: Request, batch_id: int, fingerprint: str) -> CatImage | None:
    """Finish the move of an image that has its result; None if there was nothing to do."""
    found = find(request, CatImage, batch_id=batch_id, fingerprint=fingerprint)
    image = found.item if found else None
    if image is None or not image.is_managed or image.status is CatStatus.PENDING or image.deleted_by:
        return None
    return image if any([moved(image, source) for source in _sources(image)]) else None  # noqa: C419  all are moved


def moved(image: CatImage, source: str) -> bool:
    """Put a file where its item says; returns whether it was somewhere else.

    An image whose result was known shares the file of an earlier batch: what was uploaded for it all the same goes.
    """
    bucket = services().cats
    target = key_within(bucket.bucket, image)
    if target is None or target == source:
        return False
    if target.endswith(f"/{image.batch_id}/{image.fingerprint}"):
        try:
            bucket.copy(source, target)
        except RefusedByService as refusal:
            if refusal.kind is not RefusalKind.MISSING:
                raise
            return False
    elif bucket.head(source) is None:
        return False
    bucket.delete([source])
    return True


def _sources(image: CatImage) -> list[str]:
    return [place(each, image.batch_id, image.fingerprint) for each in (UPLOADS, FAILED)]
