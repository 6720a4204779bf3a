"""Whatever a mutation writes is as the backfill would write it: in a declared table it is no foreign item."""

from entities.own_shape import shape_difference
from entities.tables import TABLES
from tests.contract.examples.mutations import MUTATIONS
from tests.contract.restoring import Restoring
from tests.contract.roads import mutation_road
from tests.contract.test_changes_seen import _prepare
from tests.identities import PIPELINE
from tests.thoroughness import IS_THOROUGH


def test_what_any_mutation_writes_has_our_shape(tables: Restoring) -> None:
    differing: dict[str, str] = {}
    written = 0
    for name, example in list(MUTATIONS.items())[:: 1 if IS_THOROUGH else 3]:
        _prepare(tables, example)
        before = tables.contents()
        tables.api.identity = PIPELINE
        tables.api.ask(mutation_road(name, example.types).text, input=dict(example.input))
        for place, record in tables.contents().items():
            if before.get(place) != record:
                written += 1
                found = shape_difference(TABLES[place[0]], record)
                differing |= {f"{name}: {place}": str(found)} if found else {}
        tables.restore()
    assert differing == {}
    assert written > 20
