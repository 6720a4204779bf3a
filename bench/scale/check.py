"""Model and simulation side by side."""

from dataclasses import dataclass

from bench import stored
from bench.import_input import IMPORTED_IMAGE
from bench.peers.harness import Harness
from bench.questions import QUESTIONS
from bench.scale.load import KeyLoad
from bench.scale.model import loads
from bench.scale.simulation import FirstThrottled, Ids, first_throttled
from bench.scale.traffic import touches

TOLERANCE = 0.1
IDS = {
    "tree": Ids(chosen=(stored.TREE_IMAGE,)),
    "jobs": Ids(chosen=("JOB#",)),
    "metrics": Ids(chosen=(stored.MEASURED_JOB,)),
    "sweep": Ids(chosen=("JOB#",)),
    "nova": Ids(chosen=(stored.NOVA_ID,)),
    "cats": Ids(chosen=(str(stored.CAT_BATCH),)),
    "import": Ids(new=(IMPORTED_IMAGE,)),
    "record": Ids(chosen=("JOB#",)),
}


@dataclass(frozen=True)
class Agreement:
    """What both say of a question."""

    question: str
    model: KeyLoad
    alike: tuple[KeyLoad, ...]
    """All keys that the model expects to be full at nearly the same rate."""
    simulated: FirstThrottled

    @property
    def difference(self) -> float:
        return self.simulated.rate / self.model.rate - 1

    @property
    def agrees(self) -> bool:
        """Whether it is the same key, or one of those at the same rate, at the same rate."""
        places = {(each.table, each.index) for each in self.alike}
        is_expected = (self.simulated.table, self.simulated.index) in places
        return is_expected and abs(self.difference) <= TOLERANCE


def check(question: str, harness: Harness) -> Agreement:
    """Ask the question once for what it touches, then let both say what comes of it."""
    harness.record(QUESTIONS[question].as_json())
    found = loads(question)
    alike = tuple(each for each in found if each.rate <= found[0].rate * (1 + TOLERANCE))
    return Agreement(question, found[0], alike, first_throttled(touches(harness.replay.exchanges), IDS[question]))
