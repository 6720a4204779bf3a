"""Counts what workers could not do (Lambda itself counts only exceptions), and what recognition will cost."""

from collections.abc import Callable, Collection, Mapping
from functools import wraps
from typing import Any

from services.metrics import FAILURES, emit

Handler = Callable[[Mapping[str, Any], Any], dict[str, Any]]


def counted(handler: Handler) -> Handler:
    """The same handler; messages that it reports as failed, and an exception, are counted as Failures."""

    @wraps(handler)
    def counting(event: Mapping[str, Any], context: Any) -> dict[str, Any]:
        try:
            answer = handler(event, context)
        except Exception:
            emit({FAILURES: 1})
            raise
        emit({FAILURES: len(answer.get("batchItemFailures") or ())})
        return answer

    return counting


def count_pages(pages: int, features: Collection[str]) -> None:
    """Count the pages of a document, and again for each feature that Textract charges for."""
    emit({"RecognisedPages": pages})
    for feature in features or ("TEXT",):
        emit({"ChargedPages": pages}, feature=feature)
