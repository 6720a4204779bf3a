"""The schema is a contract: versions are written down, and what clients rely on does not go without a word."""

import re
import tomllib
from datetime import date
from pathlib import Path

import pytest
from graphql import build_schema
from graphql.utilities import find_breaking_changes

from local.engine.scalars import PRELUDE

ROOT = Path(__file__).parent.parent
CHANGELOG = (ROOT / "CHANGELOG.md").read_text()
RELEASED = (ROOT / "docs" / "schema.released.graphql").read_text()
HEADING = re.compile(r"^## (\d+)\.(\d+)\.(\d+) - (unreleased|\d{4}-\d{2}-\d{2})$", re.MULTILINE)


def test_the_newest_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert _versions(CHANGELOG)[0] == tuple(map(int, project["version"].split(".")))


def test_versions_go_down_and_only_the_newest_may_be_unreleased() -> None:
    versions = _versions(CHANGELOG)
    assert versions == sorted(set(versions), reverse=True)
    newest, *older = [match[4] for match in HEADING.finditer(CHANGELOG)]
    dates = [date.fromisoformat(each) for each in older if each]
    assert dates == sorted(dates, reverse=True)
    assert newest == "unreleased" or date.fromisoformat(newest) >= dates[0]
    assert len(versions) == len(re.findall(r"^## ", CHANGELOG, re.MULTILINE)), "a heading that is not `## 1.2.3 - date`"


def test_clients_of_the_released_schema_still_work_or_are_told_what_breaks() -> None:
    broken = breaking_changes(RELEASED, (ROOT / "schema.graphql").read_text())
    missing = [each for each in broken if each not in _announced(CHANGELOG)]
    assert not missing, "keep what clients rely on, or say under `### Breaking` of the newest version:\n- " + (
        "\n- ".join(missing)
    )


BEFORE = """
type Query { job(id: ID!, name: String): Job jobs(input: Filter): [Job!]! }
type Job { name: String! state: State }
enum State { RUNNING DONE }
input Filter { state: State }
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("type Job { name: String! state: State }", "type Job { state: State }", "Field Job.name was removed."),
        ("name: String! state", "name: String state", "Field Job.name changed type from String! to String."),
        ("RUNNING DONE", "RUNNING", "Enum value State.DONE was removed."),
        (", name: String)", ")", "Argument Query.job(name:) was removed."),
        (", name: String)", ", name: String!)", "Argument Query.job(name:) has changed type from String to String!."),
        (", name: String)", ", name: String, by: ID!)", "A required argument Query.job(by:) was added."),
        ("Filter { state: State }", "Filter { since: ID }", "Field Filter.state was removed."),
        (
            "input Filter { state: State }",
            "input Filter { state: State by: ID! }",
            "A required field Filter.by was added.",
        ),
        ("jobs(input: Filter): [Job!]!", "", "Field Query.jobs was removed."),
    ],
)
def test_what_breaks_a_client_is_named(old: str, new: str, said: str) -> None:
    assert old in BEFORE
    assert said in breaking_changes(BEFORE, BEFORE.replace(old, new))


def test_what_is_added_breaks_no_client() -> None:
    after = (
        BEFORE.replace("name: String)", "name: String, by: ID)")
        .replace("RUNNING DONE", "RUNNING DONE FAILED")
        .replace("state: State }", "state: State by: ID }")
    )
    assert breaking_changes(BEFORE, after + "type Sweep { job: Job }") == []


def test_only_what_the_newest_version_lists_under_breaking_is_announced() -> None:
    text = """
## 0.3.0 - unreleased

### Breaking

- Field Job.name was removed. Use
  `title`.

### Added

- Field Job.title was removed.

## 0.2.0 - 2026-12-01

### Breaking

- Field Job.state was removed.
"""
    assert "Field Job.name was removed." in _announced(text)
    assert "Job.title" not in _announced(text)
    assert "Job.state" not in _announced(text)


def breaking_changes(before: str, after: str) -> list[str]:
    """What a client of one schema may miss in another, a sentence for each."""
    schemas = [build_schema(PRELUDE + sdl) for sdl in (before, after)]
    return [change.description for change in find_breaking_changes(*schemas)]


def _versions(changelog: str) -> list[tuple[int, int, int]]:
    return [(int(match[1]), int(match[2]), int(match[3])) for match in HEADING.finditer(changelog)]


def _announced(changelog: str) -> str:
    """What the newest version lists under Breaking, as one line."""
    newest = HEADING.split(changelog)[HEADING.groups + 1]
    found = re.search(r"^### Breaking$(.*?)(?=^### |\Z)", newest, re.MULTILINE | re.DOTALL)
    return " ".join(found[1].split()) if found else ""
