"""Attempts to fetch spectra: one counts as soon as it begins, and the next one has to wait.

The wait begins with the attempt itself. So of two workers only one fetches, and if a worker dies, the spectrum is tried
again when the wait is over.
"""

from datetime import datetime, timedelta
from typing import Any

from commands.changes import expect, revised
from commands.comparison import says_the_same
from commands.input_types import Amount, Etag, Sha256, ShortText
from commands.novae.spectra_state import SpectraInput, change_spectra
from commands.transitions.novae import SPECTRUM, SpectrumState, spectrum_state
from entities.fields import Large, OpenEnum, Timestamp
from entities.novae.products import AcquisitionState, Eligibility, SpectraProduct
from entities.times import format_time
from loaders.errors import BadInput, Outdated
from loaders.novae import is_cooling_down, is_wanted
from loaders.request import Request

MAX_CLOCK_DRIFT = timedelta(minutes=5)
"""How far the clock of a worker may be from ours. Another time is a mistake, and would make the wait any length."""

BACKOFF_SECONDS = (60, 300, 3600, 86_400)
"""How long to wait after the first, second, third and every further attempt."""


class AcquisitionOutcome(OpenEnum):
    """What happened to an attempt to fetch a spectrum. STARTED: it begins. ACQUIRED: the file was fetched.
    RETRYABLE_FAILURE: it failed and is tried again later. TERMINAL_FAILURE: it failed for good.
    """

    STARTED = "STARTED"
    ACQUIRED = "ACQUIRED"
    RETRYABLE_FAILURE = "RETRYABLE_FAILURE"
    TERMINAL_FAILURE = "TERMINAL_FAILURE"


STORED_OUTCOMES = {
    AcquisitionOutcome.ACQUIRED: "SUCCESS",
    AcquisitionOutcome.RETRYABLE_FAILURE: "RETRYABLE_FAILURE",
    AcquisitionOutcome.TERMINAL_FAILURE: "TERMINAL_FAILURE",
}

_SKIPPABLE = {None, AcquisitionState.STUB, AcquisitionState.FAILED_RETRYABLE}
_OF_THE_FILE = ("byte_length", "etag", "sha256", "raw_s3_bucket", "raw_s3_key")


class RecordAcquisitionInput(SpectraInput):
    """An attempt to fetch the file of a spectrum: that it begins, or how it ended."""

    outcome: AcquisitionOutcome
    """STARTED when the attempt begins; afterwards, how it ended."""
    expected_attempt: Amount
    """The `attemptCount` that the caller knows; the call fails with `Conflict` if it has another value now."""
    attempted_at: Timestamp | None = None
    """With STARTED: when the attempt began; defaults to now. The same time again means the same attempt. Any other must
    be within five minutes of the server's clock.
    """
    execution_arn: ShortText | None = None
    """With STARTED: the ARN of the execution that makes the attempt, if known. The same ARN means the same attempt."""
    force: bool = False
    """With STARTED: begin even if the spectrum has to wait or is not to be fetched; defaults to false. Quarantine and a
    final verdict cannot be overridden.
    """
    error_fingerprint: ShortText | None = None
    """A short code of the error, the same for equal errors."""
    byte_length: Large | None = None
    """With ACQUIRED: the size of the file in bytes."""
    etag: Etag | None = None
    """With ACQUIRED: the S3 ETag of the file; quotes around it are removed."""
    sha256: Sha256 | None = None
    """With ACQUIRED: the SHA-256 of the file, as 64 lowercase hexadecimal digits."""
    raw_s3_bucket: ShortText | None = None
    """With ACQUIRED: the S3 bucket of the file."""
    raw_s3_key: ShortText | None = None
    """With ACQUIRED: the S3 key of the file."""


def record_acquisition(request: Request, input: RecordAcquisitionInput) -> SpectraProduct:
    """Count an attempt that begins, or store how the current one ended."""
    if input.byte_length is not None and input.byte_length < 0:
        raise BadInput("`byte_length` must not be negative.", field="byte_length")
    if input.outcome is AcquisitionOutcome.STARTED:
        return _start(request, input)
    _check_claim(input)
    return change_spectra(request, input, lambda product: _ended(product, input, request.now))


def _start(request: Request, input: RecordAcquisitionInput) -> SpectraProduct:
    """Count an attempt. One that comes too early is stored as skipped, and refused."""
    try:
        return change_spectra(request, input, lambda product: _started(product, input, request.now))
    except TooEarly as early:
        skipped = change_spectra(request, input, lambda product: _skipped(product, request.now))
        raise Outdated(early.message, skipped) from None


class TooEarly(Outdated):
    """An attempt at a spectrum that has to wait."""


def _skipped(product: SpectraProduct, now: datetime) -> SpectraProduct:
    """A spectrum that was passed over because it has to wait. What has been fetched stays so."""
    is_waiting = is_cooling_down(product, now) and product.acquisition_status in _SKIPPABLE
    return (
        revised(product, acquisition_status=AcquisitionState.SKIPPED_BACKOFF, updated_at=now) if is_waiting else product
    )


def _check_claim(input: RecordAcquisitionInput) -> None:
    """A file that was fetched has a place or a checksum."""
    has_place = input.raw_s3_bucket and input.raw_s3_key
    if input.outcome is AcquisitionOutcome.ACQUIRED and not has_place and not input.sha256:
        raise BadInput(
            "`outcome` ACQUIRED needs the file: give `sha256`, or `raw_s3_bucket` and `raw_s3_key`.", field="sha256"
        )


def backoff(attempt: int) -> timedelta:
    """How long to wait after the attempt of this number, counted from 1."""
    return timedelta(seconds=BACKOFF_SECONDS[min(attempt, len(BACKOFF_SECONDS)) - 1])


def _started(product: SpectraProduct, input: RecordAcquisitionInput, now: datetime) -> SpectraProduct:
    at = input.attempted_at or now
    if _is_repeat(product, input, at):
        return product
    if abs(at - now) > MAX_CLOCK_DRIFT:
        raise BadInput(f"`attempted_at` must be within 5 minutes of {format_time(now)}.", field="attempted_at")
    _check_gates(product, now, is_forced=input.force)
    expect(product, {"attempt_count": input.expected_attempt})
    attempt = product.attempt_count + 1
    return revised(
        product,
        attempt_count=attempt,
        last_attempt_at=at,
        last_attempt_outcome=None,
        last_execution_arn=input.execution_arn or product.last_execution_arn,
        next_eligible_attempt_at=now + backoff(attempt),
        eligibility=Eligibility.ACQUIRE,
        updated_at=now,
    )


def _is_repeat(product: SpectraProduct, input: RecordAcquisitionInput, at: datetime) -> bool:
    """Whether the current attempt is the caller's own, told by its time or its execution."""
    is_going_on = product.attempt_count == input.expected_attempt + 1 and product.last_attempt_outcome is None
    is_theirs = product.last_attempt_at == at or (
        input.execution_arn is not None and product.last_execution_arn == input.execution_arn
    )
    return is_going_on and is_theirs


def _check_gates(product: SpectraProduct, now: datetime, *, is_forced: bool) -> None:
    """The state of the spectrum always counts; `force` skips eligibility and the wait."""
    SPECTRUM.check(product, spectrum_state(product), SpectrumState.ACQUIRED)
    if is_forced:
        return
    if not is_wanted(product):
        raise Outdated("This spectrum is not eligible for fetching. Give `force` to fetch it anyway.", product)
    if is_cooling_down(product, now):
        until = format_time(product.next_eligible_attempt_at or now)
        raise TooEarly(f"This spectrum must not be tried before {until}. Wait, or give `force`.", product)


def _ended(product: SpectraProduct, input: RecordAcquisitionInput, now: datetime) -> SpectraProduct:
    expect(product, {"attempt_count": input.expected_attempt})
    told = _told(input)
    if product.last_attempt_outcome is not None:
        if says_the_same(product, told):
            return product
        raise Outdated(f"Attempt {product.attempt_count} has ended already, with another result.", product)
    if product.attempt_count == 0:
        raise Outdated("No attempt has begun. Record `outcome` STARTED first.", product)
    _check_gates(product, now, is_forced=True)
    return revised(product, **told, **_consequences(product, input.outcome, now), updated_at=now)


def _told(input: RecordAcquisitionInput) -> dict[str, Any]:
    """What the caller reports of the attempt."""
    is_here = input.outcome is AcquisitionOutcome.ACQUIRED
    status = AcquisitionState.ACQUIRED if is_here else AcquisitionState.FAILED_RETRYABLE
    told: dict[str, Any] = {
        "last_attempt_outcome": STORED_OUTCOMES[input.outcome],
        "acquisition_status": status,
    }
    if is_here:
        return told | {"last_error_fingerprint": None} | input.given(*_OF_THE_FILE)
    return told | ({"last_error_fingerprint": input.error_fingerprint} if input.error_fingerprint else {})


def _consequences(product: SpectraProduct, outcome: AcquisitionOutcome, now: datetime) -> dict[str, Any]:
    """What follows for the next attempt. A fetched spectrum stays eligible until it is checked."""
    if outcome is AcquisitionOutcome.RETRYABLE_FAILURE:
        return {"next_eligible_attempt_at": now + backoff(product.attempt_count)}
    if outcome is AcquisitionOutcome.TERMINAL_FAILURE:
        return {"next_eligible_attempt_at": None, "eligibility": Eligibility.NONE}
    return {}
