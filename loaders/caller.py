"""Who a request is for: the name that is stored with changes, and the client whose items may be seen.

Items of some types belong to a client: the one that uploaded them. A caller sees the items of its own client. Items
that belong to none are for people who are signed in. Operators and programs with IAM see everything, and may act in the
name of others.
"""

from dataclasses import dataclass
from typing import Literal

Mode = Literal["api_key", "iam", "user", "program"]

EDITORS, OPERATORS = "editors", "operators"
"""The groups of the user pool whose members may change things, and see everything."""

DEMO_CLIENT = "demo"
"""The client that callers with the API key act for. It owns a part of the sample."""


@dataclass(frozen=True)
class RequestCaller:
    """An authenticated caller."""

    mode: Mode
    name: str | None = None
    """What is stored as the author of changes; None for an API key, which may change nothing."""
    client: str | None = None
    """The client that the caller acts for; None for programs, which act for all."""
    groups: frozenset[str] = frozenset()

    @property
    def is_staff(self) -> bool:
        """Whether the caller sees the items of all clients, and may name other people and clients."""
        return self.mode in {"iam", "program"} or OPERATORS in self.groups

    @property
    def sees_hidden(self) -> bool:
        """Whether the caller sees what is hidden from the public."""
        return self.is_staff or EDITORS in self.groups

    def may_see(self, client: str | None) -> bool:
        """Whether the caller may see the items of a client, or with None those that belong to no client."""
        if self.is_staff:
            return True
        return self.mode != "api_key" if client is None else client == self.client


PROGRAM = RequestCaller("program")
"""A program of our own that has no name. Workers bring a caller with their name instead."""
