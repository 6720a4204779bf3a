"""One call of a field: an event or a batch of them in, envelopes out. The Lambda calls this, and so do other hosts."""

from collections.abc import Sequence

from loaders.request import Request
from resolvers.routing.route import Route
from resolvers.runtime.dispatch import Event, OnError, dispatch_batch, dispatch_one
from resolvers.runtime.envelopes import Envelope, with_partial_errors
from resolvers.runtime.errors import unreadable


def answer_call(route: Route, request: Request, events: Sequence[Event], on_error: OnError) -> list[Envelope]:
    """An envelope for each event, in order; the first also holds the errors of items that could not be read."""
    if route.is_batched:
        envelopes = dispatch_batch(route, request, events, on_error)
    else:
        envelopes = [dispatch_one(route, request, each, on_error) for each in events]
    return with_partial_errors(envelopes, [unreadable(each) for each in request.problems])
