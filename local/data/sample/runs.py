"""The training runs of the sample's sweep: what each was told, and how far it came."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from entities.jobs import JobState
from local.data.sample.curves import Epoch, train
from local.data.sample.names import INSTANCE_ID, sample_id

SWEEP_AGE = timedelta(hours=5)
EPOCHS = 24
EPOCH_TIME = timedelta(minutes=4, seconds=10)
SECOND_INSTANCE_ID = "i-07b2c9d4e8f1a6350"
SPOT_INSTANCE_ID = "i-0e93ab5c61d2f7480"
BUCKET = "sample-training"
SWEEP_NAME = "layoutlm-receipts-sweep"


@dataclass(frozen=True)
class SampleRun:
    """One training run of the sweep."""

    number: int
    learning_rate: float
    batch_size: int
    state: JobState
    begun: timedelta = timedelta()
    """How long after the sweep it was started."""
    done: int = 0
    """Epochs."""
    instance_id: str = INSTANCE_ID

    @property
    def job_id(self) -> str:
        return sample_id("job", "sweep", self.number)

    @property
    def name(self) -> str:
        return f"{SWEEP_NAME}-lr{self.learning_rate:g}-bs{self.batch_size}"

    @property
    def epochs(self) -> list[Epoch]:
        return train(self.number, self.learning_rate, self.batch_size, EPOCHS, self.done)

    def at(self, sweep_begun: datetime, epoch: Epoch) -> datetime:
        """When an epoch ended."""
        return sweep_begun + self.begun + epoch.number * EPOCH_TIME

    def end(self, sweep_begun: datetime) -> datetime:
        """When it ended, if it has."""
        return sweep_begun + self.begun + self.done * EPOCH_TIME + timedelta(seconds=41)


def _minutes(count: int) -> timedelta:
    return timedelta(minutes=count)


RUNS = (
    SampleRun(1, 1e-5, 8, JobState.SUCCEEDED, _minutes(6), EPOCHS),
    SampleRun(2, 1e-5, 16, JobState.SUCCEEDED, _minutes(7), EPOCHS, SECOND_INSTANCE_ID),
    SampleRun(3, 1e-5, 32, JobState.SUCCEEDED, _minutes(112), EPOCHS),
    SampleRun(4, 3e-5, 8, JobState.SUCCEEDED, _minutes(113), EPOCHS, SECOND_INSTANCE_ID),
    SampleRun(5, 3e-5, 16, JobState.INTERRUPTED, _minutes(60), 9, SPOT_INSTANCE_ID),
    SampleRun(6, 3e-5, 32, JobState.FAILED, _minutes(213), 2),
    SampleRun(7, 5e-5, 8, JobState.RUNNING, _minutes(227), 17),
    SampleRun(8, 5e-5, 16, JobState.RUNNING, _minutes(215), 20, SECOND_INSTANCE_ID),
    SampleRun(9, 5e-5, 32, JobState.PENDING),
    SampleRun(10, 1e-4, 8, JobState.PENDING),
    SampleRun(11, 1e-4, 16, JobState.PENDING),
    SampleRun(12, 1e-4, 32, JobState.CANCELLED, _minutes(10)),
)
