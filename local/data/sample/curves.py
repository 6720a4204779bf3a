"""Training that never happened: curves that fall and level out, faster or slower, with the jitter of real ones."""

from dataclasses import dataclass
from math import cos, exp, log10, pi
from random import Random

STEPS_PER_EPOCH = 412
_BEST_RATE = -4.45
"""The decimal logarithm of the learning rate that does best."""


@dataclass(frozen=True)
class Epoch:
    """What was measured at the end of an epoch."""

    number: int
    train_loss: float
    val_loss: float
    val_f1: float
    learning_rate: float

    def metrics(self) -> dict[str, float]:
        return {
            "train_loss": self.train_loss,
            "val_loss": self.val_loss,
            "val_f1": self.val_f1,
            "learning_rate": self.learning_rate,
        }


def train(seed: int, learning_rate: float, batch_size: int, epochs: int, done: int) -> list[Epoch]:
    """The first epochs of a run: the same ones for the same run."""
    chance = Random(seed)  # noqa: S311  nothing is kept secret with it
    misfit = abs(log10(learning_rate) - _BEST_RATE) + 0.004 * batch_size
    floor, pace = 0.16 + 0.11 * misfit, 0.32 / (1 + misfit)
    return [_epoch(number, floor, pace, learning_rate, epochs, chance) for number in range(1, done + 1)]


def confusion(seed: int, f1: float) -> dict[str, object]:
    """A confusion matrix over four labels that fits the score."""
    chance = Random(seed)  # noqa: S311
    labels = ["MERCHANT_NAME", "DATE", "LINE_TOTAL", "GRAND_TOTAL"]
    counts = (310, 288, 1214, 296)
    matrix = [[0] * len(labels) for _ in labels]
    for row, count in enumerate(counts):
        for _ in range(count):
            column = row if chance.random() < f1 else chance.randrange(len(labels))
            matrix[row][column] += 1
    return {"labels": labels, "matrix": matrix}


def _epoch(number: int, floor: float, pace: float, rate: float, epochs: int, chance: Random) -> Epoch:
    left = exp(-pace * number)
    train_loss = floor * 0.7 + 1.9 * left + chance.gauss(0, 0.006)
    overfit = 0.0035 * max(0, number - 0.6 * epochs)
    val_loss = floor + 1.75 * left + overfit + chance.gauss(0, 0.012)
    val_f1 = min(0.985, 0.965 - 0.55 * (val_loss - 0.16) + chance.gauss(0, 0.004))
    warm = rate * 0.5 * (1 + cos(pi * number / epochs))
    return Epoch(number, round(train_loss, 5), round(val_loss, 5), round(max(0.02, val_f1), 5), float(f"{warm:.4g}"))
