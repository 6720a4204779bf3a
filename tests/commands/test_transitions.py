"""Every table of states: each pair is a step, a repeat or a refusal in plain words. New tables are found here too."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any
from uuid import uuid4

import pytest

from commands import transitions
from commands.transitions.jobs import INSTANCE, JOB
from commands.transitions.receipts import COMPACTION
from commands.transitions.rules import Transitions
from entities.fields import OpenEnum
from entities.item import Item
from entities.jobs import Instance, InstanceState, Job, JobState
from entities.receipts.compaction import CompactionRun, CompactionState
from loaders.errors import Outdated
from resolvers.runtime.errors import api_error
from tests.commands.receipts import NOW

AGREED = Path(__file__).parent / "transitions.txt"

ITEM = Job(job_id="j", name="train", created_by="anna", created_at=NOW)


def _tables() -> Iterator[tuple[str, Transitions[Any]]]:
    for module in iter_modules(transitions.__path__):
        for name, value in vars(import_module(f"{transitions.__name__}.{module.name}")).items():
            if isinstance(value, Transitions):
                yield name, value


TABLES = dict(sorted(_tables()))
PAIRS = [
    pytest.param(table, before, after, id=f"{name}-{before.name}-{after.name}")
    for name, table in TABLES.items()
    for before in table.states
    for after in table.states
]


def _in(status: OpenEnum) -> Item:
    """An item in a state, of whichever thing that may be."""
    return ITEM.model_copy(update={"status": status})


def _refused(table: Transitions[Any], item: Item, before: OpenEnum, after: OpenEnum, **more: Any) -> Outdated:
    with pytest.raises(Outdated) as caught:
        table.check(item, before, after, **more)
    assert caught.value.item is item
    return caught.value


def test_the_tables_are_those_that_were_agreed() -> None:
    def lines() -> Iterator[str]:
        for name, table in TABLES.items():
            for state in table.states:
                after = [each.name for each in table.states if table.allows(state, each)]
                yield f"{name}: {state.name} -> {' '.join(after) or '(final)'}"
            unknown = [each.name for each in table.states if each in table.from_unknown]
            yield f"{name}: any other -> {' '.join(unknown) or '(final)'}"

    assert "\n".join(lines()).split("\n") == AGREED.read_text().splitlines()


@pytest.mark.parametrize(("table", "before", "after"), PAIRS)
def test_a_step_is_taken_or_refused_with_what_would_be_allowed(
    table: Transitions[Any], before: OpenEnum, after: OpenEnum
) -> None:
    if after in table.leads_to[before]:
        table.check(_in(before), before, after)
        return
    message = _refused(table, _in(before), before, after).message
    became = f"is {before.name} already" if before is after else f"is {before.name} and cannot become {after.name}"
    assert message.startswith(f"This Job {became}")
    if before in table.final:
        assert message.endswith(f": {before.name} is final.")
    else:
        _, listed = message.removesuffix(".").split(f". From {before.name} it can become: ")
        assert set(listed.split(", ")) == {each.name for each in table.leads_to[before]}


@pytest.mark.parametrize(("table", "before", "after"), PAIRS)
def test_an_item_is_stepped_once_with_its_stamps_and_again_without_effect(
    table: Transitions[Any], before: OpenEnum, after: OpenEnum
) -> None:
    item = _in(before)
    if before is not after and not table.allows(before, after):
        with pytest.raises(Outdated):
            table.step(item, after, given={}, stamps={})
        return
    moved = table.step(item, after, given={"name": "train"}, stamps={"description": "stamped"})
    if before is after:
        assert moved is item
    else:
        assert moved == item.model_copy(update={"status": after, "description": "stamped"})
    assert table.step(moved, after, given={"name": "train"}, stamps={"description": "again"}) is moved
    with pytest.raises(Outdated, match=f"differs in `name`. What was recorded with {after.name} cannot be changed."):
        table.step(moved, after, given={"name": "other"}, stamps={})


@pytest.mark.parametrize("name", TABLES)
def test_a_state_that_only_others_know_leads_where_the_table_says(name: str) -> None:
    table = TABLES[name]
    unknown = type(table.states[0])("of another program")
    for after in table.states:
        if after in table.from_unknown:
            table.check(_in(unknown), unknown, after)
        else:
            message = _refused(table, _in(unknown), unknown, after).message
            assert "is in a state that is not known here, 'of another program', and cannot" in message


@pytest.mark.parametrize("name", TABLES)
def test_every_state_is_entered_or_left_somewhere(name: str) -> None:
    table = TABLES[name]
    others = [each for each in TABLES.values() if each.states == table.states]  # those of a sweep's runs are partial
    used = {
        each
        for other in others
        for state in other.states
        if other.leads_to[state]
        for each in (state, *other.leads_to[state])
    }
    assert used == set(table.states)


def test_a_table_without_a_row_for_every_state_fails_when_it_is_made() -> None:
    with pytest.raises(TypeError, match="InstanceState have no row for RUNNING, TERMINATED"):
        Transitions({InstanceState.PENDING: {InstanceState.STOPPED}, InstanceState.STOPPED: set()})


def test_refusals_read_well_in_the_clients_words() -> None:
    machine = Instance(instance_id="i", instance_type="p3", launched_at=NOW)
    run = CompactionRun(image_id=str(uuid4()), receipt_id=1, run_id="r", created_at=NOW)
    refused = [
        _refused(INSTANCE, machine, InstanceState.RUNNING, InstanceState.PENDING),
        _refused(INSTANCE, machine, InstanceState.TERMINATED, InstanceState.PENDING),
        _refused(JOB, ITEM, JobState.PENDING, JobState.PENDING),
        _refused(COMPACTION, run, CompactionState.PENDING, CompactionState.FAILED, field="lines_state"),
    ]
    told = [api_error(each) for each in refused]
    assert [each.message for each in told] == [
        "This Instance is RUNNING and cannot become PENDING. From RUNNING it can become: STOPPED, TERMINATED.",
        "This Instance is TERMINATED and cannot become PENDING: TERMINATED is final.",
        "This Job is PENDING already. From PENDING it can become: RUNNING, FAILED, CANCELLED.",
        "linesState of this CompactionRun is PENDING and cannot become FAILED. From PENDING it can become: PROCESSING.",
    ]
    assert {each.error_type for each in told} == {"Conflict"}
    assert [each.info["current"]["__typename"] for each in told] == ["Instance", "Instance", "Job", "CompactionRun"]
