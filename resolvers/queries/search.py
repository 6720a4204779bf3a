"""One search for everything that people know by a name or an id."""

from collections.abc import Sequence

from entities.fields import Part
from entities.item import Item
from loaders import search as searching
from loaders.request import Request
from loaders.search import Match
from resolvers.queries.nodes import nodes
from resolvers.runtime.ids import global_id
from resolvers.runtime.results import Parent


class SearchResult(Part):
    """Something that a search found: a stored item, or a merchant."""

    kind: str
    """What was found: the type of the item, such as `Job` or `Nova`, or `Merchant`."""
    text: str
    """The name by which it was found, or if it has no name its id: for an item with several, such as a word, all of
    them with slashes between them. For a merchant, `Query.receipts` takes it as `merchantName`.
    """
    node_id: str | None = None
    """The global id of the item; null for a merchant, which is not stored by itself."""


def search(request: Request, text: str, first: int) -> list[SearchResult]:
    """What has this global id, or else what the text may mean."""
    searching.check_first(first)
    (item,) = nodes(request, [text.strip()])
    if item:
        return [_result(Match(type(item).__name__, _name(item), item))]
    return [_result(each) for each in searching.search(request, text, first)]


def node_of(request: Request, parents: Sequence[Parent]) -> list[Item | None]:
    """The items that were found, read together."""
    wanted = [str(each.get("node_id") or "") for each in parents]
    return nodes(request, wanted)


def _result(match: Match) -> SearchResult:
    return SearchResult(kind=match.kind, text=match.text, node_id=global_id(match.item) if match.item else None)


def _name(item: Item) -> str:
    ids = type(item).ids_of(item.primary_key()).values()
    return searching.name_of(item) or "/".join(str(each) for each in ids if each is not None)
