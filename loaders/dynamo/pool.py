"""Makes several calls concurrently, on a bounded number of threads."""

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
        """The results in order; raises the first error in order, once all calls have ended or were cancelled.

        The calling thread works too: it makes the calls that no other thread has started. So calls may be nested to
        any depth without a deadlock.
        """
        if len(calls) <= 1:
            return [call() for call in calls]
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
    """Make a call on this thread, and keep its result or error in a Future like the others'."""
    future: Future[T] = Future()
    try:
        future.set_result(call())
    except Exception as error:  # noqa: BLE001  raised again where the results are collected
        future.set_exception(error)
    return future


def _has_failed(end: Future[T]) -> bool:
    return end.done() and not end.cancelled() and end.exception() is not None
