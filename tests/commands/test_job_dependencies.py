"""Jobs wait for others, and never for themselves, not even round the corner."""

from collections import Counter
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from tests.commands.conftest import Changing
from tests.commands.job_setting import call, job_of, new_job, side_by_side, stored

LINK = "{ dependentJobId dependencyJobId type condition createdAt }"


def waits(api: Changing, job_id: str, other: str, **more: Any) -> dict[str, Any]:
    return api.do("addDependency", LINK, dependentJobId=job_id, dependencyJobId=other, **more)


def test_a_job_waits_for_another_until_it_need_not(api: Changing) -> None:
    job_id, other = new_job(api), new_job(api)
    made = waits(api, job_id, other, type="SUCCESS", condition="accuracy above 0.9")
    assert waits(api, job_id, other, type="SUCCESS", condition="accuracy above 0.9") == made
    assert job_of(api, job_id, "dependencies " + LINK)["dependencies"] == [made]
    assert job_of(api, other, "dependents " + LINK)["dependents"] == [made]
    error = api.refusal("addDependency", LINK, dependentJobId=job_id, dependencyJobId=other, type="FAILURE")
    assert (error["errorType"], error["errorInfo"]["current"]["type"]) == ("Conflict", "SUCCESS")
    ids = {"dependentJobId": job_id, "dependencyJobId": other}
    assert api.do("removeDependency", LINK, **ids) == made
    assert api.do("removeDependency", LINK, **ids) is None
    assert job_of(api, job_id, "dependencies " + LINK)["dependencies"] == []


@pytest.mark.parametrize("length", [1, 2, 3, 8])
def test_a_circle_is_refused_however_long_it_is(api: Changing, length: int) -> None:
    jobs = [new_job(api) for _ in range(length)]
    for job_id, other in pairwise(jobs):
        waits(api, job_id, other)
    before = stored(api)
    error = api.refusal("addDependency", LINK, dependentJobId=jobs[-1], dependencyJobId=jobs[0])
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.dependencyJobId")
    assert stored(api) == before


def test_two_ways_to_the_same_job_are_no_circle(api: Changing) -> None:
    top, left, right, bottom = (new_job(api) for _ in range(4))
    for job_id, other in [(top, left), (top, right), (left, bottom), (right, bottom), (top, bottom)]:
        waits(api, job_id, other)


def _link(links: list[tuple[str, str]], place: int) -> dict[str, Any]:
    job_id, other = links[place]
    return call("addDependency", dependentJobId=job_id, dependencyJobId=other)


@pytest.mark.parametrize("number", [2, 3, 5])
def test_a_circle_is_not_closed_by_many_at_once_either(api: Changing, number: int) -> None:
    for _ in range(5):
        jobs = [new_job(api) for _ in range(number)]
        links = list(zip(jobs, [*jobs[1:], jobs[0]], strict=True))
        answers = side_by_side(number, partial(_link, links))
        assert Counter(each.get("errorType") for each in answers)[None] < number
        left = sum(len(job_of(api, each, "dependencies " + LINK)["dependencies"]) for each in jobs)
        assert left < number


@pytest.mark.parametrize(
    ("given", "error_type", "field"),
    [
        ({"dependentJobId": "nobody"}, "NotFound", "input.dependentJobId"),
        ({"dependencyJobId": "nobody"}, "NotFound", "input.dependencyJobId"),
        ({"type": "PARENT_SWEEP"}, "BadInput", "input.type"),
        ({"type": "HOPE"}, "BadInput", "input.type"),
        ({"dependencyJobId": "a#b"}, "BadInput", "input.dependencyJobId"),
    ],
)
def test_bad_input_is_named_and_changes_nothing(
    api: Changing, given: dict[str, Any], error_type: str, field: str
) -> None:
    usual = {"dependentJobId": new_job(api), "dependencyJobId": new_job(api)}
    before = stored(api)
    error = call("addDependency", **(usual | given))
    assert (error["errorType"], error["errorInfo"]["field"]) == (error_type, field)
    assert stored(api) == before
