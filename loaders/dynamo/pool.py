"""Doing several things side by side, on a bounded number of threads."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TypeVar

T = TypeVar("T")

POOL_SIZE = 8


class Pool:
    """Threads that are shared by all requests of the process."""

    def __init__(self, size: int = POOL_SIZE) -> None:
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="loaders")

    def together(self, calls: Sequence[Callable[[], T]]) -> list[T]:
        """The results in order; or the first error in order, once everything has ended or was called off.

        Who asks works too: what no thread has begun is done here. So a call may itself ask for more, and however
        deep that goes, nobody waits for a thread that waits for them.
        """
        if not calls:
            return []
        begun = [self._threads.submit(call) for call in calls[1:]]
        ends = [_do(calls[0]), *begun]
        for place, call in enumerate(calls[1:], 1):
            if begun[place - 1].cancel() and not any(map(_has_failed, ends)):
                ends[place] = _do(call)
        wait([end for end in ends if not end.cancelled()])
        for end in filter(_has_failed, ends):
            end.result()
        return [end.result() for end in ends]

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown()


def _do(call: Callable[[], T]) -> Future[T]:
    """Do it on this thread, and hold its end like that of any other."""
    future: Future[T] = Future()
    try:
        future.set_result(call())
    except Exception as error:  # noqa: BLE001  raised again where the results are collected
        future.set_exception(error)
    return future


def _has_failed(end: Future[T]) -> bool:
    return end.done() and not end.cancelled() and end.exception() is not None
