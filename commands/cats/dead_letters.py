"""Dead letters of images: the message is kept and the image fails, both or neither; a redrive is a retry."""

from collections.abc import Sequence
from contextlib import suppress

import orjson

from commands.availability import available
from commands.cats.naming import ImageKey, images_named_in
from commands.cats.places import FAILED, place
from commands.cats.recognising import send
from commands.cats.steps import gave_up, is_waiting, step_action, tried_again
from commands.changes import delete, transact
from commands.letters.dead_letters import forget_letter, keep_letter
from entities.cats import CatImage, CatStatus
from entities.letters import DeadLetter
from loaders.current import Found, find
from loaders.dynamo.writes import Action
from loaders.request import Request
from services.clients import services
from services.errors import ServiceError


def give_up_images(request: Request, letter: DeadLetter, keys: Sequence[ImageKey]) -> DeadLetter:
    """Keep a message about images, and let those fail that still wait."""
    reason = f"Its message failed {letter.receive_count or 3} times and is a dead letter. {letter.reason or ''}".strip()

    def endings() -> Sequence[Action | None]:
        found = _found(request, keys)
        edited = [gave_up(request, each.item, reason, s3_key=_failed_at(each.item)) for each in found]
        return [step_action(each, end) for each, end in zip(found, edited, strict=True) if end]

    return keep_letter(request, letter, endings)


def redrive_images(request: Request, letter: DeadLetter, keys: Sequence[ImageKey]) -> str | None:
    """Retry the images of a message and forget the message; returns why that is impossible, if it is."""
    with available("Sending again"):
        services().settings.need("cats_queue_url")

    def writes() -> tuple[list[Action | None], list[CatImage]]:
        stored, images = find(request, DeadLetter, letter_id=letter.letter_id), _found(request, keys)
        failed = [each for each in images if each.item.is_managed and each.item.status is CatStatus.FAIL]
        edited = [(each, tried_again(request, each.item)) for each in failed if not each.item.deleted_by]
        waiting = [each.item for each in images if is_waiting(each.item)]
        actions = [step_action(each, again) for each, again in edited]
        going = [*(again for _, again in edited), *waiting]
        return [*actions, delete(stored) if stored and going else None], going

    going = transact(request, writes)
    for image in going:
        with suppress(ServiceError):  # the sweeper comes by
            send(image)
    if going:
        return None
    forget_letter(request, letter)
    return "The image has its result by now, or does not exist any more: the message has nothing to add."


def images_of(letter: DeadLetter) -> list[ImageKey]:
    """The images that a message is about."""
    try:
        body = orjson.loads(letter.body or "")
    except orjson.JSONDecodeError:
        return []
    with available("Sending again"):
        return list(images_named_in(body))


def _failed_at(image: CatImage) -> str:
    """Where the file of a failed image belongs; the sweeper moves it there."""
    return f"{services().cats.bucket}/{place(FAILED, image.batch_id, image.fingerprint)}"


def _found(request: Request, keys: Sequence[ImageKey]) -> list[Found[CatImage]]:
    found = [find(request, CatImage, batch_id=batch_id, fingerprint=fingerprint) for batch_id, fingerprint in keys]
    return [each for each in found if each is not None]
