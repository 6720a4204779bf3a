"""What Lambda gives to a handler beside its event, and what it makes of an error."""

import time
import traceback
from uuid import uuid4

import orjson

from local.lambdas.frames import TIMEOUT_SECONDS


class LambdaContext:
    """The context object that Lambda passes to a handler."""

    memory_limit_in_mb = 1024

    def __init__(self, name: str) -> None:
        self.function_name = f"tessera-{name}"
        self.invoked_function_arn = f"arn:aws:lambda:us-east-1:123456789012:function:{self.function_name}"
        self.aws_request_id = str(uuid4())
        self._end = time.monotonic() + TIMEOUT_SECONDS

    def get_remaining_time_in_millis(self) -> int:
        return max(0, round((self._end - time.monotonic()) * 1000))


def described(error: Exception) -> bytes:
    """An error in the form in which Lambda reports it."""
    account = {"errorMessage": str(error), "errorType": type(error).__name__}
    return orjson.dumps({**account, "stackTrace": traceback.format_tb(error.__traceback__)})
