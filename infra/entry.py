"""The Lambda's entry. Where time before the first request is free, everything is loaded in it.

SnapStart takes its snapshot once this module is imported; provisioned environments are made before they are needed.
An environment that starts on demand loads what its requests ask for: to load everything takes twice as long.
Nothing is opened here: connections and credentials do not belong in a snapshot.
"""

import gc
import os

gc.disable()  # nearly all that imports make is kept: to look for garbage in it takes a tenth of the time

from resolvers.app import handler  # noqa: E402  first of all, no garbage

EARLY = frozenset({"snap-start", "provisioned-concurrency"})
"""Ways of starting in which no request waits."""

if os.environ.get("AWS_LAMBDA_INITIALIZATION_TYPE") in EARLY:
    from resolvers.warm import load_everything

    load_everything()
gc.enable()

__all__ = ["handler"]
