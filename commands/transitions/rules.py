"""The rules of all tables of states: what is allowed, what is a repeat, and what a refusal says."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from commands.changes import revised
from commands.comparison import same_or_refused
from entities.fields import OpenEnum
from entities.item import Item, ItemType
from loaders.errors import Outdated

State = TypeVar("State", bound=OpenEnum)


@dataclass(frozen=True)
class Transitions(Generic[State]):
    """The states of a thing, and where each of them leads."""

    leads_to: Mapping[State, Set[State]]
    """One row for every state; an empty one for a state that is final."""
    from_unknown: Set[State] = frozenset()
    """Where unknown states lead, which other programs may have stored."""

    def __post_init__(self) -> None:
        missing = [state.name for state in self.states if state not in self.leads_to]
        if missing:
            raise TypeError(f"The transitions of {type(self.states[0]).__name__} have no row for {', '.join(missing)}.")

    @property
    def states(self) -> Sequence[State]:
        """Every state, in the order of its declaration."""
        return list(type(next(iter(self.leads_to))))

    @property
    def final(self) -> Set[State]:
        """The states that lead nowhere."""
        return frozenset(state for state, following in self.leads_to.items() if not following)

    def allows(self, now: State, to: State) -> bool:
        """Whether one state leads to another. Staying in a state is a step only if the table has it."""
        return to in self.leads_to.get(now, self.from_unknown)

    def check(self, item: Item, now: State, to: State, *, field: str = "") -> None:
        """Refuse a step that the table does not have. `field` names the state, if the item has several."""
        if not self.allows(now, to):
            subject = f"This {type(item).__name__}" if not field else f"`{field}` of this {type(item).__name__}"
            raise Outdated(f"{subject} {self._refusal(now, to)}", item)

    def step(self, item: ItemType, to: State, *, given: Mapping[str, Any], stamps: Mapping[str, Any]) -> ItemType:
        """The item with its next `status`, the caller's values and our own stamps.

        An item that has the status already stays as it is. It is a conflict if the caller's values differ from its own.
        """
        now: State = item.status  # type: ignore[attr-defined]
        if now is to:
            return same_or_refused(item, given, advice=f"What was recorded with {to.name} cannot be changed.")
        self.check(item, now, to)
        return revised(item, **{**stamps, **given, "status": to})

    def _refusal(self, now: State, to: State) -> str:
        if not now.is_known:
            return f"is in a state that is not known here, {now.value!r}, and cannot become {to.name}."
        refused = f"is {now.name} already" if now is to else f"is {now.name} and cannot become {to.name}"
        following = [state.name for state in self.states if self.allows(now, state)]
        if not following:
            return f"{refused}: {now.name} is final."
        return f"{refused}. From {now.name} it can become: {', '.join(following)}."
