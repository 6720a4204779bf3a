"""How the recognisers on this machine behave when they are told to: slowly, busily, or badly."""

import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field

SECONDS, AT_A_TIME, FAULT = "RECOGNISER_SECONDS", "RECOGNISER_AT_A_TIME", "RECOGNISER_FAULT"
STATE_VARIABLE = "RECOGNISER_STATE"
"""Where jobs are kept."""
FAULTS = ("throttle", "limit", "fail", "partial")
MAX_SECONDS, MAX_AT_A_TIME = 600.0, 600
_USUALLY_AT_A_TIME = 100
"""Textract's own limit in most regions."""
_FAULT = re.compile(rf"({'|'.join(FAULTS)})(?::(\d{{1,6}}))?")


class BadBehaviour(ValueError):
    """A setting that means nothing; the message names it."""


@dataclass
class Behaviour:
    """What recognisers are told."""

    seconds: float = 0.0
    """How long each document takes beside what reading it takes."""
    at_a_time: int = _USUALLY_AT_A_TIME
    """Documents that may be worked on at one time; more are refused with LimitExceededException."""
    fault: str | None = None
    times: int | None = None
    """How often the fault happens; None: always."""
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @classmethod
    def from_environment(cls, environ: Mapping[str, str]) -> "Behaviour":
        """What the environment says."""
        fault = environ.get(FAULT) or ""
        found = _FAULT.fullmatch(fault)
        if fault and not found:
            raise BadBehaviour(f"{FAULT} must be {', '.join(FAULTS)}, or one of them with a number (throttle:3)")
        return cls(
            seconds=_number(environ, SECONDS, 0, MAX_SECONDS),
            at_a_time=int(_number(environ, AT_A_TIME, _USUALLY_AT_A_TIME, MAX_AT_A_TIME, least=1)),
            fault=found[1] if found else None,
            times=int(found[2]) if found and found[2] else None,
        )

    def strikes(self, fault: str) -> bool:
        """Whether a fault happens now."""
        with self._lock:
            if self.fault != fault or self.times == 0:
                return False
            if self.times is not None:
                self.times -= 1
            return True


def _number(environ: Mapping[str, str], name: str, usual: float, most: float, least: float = 0) -> float:
    text = environ.get(name) or str(usual)
    if not re.fullmatch(r"\d{1,6}(\.\d{1,3})?", text) or not least <= float(text) <= most:
        raise BadBehaviour(f"{name} must be a number from {least:g} to {most:g}, not {text!r}")
    return float(text)
