"""What README says of speed is what was measured, and every line can be measured again."""

import re
import tomllib
from pathlib import Path

import pytest

from bench.__main__ import BEGIN, END
from bench.measuring import Spread, ratio
from bench.parts import PARTS
from bench.programs import HOME, PROGRAMS, Contender
from bench.questions import QUESTIONS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "benchmarks.md").read_text()


def test_readme_shows_figures_of_the_page() -> None:
    readme = (ROOT / "README.md").read_text()
    shown = readme.partition(BEGIN)[2].partition(END)[0].strip()
    assert "Tessera" in shown
    assert shown in PAGE


def test_every_part_says_how_to_measure_it_again_and_on_which_machine() -> None:
    commands = re.findall(r"^`\.venv/bin/python -m bench (\w+)` · .+ cores, .+ load [\d.]+", PAGE, re.MULTILINE)
    assert set(commands) <= PARTS.keys()
    assert len(commands) == PAGE.count("\n## ") - 2  # all but the summary and what was done for the others


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: each.name)
def test_every_program_answers_known_questions_and_is_on_the_page(program: Contender) -> None:
    assert set(program.questions) <= QUESTIONS.keys()
    assert program.title in PAGE


@pytest.mark.parametrize("program", [each for each in PROGRAMS if each.environment], ids=lambda each: each.name)
def test_every_peer_has_a_lock_of_its_own_and_a_page_that_recommends_its_way(program: Contender) -> None:
    folder = ROOT / "bench" / "peers" / str(program.environment)
    assert (folder / "requirements.lock").exists() or (folder / "package-lock.json").exists()
    assert program.way.startswith("https://")
    assert HOME.parent.name == "build"


def test_peers_are_no_part_of_what_the_project_installs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = str(project["dependencies"]) + str(project["optional-dependencies"])
    assert "ariadne" not in named


def test_a_spread_is_the_median_and_the_middle_half() -> None:
    assert Spread.of([1, 2, 3, 4, 5]) == Spread(3, 2, 4)
    assert Spread.of([7.0]) == Spread(7.0, 7.0, 7.0)


def test_a_ratio_is_one_of_medians_and_spreads_as_the_turns_do() -> None:
    found = ratio([2, 4, 6], [1, 2, 2])
    assert (found.middle, found.low, found.high) == (2, 2, 2.5)
