"""Collects garbage between requests, not within.

Most of what a request makes is freed as soon as nothing refers to it. What Python's collector does besides is to go
through everything that is still in use, again and again while an answer grows. It can wait until the answer is given.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class _Requests:
    """How many requests are being answered: a local server answers several at once."""

    lock = Lock()
    running = 0
    is_frozen = False


@contextmanager
def collected_later() -> Iterator[None]:
    """No garbage is collected while a request is being answered in here."""
    with _Requests.lock:
        _Requests.running += 1
        if not _Requests.is_frozen:
            _Requests.is_frozen = True
            gc.freeze()  # modules and classes stay for good: there is no need to look at them ever again
        gc.disable()
    try:
        yield
    finally:
        with _Requests.lock:
            _Requests.running -= 1
            if not _Requests.running:
                gc.enable()
