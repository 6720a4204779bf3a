"""What can go wrong with a service of AWS, as workers have to tell it apart.

ServiceError
├── NotConfigured   the environment does not say where it is
├── Slowed          too much at once, or too many jobs at once: later it will work, and no try is used up
├── Away            no answer, or an error on the service's side: trying again may help
└── RefusedByService  the service will not do it; `kind` says why
"""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError

_SERVER_ERROR = 500


class ServiceError(Exception):
    """A service of AWS did not do what it was asked to."""


class NotConfigured(ServiceError):
    """The environment lacks a variable; `variable` is its name. The program that starts us may say why."""

    def __init__(self, variable: str, reason: str | None = None) -> None:
        super().__init__(reason or f"{variable} is not set.")
        self.variable = variable


class Slowed(ServiceError):
    """The service is asked too much at once, or runs as many jobs as it may."""


class Away(ServiceError):
    """There was no answer, or the service failed."""


class RefusalKind(StrEnum):
    """Why a service refuses."""

    DOCUMENT = "document"
    """The file itself: damaged, locked, too large or of another format."""
    MISSING = "missing"
    """The object, or the job, does not exist (any more)."""
    TAKEN = "taken"
    """Something exists already that must not be replaced."""
    PERMISSION = "permission"
    REQUEST = "request"
    """The request: a mistake of ours, or of a setting."""


class RefusedByService(ServiceError):
    """The service will not do it, however often it is asked; `kind` says why."""

    def __init__(self, kind: RefusalKind, message: str, code: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.code = code


_SLOWED = {
    "LimitExceededException",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "RequestThrottled",
    "SlowDown",
    "Throttling",
    "ThrottlingException",
    "TooManyRequestsException",
}
_KINDS = {
    "AccessDenied": RefusalKind.PERMISSION,
    "AccessDeniedException": RefusalKind.PERMISSION,
    "InvalidKMSKeyException": RefusalKind.PERMISSION,
    "BadDocumentException": RefusalKind.DOCUMENT,
    "DocumentTooLargeException": RefusalKind.DOCUMENT,
    "ImageTooLargeException": RefusalKind.DOCUMENT,
    "InvalidImageFormatException": RefusalKind.DOCUMENT,
    "UnsupportedDocumentException": RefusalKind.DOCUMENT,
    "InvalidJobIdException": RefusalKind.MISSING,
    "InvalidS3ObjectException": RefusalKind.MISSING,
    "NoSuchKey": RefusalKind.MISSING,
    "NoSuchVersion": RefusalKind.MISSING,
    "NotFound": RefusalKind.MISSING,
    "404": RefusalKind.MISSING,
    "PreconditionFailed": RefusalKind.TAKEN,
    "412": RefusalKind.TAKEN,
}


@contextmanager
def told_apart(service: str) -> Iterator[None]:
    """Turn botocore's errors into ours."""
    try:
        yield
    except ClientError as error:
        raise _translated(service, error) from error
    except (HTTPClientError, BotoCoreError) as error:
        raise Away(f"{service} did not answer: {type(error).__name__}.") from error


def _translated(service: str, error: ClientError) -> ServiceError:
    code = str(error.response.get("Error", {}).get("Code", ""))
    message = str(error.response.get("Error", {}).get("Message", "")) or code
    status = int(error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0))
    if code in _SLOWED:
        return Slowed(f"{service} is busy: {code}.")
    if status >= _SERVER_ERROR or code in {"InternalServerError", "InternalError", "ServiceUnavailable"}:
        return Away(f"{service} failed: {code}.")
    return RefusedByService(_KINDS.get(code, RefusalKind.REQUEST), f"{service} refused: {message}", code)
