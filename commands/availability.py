"""Services of AWS that do not answer, or were not set up, as callers are told of it."""

from collections.abc import Iterator
from contextlib import contextmanager

from loaders.errors import Throttled, Unavailable
from services.errors import NotConfigured, ServiceError, Slowed


@contextmanager
def available(what: str) -> Iterator[None]:
    """Say that something is not available, and which setting is missing if one is."""
    try:
        yield
    except NotConfigured as error:
        raise Unavailable(f"{what} is not available here: {error}") from error
    except Slowed as error:
        raise Throttled(f"{what} is busy. Try again in a moment.") from error
    except ServiceError as error:
        raise Unavailable(f"{what} is not available at the moment. Try again later.") from error
