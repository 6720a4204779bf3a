"""What each field has cost since the server started: `/stats`. Times are of the latest calls, so memory is bounded."""

from collections import deque
from dataclasses import dataclass, field
from html import escape
from math import ceil
from typing import Any

from local.lambdas.process import Invocation

LATEST = 500
"""Calls of a field whose times are kept."""

COLUMNS = ("calls", "errors", "p50", "p99", "requests", "readUnits", "writeUnits")


@dataclass
class FieldStats:
    """The calls of one field; for fields of items a call is a batch of parents."""

    calls: int = 0
    errors: int = 0
    requests: int = 0
    read_units: float = 0.0
    write_units: float = 0.0
    times: deque[float] = field(default_factory=lambda: deque(maxlen=LATEST))
    """Milliseconds of the latest calls, without the wait for a free environment."""

    def add(self, outcome: Invocation) -> None:
        """Count a call."""
        self.calls += 1
        self.errors += _has_errors(outcome)
        self.requests += outcome.cost.get("requests", 0)
        self.read_units += outcome.cost.get("readUnits", 0.0)
        self.write_units += outcome.cost.get("writeUnits", 0.0)
        self.times.append(outcome.milliseconds)

    def row(self) -> dict[str, Any]:
        return {
            "calls": self.calls,
            "errors": self.errors,
            "p50": _percentile(self.times, 50),
            "p99": _percentile(self.times, 99),
            "requests": self.requests,
            "readUnits": round(self.read_units, 1),
            "writeUnits": round(self.write_units, 1),
        }


class Stats:
    """Counts calls by field. There are as many as the schema has resolvers, so they need no limit."""

    def __init__(self) -> None:
        self._fields: dict[str, FieldStats] = {}

    def add(self, name: str, outcome: Invocation) -> None:
        """Count a call of `Type.field`."""
        self._fields.setdefault(name, FieldStats()).add(outcome)

    def rows(self) -> dict[str, dict[str, Any]]:
        """The numbers by field, those with the most calls first."""
        by_calls = sorted(self._fields.items(), key=lambda each: (-each[1].calls, each[0]))
        return {name: counted.row() for name, counted in by_calls}

    def page(self) -> str:
        """The same as a page."""
        head = "".join(f"<th>{escape(name)}</th>" for name in ("field", *COLUMNS))
        rows = "".join(
            f"<tr><th>{escape(name)}</th>{''.join(f'<td>{row[column]:,}</td>' for column in COLUMNS)}</tr>"
            for name, row in self.rows().items()
        )
        return _PAGE.format(head=head, rows=rows)


def _has_errors(outcome: Invocation) -> bool:
    envelopes = outcome.answer if isinstance(outcome.answer, list) else [outcome.answer]
    return outcome.failed or any(isinstance(each, dict) and each.get("errorMessage") for each in envelopes)


def _percentile(times: deque[float], percent: int) -> float:
    """The smallest time that so many percent of the calls do not exceed."""
    return round(sorted(times)[ceil(len(times) * percent / 100) - 1], 1) if times else 0.0


_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Tessera: stats</title>
<style>
body {{ font: 14px system-ui, sans-serif; margin: 1rem; overflow-x: auto }}
th, td {{ padding: .2rem .7rem; text-align: right }}
th:first-child {{ text-align: left }}
</style>
<h1>Calls by field</h1>
<p>Since the server started; p50 and p99 in milliseconds, of the latest 500 calls of each field.
Fields of items are called for up to 100 parents at once. The same as JSON: <code>curl /stats</code>.</p>
<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>
</html>
"""
