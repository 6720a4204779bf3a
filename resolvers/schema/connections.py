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

COUNTED = {
    "CatImage": "How many images the whole list has for the caller; null except in `CatBatch.images`. They are counted "
    "only if this is selected.",
    "QueueJob": "How many jobs the whole list has.",
    "ReceiptWordLabel": "How many labels the whole list has; null except in `labels(validationStatus)` without other "
    "arguments. If the deployment keeps no counters, they are counted, and it is null for callers with the API key.",
    "SweepRun": "How many runs the whole list has.",
    "TextractJob": "How many documents the whole list has for the caller; null except in `documents` without `since` "
    "and `until`.",
}
"""The types whose pages say how long the whole list is."""


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
    fields: tuple[Field, ...] = (
        Field("edges", TypeRef(f"[{name}Edge!]!"), "The items on this page, each with its cursor."),
        Field("nodes", TypeRef(f"[{name}!]!"), "The items on this page, without cursors."),
        Field("pageInfo", TypeRef("PageInfo!"), "Whether the list goes on after this page, and from which cursor."),
    )
    if name in COUNTED:
        fields = (*fields, Field("totalCount", TypeRef("Int"), COUNTED[name]))
    text = f"One page of a list of `{name}`. A page of very large items may have fewer than `first`: see `hasNextPage`."
    return ObjectType(f"{name}Connection", text, fields)
