"""How patient and how persistent we are with DynamoDB. Every number is a setting of the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

PREFIX = "TESSERA_"


@dataclass(frozen=True)
class Resilience:
    """The settings; `TESSERA_` and the name in capitals is the variable of each, such as `TESSERA_READ_SECONDS`."""

    circuit_breaker_threshold: int = 5
    """How many calls to a table must fail in a row before it is left alone."""
    circuit_open_seconds: float = 30.0
    """How long such a table is left alone."""
    max_retry_attempts: int = 8
    """How often one call is sent at most, if no attempt brings anything."""
    batch_size: int = 25
    """How many items are written with one request; DynamoDB takes at most 25."""
    connect_seconds: float = 1.0
    """How long a connection may take."""
    read_seconds: float = 2.0
    """How long an answer may take. DynamoDB is far quicker, but a local engine on a busy laptop may not be."""
    silence_seconds: float = 4.0
    """How long DynamoDB may answer nothing at all before callers are refused at once."""

    def __post_init__(self) -> None:
        for each in fields(self):
            if not getattr(self, each.name) > 0:  # also refuses what is not a number
                raise ValueError(f"{_variable(each.name)} must be more than 0")
        if self.batch_size > type(self).batch_size:
            raise ValueError(f"{_variable('batch_size')} must be at most {type(self).batch_size}")

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> Self:
        """The settings that the environment describes. A longer wait for answers makes silence longer too."""
        given: dict[str, Any] = {each.name: _number(each.name, each.type, environ) for each in fields(cls)}
        known = {name: value for name, value in given.items() if value is not None}
        longest = max(cls.silence_seconds, known.get("read_seconds", cls.read_seconds))
        return cls(**{"silence_seconds": longest, **known})


def _number(name: str, kind: object, environ: Mapping[str, str]) -> int | float | None:
    text = environ.get(_variable(name))
    if not text:
        return None
    try:
        return int(text) if kind is int else float(text)
    except ValueError:
        raise ValueError(f"{_variable(name)} must be a number, not {text!r}") from None


def _variable(name: str) -> str:
    return f"{PREFIX}{name.upper()}"
