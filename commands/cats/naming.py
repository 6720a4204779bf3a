"""Which images a message in the cats' queue is about."""

from collections.abc import Iterator
from typing import Any

from commands.cats.places import upload_of
from services.cat_messages import read_cat_message
from services.clients import services
from services.messages import is_test_event, stored_objects

ImageKey = tuple[int, str]
"""A batch and a fingerprint."""


def is_about_images(body: Any) -> bool:
    """Whether a message is of a kind that the queue is for."""
    return is_test_event(body) or read_cat_message(body) is not None or any(True for _ in stored_objects(body))


def images_named_in(body: Any) -> Iterator[ImageKey]:
    """The images that a message is about: one of our own, or an event of S3. Other messages are about none."""
    own = read_cat_message(body)
    if own:
        yield own.batch_id, own.fingerprint
        return
    if is_test_event(body):
        return
    for stored in stored_objects(body):
        found = upload_of(stored.key)
        if found and stored.bucket == services().settings.need("cats_bucket"):
            yield found
