"""Other key designs, and the limit that each of them would move."""

from collections.abc import Callable
from dataclasses import dataclass

from bench.scale.load import KeyLoad, zipf_weights
from bench.scale.model import loads


@dataclass(frozen=True)
class Variant:
    """A change to the keys of some items."""

    title: str
    question: str
    unit: str
    price: str
    moved: Callable[[KeyLoad], float]
    """What is left of a key's units."""

    def before(self) -> float:
        return loads(self.question)[0].rate

    def after(self) -> float:
        """The rate of the first key, once the change is made."""
        left = [(each, each.units * self.moved(each)) for each in loads(self.question)]
        return min(each.rate * each.units / units for each, units in left if units)


def _without_letters(load: KeyLoad) -> float:
    return 0.0 if load.index == "GSITYPE" and load.key.endswith("LETTER") else 1.0


def _sharded(shards: int) -> Callable[[KeyLoad], float]:
    """`RECEIPT`, `EMBEDDING_STATUS#…` and `TYPE` spread over so many values, and no letters under `TYPE`."""

    def left(load: KeyLoad) -> float:
        return _without_letters(load) / shards

    return left


def _by_image(load: KeyLoad) -> float:
    return zipf_weights()[0] if load.key == "RECEIPT" else 1.0


VARIANTS = (
    Variant(
        "letters without `TYPE` in GSITYPE (sparse)",
        "import",
        "imports a second",
        "`TYPE` under another name for letters; they are told apart by their keys. No list of letters by type exists",
        _without_letters,
    ),
    Variant(
        "the same, and the keys of one value in 10 shards (`RECEIPT#3`)",
        "import",
        "imports a second",
        "lists of receipts, embeddings and types ask 10 keys side by side; a tree still asks one",
        _sharded(10),
    ),
    Variant(
        "the same in 100 shards",
        "import",
        "imports a second",
        "100 keys for such lists: counters and time windows become necessary",
        _sharded(100),
    ),
    Variant(
        "words and labels in GSI2 under their image instead of `RECEIPT`",
        "tree",
        "image trees a second",
        "nothing for trees; lists of receipts no longer find words beside them and ask once for each image",
        _by_image,
    ),
)
