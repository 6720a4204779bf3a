"""Keeps counters: each change of a counted item once, from any writer and however often its stream tells of it.

Every change leaves a mark with its sequence number, in the transaction that counts it. So a change that is told again,
after a failure or a crash, is not counted again. While a table is being counted, changes are only noted; what an item
counts as in the end is in its last note, so it does not matter whether the count met it before or after the change.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from entities.attributes import Record
from entities.tables import LETTERS, Table
from loaders.counters import BY_KIND, GROUPS, SPREAD, CountedAs, CounterState, Group, new_part, part_key, state_key
from loaders.dynamo.requests import Query
from loaders.dynamo.writes import IS_NEW, Action, Changes, Check, Condition, Put, Update
from loaders.errors import CONTENDED_ACTION, BadInput, Contended, TooLarge, TransactionConflict, Unavailable
from loaders.request import Request

MARKS_KEPT = timedelta(days=15)
"""Longer than any change can be told again: parked ones are kept for 14 days."""
SKEW_SECONDS = 5.0
"""How far clocks may differ. A change that is older than a count by more is certainly in it."""
CHUNK = 40
"""Changes in one transaction, which may have 100 actions."""
_TRIES = 20
LAG_SECONDS = 1.0
"""How long to wait before the index of notes is asked again."""


@dataclass(frozen=True)
class CountedChange:
    """A change of one item: what it counted as before, and counts as now."""

    id: str
    """Identifies the change, and so do repetitions of it."""
    place: str
    """The key of the item, as text."""
    sequence: str
    created: float
    """When the change was made, in seconds since 1970."""
    old: CountedAs | None
    new: CountedAs | None


@dataclass(frozen=True)
class State:
    """How the counters of a table are."""

    table: Table
    state: CounterState
    generation: int
    since: float
    until: float

    @property
    def condition(self) -> Condition:
        return Condition(equals={"State": self.state.value, "Generation": self.generation})

    @property
    def kind(self) -> str:
        return f"COUNTED#{self.table.name}#{self.generation}"


def read_state(request: Request, table: Table) -> State | None:
    """How the counters of a table are; None if there are none."""
    note = request.session.get(LETTERS, state_key(table), is_consistent=True)
    if not note:
        return None
    times = float(note.get("Since") or 0), float(note.get("Until") or 0)
    return State(table, CounterState(note["State"]), int(note["Generation"]), *times)


def count_changes(request: Request, table: Table, changes: Sequence[CountedChange]) -> None:
    """Count changes, each once; nothing happens for a table that has no counters."""
    counted = [each for each in changes if each.old != each.new]
    for start in range(0, len(counted), CHUNK):
        _count_chunk(request, table, counted[start : start + CHUNK])


def _count_chunk(request: Request, table: Table, chunk: Sequence[CountedChange]) -> None:
    left = list({each.id: each for each in chunk}.values())
    for _ in range(_TRIES):
        state = read_state(request, table)
        if state is None or state.state is CounterState.DOUBTFUL:
            return
        left = [each for each in left if each.created >= state.since - SKEW_SECONDS]
        if not left:
            return
        try:
            request.session.transact_write(list(_actions(request, state, left)))
        except TransactionConflict as conflict:
            failed = {each.action for each in conflict.failed if each.why != CONTENDED_ACTION}
            left = [each for place, each in enumerate(left, 1) if place not in failed]
        except TooLarge:
            doubt(request, state)
        else:
            return
    raise Contended


def _actions(request: Request, state: State, changes: Sequence[CountedChange]) -> Iterator[Action]:
    """The state first, then the mark of each change, then what the changes come to."""
    is_counting = state.state is CounterState.COUNTING
    is_lost = not is_counting and any(each.created <= state.until for each in changes)
    if is_counting:
        yield Update(LETTERS, state_key(state.table), Changes(add={"Notes": len(changes)}), state.condition)
    elif is_lost:  # it came so late that the count may have met it
        yield _in_state(state, CounterState.DOUBTFUL)
    else:
        yield Check(LETTERS, state_key(state.table), state.condition)
    ends = int((request.now + MARKS_KEPT).timestamp())
    for each in changes:
        note = _note(state, each) if is_counting else {}
        yield Put(LETTERS, {"ID": f"COUNTED#{each.id}", str(LETTERS.ttl): ends, **note}, IS_NEW)
    if is_lost:
        yield from _told_in_parts(state.table, CounterState.DOUBTFUL)
    elif not is_counting:
        for (group, part), numbers in differences(changes).items():
            yield Update(LETTERS, part_key(group, part), Changes(add=numbers))


def _in_state(state: State, new: CounterState) -> Action:
    return Update(LETTERS, state_key(state.table), Changes(set={"State": new.value}), state.condition)


def _told_in_parts(table: Table, new: CounterState) -> Iterator[Action]:
    """The same in the first part of each counter, where readers look."""
    for group in GROUPS[table.name]:
        yield Update(LETTERS, part_key(group, 0), Changes(set={"State": new.value}))


def _note(state: State, change: CountedChange) -> Record:
    tally = {"Group": change.new.group.value, "Name": change.new.name, "Part": change.new.part} if change.new else {}
    return {"Kind": state.kind, "ReceivedAt": f"{change.place}\n{change.sequence:>64}", "Place": change.place, **tally}


def differences(changes: Sequence[CountedChange]) -> dict[tuple[Group, int], dict[str, int]]:
    """What changes add to the parts of counters, by attribute."""
    found: dict[tuple[Group, int], Counter[str]] = {}
    for each in changes:
        for tally, by in ((each.old, -1), (each.new, 1)):
            if tally:
                found.setdefault((tally.group, tally.part), Counter())[tally.attribute] += by
    numbers = {part: {name: by for name, by in names.items() if by} for part, names in found.items()}
    return {part: names for part, names in numbers.items() if names}


def doubt(request: Request, state: State) -> None:
    """Trust the counters of a table no more, until they are made again."""
    told = _told_in_parts(state.table, CounterState.DOUBTFUL)
    request.session.transact_write([_in_state(state, CounterState.DOUBTFUL), *told])


def begin_count(request: Request, table: Table) -> State:
    """From now on changes are only noted. Wait a moment before counting: some may be on their way."""
    before = read_state(request, table)
    generation = before.generation + 1 if before else 1
    state = State(table, CounterState.COUNTING, generation, request.now.timestamp(), 0.0)
    note = {**state_key(table), "State": state.state.value, "Generation": generation, "Since": state.since, "Notes": 0}
    is_as_before = before.condition if before else IS_NEW
    request.session.transact_write([Put(LETTERS, note, is_as_before), *_told_in_parts(table, state.state)])
    return state


def finish_count(request: Request, state: State, counted: Mapping[str, CountedAs | None], until: float) -> None:
    """Store what was counted, by the places of items, with what the notes say about those that changed meanwhile.

    Call it when the stream has told of everything that was changed while the table was counted, until that moment.
    """
    for _ in range(_TRIES):
        notes, noted = _noted(request, state)
        latest = dict(counted) | noted
        ready = {"State": CounterState.READY.value, "Until": until}
        actions: list[Action] = [Update(LETTERS, state_key(state.table), Changes(set=ready), _unnoted(state, notes))]
        actions += [Put(LETTERS, record) for record in _parts(state, latest.values())]
        try:
            request.session.transact_write(actions)
        except TransactionConflict:
            now = read_state(request, state.table)
            if now is None or (now.state, now.generation) != (state.state, state.generation):
                raise BadInput(f"Another count of {state.table.name} was begun: this one is given up.") from None
        else:
            return
    raise Contended


def _unnoted(state: State, notes: int) -> Condition:
    """The state as it was, with no change noted since."""
    return replace(state.condition, equals={**state.condition.equals, "Notes": notes})


def _noted(request: Request, state: State) -> tuple[int, dict[str, CountedAs | None]]:
    """How many changes were noted, and what their items count as now, by place: of several notes the last one says it.

    Notes are found by an index, which may lag behind: one that it does not show yet would be missing for good. So it is
    asked until it shows as many as there are. If another count was begun, there is nothing to wait for.
    """
    deadline = request.session.deadline
    while True:
        told = request.session.get(LETTERS, state_key(state.table), is_consistent=True) or {}
        records = request.session.query(Query(LETTERS, BY_KIND, state.kind))
        notes = int(told.get("Notes") or 0)
        if len(records) == notes or told.get("Generation") != state.generation:
            return notes, {str(each["Place"]): _tally_in(each) for each in records}
        if deadline.left() < 2 * LAG_SECONDS:
            raise Unavailable("The index of the noted changes lags behind. Make the counters again in a moment.")
        deadline.clock.sleep(LAG_SECONDS)


def _tally_in(note: Record) -> CountedAs | None:
    return CountedAs(Group(note["Group"]), str(note["Name"]), int(note["Part"])) if "Group" in note else None


def _parts(state: State, tallies: Any) -> Iterator[Record]:
    """The items of all counters of a table, also those of which there is none."""
    numbers: dict[tuple[Group, int], Counter[str]] = {
        (group, part): Counter() for group in GROUPS[state.table.name] for part in range(SPREAD)
    }
    for tally in tallies:
        if tally:
            numbers[tally.group, tally.part][tally.attribute] += 1
    for (group, part), names in numbers.items():
        yield {**new_part(group, part, state.generation), **names}
