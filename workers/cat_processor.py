"""The cat processor: recognises uploaded pictures. Woken by the cats' queue, one message at a time."""

from collections.abc import Mapping
from typing import Any

from commands.cats.naming import images_named_in, is_about_images
from commands.cats.recognising import recognise
from workers.queue_events import QueueMessage, logger, new_request, process_each

NAME = "cat-processor"


def handler(event: Mapping[str, Any], _: Any) -> dict[str, Any]:
    """The entry point for a batch of messages; returns those to deliver again."""
    return process_each(event, _work, waits_in="cats_queue_url")


def _work(message: QueueMessage) -> None:
    if not is_about_images(message.json):
        raise ValueError("The message is neither an event of S3 nor one of ours.")
    for batch_id, fingerprint in images_named_in(message.json):
        image = recognise(new_request(NAME), batch_id, fingerprint)
        if image is not None:
            told = {"batch_id": batch_id, "fingerprint": fingerprint, "status": image.status.value}
            logger.info("picture", extra=told)
