"""Novae with what belongs to them, and runs."""

from datetime import timedelta

from entities.novae.desk import desk_time
from entities.novae.sky import Coordinates
from loaders import catalogue, desk, novae, sky
from loaders.lists.pages import Slice
from loaders.request import Request
from tests.loaders.sample import NOW
from tests.reads.cases.case import Case, nova, page

_LATER = NOW + timedelta(hours=1)
_READY = f"ELIGIBLE#{desk_time(_LATER)}~"


def _eligible_later(a_request: Request) -> Slice:
    """When two spectra are ready."""
    later = Request(a_request.session, lambda: _LATER)
    return desk.eligible_spectra(later, provider=None, ready_only=False, first=1, after=None)


CASES = [
    Case(
        "nova { products references files }",
        nova(products={}, references={}, files={}),
        8,
        (
            "get_item table: PK=n1, SK=PRODUCT#PHOTOMETRY_TABLE [1]",
            "query table: PK=n1, SK begins FILE# [1]",
            "query table: PK=n1, SK begins NOVA [3]",
            "query table: PK=n1, SK begins PRODUCT#SPECTRA# [3]",
        ),
    ),
    Case(
        "novae",
        page(novae.NOVAE_BY_NAME),
        1,
        ("query CatalogIndex: entity_type=Nova [1]",),
    ),
    Case(
        "novae(order: NEWEST, provider: ESO)",
        lambda a_request: catalogue.novae_page(
            a_request,
            status=None,
            provider="ESO",
            year=None,
            order=catalogue.NovaOrder.NEWEST,
            first=10,
            after=None,
        ),
        1,
        (
            "query CatalogIndex: entity_type=Nova [1]",
            "query table: PK=n1, SK begins PRODUCT#SPECTRA#ESO# [1]",
        ),
    ),
    Case(
        "novaeNear",
        lambda a_request: sky.neighbours(a_request, Coordinates(0.0, 0.0), 3600),
        0,
        ("query SkyIndex: entity_type=Nova, dec_deg from -1.000000001 to 1.000000001 [0]",),
    ),
    Case(
        "eligibleSpectra(first: 1), an hour later",
        _eligible_later,
        1,
        (
            "batch_get_item table: 1 keys [1]",
            f"query CatalogIndex: entity_type=DataProduct, primary_name_normalized from ELIGIBLE# to {_READY} [2]",
        ),
    ),
    Case(
        "quarantinedSpectra(first: 2)",
        lambda a_request: desk.quarantined_spectra(a_request, provider=None, reason=None, first=2, after=None),
        2,
        ("query CatalogIndex: entity_type=DataProduct, primary_name_normalized begins QUARANTINED# [3]",),
    ),
    Case(
        "quarantinedRuns(first: 2)",
        lambda a_request: desk.quarantined_runs(a_request, workflow_name=None, first=2, after=None),
        2,
        ("query CatalogIndex: entity_type=JobRun, primary_name_normalized begins QUARANTINED# [3]",),
    ),
    Case(
        "novaeByName(name: Nova_Sco 2012 #2)",
        lambda a_request: novae.novae_by_name(a_request, "Nova_Sco 2012 #2"),
        1,
        (
            "batch_get_item table: 1 keys [1]",
            "query table: PK=NAME#nova sco 2012 #2 [1]",
            "query table: PK=NAME#nova_sco 2012 #2 [0]",
        ),
    ),
    Case(
        "nova { products }",
        lambda a_request: novae.products_of(a_request, "n1"),
        4,
        ("query table: PK=n1, SK begins PRODUCT# [4]",),
    ),
    Case(
        "nova { spectra(provider: ESO) }",
        page(novae.SPECTRA, nova_id="n1", provider="ESO"),
        3,
        ("query table: PK=n1, SK begins PRODUCT#SPECTRA#ESO# [3]",),
    ),
    Case(
        "nova { eligibleSpectra }",
        lambda a_request: novae.eligible_spectra(a_request, "n1"),
        2,
        ("query EligibilityIndex: GSI1PK=n1, GSI1SK begins ELIG#ACQUIRE#SPECTRA# [2]",),
    ),
    Case(
        "productByLocator",
        lambda a_request: novae.product_by_locator(a_request, "ESO", "url:https://x/#1"),
        1,
        (
            "batch_get_item table: 1 keys [1]",
            "query table: PK=LOCATOR#ESO#url:https://x/#1, SK begins DATA_PRODUCT# [1]",
        ),
    ),
    Case(
        "novaReference { paper }",
        lambda a_request: novae.papers(a_request, [("n1", "2012ATel.4157....1W"), ("n1", "r-old")]),
        2,
        ("batch_get_item table: 4 keys [2]",),
    ),
    Case(
        "nova { runs }",
        lambda a_request: novae.runs_of_nova(a_request, "n1", first=10),
        1,
        (
            "query RunIndex: nova_id=n1 [1]",
            "query table: PK=n1, SK begins JOBRUN# [1]",
        ),
    ),
    Case(
        "runs(correlationId: c1)",
        page(novae.RUNS_OF_WORKFLOW, correlation_id="c1"),
        2,
        ("query WorkflowIndex: correlation_id=c1 [2]",),
    ),
    Case(
        "run { attempts }",
        lambda a_request: novae.attempts_of(a_request, "n1", "run1"),
        3,
        ("query table: PK=n1, SK begins ATTEMPT#run1# [3]",),
    ),
]
