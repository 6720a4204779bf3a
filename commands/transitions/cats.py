"""The states of cat images."""

from commands.transitions.rules import Transitions
from entities.cats import CatStatus

CAT_IMAGE = Transitions(
    {
        CatStatus.PENDING: {CatStatus.SUCCESS, CatStatus.FAIL},
        CatStatus.SUCCESS: set(),
        CatStatus.FAIL: {CatStatus.PENDING},
    }
)
