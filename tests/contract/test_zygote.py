"""A copy of the zygote is as fresh as a new environment."""

import subprocess
import sys

import pytest

from tests.sources import ROOT

pytestmark = pytest.mark.no_cover

LOADED = "import sys, {}; print(*sorted(name for name in sys.modules if not name.startswith('tests')))"


def test_it_has_imported_what_an_environment_imports_before_its_first_event_and_no_more() -> None:
    assert _loaded("tests.contract.zygote") == _loaded("local.lambdas.environment")


def _loaded(module: str) -> str:
    command = [sys.executable, "-c", LOADED.format(module)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
