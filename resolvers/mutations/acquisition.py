"""Spectra are fetched: an attempt counts as soon as it begins, and the next one has to wait.

The wait begins with the attempt itself, so that of two workers only one fetches, and a spectrum whose worker died is
tried again by itself when the time has come.
"""

from datetime import datetime, timedelta
from typing import Any

from entities.fields import Large, OpenEnum, Timestamp
from entities.novae.products import AcquisitionState, Eligibility, ReviewStatus, SpectraProduct, ValidationState
from loaders.errors import Outdated
from loaders.novae import is_cooling_down
from loaders.reading import Reading
from loaders.writing import expect, revised
from resolvers.errors import BadRequest
from resolvers.mutations.nova_inputs import Amount, Etag, Sha256, Text
from resolvers.mutations.spectra_state import SpectraInput, change_spectra
from resolvers.mutations.steps import says

BACKOFF_SECONDS = (60, 300, 3600, 86_400)
"""How long to wait after the first, second, third and every further attempt."""


class AcquisitionOutcome(OpenEnum):
    """What became of an attempt to fetch a spectrum, or that it begins."""

    STARTED = "STARTED"
    ACQUIRED = "ACQUIRED"
    RETRYABLE_FAILURE = "RETRYABLE_FAILURE"
    TERMINAL_FAILURE = "TERMINAL_FAILURE"


STORED_OUTCOMES = {
    AcquisitionOutcome.ACQUIRED: "SUCCESS",
    AcquisitionOutcome.RETRYABLE_FAILURE: "RETRYABLE_FAILURE",
    AcquisitionOutcome.TERMINAL_FAILURE: "TERMINAL_FAILURE",
}

_OF_THE_FILE = ("byte_length", "etag", "sha256", "raw_s3_bucket", "raw_s3_key")


class RecordAcquisitionInput(SpectraInput):
    """An attempt to fetch a spectrum, when it begins and when it has ended."""

    outcome: AcquisitionOutcome
    expected_attempt: Amount
    attempted_at: Timestamp | None = None
    execution_arn: Text | None = None
    force: bool = False
    error_fingerprint: Text | None = None
    byte_length: Large | None = None
    etag: Etag | None = None
    sha256: Sha256 | None = None
    raw_s3_bucket: Text | None = None
    raw_s3_key: Text | None = None


def record_acquisition(reading: Reading, input: RecordAcquisitionInput) -> SpectraProduct:
    """Counts an attempt that begins, and notes how the attempt ended that is going on."""
    if input.byte_length is not None and input.byte_length < 0:
        raise BadRequest("input.byteLength must not be negative.", field="input.byteLength")
    if input.outcome is AcquisitionOutcome.STARTED:
        return change_spectra(reading, input, lambda product: _started(product, input, reading.now))
    return change_spectra(reading, input, lambda product: _ended(product, input, reading.now))


def backoff(attempt: int) -> timedelta:
    """How long to wait after the attempt of that number, counted from 1."""
    return timedelta(seconds=BACKOFF_SECONDS[min(attempt, len(BACKOFF_SECONDS)) - 1])


def _started(product: SpectraProduct, input: RecordAcquisitionInput, now: datetime) -> SpectraProduct:
    at = input.attempted_at or now
    if _is_repeat(product, input, at):
        return product
    _check_gates(product, now, is_forced=input.force)
    expect(product, {"attempt_count": input.expected_attempt})
    attempt = product.attempt_count + 1
    return revised(
        product,
        attempt_count=attempt,
        last_attempt_at=at,
        last_attempt_outcome=None,
        last_execution_arn=input.execution_arn,
        next_eligible_attempt_at=at + backoff(attempt),
        eligibility=Eligibility.ACQUIRE,
        updated_at=now,
    )


def _is_repeat(product: SpectraProduct, input: RecordAcquisitionInput, at: datetime) -> bool:
    """Whether the attempt that is going on is the caller's own: an attempt of somebody else is none of theirs."""
    is_going_on = product.attempt_count == input.expected_attempt + 1 and product.last_attempt_outcome is None
    is_theirs = product.last_attempt_at == at or (
        input.execution_arn is not None and product.last_execution_arn == input.execution_arn
    )
    return is_going_on and is_theirs


def _check_gates(product: SpectraProduct, now: datetime, *, is_forced: bool) -> None:
    """What is settled stays so, and quarantine waits for a person; only the rest can be forced."""
    if product.validation_status in {ValidationState.VALID, ValidationState.TERMINAL_INVALID}:
        raise Outdated(f"This spectrum is {product.validation_status} already.", product)
    if is_in_quarantine(product):
        raise Outdated("This spectrum is in quarantine: a person has to look at it first.", product)
    if is_forced:
        return
    if product.eligibility is not Eligibility.ACQUIRE:
        raise Outdated("This spectrum is not to be fetched.", product)
    if is_cooling_down(product, now):
        raise Outdated(f"This spectrum must not be tried before {product.next_eligible_attempt_at}.", product)


def is_in_quarantine(product: SpectraProduct) -> bool:
    """Whether nobody has cleared the quarantine yet; CLEARED_TERMINAL clears nothing."""
    is_cleared = product.manual_review_status is ReviewStatus.CLEARED_RETRY_APPROVED
    return product.validation_status is ValidationState.QUARANTINED and not is_cleared


def _ended(product: SpectraProduct, input: RecordAcquisitionInput, now: datetime) -> SpectraProduct:
    expect(product, {"attempt_count": input.expected_attempt})
    told = _told(input)
    if product.last_attempt_outcome is not None:
        if says(product, told):
            return product
        raise Outdated(f"Attempt {product.attempt_count} has ended already.", product)
    if product.attempt_count == 0:
        raise Outdated("No attempt has begun.", product)
    _check_gates(product, now, is_forced=True)
    return revised(product, **told, **_consequences(product, input.outcome, now), updated_at=now)


def _told(input: RecordAcquisitionInput) -> dict[str, Any]:
    """What the caller says of the attempt."""
    is_here = input.outcome is AcquisitionOutcome.ACQUIRED
    status = AcquisitionState.ACQUIRED if is_here else AcquisitionState.FAILED_RETRYABLE
    told: dict[str, Any] = {
        "last_attempt_outcome": STORED_OUTCOMES[input.outcome],
        "acquisition_status": status,
        "last_error_fingerprint": None if is_here else input.error_fingerprint,
    }
    return told | (input.given(*_OF_THE_FILE) if is_here else {})


def _consequences(product: SpectraProduct, outcome: AcquisitionOutcome, now: datetime) -> dict[str, Any]:
    """What follows for the next attempt. A fetched spectrum stays eligible until somebody has checked it."""
    if outcome is AcquisitionOutcome.RETRYABLE_FAILURE:
        return {"next_eligible_attempt_at": now + backoff(product.attempt_count)}
    if outcome is AcquisitionOutcome.TERMINAL_FAILURE:
        return {"next_eligible_attempt_at": None, "eligibility": Eligibility.NONE}
    return {}
