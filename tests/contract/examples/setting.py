"""What every example finds in the tables: the small world, and what it lacks."""

from functools import cache
from typing import Any

from entities.item import Item
from entities.jobs import DependencyType, Job, JobDependency, JobState, JobStatus
from entities.novae.nova import NameKind, NameMapping, Nova
from entities.novae.products import LocatorAlias, QuarantineReason, SpectraProduct, ValidationState
from entities.novae.runs import JobRun, RunStatus
from entities.receipts.labels import GPTInitialTagging
from tests.loaders.sample import NOW
from tests.reads.world import world


@cache
def setting() -> tuple[Item, ...]:
    """All items, with something in what is embedded in each."""
    tag: dict[str, Any] = {"image_id": "img", "receipt_id": 1, "line_id": 2, "word_id": 2, "tag": "FOOD"}
    tagging = GPTInitialTagging(**tag, query="q", response="r", timestamp_added=NOW)
    statuses = [JobStatus(job_id=each, status=JobState.RUNNING, updated_at=NOW) for each in ("j0", "j2")]
    sweep = Job(job_id="s0", name="rates", created_at=NOW, created_by="ann", job_config={"job_type": "sweep"})
    of_sweep = DependencyType.PARENT_SWEEP
    run = JobDependency(dependent_job_id="j2", dependency_job_id="s0", type=of_sweep, created_at=NOW)
    return (*world(), tagging, *statuses, sweep, run, *_novae())


def _novae() -> list[Item]:
    """A nova with coordinates, and what waits for a person."""
    nova: dict[str, Any] = {"nova_id": "n2"}
    spectrum: dict[str, Any] = {
        "provider": "ESO",
        "data_product_id": "p9",
        "quarantine_reason_code": QuarantineReason.OTHER,
    }
    named: dict[str, Any] = {
        "primary_name": "GK Per",
        "primary_name_normalized": "gk per",
        "ra_deg": 52.8,
        "dec_deg": 43.9,
    }
    run: dict[str, Any] = {
        "job_run_id": "run9",
        "workflow_name": "initialize_nova",
        "correlation_id": "c9",
        "candidate_name": "X",
    }
    return [
        Nova(**nova, **named),
        NameMapping(**nova, name_normalized="gk per", name_raw="GK Per", name_kind=NameKind.PRIMARY),
        SpectraProduct(**nova, **spectrum, validation_status=ValidationState.QUARANTINED, updated_at=NOW),
        JobRun(**run, status=RunStatus.QUARANTINED, started_at=NOW, extra_context={"nova_id": "n2"}),
        LocatorAlias(nova_id="n1", provider="ESO", locator_identity="url:https://y/1", data_product_id="p1"),
    ]
