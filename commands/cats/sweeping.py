"""What got lost on the way is found again: files that no message told of, files that never came, moves half done."""

from collections.abc import Iterator
from datetime import timedelta

from commands.cats import steps
from commands.cats.places import FAILED, UPLOADS, place, upload_of
from commands.cats.recognising import send
from entities.cats import WAITING, CatImage
from loaders.cats import PENDING
from loaders.lists.listing import Span
from loaders.request import Request
from services.clients import services

UPLOAD_GRACE = timedelta(hours=1)
"""An upload that began in time may still be under way."""
LATE = "The file was not uploaded in time."
MAX_FILES = 1_000
RESERVE_SECONDS = 5.0
_PAGE = 100


def look_after(request: Request, image: CatImage) -> bool:
    """An image whose file is there is sent on its way once more; one whose file never came has failed.

    Returns whether there was something to do.
    """
    ids = (image.batch_id, image.fingerprint)
    if any(services().cats.head(place(each, *ids)) for each in (UPLOADS, FAILED)):
        again = steps.requeued(request, *ids)
        if again is None:
            return False
        send(again)
        return True
    if image.upload_until is None or request.now < image.upload_until + UPLOAD_GRACE:
        return False
    return steps.given_up(request, *ids, LATE) is not None


def overdue(request: Request) -> Iterator[CatImage]:
    """The images of ours that have waited too long, the oldest first, as far as no worker is at them."""
    patience = timedelta(seconds=services().settings.sweep_after_seconds)
    span, after = Span(until=request.now - patience), None
    while request.session.deadline.left() > RESERVE_SECONDS:
        page = PENDING.page(request, {"waiting": WAITING}, span=span, first=_PAGE, after=after)
        for each in page.items:
            if isinstance(each, CatImage) and not steps.is_leased(request, each):
                yield each
        if not page.has_next:
            return
        after = page.cursors[-1]


def left_behind() -> Iterator[tuple[int, str]]:
    """The files that still lie where they were uploaded."""
    for each in services().cats.list(f"{UPLOADS}/", limit=MAX_FILES).objects:
        found = upload_of(each.key)
        if found:
            yield found
