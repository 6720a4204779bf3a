"""What the schema says of stored types, read anew: what is on the page was read by the page's own build."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from graphql import GraphQLArgument, GraphQLEnumType, get_named_type, is_leaf_type, is_list_type, is_non_null_type

from tests.contract.selections import SCHEMA, fields_of
from tests.serving import Server

PAGING = ("first", "after")
TOGETHER: Mapping[tuple[str, str], str] = {
    ("images", "receiptCount"): "imageType",
    ("labels", "receiptId"): "imageId",
    ("validationCategories", "fieldName"): "status",
    ("jobRuns", "since"): "correlationId",
    ("jobRuns", "until"): "correlationId",
    ("catImages", "status"): "clientId",
    ("catImages", "since"): "clientId",
    ("catImages", "until"): "clientId",
}
"""Filters that the API takes only together with another one."""
MAX_TRIES = 24
SHOWN = 50
MAX_ROWS = 2000
REORDERING = frozenset({"order", "newestFirst"})
WITHOUT_EFFECT: Mapping[str, frozenset[str]] = {}
"""Filters of a list that leave nothing out of the sample."""


def stored_types() -> list[str]:
    return sorted(each.name for each in SCHEMA.get_possible_types(SCHEMA.type_map["Node"]))  # type: ignore[arg-type]


def leaves(type_name: str) -> dict[str, str]:
    """The fields of a type that are values, and the names of their types."""
    return {
        name: get_named_type(field.type).name
        for name, field in fields_of(type_name).items()
        if is_leaf_type(get_named_type(field.type)) and not field.args
    }


def expected_text(value: Any, text: str) -> str:
    """How a value stands on the screen. Numbers may be written in another way, as long as they are the same."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return text if text and float(text) == value else repr(value)
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


@dataclass(frozen=True)
class StoredList:
    """A query that lists a stored type, and its arguments but for those of pages."""

    name: str
    type: str
    filters: tuple[str, ...]

    @property
    def not_narrowing(self) -> frozenset[str]:
        return REORDERING | WITHOUT_EFFECT.get(self.name, frozenset())

    def argument(self, name: str) -> GraphQLArgument:
        return fields_of("Query")[self.name].args[name]


def listings() -> list[StoredList]:
    stored = stored_types()
    found = []
    for name, field in fields_of("Query").items():
        type_name = get_named_type(field.type).name.removesuffix("Connection")
        filters = tuple(each for each in field.args if each not in PAGING)
        if type_name in stored and get_named_type(field.type).name != type_name and filters:
            found.append(StoredList(name, type_name, filters))
    return found


NEEDED: Mapping[str, Mapping[str, str]] = {
    "CatImage": {"catImages.isCat": "true"},
    "ReceiptWordLabel": {"labels.validationStatus": "VALID"},
}
"""What a list cannot do without, though its arguments are all optional."""


def first_rows(site: Server, token: Mapping[str, str], type_name: str) -> str:
    """What has to be in the address so that a type has rows."""
    if type_name != "LocatorAlias":
        return "?" + urlencode(NEEDED[type_name]) if type_name in NEEDED else ""
    query = "{ novae(first: 100) { nodes { spectra { nodes { provider locatorIdentity } } } } }"
    novae = site.ask(query, token)["data"]["novae"]["nodes"]
    one = next(each for nova in novae for each in nova["spectra"]["nodes"] if each["locatorIdentity"])
    return "?" + urlencode({f"locators.{name}": value for name, value in one.items()})


@dataclass(frozen=True)
class Filtered:
    """A filter with a value, and what the API lists with it."""

    given: Mapping[str, str]
    ids: list[str]
    is_narrower: bool


def filtered(
    site: Server, token: Mapping[str, str], listing: StoredList, filter_: str, values: Iterator[Any]
) -> Filtered:
    """The first value that leaves something out and something in; otherwise one that leaves all out, or nothing."""
    base = _base(site, token, listing, filter_)
    whole = set(_listed(site, token, listing, base, MAX_ROWS) or [])
    tried: list[Filtered] = []
    for value in values:
        given = {**base, filter_: value}
        ids = _listed(site, token, listing, given)
        if ids is None:
            continue
        is_narrower = not whole or set(ids) < whole  # without it, the list may not be asked for at all
        tried.append(Filtered({name: _text(each) for name, each in given.items()}, ids, is_narrower))
        if ids and is_narrower:
            break
    assert tried, (listing, filter_)
    return max(tried, key=lambda each: (each.is_narrower, bool(each.ids)))


def _base(site: Server, token: Mapping[str, str], listing: StoredList, filter_: str) -> dict[str, Any]:
    """The other arguments that a list needs."""
    together = TOGETHER.get((listing.name, filter_))
    if together:
        return {together: next(each[together] for each in _items(site, token, listing) if each[together])}
    needed: dict[str, dict[str, Any]] = {
        "novaeNear": {"raDeg": 267.7, "decDeg": -32.6, "radiusArcsec": 3600.0 * 40},
        "jobStatuses": {"status": "RUNNING"},
        "metrics": {"metricName": "val_loss"},
        "queueJobs": {"queueName": "gpu-training"},
    }
    return {name: value for name, value in needed.get(listing.name, {}).items() if name != filter_}


def _listed(
    site: Server, token: Mapping[str, str], listing: StoredList, given: Mapping[str, Any], most: int = SHOWN
) -> list[str] | None:
    """The ids of as many pages as that takes; None if it cannot be asked for like this."""
    types = {name: str(listing.argument(name).type) for name in given}
    declared = "".join(f", ${name}: {type_}" for name, type_ in types.items())
    passed = "".join(f", {name}: ${name}" for name in given)
    query = f"""query($first: Int, $after: String{declared}) {{ {listing.name}(first: $first, after: $after{passed}) {{
      nodes {{ id }} pageInfo {{ hasNextPage endCursor }} }} }}"""
    ids: list[str] = []
    after = None
    while len(ids) < most:
        found = site.ask(query, token, first=min(most, 100), after=after, **given)
        if "errors" in found:
            return None
        page = found["data"][listing.name]
        ids += [each["id"] for each in page["nodes"]]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break
    return ids


def candidates(site: Server, token: Mapping[str, str], listing: StoredList, filter_: str) -> Iterator[Any]:
    """Values that a filter may have with the sample: its choices, or what stands in the fields of the items."""
    type_ = get_named_type(listing.argument(filter_).type)
    if isinstance(type_, GraphQLEnumType):
        yield from (each for each in type_.values if each != "UNKNOWN")
        return
    if type_.name == "Boolean":
        yield from (True, False)
        return
    if type_.name == "AWSDateTime":
        yield from _moments(site, token, listing)
        return
    yield from _values(site, token, listing, filter_, type_.name, is_list=_is_list(listing.argument(filter_).type))


def _moments(site: Server, token: Mapping[str, str], listing: StoredList) -> Iterator[str]:
    """Moments between those that stand in the items, from the middle outward; then long ago, and in the future."""
    dated = [name for name, kind in leaves(listing.type).items() if kind == "AWSDateTime"]
    items = _items(site, token, listing)
    found = sorted({item[name] for item in items for name in dated if item.get(name)})
    middle = len(found) // 2
    yield from sorted(found, key=lambda each: abs(found.index(each) - middle))[:MAX_TRIES]
    yield from ("2000-01-01T00:00:00Z", "2100-01-01T00:00:00Z")


def _values(
    site: Server, token: Mapping[str, str], listing: StoredList, filter_: str, type_name: str, *, is_list: bool
) -> Iterator[Any]:
    items = _items(site, token, listing)
    named = [item[filter_] for item in items if item.get(filter_) is not None]
    kinds: tuple[type, ...] = (int, float) if type_name in {"Int", "Float"} else (str,)
    extra = {"provider": ["ESO"], "merchantName": ["Juniper Market"]}.get(filter_, [])
    others = [value for item in items for value in item.values() if isinstance(value, kinds)]
    numbers = [0.5, 0.9, 0.99, 1, 2, 2012, 60, 1_000_000] if type_name in {"Int", "Float"} else []
    for value in list(dict.fromkeys([*named, *extra, *numbers, *others]))[:MAX_TRIES]:
        if not (type_name == "Int" and value != int(value)):
            yield [value] if is_list else int(value) if type_name == "Int" else value


def _items(site: Server, token: Mapping[str, str], listing: StoredList) -> list[dict[str, Any]]:
    """Items of the listed type, from whatever list has some without being told more."""
    wanted = " ".join(leaves(listing.type))
    for name, given in (
        (listing.name, ""),
        *((each.name, "") for each in listings() if each.type == listing.type),
        ("catImages", "isCat: true, "),
        ("labels", "validationStatus: VALID, "),
    ):
        found = site.ask(
            f"{{ {name}({given}first: 50) {{ nodes {{ ... on {listing.type} {{ {wanted} }} }} }} }}", token
        )
        if "errors" not in found and any(found["data"][name]["nodes"]):
            return [each for each in found["data"][name]["nodes"] if each]
    return _below(site, token, listing.type, wanted)


def _below(site: Server, token: Mapping[str, str], type_name: str, wanted: str) -> list[dict[str, Any]]:
    """Items that are only listed below others."""
    roads = {
        "ReceiptField": "receipts { nodes { found: fields",
        "ReceiptWordTag": "receipts { nodes { words { found: tagItems",
        "WordTag": "images { nodes { words { found: tagItems",
        "JobRun": "novae(first: 100) { nodes { runs { found: nodes",
        "JobMetric": "jobs(first: 100) { nodes { metrics { found: nodes",
        "JobStatus": "jobs(first: 100) { nodes { found: statuses",
        "ReceiptLine": "receipts { nodes { found: lines",
        "ReceiptWord": "receipts { nodes { found: words",
        "QueueJob": "queues { nodes { jobs { found: nodes",
    }
    road = roads[type_name]
    answer = site.ask(f"{{ {road} {{ {wanted} }} {'}' * road.count('{')} }}", token)
    return list(_found(answer["data"]))


def _found(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, list):
        for each in value:
            yield from _found(each)
    elif isinstance(value, dict):
        for name, each in value.items():
            if name == "found":
                yield from each
            else:
                yield from _found(each)


def _is_list(type_: Any) -> bool:
    return is_list_type(type_.of_type) if is_non_null_type(type_) else is_list_type(type_)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(value) if isinstance(value, list) else str(value)
