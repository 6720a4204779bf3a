"""The Lambda with everything loaded: SnapStart keeps a picture of it, and a new copy starts from the picture.

Nothing is opened here: connections and credentials do not belong into a picture.
"""

import loaders.dynamo.store
import loaders.reading
import resolvers.handle
from resolvers.app import handler
from resolvers.routes import routes

for _route in routes().values():
    if not _route.is_publish:
        _route.load()

__all__ = ["handler", "loaders", "resolvers"]
