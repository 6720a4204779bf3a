"""Curves with few enough points to draw: nothing that the eye would miss is left out."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entities.jobs import JobCheckpoint, JobMetric
from entities.tables import RECEIPTS
from loaders.curves import curves, epochs, metric_names, thinned
from loaders.dynamo.store import Store
from loaders.errors import BadInput
from loaders.request import Request
from tests.loaders.sample import NOW
from tests.thoroughness import many

values = st.lists(st.floats(-1e6, 1e6), max_size=400)


@settings(max_examples=many(500))
@given(values, st.integers(4, 60))
def test_the_first_the_last_and_the_extremes_are_kept_in_order(found: list[float], most: int) -> None:
    kept = thinned(found, most)
    assert kept == sorted(set(kept))
    assert len(kept) <= max(most, 0)
    if len(found) <= most:
        assert kept == list(range(len(found)))
    else:
        chosen = [found[place] for place in kept]
        assert {0, len(found) - 1} <= set(kept)
        assert (min(chosen), max(chosen)) == (min(found), max(found))


def _store(store: Store, *items: Any) -> None:
    store.session(60).batch_write(RECEIPTS, [each.to_record() for each in items])


def _metric(job_id: str, name: str, place: int, value: Any, **more: Any) -> JobMetric:
    return JobMetric(job_id=job_id, metric_name=name, timestamp=NOW + timedelta(seconds=place), value=value, **more)


def test_a_spike_survives_among_thousands_of_points(blank: Store) -> None:
    points = [_metric("spiky", "loss", each, 1.0 + each / 1e6, step=each) for each in range(2000)]
    points[1234] = _metric("spiky", "loss", 1234, 99.0, step=1234)
    _store(blank, *points, _metric("spiky", "matrix", 0, {"a": 1}))
    (curve,) = curves(Request(blank.session()), "spiky", None, 50)
    assert (curve.metric_name, curve.total) == ("loss", 2000)
    assert 40 <= len(curve.points) <= 50
    steps = [each.step for each in curve.points]
    assert steps == sorted(steps, key=lambda each: each or 0)
    assert {0, 1234, 1999} <= set(steps)


def test_curves_come_in_the_order_asked_for_and_only_where_there_is_one(blank: Store) -> None:
    _store(blank, *(_metric("named", name, 0, 1.0, unit="s") for name in ("a", "b", "c")))
    found = curves(Request(blank.session()), "named", ["c", "none", "a", "c"], 10)
    assert [(each.metric_name, each.unit, len(each.points)) for each in found] == [("c", "s", 1), ("a", "s", 1)]


@pytest.mark.parametrize(("names", "most", "field"), [(None, 3, "max_points"), (["x"] * 51, 10, "names")])
def test_what_cannot_be_drawn_is_refused(blank: Store, names: list[str] | None, most: int, field: str) -> None:
    with pytest.raises(BadInput) as refused:
        curves(Request(blank.session()), "any", names, most)
    assert refused.value.info["field"] == field


def test_the_names_of_metrics_are_found_without_reading_a_long_one_to_its_end(blank: Store) -> None:
    """A page of DynamoDB's ends after 1 MB; what is left of that metric is passed over."""
    long = [_metric("many", "b_long", each, 1.0, unit="x" * 2000) for each in range(1200)]
    short = [_metric("many", name, 0, 1.0) for name in ("a", "c", "c_more")]
    _store(blank, *long, *short)
    a_request = Request(blank.session())
    assert metric_names(a_request, "many") == ["a", "b_long", "c", "c_more"]
    assert a_request.session.meter.requests == 2


def test_epochs_hold_the_last_of_each_metric_and_the_best_is_that_of_the_best_checkpoint(blank: Store) -> None:
    metrics = [_metric("epochs", "val_loss", 2 * each, 1.0 - each / 10, epoch=each) for each in range(3)]
    later = [_metric("epochs", "val_loss", 2 * each + 1, 0.9 - each / 10, epoch=each) for each in range(3)]
    others = [_metric("epochs", "matrix", 9, {"a": 1}, epoch=2), _metric("epochs", "size", 0, 5.0)]
    _store(blank, *metrics, *later, *others)
    found = epochs(Request(blank.session()), "epochs")
    assert [(each.epoch, each.is_best) for each in found] == [(0, False), (1, False), (2, True)]
    assert found[2].metrics == {"val_loss": pytest.approx(0.7), "matrix": {"a": 1}}
    where: dict[str, Any] = {"s3_bucket": "models", "s3_key": "c"}
    _store(blank, JobCheckpoint(job_id="epochs", timestamp=NOW, epoch=1, is_best=True, **where))
    assert [each.is_best for each in epochs(Request(blank.session()), "epochs")] == [False, True, False]
