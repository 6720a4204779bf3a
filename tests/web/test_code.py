"""The page's own tests, and what is generated for it."""

import subprocess

import pytest

from local.data.engines import NODE_MODULES
from tests.sources import ROOT

pytestmark = pytest.mark.skipif(not (NODE_MODULES / "esbuild").is_dir(), reason="needs `make node_modules/.ready`")


def test_the_unit_tests_of_the_page_pass() -> None:
    done = subprocess.run(["node", "web/test/run.mjs"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
