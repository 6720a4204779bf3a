"""The runs of a sweep: every combination of a grid, or each of a list of configurations, with its id."""

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

MAX_RUNS = 100_000

_RUNS = UUID("5d0c6c58-9a3c-5c0e-8a0a-3b7f7c1f1f0e")


@dataclass(frozen=True)
class GridRun:
    """One run to create."""

    number: int
    """Its place in the sweep, from 1."""
    job_id: str
    parameters: Mapping[str, Any]


def runs_of(sweep_id: str, combinations: Sequence[Mapping[str, Any]]) -> list[GridRun]:
    """The runs in order. Equal parameters are one run, even if they are given twice."""
    ids = {run_id(sweep_id, each): each for each in combinations}
    return [GridRun(number, job_id, each) for number, (job_id, each) in enumerate(ids.items(), 1)]


def run_id(sweep_id: str, parameters: Mapping[str, Any]) -> str:
    """The id of a run: the same for equal parameters in any order. All ids of a sweep have the same beginning."""
    own = uuid5(_RUNS, f"{sweep_id}:{digest(parameters)}")
    return runs_begin_with(sweep_id) + str(own)[len("xxxxxxxx-xxxx") :]


def digest(value: Any) -> str:
    """A short text that is the same for equal JSON."""
    return uuid5(_RUNS, orjson.dumps(_plain(value), option=orjson.OPT_SORT_KEYS).decode()).hex


def combinations(grid: Any, configs: Any) -> list[Mapping[str, Any]]:
    """Every combination of the grid's values, or the configurations as they are."""
    if (grid is None) == (configs is None):
        raise BadInput("Give either `parameter_grid` or `configs`.", field="parameter_grid")
    found = _from_grid(grid) if configs is None else _from_list(configs)
    for place, each in enumerate(found if configs is not None else found[:1]):
        _check(each, f"configs.{place}" if configs is not None else "parameter_grid")
    return found


def _from_grid(grid: Any) -> list[Mapping[str, Any]]:
    if not isinstance(grid, Mapping) or not grid:
        raise BadInput("`parameter_grid` must be an object of lists, and not empty.", field="parameter_grid")
    for name, values in grid.items():
        if not isinstance(values, list) or not values:
            raise BadInput(f"The values of {name} must be a list, and not empty.", field="parameter_grid", key=name)
    _check(grid, "parameter_grid")
    if prod(len(values) for values in grid.values()) > MAX_RUNS:
        raise BadInput(f"`parameter_grid` makes more than {MAX_RUNS:,} runs.", field="parameter_grid")
    return [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]


def _from_list(configs: Any) -> list[Mapping[str, Any]]:
    if not isinstance(configs, list) or not configs:
        raise BadInput("`configs` must be a list of objects, and not empty.", field="configs")
    for place, each in enumerate(configs):
        if not isinstance(each, Mapping):
            raise BadInput("Each configuration must be an object.", field=f"configs.{place}")
    if len(configs) > MAX_RUNS:
        raise BadInput(f"`configs` makes more than {MAX_RUNS:,} runs.", field="configs")
    return configs


def _check(value: Any, field: str) -> None:
    """Refuse numbers that DynamoDB cannot hold."""
    try:
        encode(value)
    except ValueError as error:
        raise BadInput(f"{error}.", field=field) from None


def _plain(value: Any) -> Any:
    """Numbers as DynamoDB stores them: 1.0 is 1."""
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
