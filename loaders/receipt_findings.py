"""Lists of what was found out about receipts: validations by time, results of batches, explained labels."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from entities.attributes import Record
from entities.item import Item
from entities.receipts.labels import LabelHygieneResult, LabelMetadata
from entities.receipts.validations import ReceiptValidationCategory
from entities.tables import RECEIPTS
from loaders import receipts
from loaders.dynamo.requests import Begins, Query
from loaders.lists.cursors import scope_of
from loaders.lists.listing import Span, between
from loaders.lists.own_tables import without_second_looks
from loaders.lists.pages import Slice, in_turn, page_of, sorted_page, stored_items
from loaders.request import Request

USUAL_STATUSES = ("valid", "invalid", "needs_review", "warning", "error", "info", "success", "pending")
"""What other programs usually write as the status of a category; each is a partition of its own."""

LABEL_CACHE = "LABEL_CACHE"
"""The partition in which upstream counts labels: it names all that it knows."""

_LABEL = "LABEL#"
_BY_TIME = "ANALYSIS_TYPE"


def categories_by_time(
    request: Request, status: str | None, span: Span, *, first: int, after: str | None = None
) -> Slice:
    """Categories of validations, the newest first, of one status or of all.

    Upstream keeps its own by status. Without arguments, those with an unusual status and those without a time follow.
    """
    arguments = {"status": status, "since": span.since, "until": span.until}
    statuses = USUAL_STATUSES if status is None else (status,)

    def sorted_(first: int, after: str | None) -> Slice:
        scope = scope_of("categoriesByTime", arguments, newest_first=True)
        types = (ReceiptValidationCategory,)
        keep = lambda item: _is_in(item, span)  # noqa: E731

        def read(is_own: bool) -> Slice:
            queries = list(_category_ranges(status, () if is_own else statuses, span))
            return page_of(request, queries, types, scope, first=first, after=after, keep=keep)

        return without_second_looks(request, RECEIPTS, read)

    def others(first: int, after: str | None) -> Slice:
        scope = scope_of("categoriesElsewhere", arguments, newest_first=False)
        queries = receipts.ALL_CATEGORIES.queries({})
        return page_of(request, queries, (), scope, first=first, after=after, read=_categories_elsewhere)

    is_all = status is None and not (span.since or span.until)
    return in_turn(first, after, sorted_, others) if is_all else sorted_(first, after)


def _is_in(item: Item, span: Span) -> bool:
    moment = getattr(item, "validation_timestamp", None)
    return moment is not None and span.holds(moment)


def _categories_elsewhere(request: Request, query: Query, records: Sequence[Record]) -> list[Item | None]:
    """The categories that no range by time holds: without a time, or under an unusual status."""
    found = stored_items(ReceiptValidationCategory)(request, query, records)
    listed = {_BY_TIME, *map(_partition, USUAL_STATUSES)}
    return [
        None if item is not None and _is_in(item, Span()) and record.get("GSI1PK") in listed else item
        for record, item in zip(records, found, strict=True)
    ]


def _category_ranges(status: str | None, statuses: tuple[str, ...], span: Span) -> Iterator[Query]:
    types = (ReceiptValidationCategory.type_name,)
    sort = between("VALIDATION#", span) if span.since or span.until else Begins("VALIDATION#")
    where = {} if status is None else {"status": status}
    for partition in (_BY_TIME, *map(_partition, statuses)):
        yield Query(RECEIPTS, "GSI1", partition, sort, types, where=where, newest_first=True)


def _partition(status: str) -> str:
    return f"VALIDATION_STATUS#{status}"


def results_by_time(request: Request, type_: str | None, span: Span, *, first: int, after: str | None = None) -> Slice:
    """Findings of validations, the newest first. Those without a time follow, if no span is given."""
    where = {} if type_ is None else {"type": type_}

    def timed(first: int, after: str | None) -> Slice:
        keep = lambda item: _is_in(item, span)  # noqa: E731  some writers put the text `None` for no time
        return receipts.RESULTS_BY_TIME.page(request, {}, span=span, first=first, after=after, where=where, keep=keep)

    def untimed(first: int, after: str | None) -> Slice:
        keep = lambda item: not _is_in(item, span)  # noqa: E731
        return receipts.ALL_RESULTS.page(request, {}, first=first, after=after, where=where, keep=keep)

    return timed(first, after) if span.since or span.until else in_turn(first, after, timed, untimed)


def completion_results(
    request: Request,
    *,
    label: str | None,
    original_label: str | None,
    label_target: str | None,
    status: str | None,
    first: int,
    after: str | None,
) -> Slice:
    """GPT's opinions on labels. Ours are in an index by target; by anything else, all are read and filtered."""
    narrowed = {"original_label": original_label, "label_target": label_target, "status": status}
    where = {name: value for name, value in narrowed.items() if value is not None}
    if label is not None:
        values = {"label_target": label, "original_label": label}
        return receipts.COMPLETIONS_BY_LABEL.page(request, values, first=first, after=after, where=where)
    if label_target is not None:
        in_key: dict[str, str] = {name: where.pop(name) for name in list(where) if name != "original_label"}
        return receipts.COMPLETIONS_BY_TARGET.page(request, in_key, first=first, after=after, where=where)
    return receipts.ALL_COMPLETIONS.page(request, {}, first=first, after=after, where=where)


def labels_known(request: Request, target: str | None = None, *, first: int, after: str | None = None) -> Slice:
    """Labels that are explained, all or of one target, by name.

    Upstream once wrote them without type, so no index lists them. They are read by name: the core labels, and all that
    upstream counts or that a finding or another definition names. In a table of our own the index lists all.
    """
    if request.session.owns(RECEIPTS):
        listed = receipts.LABELS_KNOWN.all(request, {}) if target is None else _of_target(request, target)
        return _labels_page(listed, target, first=first, after=after)
    counted = Query(RECEIPTS, None, LABEL_CACHE, Begins(_LABEL))
    calls: list[Callable[[], list[Any]]] = [
        lambda: receipts.LABELS_KNOWN.all(request, {}) if target is None else _of_target(request, target),
        lambda: receipts.ALL_HYGIENE.all(request, {}),
        lambda: request.session.query(counted),
    ]
    listed, findings, counts = request.session.together(*calls)
    named = {*receipts.CORE_LABELS, *map(_counted, counts), *_mentioned([*listed, *findings])}
    known = {item.label for item in listed if isinstance(item, LabelMetadata)}
    by_name = request.by_ids(LabelMetadata, [{"label": each} for each in sorted(named - known) if _can_be_key(each)])
    return _labels_page([*listed, *by_name], target, first=first, after=after)


def _labels_page(items: Sequence[Item | None], target: str | None, *, first: int, after: str | None) -> Slice:
    found = {item.label: item for item in items if isinstance(item, LabelMetadata)}
    wanted: list[tuple[list[str | int | float], Item]] = [
        ([label], item) for label, item in found.items() if target is None or item.label_target == target
    ]
    scope = scope_of("labelsKnown", {"target": target}, newest_first=False)
    return sorted_page(wanted, scope, first=first, after=after)


def _of_target(request: Request, target: str) -> list[Item]:
    return receipts.LABELS_BY_TARGET.all(request, {"label_target": target})


def _counted(record: Record) -> str:
    return str(record["SK"]).removeprefix(_LABEL)


def _mentioned(items: list[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, LabelHygieneResult):
            yield from (item.alias, item.canonical_label)
        elif isinstance(item, LabelMetadata):
            yield from item.aliases


def _can_be_key(label: str) -> bool:
    return bool(label) and "#" not in label and label.isprintable()
