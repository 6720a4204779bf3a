"""Pages of the desk: what waits is listed once, whoever stored it, and a page of our own items costs a page."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from entities.attributes import Record
from entities.novae.desk import AT_ONCE
from entities.novae.nova import Nova, NovaStatus
from entities.novae.products import Eligibility, QuarantineReason, ReviewStatus, SpectraProduct, ValidationState
from entities.novae.runs import JobRun, RunDecision, RunStatus
from entities.tables import NOVAE
from loaders import desk
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from loaders.errors import BadCursor
from loaders.lists.pages import Slice
from loaders.request import Request
from local.data.engines import Engine
from tests.commands.conftest import Changing, changing
from tests.loaders.sample import NOW
from tests.thoroughness import many

PLACE = "primary_name_normalized"
MINUTE = timedelta(minutes=1)
DESKS = range(many(2, 30))
Page = Callable[[Request, int, str | None], Slice]


@pytest.fixture
def api(embedded: Engine) -> Iterator[Changing]:
    with changing(embedded) as made:
        yield made


def _nova(number: int, status: NovaStatus = NovaStatus.ACTIVE) -> Nova:
    return Nova(nova_id=f"n{number}", primary_name=f"N{number}", primary_name_normalized=f"n{number}", status=status)


def _spectrum(chance: random.Random, number: int) -> SpectraProduct:
    """A spectrum in any state, with times that often coincide."""
    quarantined = chance.random() < 0.4
    wait = chance.choice([None, NOW - 2 * MINUTE, NOW, NOW + MINUTE, NOW + 3 * MINUTE])
    return SpectraProduct(
        nova_id=f"n{chance.randrange(6)}",
        provider=chance.choice(["ESO", "MAST"]),
        data_product_id=f"s{number:03d}",
        validation_status=ValidationState.QUARANTINED if quarantined else ValidationState.UNVALIDATED,
        manual_review_status=chance.choice([None, ReviewStatus.PENDING, ReviewStatus.CLEARED_TERMINAL]),
        quarantine_reason_code=chance.choice(list(QuarantineReason)[:2]) if quarantined else None,
        eligibility=Eligibility.NONE if quarantined else chance.choice([Eligibility.ACQUIRE, Eligibility.NONE]),
        next_eligible_attempt_at=wait,
        updated_at=chance.choice([None, NOW + chance.randrange(4) * MINUTE]),
    )


def _run(chance: random.Random, number: int) -> JobRun:
    return JobRun(
        correlation_id="c",
        job_run_id=f"r{number:03d}",
        workflow_name=chance.choice(["initialize_nova", "acquire"]),
        started_at=NOW + chance.randrange(4) * MINUTE,
        status=chance.choice([RunStatus.QUARANTINED, RunStatus.QUARANTINED, RunStatus.FAILED]),
        decision=chance.choice([None, None, RunDecision.DISMISSED]),
    )


def _as_others_left_it(chance: random.Random, record: Record) -> Record:
    """The record without a place, or in a place where it stood before another program changed it."""
    stale = f"{chance.choice(['QUARANTINED', 'ELIGIBLE'])}#2026-01-01T00:00:00.000000Z#x"
    return {**record, PLACE: stale} if chance.random() < 0.5 else {n: v for n, v in record.items() if n != PLACE}


def _fill(api: Changing, seed: int) -> tuple[list[Any], list[Any]]:
    """Items that we stored, and such as others stored or changed."""
    chance = random.Random(seed)
    made = [_spectrum(chance, number) for number in range(60)] + [_run(chance, number) for number in range(30)]
    ours = [each for each in made if chance.random() < 0.6]
    others = [each for each in made if each not in ours]
    novae = [_nova(0, NovaStatus.MERGED), _nova(1, NovaStatus.DEPRECATED), *map(_nova, range(2, 6))]
    records = [each.to_record() for each in (*novae, *ours)]
    records += [_as_others_left_it(chance, each.to_record()) for each in others]
    api.store.session(60).batch_write(NOVAE, records)
    return ours, others


def _request(api: Changing, now: datetime = NOW) -> Request:
    return Request(api.store.session(60), lambda: now)


def _paged(api: Changing, page: Page, size: int, *moments: datetime) -> list[Any]:
    """All items of a list, page by page; the clock stands at one of these moments after the other."""
    found: list[Any] = []
    after: str | None = None
    clock = iter(moments)
    now = next(clock, NOW)
    while True:
        answer = page(_request(api, now), size, after)
        assert answer.has_next is False or len(answer.items) == size
        found += answer.items
        if not answer.has_next:
            return found
        after, now = answer.cursors[-1], next(clock, now)


def _spectra(**arguments: Any) -> Page:
    given = {"provider": None, "reason": None, **arguments}
    return lambda a_request, first, after: desk.quarantined_spectra(a_request, **given, first=first, after=after)


def _runs(workflow_name: str | None = None) -> Page:
    return lambda a_request, first, after: desk.quarantined_runs(
        a_request, workflow_name=workflow_name, first=first, after=after
    )


def _eligible(**arguments: Any) -> Page:
    given = {"provider": None, "ready_only": False, **arguments}
    return lambda a_request, first, after: desk.eligible_spectra(a_request, **given, first=first, after=after)


def _newest_first(items: list[Any], moment: Callable[[Any], Any]) -> list[Any]:
    return sorted(items, key=lambda each: moment(each) or AT_ONCE, reverse=True)


def _times(items: list[Any], moment: Callable[[Any], Any]) -> list[Any]:
    return [moment(each) or AT_ONCE for each in items]


def _is_pending(each: Any) -> bool:
    return each.validation_status is ValidationState.QUARANTINED and each.manual_review_status in {
        None,
        ReviewStatus.PENDING,
    }


def _without_index(api: Changing, engine: Engine) -> None:
    name = api.store.name_of(NOVAE)
    client = make_client(engine.url)
    client.delete_table(TableName=name)
    indexes = {name: index for name, index in NOVAE.indexes.items() if name != "CatalogIndex"}
    client.create_table(**replace(NOVAE, indexes=indexes).definition(name))


@pytest.mark.parametrize("is_indexed", [True, False])
@pytest.mark.parametrize("seed", DESKS)
def test_what_waits_for_a_person_is_listed_once_ours_first_each_the_newest_first(
    api: Changing, embedded: Engine, seed: int, is_indexed: bool
) -> None:
    if not is_indexed:
        _without_index(api, embedded)
    ours, others = _fill(api, seed)
    groups = [ours, others] if is_indexed else [ours + others]
    lists: list[tuple[Page, Callable[[Any], bool], Callable[[Any], Any]]] = [
        (_spectra(), lambda _: True, lambda each: each.updated_at),
        (_spectra(provider="ESO"), lambda each: each.provider == "ESO", lambda each: each.updated_at),
        (_runs("acquire"), lambda each: each.workflow_name == "acquire", lambda each: each.started_at),
    ]
    for page, is_asked_for, moment in lists:
        kind = JobRun if moment is lists[2][2] else SpectraProduct
        wanted = [[each for each in group if isinstance(each, kind) and _awaits(each)] for group in groups]
        wanted = [_newest_first([each for each in group if is_asked_for(each)], moment) for group in wanted]
        expected = [each for group in wanted for each in group]
        for size in (1, 3, 100) if is_indexed else (4, 100):
            found = _paged(api, page, size)
            assert sorted(map(_id, found)) == sorted(map(_id, expected))
            assert _times(found, moment) == _times(expected, moment)


def _awaits(each: Any) -> bool:
    if isinstance(each, JobRun):
        return each.status is RunStatus.QUARANTINED and each.decision is None
    return _is_pending(each)


def _id(each: Any) -> str:
    return each.job_run_id if isinstance(each, JobRun) else each.data_product_id


@pytest.mark.parametrize("is_indexed", [True, False])
@pytest.mark.parametrize("seed", DESKS)
def test_what_should_be_fetched_is_listed_once_the_ready_first_however_long_reading_takes(
    api: Changing, embedded: Engine, seed: int, is_indexed: bool
) -> None:
    if not is_indexed:
        _without_index(api, embedded)
    ours, others = _fill(api, seed)
    gone = {"n0", "n1"}
    wanted = [
        each
        for each in ours + others
        if isinstance(each, SpectraProduct) and each.eligibility is Eligibility.ACQUIRE and each.nova_id not in gone
    ]
    ready = [each for each in wanted if (each.next_eligible_attempt_at or AT_ONCE) <= NOW]
    for size in (1, 4, 100) if is_indexed else (4, 100):
        found = _paged(api, _eligible(), size, *(NOW + number * MINUTE for number in range(8)))
        assert sorted(map(_id, found)) == sorted(map(_id, wanted))
        assert set(map(_id, found[: len(ready)])) == set(map(_id, ready))
        only = _paged(api, _eligible(ready_only=True, provider="ESO"), size)
        assert sorted(map(_id, only)) == sorted(_id(each) for each in ready if each.provider == "ESO")


@pytest.mark.parametrize("page", [_spectra(), _runs(), _eligible(ready_only=True)])
def test_a_page_of_our_own_items_costs_a_page_however_large_the_table_is(api: Changing, page: Page) -> None:
    waiting: list[Any] = [_nova(2)]
    for number in range(40):
        at = NOW + number * MINUTE
        ids: dict[str, Any] = {"nova_id": "n2", "provider": "ESO"}
        waiting += [
            SpectraProduct(
                **ids, data_product_id=f"q{number}", validation_status=ValidationState.QUARANTINED, updated_at=at
            ),
            SpectraProduct(**ids, data_product_id=f"e{number}", eligibility=Eligibility.ACQUIRE),
            JobRun(
                correlation_id="c",
                job_run_id=f"r{number}",
                workflow_name="w",
                started_at=at,
                status=RunStatus.QUARANTINED,
            ),
        ]
    api.store.session(60).batch_write(NOVAE, [each.to_record() for each in waiting])
    after: str | None = None
    for _ in range(3):
        a_request = _request(api)
        answer = page(a_request, 10, after)
        reads = a_request.session.meter.reads
        assert [each.items for each in reads if each.index == "CatalogIndex"] == [11]
        assert {each.operation for each in reads} <= {"query", "batch_get_item"}
        assert len(answer.items) == 10
        after = answer.cursors[-1]


@pytest.mark.parametrize("place", range(3))
def test_a_cursor_of_another_list_is_refused(api: Changing, place: int) -> None:
    _fill(api, 1)
    lists = [_spectra(), _runs(), _eligible()]
    cursor = lists[place](_request(api), 1, None).cursors[-1]
    strangers = [each for each in lists if each is not lists[place]]
    for each in (*strangers, _spectra(provider="ESO"), _runs("acquire"), _eligible(ready_only=True)):
        with pytest.raises(BadCursor):
            each(_request(api), 1, cursor)


def _declared(api: Changing) -> Request:
    store = Store(api.store._client, api.store._names, own_tables={NOVAE.name})
    return Request(store.session(60), lambda: NOW)


@pytest.mark.parametrize("page", [_spectra(), _runs(), _eligible(), _eligible(ready_only=True)])
def test_where_the_table_is_ours_alone_nothing_is_looked_for_elsewhere(api: Changing, page: Page) -> None:
    ours, _ = _fill(api, 1)
    a_request = _declared(api)
    found = page(a_request, 100, None)
    assert {each.operation for each in a_request.session.meter.reads} <= {"query", "batch_get_item"}
    known = {_id(each) for each in ours}
    assert [_id(each) for each in found.items] == [
        _id(each) for each in page(_request(api), 100, None).items if _id(each) in known
    ]


@pytest.mark.parametrize("page", [_spectra(), _runs(), _eligible()])
def test_a_cursor_from_before_the_table_was_declared_leads_on(api: Changing, page: Page) -> None:
    _fill(api, 1)
    whole = page(_request(api), 100, None)
    for place, cursor in enumerate(whole.cursors[:-1]):
        rest = [_id(each) for each in page(_declared(api), 100, cursor).items]
        following = [_id(each) for each in whole.items[place + 1 :]]
        assert rest == [each for each in following if each in rest], "what is ours, or all, in the same order"
