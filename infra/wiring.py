"""Which resolver each field gets, from the route table alone."""

from collections.abc import Iterator
from dataclasses import dataclass

from infra.resolver_code import BATCH_INVOKE, INVOKE, PUBLISH, code_of, code_of_subscription
from resolvers.routing.announcements import ANNOUNCEMENTS
from resolvers.routing.route import Route
from resolvers.routing.routes import routes

READ, WRITE, NONE = "Read", "Write", "Nothing"


@dataclass(frozen=True)
class Wire:
    """A field, the data source that answers it, and the code between them."""

    type_name: str
    field_name: str
    source: str
    code: str
    """As AppSync is given it."""
    batch_size: int

    @property
    def id(self) -> str:
        """Must stay the same as long as the field exists: AppSync allows no second resolver for it."""
        return f"{self.type_name}.{self.field_name}"


def wires() -> Iterator[Wire]:
    """All resolvers."""
    for route in routes().values():
        source, kind = _source_and_kind(route)
        signature = route.signature
        yield Wire(signature.type_name, signature.field_name, source, code_of(kind), route.batch_size)
    for announcement in ANNOUNCEMENTS:
        name = announcement.signature.field_name
        yield Wire("Subscription", name, NONE, code_of_subscription(name), 0)


def _source_and_kind(route: Route) -> tuple[str, str]:
    if route.is_publish:
        return NONE, PUBLISH
    if route.is_batched:
        return READ, BATCH_INVOKE
    return (WRITE if route.is_mutation else READ), INVOKE
