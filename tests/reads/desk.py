"""What waits for a decision in the small world."""

from collections.abc import Iterator
from datetime import timedelta

from entities.item import Item
from entities.novae.products import SpectraProduct, ValidationState
from entities.novae.runs import JobRun, RunStatus
from tests.loaders.sample import NOW


def on_the_desk() -> Iterator[Item]:
    """What waits for a decision, of novae that nothing else asks about."""
    for number in (1, 2, 3):
        at = NOW + timedelta(hours=number)
        yield SpectraProduct(
            nova_id="n9",
            provider="ESO",
            data_product_id=f"q{number}",
            validation_status=ValidationState.QUARANTINED,
            updated_at=at,
        )
        yield JobRun(
            correlation_id="c9",
            job_run_id=f"q{number}",
            workflow_name="initialize_nova",
            started_at=at,
            status=RunStatus.QUARANTINED,
        )
