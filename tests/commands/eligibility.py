"""The eligibility index and the desk against the items of a nova: what is in them, and what should be."""

from entities.novae.products import SpectraProduct
from entities.tables import NOVAE
from loaders.dynamo.requests import Begins, Query
from tests.commands.conftest import Changing


def assert_index_matches(api: Changing, nova_id: str) -> None:
    """A spectrum is in the index if its file should be fetched, under the key that follows from it, and only then."""
    session = api.store.session()
    items = session.query(Query(NOVAE, None, nova_id, Begins("PRODUCT#SPECTRA#"), is_consistent=True))
    wanted = {
        each["SK"]: f"ELIG#ACQUIRE#SPECTRA#{each['provider']}#{each['data_product_id']}"
        for each in items
        if each.get("eligibility") == "ACQUIRE"
    }
    indexed = {each["SK"]: each["GSI1SK"] for each in session.query(Query(NOVAE, "EligibilityIndex", nova_id))}
    assert indexed == wanted
    outside = [each for each in items if each["SK"] not in wanted]
    assert not any({"GSI1PK", "GSI1SK"} & each.keys() for each in outside)
    for each in items:
        desk = SpectraProduct.from_record(each).index_keys().get("primary_name_normalized")
        assert each.get("primary_name_normalized") == desk
