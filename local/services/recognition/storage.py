"""What storage says of an object that cannot be read."""

from http import HTTPStatus

from botocore.exceptions import ClientError

_FOR_GOOD = {"NoSuchKey", "NoSuchVersion", "NoSuchBucket", "AccessDenied", "403", "404"}


def is_for_good(error: ClientError) -> bool:
    """Whether the object is gone or refused, and not only the storage away for a moment."""
    status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    return status < HTTPStatus.INTERNAL_SERVER_ERROR and error.response["Error"].get("Code") in _FOR_GOOD
