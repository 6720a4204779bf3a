"""How novae and their products, papers, files and runs are found."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial

from entities.item import Item
from entities.novae.nova import NameMapping, Nova, normalise_name
from entities.novae.products import Eligibility, LocatorAlias, PhotometryTable, SpectraProduct
from entities.novae.references import FileObject, NovaReference, Reference
from entities.novae.runs import Attempt, JobRun
from entities.tables import NOVAE
from loaders.cursors import scope_of
from loaders.dynamo.requests import Begins, Query
from loaders.errors import BadInput
from loaders.listing import Listing, Span
from loaders.pages import Slice, sorted_page
from loaders.reading import Reading
from loaders.relations import RELATIONS, many

RELATIONS |= {
    Nova: {
        "products": many(PhotometryTable, SpectraProduct),
        "references": many(NovaReference),
        "files": many(FileObject),
    },
}

NOVAE_BY_NAME = Listing(Nova, "CatalogIndex")
NAMES = Listing(NameMapping, None, ("name_normalized",))
SPECTRA = Listing(SpectraProduct, None, ("nova_id", "provider"))
ELIGIBLE_SPECTRA = Listing(SpectraProduct, "EligibilityIndex", ("eligible_nova_id", "eligibility", "provider"))
LOCATORS = Listing(LocatorAlias, None, ("provider", "locator_identity"))
FILES = Listing(FileObject, None, ("nova_id",))
REFERENCES = Listing(NovaReference, None, ("nova_id",))
RUNS_OF_WORKFLOW = Listing(JobRun, "WorkflowIndex", ("correlation_id",), time="started_at")
RUNS_OF_NOVA = Listing(JobRun, "RunIndex", ("nova_id",), time="started_at", newest_first=True)
RUNS_UNDER_NOVA = Listing(JobRun, None, ("nova_id",))
ATTEMPTS = Listing(Attempt, None, ("nova_id", "job_run_id", "task_name"))


def names_for(reading: Reading, name: str) -> list[NameMapping]:
    """What a name may mean: the primary names first. One name can lead to several novae."""
    normal = normalise_name(name)
    if not normal:
        raise BadInput("A name must have at least one letter.")
    with_underscores = " ".join(name.lower().split())  # as names from SIMBAD were stored
    spellings = dict.fromkeys([normal, with_underscores])
    calls = [partial(NAMES.all, reading, {"name_normalized": each}) for each in spellings]
    answers = reading.session.together(*calls)
    found = [item for items in answers for item in items if isinstance(item, NameMapping)]
    return sorted(found, key=lambda each: (each.name_kind.value != "PRIMARY", each.nova_id))


def novae_by_name(reading: Reading, name: str) -> list[Nova]:
    """The novae that a name or alias leads to."""
    ids = dict.fromkeys(each.nova_id for each in names_for(reading, name))
    novae = reading.by_ids(Nova, [{"nova_id": nova_id} for nova_id in ids])
    return [nova for nova in novae if isinstance(nova, Nova)]


def products_of(reading: Reading, nova_id: str) -> list[PhotometryTable | SpectraProduct]:
    """The photometry first, then spectra by provider."""
    records = reading.session.query(Query(NOVAE, None, nova_id, Begins("PRODUCT#"), ("DataProduct",)))
    found = reading.items(NOVAE, records, PhotometryTable, SpectraProduct)
    return [item for item in found if isinstance(item, PhotometryTable | SpectraProduct)]


def eligible_spectra(reading: Reading, nova_id: str, provider: str | None = None) -> list[SpectraProduct]:
    """The spectra that should be fetched, cooling down or not; the index knows nothing of cooldowns."""
    values = {"eligible_nova_id": nova_id, "eligibility": Eligibility.ACQUIRE.value, "provider": provider}
    found = ELIGIBLE_SPECTRA.all(reading, {name: value for name, value in values.items() if value is not None})
    return [item for item in found if isinstance(item, SpectraProduct)]


def is_cooling_down(product: SpectraProduct, now: datetime) -> bool:
    """Whether a spectrum must wait: only those that are still to be fetched can, and only until their time."""
    until = product.next_eligible_attempt_at
    return product.eligibility is Eligibility.ACQUIRE and until is not None and until > now


def product_by_locator(reading: Reading, provider: str, locator_identity: str) -> SpectraProduct | None:
    """The spectrum that a locator leads to; where two writers claimed it, the older claim holds."""
    values = {"provider": provider, "locator_identity": locator_identity}
    claims = [item for item in LOCATORS.all(reading, values) if isinstance(item, LocatorAlias) and item.nova_id]
    if not claims:
        return None
    oldest = min(claims, key=lambda each: (each.created_at is None, each.created_at, each.data_product_id))
    ids = {"nova_id": oldest.nova_id, "provider": oldest.provider, "data_product_id": oldest.data_product_id}
    product = reading.by_ids(SpectraProduct, [ids])[0]
    return product if isinstance(product, SpectraProduct) else None


def references_of(reading: Reading, nova_id: str) -> list[tuple[NovaReference, Reference | None]]:
    """The papers on a nova: the global ones by bibcode, and those that the first writers kept under the nova."""
    links = [item for item in REFERENCES.all(reading, {"nova_id": nova_id}) if isinstance(item, NovaReference)]
    return list(zip(links, papers(reading, [(link.nova_id, link.reference_id) for link in links]), strict=True))


def papers(reading: Reading, links: Sequence[tuple[str, str]]) -> list[Reference | None]:
    """The paper of each link (nova and reference id), in order, in one batch: under its bibcode or under its nova."""
    keys = [_paper_keys(nova_id, reference_id) for nova_id, reference_id in links]
    records = reading.session.batch_get(NOVAE, [key for pair in keys for key in pair]) if keys else []
    found = [_paper(reading.items(NOVAE, [record], Reference)) if record else None for record in records]
    return [found[2 * place] or found[2 * place + 1] for place in range(len(links))]


def attempts_of(reading: Reading, nova_id: str, job_run_id: str) -> list[Attempt]:
    """The attempts of a run by task, number and time; early keys do not sort by number."""
    found = ATTEMPTS.all(reading, {"nova_id": nova_id, "job_run_id": job_run_id})
    attempts = [item for item in found if isinstance(item, Attempt)]
    return sorted(attempts, key=lambda each: (each.task_name, each.attempt_no, each.timestamp))


def runs_of_nova(
    reading: Reading,
    nova_id: str,
    span: Span = Span(),  # noqa: B008  it is frozen
    *,
    first: int,
    after: str | None = None,
) -> Slice:
    """All runs on a nova, the newest first: those in the index, and those that lie under the nova but are not in it."""
    runs = [run for run in all_runs(reading, nova_id) if span.holds(run.started_at)]
    ordered: list[tuple[list[str | int | float], Item]] = [
        ([-int(run.started_at.timestamp() * 1_000_000), run.job_run_id], run) for run in runs
    ]
    arguments = {"novaId": nova_id, "since": span.since, "until": span.until}
    return sorted_page(ordered, scope_of("runsOfNova", arguments, newest_first=True), first=first, after=after)


def all_runs(reading: Reading, nova_id: str) -> list[JobRun]:
    """All runs on a nova, wherever they lie, in no order."""
    ids = {"nova_id": nova_id}
    calls = [partial(listing.all, reading, ids) for listing in (RUNS_OF_NOVA, RUNS_UNDER_NOVA)]
    found = [item for items in reading.session.together(*calls) for item in items]
    return list({item.job_run_id: item for item in found if isinstance(item, JobRun)}.values())


def run_of(reading: Reading, nova_id: str, job_run_id: str) -> JobRun | None:
    """A run of a nova by its id, wherever it lies."""
    return next((run for run in all_runs(reading, nova_id) if run.job_run_id == job_run_id), None)


def _paper_keys(nova_id: str, reference_id: str) -> tuple[dict[str, str], dict[str, str]]:
    by_bibcode = {"PK": f"REFERENCE#{reference_id}", "SK": "METADATA"}
    return by_bibcode, {"PK": nova_id, "SK": f"REF#{reference_id}"}


def _paper(items: Iterable[Item]) -> Reference | None:
    return next((item for item in items if isinstance(item, Reference)), None)
