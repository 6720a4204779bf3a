"""What a request cost, added up over its Lambda calls: `extensions.tessera`."""

from collections.abc import Mapping
from typing import Any


class TotalCosts:
    """Adds up the costs that Lambda calls report."""

    def __init__(self) -> None:
        self.total: dict[str, Any] = {"requests": 0, "readUnits": 0.0, "writeUnits": 0.0, "plan": []}

    def add(self, cost: Mapping[str, Any]) -> None:
        """Add the costs of one call."""
        for name, value in cost.items():
            self.total[name] += value
