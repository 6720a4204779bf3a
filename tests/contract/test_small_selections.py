"""Who selects little of an item sees no more items: what decides about sight is read whatever is selected."""

import pytest

from entities.item import Item
from entities.registry import all_types
from resolvers.runtime.fields import own_fields
from resolvers.runtime.ids import global_id
from resolvers.runtime.plain import reading_for
from tests.contract.callers import CALLERS, Person, ask
from tests.contract.marked import marked_items
from tests.contract.roads import Road

pytestmark = pytest.mark.usefixtures("tables")

BY_OWNER = {(type(item).owner_of(item.to_record()), type(item)): item for item in marked_items()}
ITEMS = [(owner, item) for (owner, _), item in BY_OWNER.items()]


@pytest.mark.parametrize("who", CALLERS)
def test_an_item_of_another_client_is_not_there_whichever_one_field_is_selected(who: str) -> None:
    for owner, item in ITEMS:
        is_theirs = (owner or "nobody") in CALLERS[who].owners
        for name in ("__typename", *_scalars(type(item), CALLERS[who])):
            road = Road("node", f'{{ node(id: "{global_id(item)}") {{ ... on {type(item).__name__} {{ {name} }} }} }}')
            shown = ask(CALLERS[who], road)["data"]["node"]
            assert (shown is not None) == is_theirs, name


def test_these_roads_are_the_fast_ones() -> None:
    for entity in {type(item) for _, item in ITEMS}:
        reading = reading_for(entity, frozenset())
        assert reading.read is not None
        assert reading.attributes is not None


def _scalars(entity: type[Item], caller: Person) -> list[str]:
    """A few fields that need no selection below them and that the caller may ask for."""
    assert entity in all_types().values()
    names = [own.name for own in own_fields(entity).values() if own.type.name in {"String", "AWSDateTime", "Boolean"}]
    return [name for name in sorted(names) if (entity.__name__, name) not in caller.denied][:6]
