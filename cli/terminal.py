"""Whether a person is looking."""

import os
import sys


def is_terminal() -> bool:
    """Whether our output goes to a screen."""
    return sys.stdout.isatty()


def shows_progress() -> bool:
    """Whether our remarks go to a screen that can redraw a line."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
