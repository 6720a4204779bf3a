"""The steps of an image on its way, as workers take them: each is one conditional write.

A step that does not fit any more (the image was deleted, another try runs, a result is there) changes nothing and
returns None: events may come twice, late, in another order or not at all. A try begins with a claim, which only one
worker gets, and only its holder stores a result; so no try is recognised twice.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

from commands.cats.verdicts import PictureVerdict
from commands.changes import do_alone, revised, until_settled, update
from commands.transitions.cats import CAT_IMAGE
from entities.cats import CatImage, CatStatus
from loaders.current import Found, find
from loaders.dynamo.writes import Update
from loaders.request import Request

LEASE = timedelta(seconds=90)
"""How long one try may take; a message that was lost with its worker is delivered again after 180 s."""
MAX_ERROR = 1000

GUARD = ("op_status", "claim", "lease_ts", "deleted_by")
"""What decides whether a step fits."""

Edit = Callable[[CatImage], CatImage | None]


def claimed(request: Request, batch_id: int, fingerprint: str) -> CatImage | None:
    """Begin a try; None if there is nothing to do, or if another worker is at it."""
    name = uuid4().hex

    def edit(image: CatImage) -> CatImage | None:
        if not is_waiting(image) or is_leased(request, image):
            return None
        return revised(image, attempt=(image.attempt or 0) + 1, lease_until=_second(request) + LEASE, claim=name)

    return _step(request, batch_id, fingerprint, edit)


def slowed(request: Request, image: CatImage) -> CatImage | None:
    """Rekognition was busy: the image waits, and the try does not count."""
    return _held(
        request,
        image,
        lambda now: revised(
            now,
            attempt=(now.attempt or 1) - 1 or None,
            throttled_count=(now.throttled_count or 0) + 1,
            waiting_since=_second(request),
            lease_until=None,
            claim=None,
        ),
    )


def let_go(request: Request, image: CatImage) -> CatImage | None:
    """End a try without a result: the next one may begin at once."""
    return _held(request, image, lambda now: revised(now, lease_until=None, claim=None))


def recognised(request: Request, image: CatImage, verdict: PictureVerdict, s3_key: str, **more: Any) -> CatImage | None:
    """PENDING becomes SUCCESS."""
    values = {"is_cat": verdict.is_cat, "rekognition_response": verdict.response, "recognised_at": _second(request)}
    return _held(request, image, lambda now: _ended(now, CatStatus.SUCCESS, s3_key=s3_key, **values, **more))


def failed(request: Request, image: CatImage, reason: str, s3_key: str | None, **more: Any) -> CatImage | None:
    """PENDING becomes FAIL, for the holder of the try."""
    more |= {"s3_key": s3_key} if s3_key else {}
    return _held(request, image, lambda now: _ended(now, CatStatus.FAIL, error=reason[:MAX_ERROR], **more))


def given_up(request: Request, batch_id: int, fingerprint: str, reason: str) -> CatImage | None:
    """PENDING becomes FAIL, because its file never came."""

    return _step(request, batch_id, fingerprint, lambda image: gave_up(request, image, reason))


def gave_up(request: Request, image: CatImage, reason: str, **more: Any) -> CatImage | None:
    """The image as FAIL; None if it has its result, or if a worker is at it."""
    if not is_waiting(image) or is_leased(request, image):
        return None
    return _ended(image, CatStatus.FAIL, error=reason[:MAX_ERROR], **more)


def tried_again(request: Request, image: CatImage) -> CatImage:
    """The image as PENDING once more."""
    if image.status is not CatStatus.PENDING:
        CAT_IMAGE.check(image, image.status, CatStatus.PENDING)
    since = _second(request)
    again = {"status": CatStatus.PENDING, "error": None, "waiting_since": since, "requeued_at": None}
    return revised(image, **again, lease_until=None, claim=None)


def step_action(found: Found[CatImage], edited: CatImage) -> Update | None:
    """The write of a step, as a part of a transaction."""
    return update(found, edited, guard=GUARD)


def requeued(request: Request, batch_id: int, fingerprint: str) -> CatImage | None:
    """Note that an image which waited too long is sent on its way once more; None if it was already."""

    def edit(image: CatImage) -> CatImage | None:
        if not is_waiting(image) or is_leased(request, image) or image.requeued_at:
            return None
        return revised(image, requeued_at=_second(request))

    return _step(request, batch_id, fingerprint, edit)


def is_waiting(image: CatImage) -> bool:
    """Whether an image of ours has no result yet."""
    return bool(image.is_managed) and image.status is CatStatus.PENDING and not image.deleted_by


def is_leased(request: Request, image: CatImage) -> bool:
    """Whether a worker has the image to itself at the moment."""
    return image.lease_until is not None and image.lease_until > request.now


def _ended(image: CatImage, to: CatStatus, **values: Any) -> CatImage:
    CAT_IMAGE.check(image, image.status, to)
    return revised(image, status=to, waiting_since=None, lease_until=None, claim=None, **values)


def _held(request: Request, image: CatImage, edit: Callable[[CatImage], CatImage]) -> CatImage | None:
    """A step of the worker that holds the image; None if it does not any more."""

    def checked(now: CatImage) -> CatImage | None:
        return edit(now) if is_waiting(now) and now.claim == image.claim else None

    return _step(request, image.batch_id, image.fingerprint, checked)


def _step(request: Request, batch_id: int, fingerprint: str, edit: Edit) -> CatImage | None:
    def try_it() -> CatImage | None:
        found = find(request, CatImage, batch_id=batch_id, fingerprint=fingerprint)
        edited = edit(found.item) if found else None
        if found is None or edited is None:
            return None
        return do_alone(request, step_action(found, edited), edited)

    return until_settled(request, try_it)


def _second(request: Request) -> Any:
    return request.now.replace(microsecond=0)
