"""The logs of images, for their owners and operators: inside the item where other programs left them, else in S3."""

from collections.abc import Sequence
from functools import partial

from commands.availability import available
from commands.cats.places import log_key
from entities.cats import CatImage
from loaders.cats import images_by_key
from loaders.errors import LoaderError
from loaders.request import Request
from services.clients import services
from services.errors import RefusalKind, RefusedByService


def logs_of(request: Request, keys: Sequence[tuple[int, str]]) -> list[str | LoaderError | None]:
    """The log of each image by batch and fingerprint; None where there is none, or where it is not the caller's.

    A log that cannot be read now has its error in its place: it does not take the others with it.
    """
    distinct = list(dict.fromkeys(keys))
    images = images_by_key(request, distinct)
    mine = [each if each is not None and is_owner(request, each) else None for each in images]
    found = request.session.together(*(partial(_log, each) for each in mine))
    by_key = dict(zip(distinct, found, strict=True))
    return [by_key[key] for key in keys]


def is_owner(request: Request, image: CatImage) -> bool:
    """Images of no client are for all people who are signed in, but their logs are for operators."""
    return request.caller.is_staff or (image.client_id is not None and image.client_id == request.caller.client)


def _log(image: CatImage | None) -> str | LoaderError | None:
    if image is None or image.logs or not (image.is_managed and image.logged_at):
        return image.logs if image else None
    try:
        return _stored_log(image)
    except LoaderError as error:
        return error


def _stored_log(image: CatImage) -> str | None:
    with available("The log"):
        try:
            return services().cats.read(log_key(image)).decode()
        except RefusedByService as refusal:
            if refusal.kind is RefusalKind.MISSING:
                return None  # it has expired, or is being deleted
            raise
