"""`make bench`: the comparison, printed and written to docs/benchmarks.md and docs/benchmarks.png.

`python -m bench tree` takes one part again (tree, questions, answers, tables, imports) and keeps the others as they
were measured last; `--rounds` says how often each program is asked; `page` only writes the page.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

import orjson

from bench import chart, page, parts
from bench.machine import machine

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "build" / "bench.json"
BEGIN, END = "<!-- bench -->", "<!-- /bench -->"


def main() -> None:
    """Measure, keep, print and write."""
    options = _options()
    results: dict[str, Any] = orjson.loads(RESULTS.read_bytes()) if RESULTS.exists() else {}
    for name in options.parts or parts.PARTS:
        if name != "page":
            sys.stderr.write(f"{name}…\n")
            results[name] = {"machine": machine(), **parts.PARTS[name](options.rounds)}
            RESULTS.parent.mkdir(exist_ok=True)
            RESULTS.write_bytes(orjson.dumps(results))
    text = page.text(results)
    (ROOT / "docs" / "benchmarks.md").write_text(text)
    _show_in_readme(page.summary(results))
    chart.draw(results, ROOT / "docs" / "benchmarks.png")
    print(text)


def _show_in_readme(summary: str) -> None:
    """README shows the same lines, between two marks."""
    readme = ROOT / "README.md"
    before, mark, rest = readme.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not mark or not end:
        raise ValueError(f"README.md lacks {BEGIN} or {END}")
    readme.write_text(f"{before}{BEGIN}\n{summary}{END}{after}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description="The comparison with other programs.")
    parser.add_argument("parts", nargs="*", choices=[*parts.PARTS, "page", []], help="what to measure; usually all")
    parser.add_argument("--rounds", type=int, default=30, help="how often each program is asked")
    return parser.parse_args()


if __name__ == "__main__":
    main()
