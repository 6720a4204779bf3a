"""The Lambda with everything imported: SnapStart takes a snapshot of it, and new environments start from that.

Nothing is opened here: connections and credentials do not belong in a snapshot.
"""

from resolvers.app import handler
from resolvers.routing.routes import routes

for _route in routes().values():
    if not _route.is_publish:
        _route.load()

__all__ = ["handler"]
