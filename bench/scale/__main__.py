"""`python -m bench.scale`: check the model against the simulation and write docs/scaling.md."""

import sys
from pathlib import Path

from bench import stored
from bench.engine import filled
from bench.ours import in_this_process
from bench.scale import page
from bench.scale.check import check
from bench.scale.model import MODELLED

DOCS = Path(__file__).parents[2] / "docs"


def main() -> None:
    """Ask each question once, simulate, and write the page."""
    with filled(stored.everything(letters=0)) as engine, in_this_process(engine) as harness:
        checks = [check(question, harness) for question in MODELLED]
    (DOCS / "scaling.md").write_text(page.text(checks))
    apart = [each.question for each in checks if not each.agrees]
    sys.exit(f"Model and simulation differ: {', '.join(apart)}" if apart else 0)


if __name__ == "__main__":
    main()
