"""What is stored for the questions, in answers of any size, with as much around it as wanted."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

from bench.sample import NOW, image_tree
from entities.cats import CatImage, CatStatus
from entities.item import Item
from entities.jobs import Job, JobDependency, JobMetric, JobState, JobStatus
from entities.jobs.dependencies import DependencyType
from entities.novae.nova import Nova
from entities.novae.products import PhotometryTable, SpectraProduct
from loaders.jobs import runs_begin_with

TREE_IMAGE = "6fbddaeb-5a8a-4476-9740-b83d0b94155c"
MEASURED_JOB = "1c7e6f0a-5d3b-4b8e-9a44-3f2f0f5b9d10"
SWEEP_ID = "5e0d1f7c-21f5-4a55-8c3e-9b0b2f6f7a20"
NOVA_ID = "9a4b6c1e-0d2f-4e3a-b5c6-7d8e9f0a1b2c"
CAT_BATCH = 1_763_000_000
_MINUTE = timedelta(minutes=1)


def everything(around: int = 1, letters: int = 5) -> Iterator[Item]:
    """All questions' items, in tables with `around` times as much of the same kinds."""
    yield from image_tree(TREE_IMAGE, letters=letters)
    for number in range(20 * around):
        yield from image_tree(str(UUID(int=0x7E55 + number, version=4)), receipts=1, lines=4, words=4, letters=0)
        yield from _job(str(UUID(int=0x10B5 + number, version=4)), number)
    yield from sweep(100)
    for number in range(around):
        is_asked_for = number == 0
        yield from _measured(MEASURED_JOB if is_asked_for else str(UUID(int=0xE7A1 + number, version=4)), 120)
        yield from _nova(NOVA_ID if is_asked_for else str(UUID(int=0xA0FA + number, version=4)), 40)
        yield from _cats(CAT_BATCH + number, 60)


def new_metrics(count: int) -> list[dict[str, Any]]:
    """Measurements as a client sends them."""
    return [
        {"metricName": "loss", "value": 1 / (step + 1), "timestamp": f"{_at(step):%Y-%m-%dT%H:%M:%SZ}", "step": step}
        for step in range(count)
    ]


def _at(number: int) -> Any:
    return NOW + number * _MINUTE


def _job(job_id: str, number: int, **more: Any) -> Iterator[Item]:
    made: dict[str, Any] = {"created_at": _at(number), "created_by": "ann", "status": JobState.RUNNING, **more}
    yield Job(job_id=job_id, name=f"run {number}", job_config={"lr": 0.001, "batch": 32}, **made)
    for hour, state in enumerate((JobState.PENDING, JobState.RUNNING)):
        yield JobStatus(job_id=job_id, status=state, updated_at=_at(60 * hour), progress=50.0 * hour, message="on time")


def _measured(job_id: str, count: int) -> Iterator[Item]:
    yield from _job(job_id, 0, status=JobState.SUCCEEDED)
    for step in range(count):
        yield JobMetric(
            job_id=job_id, metric_name="loss", value=1 / (step + 1), timestamp=_at(step), step=step, epoch=1
        )


def sweep(runs: int) -> Iterator[Item]:
    """A sweep as `createSweep` makes it: the ids of its runs share their beginning."""
    counts = {"runs_total": runs, "runs_succeeded": runs, "runs_ended": runs, "runs_pending": 0, "runs_running": 0}
    counts |= {"runs_failed": 0, "runs_cancelled": 0, "runs_interrupted": 0}
    config = {"job_type": "hyperparameter_sweep"}
    sweep: dict[str, Any] = {"name": "sweep", "created_at": NOW, "created_by": "ann", "job_config": config, **counts}
    yield Job(job_id=SWEEP_ID, status=JobState.SUCCEEDED, **sweep)
    for number in range(runs):
        job_id = f"{runs_begin_with(SWEEP_ID)}-4000-8000-{number:012x}"
        yield from _job(job_id, number, status=JobState.SUCCEEDED, sweep_id=SWEEP_ID)
        parent: dict[str, Any] = {"dependency_job_id": SWEEP_ID, "type": DependencyType.PARENT_SWEEP}
        yield JobDependency(dependent_job_id=job_id, created_at=NOW, **parent)
        for epoch in range(3):
            value = ((number * 37 + epoch * 11) % 1000) / 1000
            yield JobMetric(job_id=job_id, metric_name="val_f1", value=value, timestamp=_at(epoch), epoch=epoch)


def _nova(nova_id: str, spectra: int) -> Iterator[Item]:
    name: dict[str, Any] = {"primary_name": f"V{nova_id[:4]} Sco", "primary_name_normalized": f"v{nova_id[:4]} sco"}
    yield Nova(nova_id=nova_id, **name, ra_deg=267.5, dec_deg=-32.6)
    yield PhotometryTable(nova_id=nova_id, row_count=1200)
    for number in range(spectra):
        seen: dict[str, Any] = {"instrument": "UVES", "snr": 42.5, "observation_date_mjd": 56_000.5 + number}
        product_id = str(UUID(int=0x5EC7 + number, version=4))
        yield SpectraProduct(nova_id=nova_id, provider="ESO", data_product_id=product_id, **seen)


def _cats(batch_id: int, images: int) -> Iterator[Item]:
    for number in range(images):
        yield CatImage(
            batch_id=batch_id,
            fingerprint=f"{number:064x}",
            client_id="ours",
            s3_key=f"cats/{batch_id}/{number}",
            file_name=f"cat-{number}.jpg",
            uploaded_at=_at(number),
            status=CatStatus.SUCCESS,
            is_cat=number % 3 > 0,
            rekognition_response='{"Labels":[{"Name":"Cat","Confidence":98.5}]}',
        )
