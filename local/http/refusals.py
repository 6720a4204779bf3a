"""Requests that AppSync rejects as a whole: a status, a type of error and a message."""

from dataclasses import dataclass
from typing import Any

MALFORMED = "MalformedHttpRequestException"
BAD_REQUEST = "BadRequestException"
UNAUTHORIZED = "UnauthorizedException"


@dataclass
class RefusedRequest(Exception):
    """A request that is not executed."""

    status: int
    error_type: str
    message: str

    @property
    def body(self) -> dict[str, Any]:
        return {"errors": [{"errorType": self.error_type, "message": self.message}]}


def unparsable() -> RefusedRequest:
    return RefusedRequest(400, MALFORMED, "Unable to parse GraphQL query.")


def unauthorized(message: str = "You are not authorized to make this call.") -> RefusedRequest:
    return RefusedRequest(401, UNAUTHORIZED, message)


def bad_request(message: str) -> RefusedRequest:
    return RefusedRequest(400, BAD_REQUEST, message)
