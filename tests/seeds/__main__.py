"""`python -m tests.seeds`: prints docs/seeds.md."""

import sys

from tests.seeds.page import seeds_page

sys.stdout.write(seeds_page())
