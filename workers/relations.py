"""What a message holds besides the item itself, read when the message is sent, and consistently.

The single objects that an item leads to are found by the same functions that answer queries.
"""

from typing import Any

from entities.item import Item
from entities.novae.base import NovaeItem
from entities.novae.nova import Nova, NovaStatus
from loaders.request import Request
from resolvers.routing.audiences import PUBLIC, STAFF, audience_of_client
from resolvers.routing.routes import routes
from resolvers.runtime.dispatch import parent_of
from resolvers.runtime.fields import own_fields
from resolvers.runtime.ids import global_id
from resolvers.runtime.names import camel
from resolvers.runtime.results import Lookup
from resolvers.runtime.sent import AUDIENCE, SentTree, class_of, sent_of
from workers.messages import Message, with_audience

Known = dict[str, Item | None]
"""Items that were read for the messages of one batch, by id."""


def completed(request: Request, message: Message, known: Known) -> Message:
    """The message with what it leads to. What does not exist is left out, and is then not selected either."""
    found = {name: _related(request, message, name, known) for name in message.announcement.relations}
    trees = sent_of(message.announcement).relations
    whole = message.adding(**{name: _shown(item, trees[name]) for name, item in found.items() if item})
    needs_audience = message.announcement.has_audience and AUDIENCE not in whole.item
    return with_audience(whole, _audience(request, whole, known)) if needs_audience else whole


def read_now(request: Request, lookup: Lookup, known: Known) -> Item | None:
    """An item as it is now, read once for a batch."""
    if not lookup.can_exist:
        return None
    key = lookup.entity.key_for(**lookup.ids)
    name = f"{lookup.entity.__name__} {key}"
    if name not in known:
        record = request.session.get(lookup.entity.table, key, is_consistent=True)
        known[name] = next(request.items(lookup.entity.table, [record] if record else [], lookup.entity), None)
    return known[name]


def _related(request: Request, message: Message, name: str, known: Known) -> Item | None:
    route = routes()[f"{message.announcement.signature.returns.name}.{name}"]
    (lookup,) = route.load()(request, [parent_of(route, message.item)])
    return read_now(request, lookup, known) if isinstance(lookup, Lookup) else None


def _shown(item: Item, tree: SentTree) -> dict[str, Any]:
    own = own_fields(type(item))
    values = {name: getattr(item, own[name].attribute) for name in tree if name in own}
    fields = {name: own[name].show(value) for name, value in values.items() if value is not None}
    return {"__typename": type(item).__name__, "id": global_id(item), **fields}


def _audience(request: Request, message: Message, known: Known) -> str:
    """Who hears of what belongs to a client: this client. Of what belongs to novae: everybody, unless one is hidden."""
    cls = class_of(message.announcement)
    if issubclass(cls, Item) and cls.owner:
        return audience_of_client(message.item.get(camel(cls.owner)))
    names = cls.belongs_to if issubclass(cls, NovaeItem) else ()
    ids = [found for name in names if (found := message.item.get(camel(name)))]
    novae = [read_now(request, Lookup(Nova, {"nova_id": each}), known) for each in ids]
    return STAFF if any(isinstance(each, Nova) and each.status is NovaStatus.HIDDEN for each in novae) else PUBLIC
