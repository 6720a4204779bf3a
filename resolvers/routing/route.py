"""A field that has a resolver: what it takes and gives, the function that answers it, and who may call it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

from resolvers.signatures import Signature

BATCH = 100
"""How many parents go into one call: each repeats the headers of the request, and Lambda takes 6 MB."""

API_KEY, IAM, VIEWERS, EDITORS, OPERATORS = "api_key", "iam", "viewers", "editors", "operators"
READ = (API_KEY, IAM, VIEWERS, EDITORS, OPERATORS)
WRITE = (IAM, EDITORS, OPERATORS)
OPERATE = (IAM, OPERATORS)
PUBLISH = (IAM,)

ROOTS = ("Query", "Mutation")

PAGE = "first: Int = 20, after: String"
SPAN = "since: AWSDateTime, until: AWSDateTime"
"""Arguments that many fields share."""


@dataclass(frozen=True)
class Route:
    """One field with a resolver."""

    text: str
    function: str
    """`module:name` below resolvers; empty where what is given is what is answered."""
    description: str
    access: tuple[str, ...] = READ
    needs: tuple[str, ...] = ()
    """Fields of the parent, besides its ids, that the function asks for."""

    @cached_property
    def signature(self) -> Signature:
        return Signature(self.text)

    @property
    def key(self) -> str:
        return self.signature.key

    @property
    def is_batched(self) -> bool:
        return self.signature.type_name not in ROOTS

    @property
    def is_mutation(self) -> bool:
        return self.signature.type_name == "Mutation"

    @property
    def is_publish(self) -> bool:
        """Whether it only hands on what it was given, to those who subscribed: nothing answers it."""
        return not self.function

    @property
    def batch_size(self) -> int:
        return BATCH if self.is_batched else 0

    def load(self) -> Callable[..., Any]:
        """The function itself."""
        module, name = self.function.split(":")
        found: Callable[..., Any] = getattr(import_module(f"resolvers.{module}"), name)
        return found
