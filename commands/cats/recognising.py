"""One try to recognise an image: its file is checked, Rekognition is asked, the result is stored, the file is moved.

Every step can be repeated. The result names the new place of the file before the file is there; a try that was
interrupted in between is finished by the next message, or by the sweeper.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from commands.cats import steps
from commands.cats.image_log import ImageLog
from commands.cats.moves import moved, possible_places, tidy
from commands.cats.picture_checks import InvalidPicture, check_picture
from commands.cats.places import DONE, FAILED, log_key, place
from commands.cats.verdicts import MAX_LABELS, MIN_CONFIDENCE, PictureVerdict, known_verdict, verdict_in, verdict_of
from entities.cats import CatImage, CatLabel
from loaders.current import find
from loaders.request import Request
from services.cat_messages import CatMessage
from services.clients import services
from services.errors import RefusalKind, RefusedByService, Slowed

FIRST_DELAY, LONGEST_DELAY = 5, 900
_REASONS = {
    "ImageTooLargeException": "Rekognition refuses the picture: it is too large.",
    "InvalidImageFormatException": "Rekognition cannot read the picture: it is damaged, or its format is another.",
    "InvalidParameterException": "Rekognition refuses the picture: it may be too small.",
}
NOT_UPLOADED = "The file is not there: it was not uploaded, or was deleted."


@dataclass
class Try:
    """One try, with what is needed for it."""

    request: Request
    image: CatImage
    log: ImageLog = field(default_factory=ImageLog)
    is_recognised: bool = False
    """Whether Rekognition has answered: that is paid, so the try counts whatever comes after it."""

    def note(self, text: str) -> None:
        self.log.add(self.request.now, text)


def recognise(request: Request, batch_id: int, fingerprint: str) -> CatImage | None:
    """Try to recognise an image; None if there is nothing to do. Raises if it is worth another try later."""
    image = steps.claimed(request, batch_id, fingerprint)
    if image is None:
        return _come_back(request, batch_id, fingerprint) or tidy(request, batch_id, fingerprint)
    work = Try(request, image)
    try:
        return _recognise(work)
    except Slowed:
        if work.is_recognised:
            steps.let_go(request, image)
            raise
        waiting = steps.slowed(request, image)
        send(image, delay_seconds=_delay(image.throttled_count or 0))
        return waiting
    except Exception:
        steps.let_go(request, image)
        raise


def _come_back(request: Request, batch_id: int, fingerprint: str) -> CatImage | None:
    """Look again later if another try is running: it may never end. None if none is."""
    found = find(request, CatImage, batch_id=batch_id, fingerprint=fingerprint)
    image = found.item if found else None
    if image is None or not steps.is_waiting(image) or image.lease_until is None:
        return None
    send(image, delay_seconds=max(1, int((image.lease_until - request.now).total_seconds()) + 1))
    return image


def send(image: CatImage, delay_seconds: int = 0) -> None:
    """Put a message about an image into the queue."""
    known = services()
    body = CatMessage(image.batch_id, image.fingerprint).body
    known.sqs.send(known.settings.need("cats_queue_url"), body, delay_seconds)


def _recognise(work: Try) -> CatImage | None:
    image, bucket = work.image, services().cats
    info = next((found for key in possible_places(image) if (found := bucket.head(key))), None)
    if info is None:
        return _fail(work, None, NOT_UPLOADED)
    key = info.key
    work.note(f"Try {image.attempt}: the file has {info.size:,} bytes.")
    try:
        width, height = check_picture(image, info, lambda start, length: bucket.read(key, start, length))
        work.note(f"It is {image.content_type}, {width} x {height} pixels.")
        verdict = _verdict(work, key)
    except InvalidPicture as invalid:
        return _fail(work, key, str(invalid))
    return _succeed(work, key, verdict)


def _verdict(work: Try, key: str) -> PictureVerdict:
    """What is known of these very bytes already, from any upload; else what Rekognition says."""
    image, known = work.image, services()
    before = None if image.is_forced else known_verdict(work.request, image.fingerprint, None)
    if before is not None:
        return _noted(work, verdict_in(before), is_own=before.client_id == image.client_id)
    try:
        labels = known.rekognition.detect_labels(known.cats.bucket, key, MAX_LABELS, MIN_CONFIDENCE)
        work.is_recognised = True
    except RefusedByService as refusal:
        if refusal.kind is not RefusalKind.DOCUMENT and refusal.code not in _REASONS:
            raise
        raise InvalidPicture(_REASONS.get(refusal.code, str(refusal))) from refusal
    return _noted(work, verdict_of(labels))


def _noted(work: Try, verdict: PictureVerdict, *, is_own: bool = False) -> PictureVerdict:
    """A result goes into the log in the same words, known or new: that others sent this file is not for all to know."""
    if is_own:
        work.note("The result of this file is known already.")
    work.note("Labels: " + (", ".join(map(_with_confidence, verdict.labels)) or "none"))
    return verdict


def _with_confidence(label: CatLabel) -> str:
    return label.name if label.confidence is None else f"{label.name} {label.confidence:.1f}"


def _succeed(work: Try, key: str, verdict: PictureVerdict) -> CatImage | None:
    image = work.image
    work.note(f"The result is SUCCESS: {'a cat' if verdict.is_cat else 'no cat'}.")
    target = place(DONE, image.batch_id, image.fingerprint)
    s3_key = f"{services().cats.bucket}/{target}"
    ended = steps.recognised(work.request, image, verdict, s3_key, **_stored_log(work))
    return _finish(work, ended, key)


def _fail(work: Try, key: str | None, reason: str) -> CatImage | None:
    image = work.image
    work.note(f"The result is FAIL: {reason}")
    s3_key = f"{services().cats.bucket}/{place(FAILED, image.batch_id, image.fingerprint)}" if key else None
    ended = steps.failed(work.request, image, reason, s3_key, **_stored_log(work))
    return _finish(work, ended, key)


def _finish(work: Try, ended: CatImage | None, key: str | None) -> CatImage | None:
    """Move the file of an image that has its result. One that was deleted meanwhile keeps no log either."""
    if ended is not None and key is not None:
        moved(ended, key)
    elif ended is None and work.image.is_debug and _is_gone(work):
        services().cats.delete([log_key(work.image)])
    return ended


def _is_gone(work: Try) -> bool:
    return find(work.request, CatImage, batch_id=work.image.batch_id, fingerprint=work.image.fingerprint) is None


def _stored_log(work: Try) -> dict[str, Any]:
    """Store the log, if one is wanted, before the item says that there is one."""
    if not work.image.is_debug:
        return {}
    services().cats.put(log_key(work.image), work.log.body)
    return {"logged_at": work.request.now.replace(microsecond=0)}


def _delay(throttled: int) -> int:
    """Longer each time, and never the same for all."""
    longest = min(LONGEST_DELAY, FIRST_DELAY * 2 ** min(throttled, 10))
    return random.randint(max(1, longest // 2), longest)  # noqa: S311  it only spreads the load
