"""Finds things by a few typed letters: merchants, novae and jobs by name, and anything by a stored id."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, zip_longest

from entities.errors import BadKeyValue
from entities.item import Item
from entities.jobs import Job
from entities.novae.nova import Nova, normalise_name
from entities.receipts.receipt import ReceiptMetadata, merchant_key
from entities.registry import types_in
from entities.tables import TABLES, Table
from loaders.catalogue import is_listed
from loaders.dynamo.requests import Begins, Query
from loaders.dynamo.writes import Raw
from loaders.errors import BadInput
from loaders.hidden_novae import of_visible_novae
from loaders.jobs import JOBS
from loaders.novae import NOVAE_BY_NAME, novae_by_name
from loaders.receipts import ALL_METADATA
from loaders.request import Request

MAX_LETTERS = 200
MAX_FOUND = 50


@dataclass(frozen=True)
class Match:
    """Something that was found: a stored item, or a merchant, which only has a name."""

    kind: str
    text: str
    item: Item | None = None


def check_first(first: int) -> None:
    """Refuse to return none, or too many."""
    if not 1 <= first <= MAX_FOUND:
        raise BadInput(f"`first` must be 1 to {MAX_FOUND}, not {first}.", field="first")


def search(request: Request, text: str, first: int) -> list[Match]:
    """What a text may mean, the best first: what has it as its id, then merchants, novae and jobs in turn."""
    wanted = text.strip()
    if not wanted or len(wanted) > MAX_LETTERS:
        raise BadInput(f"`text` must have 1 to {MAX_LETTERS} characters.", field="text")
    check_first(first)
    kinds: list[Callable[[Request, str], list[Match]]] = [_with_id, _merchants, _novae, _jobs]
    with_id, *by_name = request.session.together(*(partial(each, request, wanted) for each in kinds))
    in_turn = chain.from_iterable(zip_longest(*by_name))
    found = {_identity(each): each for each in chain(with_id, in_turn) if each}
    return list(found.values())[:first]


def _with_id(request: Request, text: str) -> list[Match]:
    """Items whose whole id is this text. One request for each table that has such ids."""
    calls = [partial(_in_table, request, table, text) for table in TABLES.values()]
    return [_match(item, text) for items in request.session.together(*calls) for item in items]


def _in_table(request: Request, table: Table, text: str) -> list[Item]:
    wanted = [(entity, key) for entity in types_in(table) for key in _key(entity, text)]
    records = request.session.batch_get(table, [key for _, key in wanted]) if wanted else []
    found = ((entity, record) for (entity, _), record in zip(wanted, records, strict=True) if record)
    items = [item for entity, record in found for item in request.items(table, [record], entity)]
    return of_visible_novae(request, items)


def _key(entity: type[Item], text: str) -> Iterator[dict[str, object]]:
    """The key of the item with this id, if one text can be the whole id of the type."""
    if len(entity.key.names) == 1 and not entity.key.partition.is_number:
        try:
            yield entity.key_for(**dict.fromkeys(entity.key.names, text))
        except BadKeyValue:
            return


def _merchants(request: Request, text: str) -> list[Match]:
    """Merchants whose names begin like this, in alphabetical order. DynamoDB looks through all receipts."""
    (every,) = ALL_METADATA.queries({})
    beginning = {":name": f"MERCHANT#{merchant_key(text)}"}
    found = _items(request, replace(every, only=Raw("begins_with(#name, :name)", {"#name": "GSI1PK"}, beginning)))
    named = [each for each in found if isinstance(each, ReceiptMetadata)]
    names = {each.merchant_key: each.canonical_merchant_name or each.merchant_name for each in named}
    return [Match("Merchant", name) for _, name in sorted(names.items(), key=lambda each: str(each[0])) if name]


def _novae(request: Request, text: str) -> list[Match]:
    """Novae that have this name or alias, then those in the catalogue whose primary names begin like this."""
    normal = normalise_name(text)
    if not normal:
        return []
    (catalogue,) = NOVAE_BY_NAME.queries({})
    beginning = replace(catalogue, sort=Begins(normal))
    calls: list[Callable[[], Iterable[Item]]] = [
        partial(novae_by_name, request, text),
        partial(_items, request, beginning),
    ]
    named, listed = request.session.together(*calls)
    found = [*named, *(each for each in listed if isinstance(each, Nova) and is_listed(each))]
    return [_match(nova, text) for nova in found if isinstance(nova, Nova)]


def _jobs(request: Request, text: str) -> list[Match]:
    """Jobs whose names begin like this, the newest first. DynamoDB looks through all jobs."""
    (every,) = JOBS.queries({})
    named = Raw("begins_with(#name, :name)", {"#name": "name"}, {":name": text})
    found = [each for each in _items(request, replace(every, only=named)) if isinstance(each, Job)]
    newest = sorted(found, key=lambda each: each.created_at.timestamp() if each.created_at else 0, reverse=True)
    return [_match(each, text) for each in newest]


def _items(request: Request, query: Query) -> list[Item]:
    records = request.session.query(query)
    return list(request.items(query.table, records, *types_in(query.table)))


def name_of(item: Item) -> str | None:
    """What people call an item, if it has a name."""
    name = getattr(item, "primary_name", None) or getattr(item, "name", None)
    return str(name) if name else None


def _match(item: Item, text: str) -> Match:
    return Match(type(item).__name__, name_of(item) or text, item)


def _identity(match: Match) -> tuple[str, ...]:
    place = tuple(map(str, match.item.primary_key().values())) if match.item else (match.text,)
    return (match.kind, *place)
