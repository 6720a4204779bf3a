"""Finds novae and their products, papers, files and runs."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial

from entities.item import Item, ItemType
from entities.novae.nova import NameMapping, Nova, normalise_name, spellings_of
from entities.novae.products import Eligibility, LocatorAlias, PhotometryTable, SpectraProduct
from entities.novae.references import FileObject, NovaReference, Reference
from entities.novae.runs import Attempt, JobRun
from entities.tables import NOVAE
from loaders.current import Found, find_all, read_found
from loaders.dynamo.requests import Begins, Query
from loaders.errors import BadInput
from loaders.hidden_novae import of_visible_novae
from loaders.lists.cursors import scope_of
from loaders.lists.listing import Listing, Span
from loaders.lists.pages import Slice, sorted_page
from loaders.planning.relations import Relations, many
from loaders.request import Request

RELATIONS: Relations = {
    Nova: {
        "products": many(
            PhotometryTable,
            SpectraProduct,
            description="The data products of the nova: its photometry table, if there is one, then its spectra, "
            "sorted by provider.",
        ),
        "references": many(
            NovaReference,
            description="The links from the nova to papers about it, sorted by `referenceId`; the paper itself is in "
            "`NovaReference.reference`.",
        ),
        "files": many(FileObject, description="The files in S3 that belong to the data products of the nova."),
    },
}

NOVAE_BY_NAME = Listing(Nova, "CatalogIndex")
NAMES = Listing(NameMapping, None, ("name_normalized",))
SPECTRA = Listing(SpectraProduct, None, ("nova_id", "provider"))
ELIGIBLE_SPECTRA = Listing(SpectraProduct, "EligibilityIndex", ("eligible_nova_id", "eligibility", "provider"))
LOCATORS = Listing(LocatorAlias, None, ("provider", "locator_identity"))
RUNS_OF_WORKFLOW = Listing(JobRun, "WorkflowIndex", ("correlation_id",), time="started_at")
RUNS_OF_NOVA = Listing(JobRun, "RunIndex", ("nova_id",), time="started_at", newest_first=True)
RUNS_UNDER_NOVA = Listing(JobRun, None, ("nova_id",))
TERMINAL_FAILURE = "TERMINAL_FAILURE"
"""The outcome of an attempt after which no other should follow."""

ATTEMPTS = Listing(Attempt, None, ("nova_id", "job_run_id", "task_name"))


def names_for(request: Request, name: str) -> list[NameMapping]:
    """The novae that a name may stand for, the primary names first. One name can belong to several novae."""
    if not normalise_name(name):
        raise BadInput("A name must have at least one letter.", field="name")
    calls = [partial(NAMES.all, request, {"name_normalized": each}) for each in spellings_of(name)]
    answers = request.session.together(*calls)
    found = {item.nova_id: item for items in reversed(answers) for item in items if isinstance(item, NameMapping)}
    return sorted(found.values(), key=lambda each: (each.name_kind.value != "PRIMARY", each.nova_id))


def novae_by_name(request: Request, name: str) -> list[Nova]:
    """The novae with this name or alias."""
    ids = dict.fromkeys(each.nova_id for each in names_for(request, name))
    novae = request.by_ids(Nova, [{"nova_id": nova_id} for nova_id in ids])
    return [nova for nova in novae if isinstance(nova, Nova)]


def products_of(request: Request, nova_id: str) -> list[PhotometryTable | SpectraProduct]:
    """The photometry first, then spectra by provider."""
    records = request.session.query(Query(NOVAE, None, nova_id, Begins("PRODUCT#"), ("DataProduct",)))
    found = request.items(NOVAE, records, PhotometryTable, SpectraProduct)
    return [item for item in found if isinstance(item, PhotometryTable | SpectraProduct)]


def eligible_spectra(request: Request, nova_id: str, provider: str | None = None) -> list[SpectraProduct]:
    """The spectra that should be fetched, including those in cooldown: the index does not contain cooldowns.

    Upstream leaves spectra in the index that failed for good; they are not to be fetched.
    """
    values = {"eligible_nova_id": nova_id, "eligibility": Eligibility.ACQUIRE.value, "provider": provider}
    found = ELIGIBLE_SPECTRA.all(request, {name: value for name, value in values.items() if value is not None})
    return [item for item in found if isinstance(item, SpectraProduct) and is_wanted(item)]


def is_wanted(product: SpectraProduct) -> bool:
    """Whether a spectrum should be fetched, now or after a wait. What failed for good should not be tried again."""
    return product.eligibility is Eligibility.ACQUIRE and product.last_attempt_outcome != TERMINAL_FAILURE


def is_cooling_down(product: SpectraProduct, now: datetime) -> bool:
    """Whether a spectrum must wait: only until its next attempt, and only if it has not been fetched yet."""
    until = product.next_eligible_attempt_at
    return product.eligibility is Eligibility.ACQUIRE and until is not None and until > now


def product_by_locator(request: Request, provider: str, *locator_identities: str) -> SpectraProduct | None:
    """The spectrum of a locator in any of these spellings; if two writers claimed it, the older claim counts."""
    values = [{"provider": provider, "locator_identity": each} for each in locator_identities]
    answers = request.session.together(*(partial(LOCATORS.all, request, each) for each in values))
    claims = [item for items in answers for item in items if isinstance(item, LocatorAlias) and item.nova_id]
    if not claims:
        return None
    oldest = min(claims, key=lambda each: (each.created_at is None, each.created_at, each.data_product_id))
    ids = {"nova_id": oldest.nova_id, "provider": oldest.provider, "data_product_id": oldest.data_product_id}
    product = request.by_ids(SpectraProduct, [ids])[0]
    return product if isinstance(product, SpectraProduct) else None


def papers(request: Request, links: Sequence[tuple[str, str]]) -> list[Reference | None]:
    """The paper of each link (nova and reference id), in order, in one batch; stored by bibcode or under its nova."""
    keys = [_paper_keys(nova_id, reference_id) for nova_id, reference_id in links]
    records = request.session.batch_get(NOVAE, [key for pair in keys for key in pair]) if keys else []
    found = [_paper(request.items(NOVAE, [record], Reference)) if record else None for record in records]
    return [found[2 * place] or found[2 * place + 1] for place in range(len(links))]


def attempts_of(request: Request, nova_id: str, job_run_id: str) -> list[Attempt]:
    """The attempts of a run sorted by task, number and time; early keys do not sort by number."""
    found = ATTEMPTS.all(request, {"nova_id": nova_id, "job_run_id": job_run_id})
    attempts = [item for item in found if isinstance(item, Attempt)]
    return sorted(attempts, key=lambda each: (each.task_name, each.attempt_no, each.timestamp))


def runs_of_nova(
    request: Request,
    nova_id: str,
    span: Span = Span(),  # noqa: B008  it is frozen
    *,
    first: int,
    after: str | None = None,
) -> Slice:
    """All runs on a nova, the newest first: those in the index, and those stored under the nova but not indexed."""
    runs = [run for run in all_runs(request, nova_id) if span.holds(run.started_at)]
    ordered: list[tuple[list[str | int | float], Item]] = [
        ([-int(run.started_at.timestamp() * 1_000_000), run.job_run_id], run) for run in runs
    ]
    arguments = {"novaId": nova_id, "since": span.since, "until": span.until}
    return sorted_page(ordered, scope_of("runsOfNova", arguments, newest_first=True), first=first, after=after)


def all_runs(request: Request, nova_id: str) -> list[JobRun]:
    """All runs on a nova that the caller sees, wherever they are stored, in no order."""
    ids = {"nova_id": nova_id}
    calls = [partial(listing.all, request, ids) for listing in (RUNS_OF_NOVA, RUNS_UNDER_NOVA)]
    found = [item for items in request.session.together(*calls) for item in items]
    runs = list({item.job_run_id: item for item in found if isinstance(item, JobRun)}.values())
    return of_visible_novae(request, runs, seen=nova_id)


def run_of(request: Request, nova_id: str, job_run_id: str) -> JobRun | None:
    """A run of a nova by its id, wherever it is stored."""
    return next((run for run in all_runs(request, nova_id) if run.job_run_id == job_run_id), None)


def _paper_keys(nova_id: str, reference_id: str) -> tuple[dict[str, str], dict[str, str]]:
    by_bibcode = {"PK": f"REFERENCE#{reference_id}", "SK": "METADATA"}
    return by_bibcode, {"PK": nova_id, "SK": f"REF#{reference_id}"}


def _paper(items: Iterable[Item]) -> Reference | None:
    return next((item for item in items if isinstance(item, Reference)), None)


def names_now(request: Request, names: Iterable[str]) -> list[Found[NameMapping]]:
    """The name mappings of these names as they are now, in whatever spelling they are stored."""
    spellings = dict.fromkeys(each for name in names for each in spellings_of(name))
    return _all(request, NameMapping, [each for name in spellings for each in NAMES.queries({"name_normalized": name})])


def locators_now(request: Request, providers: Iterable[str], locators: Iterable[str]) -> list[LocatorAlias]:
    """The claims on these locators, at a provider in any of these spellings, the oldest first."""
    values = [{"provider": each, "locator_identity": locator} for each in providers for locator in locators]
    queries = [query for each in values for query in LOCATORS.queries(each)]
    claims = [each.item for each in _all(request, LocatorAlias, queries)]
    return sorted(claims, key=lambda each: (each.created_at is None, each.created_at, each.data_product_id))


def run_now(
    request: Request, *, nova_id: str | None, correlation_id: str | None, workflow_name: str, job_run_id: str
) -> Found[JobRun] | None:
    """A run of a workflow, stored under its nova or its other subject, in whatever format its time was written."""
    partitions = [nova_id, f"WORKFLOW#{correlation_id}" if correlation_id else None]
    queries = [
        Query(NOVAE, None, partition, Begins(f"JOBRUN#{workflow_name}#"), (JobRun.type_name,))
        for partition in partitions
        if partition
    ]
    runs = (run for run in _all(request, JobRun, queries) if run.item.job_run_id == job_run_id)
    return next((run for run in runs if correlation_id in (None, "", run.item.correlation_id or correlation_id)), None)


def run_of_nova_now(request: Request, nova_id: str, job_run_id: str) -> Found[JobRun] | None:
    """A run of a nova by its id: under the nova as it is now, or where the index says that it is."""
    query = Query(NOVAE, None, nova_id, Begins("JOBRUN#"), (JobRun.type_name,))
    under = next((run for run in _all(request, JobRun, [query]) if run.item.job_run_id == job_run_id), None)
    if under is not None:
        return under
    listed = next((run for run in RUNS_OF_NOVA.all(request, {"nova_id": nova_id}) if _is_run(run, job_run_id)), None)
    key = listed.primary_key() if listed else None
    record = request.session.get(NOVAE, key, is_consistent=True) if key else None
    return read_found(request, JobRun, record) if record else None


def _is_run(item: Item, job_run_id: str) -> bool:
    return isinstance(item, JobRun) and item.job_run_id == job_run_id


def products_now(request: Request, nova_id: str) -> list[Found[SpectraProduct]]:
    """The spectra of a nova as they are now, composites among them."""
    query = Query(NOVAE, None, nova_id, Begins("PRODUCT#SPECTRA#"), (SpectraProduct.type_name,))
    return _all(request, SpectraProduct, [query])


def _all(request: Request, entity: type[ItemType], queries: Iterable[Query]) -> list[Found[ItemType]]:
    calls = [partial(find_all, request, entity, each) for each in queries]
    return [found for those in request.session.together(*calls) for found in those]
