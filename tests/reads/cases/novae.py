"""Novae with what belongs to them, and runs."""

from loaders import novae
from tests.reads.cases.case import Case, nova, page

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
