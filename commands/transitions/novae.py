"""The states of novae, spectra, workflow runs and attempts."""

from commands.transitions.rules import Transitions
from entities.fields import OpenEnum
from entities.novae.nova import NovaStatus
from entities.novae.products import AcquisitionState, ReviewStatus, SpectraProduct, ValidationState
from entities.novae.runs import AttemptStatus, RunStatus

_OPEN = {NovaStatus.ACTIVE, NovaStatus.HIDDEN, NovaStatus.QUARANTINED}

NOVA = Transitions(
    {
        **{status: {*_OPEN, NovaStatus.DEPRECATED, NovaStatus.MERGED} - {status} for status in _OPEN},
        NovaStatus.DEPRECATED: {NovaStatus.ACTIVE},
        NovaStatus.MERGED: set(),
    },
    from_unknown=frozenset(NovaStatus),
)
"""A deprecated nova may come back. A merged one lives on as another nova."""

WORKFLOW_RUN = Transitions(
    {
        RunStatus.RUNNING: {RunStatus.SUCCEEDED, RunStatus.FAILED, RunStatus.QUARANTINED},
        RunStatus.SUCCEEDED: set(),
        RunStatus.FAILED: set(),
        RunStatus.QUARANTINED: set(),
    }
)

RUN_REVIEW = Transitions(
    {
        RunStatus.RUNNING: set(),
        RunStatus.SUCCEEDED: set(),
        RunStatus.FAILED: set(),
        RunStatus.QUARANTINED: {RunStatus.SUCCEEDED, RunStatus.FAILED},
    }
)
"""What a person's decision makes of a run. Programs cannot end a quarantine."""

ATTEMPT = Transitions(
    {
        AttemptStatus.STARTED: {AttemptStatus.SUCCEEDED, AttemptStatus.FAILED},
        AttemptStatus.SUCCEEDED: set(),
        AttemptStatus.FAILED: set(),
    }
)


class SpectrumState(OpenEnum):
    """The state of a spectrum. It follows from three fields; each state is named after the value that decides it."""

    STUB = "STUB"
    ACQUIRED = "ACQUIRED"
    FAILED_RETRYABLE = "FAILED_RETRYABLE"
    SKIPPED_DUPLICATE = "SKIPPED_DUPLICATE"
    VALID = "VALID"
    TERMINAL_INVALID = "TERMINAL_INVALID"
    QUARANTINED = "QUARANTINED"
    CLEARED_RETRY_APPROVED = "CLEARED_RETRY_APPROVED"
    CLEARED_RETRY_FAILED = "CLEARED_RETRY_FAILED"
    """Approved for another attempt, which failed. No value has this name."""
    CLEARED_TERMINAL = "CLEARED_TERMINAL"


_FETCHED = {SpectrumState.ACQUIRED, SpectrumState.FAILED_RETRYABLE}
_VERDICTS = {
    SpectrumState.VALID,
    SpectrumState.QUARANTINED,
    SpectrumState.TERMINAL_INVALID,
    SpectrumState.SKIPPED_DUPLICATE,
}

SPECTRUM = Transitions(
    {
        SpectrumState.STUB: _FETCHED,
        SpectrumState.FAILED_RETRYABLE: _FETCHED,
        SpectrumState.ACQUIRED: _FETCHED | _VERDICTS,
        SpectrumState.SKIPPED_DUPLICATE: _FETCHED,
        SpectrumState.VALID: set(),
        SpectrumState.TERMINAL_INVALID: set(),
        SpectrumState.QUARANTINED: {SpectrumState.CLEARED_RETRY_APPROVED, SpectrumState.CLEARED_TERMINAL},
        SpectrumState.CLEARED_RETRY_APPROVED: {*_FETCHED, *_VERDICTS, SpectrumState.CLEARED_TERMINAL},
        SpectrumState.CLEARED_RETRY_FAILED: {*_FETCHED, SpectrumState.CLEARED_TERMINAL},
        SpectrumState.CLEARED_TERMINAL: set(),
    }
)
"""Spectra are fetched, then get a verdict. Quarantine waits for a person, who may approve another attempt.

A step is named by the value that it writes: an approved spectrum that is fetched becomes ACQUIRED and stays approved.
"""


def spectrum_state(product: SpectraProduct) -> SpectrumState:
    """The state of a spectrum: by its verdict and review first, then by its file."""
    is_here = product.acquisition_status is AcquisitionState.ACQUIRED
    if product.validation_status is ValidationState.VALID:
        return SpectrumState.VALID
    if product.validation_status is ValidationState.TERMINAL_INVALID:
        is_reviewed = product.manual_review_status is ReviewStatus.CLEARED_TERMINAL
        return SpectrumState.CLEARED_TERMINAL if is_reviewed else SpectrumState.TERMINAL_INVALID
    if product.validation_status is ValidationState.QUARANTINED:
        if product.manual_review_status is not ReviewStatus.CLEARED_RETRY_APPROVED:
            return SpectrumState.QUARANTINED
        return SpectrumState.CLEARED_RETRY_APPROVED if is_here else SpectrumState.CLEARED_RETRY_FAILED
    return _BY_FILE.get(product.acquisition_status, SpectrumState.STUB)


_BY_FILE: dict[AcquisitionState | None, SpectrumState] = {
    AcquisitionState.ACQUIRED: SpectrumState.ACQUIRED,
    AcquisitionState.FAILED_RETRYABLE: SpectrumState.FAILED_RETRYABLE,
    AcquisitionState.SKIPPED_DUPLICATE: SpectrumState.SKIPPED_DUPLICATE,
}
