"""What waits for a person or a worker, in the whole catalogue.

What our own commands store stands in CatalogIndex while it waits, so a page of the desk costs a page. What other
programs stored, or changed since, does not stand there, or not in its place. It comes after ours, and only a page that
gets so far looks for it: in the whole table, or in the index of all eligible spectra. No index has what waits without
a place in one, so there is no shorter way; in a table that is declared as ours alone there is nothing to look for.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

from entities.novae.desk import AT_ONCE, Desk, desk_time
from entities.novae.nova import Nova, NovaStatus
from entities.novae.products import QuarantineReason, SpectraProduct, ValidationState
from entities.novae.runs import JobRun, RunStatus
from entities.tables import NOVAE
from entities.times import parse_time
from loaders.desk_lists import LAST, DeskList, Sorting
from loaders.dynamo.requests import Begins, Between, Scan
from loaders.errors import BadCursor, IndexMissing
from loaders.lists.cursors import read_cursor, scope_of, write_cursor
from loaders.lists.own_tables import without_second_looks
from loaders.lists.pages import ListPage, Slice, in_turn
from loaders.novae import is_cooling_down, is_wanted
from loaders.request import Request

QUARANTINED = Begins(f"{Desk.QUARANTINED}#")


def quarantined_spectra(
    request: Request, *, provider: str | None, reason: QuarantineReason | None, first: int, after: str | None
) -> Slice:
    """The spectra that wait for a decision, the newest first."""
    scan = Scan(NOVAE, None, (SpectraProduct.type_name,), {"validation_status": ValidationState.QUARANTINED.value})
    arguments = {"provider": provider, "reason": reason.name if reason else None}
    found = DeskList(request, SpectraProduct, scan, scope_of("quarantinedSpectra", arguments, newest_first=True))
    found.keep = lambda items: [
        each
        for each in items
        if each.awaits_decision and provider in (None, each.provider) and reason in (None, each.quarantine_reason_code)
    ]
    found.sorting = lambda each: _newest(each.updated_at or each.created_at, each.data_product_id)
    return _newest_first(found, first, after)


def quarantined_runs(request: Request, *, workflow_name: str | None, first: int, after: str | None) -> Slice:
    """The runs that wait for a decision, the newest first."""
    scan = Scan(NOVAE, None, (JobRun.type_name,), {"status": RunStatus.QUARANTINED.value})
    scope = scope_of("quarantinedRuns", {"workflowName": workflow_name}, newest_first=True)
    found = DeskList(request, JobRun, scan, scope)
    found.keep = lambda items: [
        each for each in items if each.awaits_decision and workflow_name in (None, each.workflow_name)
    ]
    found.sorting = lambda each: _newest(each.quarantined_at or each.started_at, each.job_run_id)
    return _newest_first(found, first, after)


def eligible_spectra(
    request: Request, *, provider: str | None, ready_only: bool, first: int, after: str | None
) -> Slice:
    """The spectra of all novae that should be fetched: those that are ready first, then those that have to wait.

    Who is ready is decided at the time of the first page, which the cursors hold: a spectrum that becomes ready between
    two pages must not fall between them.
    """
    arguments = {"provider": provider, "readyOnly": ready_only}
    scope = scope_of("eligibleSpectra", arguments, newest_first=False)
    found = DeskList(request, SpectraProduct, Scan(NOVAE, "EligibilityIndex"), scope, newest_first=False)

    def keep(items: list[SpectraProduct]) -> list[SpectraProduct]:
        wanted = [each for each in items if is_wanted(each) and provider in (None, each.provider)]
        receiving = _receiving(request, {each.nova_id for each in wanted})
        return [each for each in wanted if each.nova_id in receiving]

    found.keep = keep
    found.sorting = lambda each: [
        (each.next_eligible_attempt_at or AT_ONCE).timestamp(),
        each.provider,
        each.nova_id,
        each.data_product_id,
    ]
    try:
        moment, inner = _moment_of(scope, after) if after else (request.now, None)
    except BadCursor:
        found.scope = scope_of("eligibleSpectra", arguments, newest_first=True)
        return _as_at_first(found, ready_only=ready_only, first=first, after=after)
    page = _indexed_or_all(found, partial(_by_readiness, found, moment, ready_only=ready_only), first, inner)
    return replace(page, cursors=[write_cursor(scope, [[desk_time(moment), each]]) for each in page.cursors])


def _as_at_first(found: DeskList, *, ready_only: bool, first: int, after: str | None) -> Slice:
    """The list as it was paged at first, all of it read for each page: some clients may hold such cursors."""
    now, by_provider = found.request.now, found.sorting

    def sorting(each: SpectraProduct) -> Sorting:
        waits = is_cooling_down(each, now)
        return [int(waits), *(by_provider(each) if waits else [0, *by_provider(each)[1:]])]

    found.sorting = sorting
    return found.others(True, lambda each: not (ready_only and is_cooling_down(each, now)), "", first, after)


def _by_readiness(
    found: DeskList, moment: datetime, is_indexed: bool, is_own: bool, *, ready_only: bool
) -> list[ListPage]:
    """The lists that make up one: what is ready, what is not; of each, what stands in its place, then the rest."""
    now = f"{Desk.ELIGIBLE}#{desk_time(moment)}{LAST}"
    ready, waiting = Between(f"{Desk.ELIGIBLE}#", now), Between(now, f"{Desk.ELIGIBLE}#{LAST}")
    lists: list[ListPage] = []
    for place, waits in [(ready, False)] if ready_only else [(ready, False), (waiting, True)]:
        rest = partial(found.others, not is_indexed, partial(_waits, moment, waits), "waiting" if waits else "ready")
        lists += _with_rest(partial(found.placed, place), rest, is_indexed=is_indexed, is_own=is_own)
    return lists


def _with_rest(placed: ListPage, rest: ListPage, *, is_indexed: bool, is_own: bool) -> list[ListPage]:
    """What stands in its place, and then what does not, unless all of it is ours; or all of it from one list."""
    return ([placed] if is_own else [placed, rest]) if is_indexed else [rest]


def _waits(moment: datetime, waits: bool, product: SpectraProduct) -> bool:
    return is_cooling_down(product, moment) is waits


def _newest_first(found: DeskList, first: int, after: str | None) -> Slice:
    def lists(is_indexed: bool, is_own: bool) -> list[ListPage]:
        rest = partial(found.others, not is_indexed, lambda _: True, "")
        return _with_rest(partial(found.placed, QUARANTINED), rest, is_indexed=is_indexed, is_own=is_own)

    return _indexed_or_all(found, lists, first, after)


def _indexed_or_all(
    found: DeskList, lists: Callable[[bool, bool], list[ListPage]], first: int, after: str | None
) -> Slice:
    """A page of these lists; where a table has no index for them, of the list of everything."""

    def read(is_own: bool) -> Slice:
        try:
            return in_turn(first, after, *lists(True, is_own))
        except (IndexMissing, BadCursor):  # a cursor may be of the list of everything
            return in_turn(first, after, *lists(False, is_own))

    return without_second_looks(found.request, NOVAE, read)


def _moment_of(scope: str, after: str) -> tuple[datetime, str]:
    """The time of the first page, and the cursor inside."""
    match read_cursor(scope, after, 1):
        case [[str(moment), str(inner)]]:
            try:
                return parse_time(moment), inner
            except ValueError:
                raise BadCursor from None
    raise BadCursor


def _receiving(request: Request, nova_ids: set[str]) -> set[str]:
    """Those of these novae that are in use: nothing is fetched for others."""
    novae = request.by_ids(Nova, [{"nova_id": each} for each in sorted(nova_ids)])
    gone = {NovaStatus.MERGED, NovaStatus.DEPRECATED}
    return {each.nova_id for each in novae if isinstance(each, Nova) and each.status not in gone}


def _newest(moment: datetime | None, item_id: str) -> Sorting:
    return [-int((moment or AT_ONCE).timestamp() * 1_000_000), item_id]
