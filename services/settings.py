"""What the environment says about buckets, queues and limits. What is not set is told apart from what fails.

At home the addresses of the services come from botocore's own variables, such as `AWS_ENDPOINT_URL_S3`.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Self

from services.errors import NotConfigured

PAGES_PER_DAY = 5_000
BYTES_PER_DAY = 5_000_000_000
_NUMBERS = ("_per_day", "_seconds")


@dataclass(frozen=True)
class ServiceSettings:
    """The environment, typed. Each text is the value of the variable that has its name in capitals."""

    documents_bucket: str | None = None
    documents_input_queue_url: str | None = None
    documents_output_queue_url: str | None = None
    documents_topic_arn: str | None = None
    """Where Textract announces what it has finished."""
    textract_role_arn: str | None = None
    """The role by which Textract may announce there."""
    notifications_queue_url: str | None = None
    cats_bucket: str | None = None
    cats_queue_url: str | None = None
    uploads_unavailable: str | None = None
    """Why buckets and queues are not set, where that is known: at home they may still be on their way."""
    documents_pages_per_day: int = PAGES_PER_DAY
    """How many pages of one client are recognised in a day."""
    documents_bytes_per_day: int = BYTES_PER_DAY
    documents_lease_seconds: int = 900
    """How long nothing needs to be heard of a document that is being processed before the sweeper asks."""
    sweep_expired: str | None = None
    """Anything where no database and no bucket deletes what has expired: then the sweeper does."""
    sweep_after_seconds: int = 120
    """How long an upload, or what was queued, is left alone before the sweeper queues it again."""

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> Self:
        """The settings that the environment holds; an empty variable counts as absent."""
        given = {each.name: environ.get(each.name.upper()) for each in fields(cls)}
        numbers = {name: _number(name, value) for name, value in given.items() if value and name.endswith(_NUMBERS)}
        texts = {name: value or None for name, value in given.items() if not name.endswith(_NUMBERS)}
        return cls(**texts, **numbers)  # type: ignore[arg-type]

    def need(self, name: str) -> str:
        """A setting without which nothing can be done; raises `NotConfigured`, which names the variable."""
        value = getattr(self, name)
        if not value:
            raise NotConfigured(name.upper(), self.uploads_unavailable)
        return str(value)


def _number(name: str, value: str) -> int:
    if not value.isdecimal():
        raise ValueError(f"{name.upper()} must be a whole number, not {value!r}.")
    return int(value)
