"""The model of docs/scaling.md and the simulation name the same keys at the same rates."""

from pathlib import Path

import pytest

from bench.peers.harness import Harness
from bench.scale.check import Agreement, check
from bench.scale.costs import PAGE_TIERS, tiered
from bench.scale.load import KeyLoad
from bench.scale.model import MODELLED, loads
from bench.scale.simulation import FirstThrottled, Ids, first_throttled
from bench.scale.traffic import Touch
from bench.scale.variants import VARIANTS, Variant
from tests.thoroughness import some_of

PAGE = Path(__file__).parents[2] / "docs" / "scaling.md"


@pytest.mark.parametrize("question", some_of(MODELLED))
def test_model_and_simulation_agree_on_the_first_key_and_its_rate(question: str, harness: Harness) -> None:
    found = check(question, harness)
    assert found.agrees, f"{found.model.name} at {found.model.rate}, simulated {found.simulated}"


def test_a_key_of_one_value_is_full_when_its_units_are() -> None:
    found = first_throttled([Touch("receipts", "GSI2", "RECEIPT", True, 100)], Ids())
    assert (found.key, round(found.rate)) == ("RECEIPT", 10)


def test_a_key_of_many_values_is_full_when_the_most_popular_is() -> None:
    touch = Touch("receipts", "table", "IMAGE#a", False, 10.0)
    spread, single = first_throttled([touch], Ids(chosen=("a",))), first_throttled([touch], Ids())
    assert 6 < spread.rate / single.rate < 8


def test_keys_with_new_ids_hold_nothing_up() -> None:
    touches = [Touch("t", "table", "IMAGE#new", True, 900), Touch("t", "GSITYPE", "WORD", True, 10)]
    assert first_throttled(touches, Ids(new=("new",))).key == "WORD"


def test_another_key_or_a_rate_far_off_is_no_agreement() -> None:
    model = KeyLoad("receipts", "GSI2", "RECEIPT", 30.0, is_write=False)
    agreed = FirstThrottled("receipts", "GSI2", "RECEIPT", 104.0)
    assert Agreement("tree", model, (model,), agreed).agrees
    assert not Agreement("tree", model, (model,), FirstThrottled("receipts", "GSI2", "RECEIPT", 115.0)).agrees
    assert not Agreement("tree", model, (model,), FirstThrottled("receipts", "GSI3", "RECEIPT", 104.0)).agrees


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda each: each.title)
def test_a_variant_moves_its_limit(variant: Variant) -> None:
    assert variant.after() > 2 * variant.before()


def test_the_page_names_the_first_key_of_every_question() -> None:
    page = PAGE.read_text()
    for question in MODELLED:
        assert loads(question)[0].name in page, question


def test_larger_amounts_cost_less_each() -> None:
    assert tiered(1_000, PAGE_TIERS) == pytest.approx(65)
    assert tiered(2_000_000, PAGE_TIERS) == pytest.approx(65_000 + 50_000)
