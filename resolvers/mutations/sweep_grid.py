"""The runs of a sweep: every combination of a grid, or a list of configurations, each with an id of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any
from uuid import UUID, uuid5

import orjson

from entities.attributes import encode
from loaders.errors import BadInput
from loaders.jobs import runs_begin_with

MOST_RUNS = 100_000

_RUNS = UUID("5d0c6c58-9a3c-5c0e-8a0a-3b7f7c1f1f0e")


@dataclass(frozen=True)
class Run:
    """One run that a sweep shall have."""

    number: int
    """Its place in the sweep, from 1."""
    job_id: str
    parameters: Mapping[str, Any]


def runs_of(sweep_id: str, combinations: Sequence[Mapping[str, Any]]) -> list[Run]:
    """The runs in order. The same sweep and parameters are the same run: twice the same is one."""
    ids = {run_id(sweep_id, each): each for each in combinations}
    return [Run(number, job_id, each) for number, (job_id, each) in enumerate(ids.items(), 1)]


def run_id(sweep_id: str, parameters: Mapping[str, Any]) -> str:
    """The same for the same parameters, whatever their order; all of a sweep begin alike."""
    own = uuid5(_RUNS, f"{sweep_id}:{digest(parameters)}")
    return runs_begin_with(sweep_id) + str(own)[len("xxxxxxxx-xxxx") :]


def digest(value: Any) -> str:
    """A short text that is the same for the same JSON."""
    return uuid5(_RUNS, orjson.dumps(_plain(value), option=orjson.OPT_SORT_KEYS).decode()).hex


def combinations(grid: Any, configs: Any) -> list[Mapping[str, Any]]:
    """Every combination of the grid's values, or the configurations as they are."""
    if (grid is None) == (configs is None):
        raise BadInput("Give parameterGrid or configs.", field="input.parameterGrid")
    found = _from_grid(grid) if configs is None else _from_list(configs)
    for place, each in enumerate(found if configs is not None else found[:1]):
        _check(each, f"input.configs.{place}" if configs is not None else "input.parameterGrid")
    return found


def _from_grid(grid: Any) -> list[Mapping[str, Any]]:
    if not isinstance(grid, Mapping) or not grid:
        raise BadInput("The grid must be an object of lists.", field="input.parameterGrid")
    for name, values in grid.items():
        if not isinstance(values, list) or not values:
            raise BadInput(f"{name} must be a list of values.", field=f"input.parameterGrid.{name}")
    _check(grid, "input.parameterGrid")
    if prod(len(values) for values in grid.values()) > MOST_RUNS:
        raise BadInput(f"That is more than {MOST_RUNS:,} runs.", field="input.parameterGrid")
    return [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]


def _from_list(configs: Any) -> list[Mapping[str, Any]]:
    if not isinstance(configs, list) or not configs:
        raise BadInput("The configurations must be a list of objects.", field="input.configs")
    for place, each in enumerate(configs):
        if not isinstance(each, Mapping):
            raise BadInput("A configuration must be an object.", field=f"input.configs.{place}")
    if len(configs) > MOST_RUNS:
        raise BadInput(f"That is more than {MOST_RUNS:,} runs.", field="input.configs")
    return configs


def _check(value: Any, field: str) -> None:
    """Numbers that DynamoDB cannot hold."""
    try:
        encode(value)
    except ValueError as error:
        raise BadInput(f"{error}.", field=field) from None


def _plain(value: Any) -> Any:
    """Numbers as DynamoDB knows them: 1.0 is 1."""
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
