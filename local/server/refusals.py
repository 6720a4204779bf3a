"""Requests that AppSync refuses as a whole: a status, a type of error and a message."""

from dataclasses import dataclass
from typing import Any

MALFORMED = "MalformedHttpRequestException"
BAD_REQUEST = "BadRequestException"
UNAUTHORIZED = "UnauthorizedException"


@dataclass
class Refused(Exception):
    """A request that is not executed."""

    status: int
    error_type: str
    message: str

    @property
    def body(self) -> dict[str, Any]:
        return {"errors": [{"errorType": self.error_type, "message": self.message}]}


def unparsable() -> Refused:
    return Refused(400, MALFORMED, "Unable to parse GraphQL query.")


def unauthorized(message: str = "You are not authorized to make this call.") -> Refused:
    return Refused(401, UNAUTHORIZED, message)


def bad_request(message: str) -> Refused:
    return Refused(400, BAD_REQUEST, message)
