"""Pages of lists as Relay wants them: connections, their edges, and what a page says about itself."""

from collections.abc import Iterable, Iterator

from resolvers.routing.signatures import TypeRef
from resolvers.schema.model import Field, ObjectType

PAGE_INFO = ObjectType(
    "PageInfo",
    "Whether a list goes on after a page, and the cursors to go on from.",
    (
        Field(
            "hasNextPage",
            TypeRef("Boolean!"),
            "Whether more items follow. To get them, pass `endCursor` as `after`, with all other arguments unchanged.",
        ),
        Field(
            "hasPreviousPage",
            TypeRef("Boolean!"),
            "Whether this is not the first page: true if `after` was given. Lists can only be paged forward.",
        ),
        Field("startCursor", TypeRef("String"), "The cursor of the first item on the page; null if the page is empty."),
        Field("endCursor", TypeRef("String"), "The cursor of the last item on the page; null if the page is empty."),
    ),
)


def connections(types: Iterable[str]) -> Iterator[ObjectType]:
    """The types that every page needs, and those for a page of each of these types."""
    yield PAGE_INFO
    for name in sorted(types):
        yield _edge(name)
        yield _connection(name)


def _edge(name: str) -> ObjectType:
    fields = (
        Field(
            "cursor",
            TypeRef("String!"),
            "The position of this item in the list; passed as `after`, it asks for the items that follow.",
        ),
        Field("node", TypeRef(f"{name}!"), f"The `{name}` itself."),
    )
    return ObjectType(f"{name}Edge", f"A `{name}` on a page of a list, and its position in the list.", fields)


def _connection(name: str) -> ObjectType:
    fields = (
        Field("edges", TypeRef(f"[{name}Edge!]!"), "The items on this page, each with its cursor."),
        Field("nodes", TypeRef(f"[{name}!]!"), "The items on this page, without cursors."),
        Field("pageInfo", TypeRef("PageInfo!"), "Whether the list goes on after this page, and from which cursor."),
    )
    text = f"One page of a list of `{name}`. A page of very large items may have fewer than `first`: see `hasNextPage`."
    return ObjectType(f"{name}Connection", text, fields)
