"""Types of values that several inputs share, with their checks."""

from typing import Annotated, Any

import orjson
from pydantic import AfterValidator, Field

from entities.attributes import encode
from entities.fields import Json
from entities.novae.nova import normalise_name

MAX_MESSAGE = 500
MAX_NAME = 200
MAX_JSON_BYTES = 20_000


def _demand_letters(name: str) -> str:
    if not normalise_name(name):
        raise ValueError("must have at least one letter")
    return " ".join(name.split())


def _without_quotes(etag: str) -> str:
    return etag.strip('"')


def _demand_small(value: Any) -> Any:
    encode(value)  # raises for numbers that DynamoDB cannot hold
    if len(orjson.dumps(value)) > MAX_JSON_BYTES:
        raise ValueError(f"must not be larger than {MAX_JSON_BYTES // 1000} KB")
    return value


Name = Annotated[str, Field(max_length=MAX_NAME), AfterValidator(_demand_letters)]
"""A name of a nova, as people write it."""

Etag = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_without_quotes)]
"""An ETag. S3 sends it in quotes, which are not stored."""

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]

Amount = Annotated[int, Field(ge=0)]

Message = Annotated[str, Field(max_length=MAX_MESSAGE)]
"""A short message. Longer texts belong in a log."""

Text = Annotated[str, Field(min_length=1)]
"""Text that must not be empty."""

ShortText = Annotated[str, Field(min_length=1, max_length=1000)]
"""Text that must not be empty, nor long."""

Percent = Annotated[float, Field(ge=0, le=100)]

SmallJson = Annotated[Json, AfterValidator(_demand_small)]
"""A map or list of any shape that takes up little of its item."""
