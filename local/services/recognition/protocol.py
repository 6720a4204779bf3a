"""AWS's JSON protocol 1.1: an operation in a header, a JSON object in and one out, errors by their type."""

from typing import Any

Answer = tuple[int, dict[str, Any]]
"""A status, and the body."""


class RecogniserError(Exception):
    """An error as AWS answers it."""

    def __init__(self, kind: str, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.kind, self.message, self.status = kind, message, status

    def answer(self) -> Answer:
        return self.status, {"__type": self.kind, "message": self.message, "Message": self.message}
