"""Fetched spectra are checked; what a program cannot decide waits for a person."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from entities.fields import OpenEnum
from entities.novae.products import (
    AcquisitionState,
    Eligibility,
    QuarantineReason,
    ReviewStatus,
    SpectraProduct,
    ValidationState,
)
from loaders.errors import NotFound, Outdated
from loaders.novae import products_of
from loaders.reading import Reading
from loaders.writing import expect, revised
from resolvers.errors import BadRequest
from resolvers.mutations.acquisition import is_in_quarantine
from resolvers.mutations.nova_inputs import SmallJson, Text
from resolvers.mutations.spectra_state import SpectraInput, change_spectra
from resolvers.mutations.steps import same, says


class ValidationVerdict(OpenEnum):
    """What came of the check of a spectrum."""

    VALID = "VALID"
    QUARANTINED = "QUARANTINED"
    TERMINAL = "TERMINAL"
    DUPLICATE = "DUPLICATE"


class ReviewDecision(OpenEnum):
    """What a person decides about a spectrum in quarantine: to try it again, or to give it up."""

    APPROVE = "APPROVE"
    TERMINAL = "TERMINAL"


VERDICTS: Mapping[ValidationVerdict, dict[str, Any]] = {
    ValidationVerdict.VALID: {
        "validation_status": ValidationState.VALID,
        "last_attempt_outcome": "SUCCESS",
        "quarantine_reason_code": None,
    },
    ValidationVerdict.QUARANTINED: {
        "validation_status": ValidationState.QUARANTINED,
        "last_attempt_outcome": "QUARANTINE",
        "manual_review_status": ReviewStatus.PENDING,
    },
    ValidationVerdict.TERMINAL: {
        "validation_status": ValidationState.TERMINAL_INVALID,
        "last_attempt_outcome": "TERMINAL_FAILURE",
    },
    ValidationVerdict.DUPLICATE: {
        "validation_status": ValidationState.UNVALIDATED,
        "acquisition_status": AcquisitionState.SKIPPED_DUPLICATE,
        "last_attempt_outcome": "SUCCESS",
    },
}

DECISIONS: Mapping[ReviewDecision, dict[str, Any]] = {
    ReviewDecision.APPROVE: {
        "validation_status": ValidationState.QUARANTINED,
        "manual_review_status": ReviewStatus.CLEARED_RETRY_APPROVED,
    },
    ReviewDecision.TERMINAL: {
        "validation_status": ValidationState.TERMINAL_INVALID,
        "manual_review_status": ReviewStatus.CLEARED_TERMINAL,
    },
}

NEEDED = {
    ValidationVerdict.QUARANTINED: ("quarantine_reason_code", "quarantineReasonCode"),
    ValidationVerdict.DUPLICATE: ("duplicate_of_data_product_id", "duplicateOfDataProductId"),
}
"""What a verdict must say besides itself, and how clients call it."""


class RecordValidationInput(SpectraInput):
    """The verdict on a fetched spectrum, and what was read from it."""

    verdict: ValidationVerdict
    expected_validation_status: ValidationState | None = None
    quarantine_reason_code: QuarantineReason | None = None
    duplicate_of_data_product_id: str | None = None
    error_fingerprint: Text | None = None
    header_signature_hash: Text | None = None
    fits_profile_id: Text | None = None
    profile_selection_inputs: SmallJson = None
    normalization_notes: Annotated[tuple[Text, ...], Field(max_length=50)] = ()
    derived_s3_prefix: Text | None = None
    instrument: Text | None = None
    telescope: Text | None = None
    observation_date_mjd: float | None = None
    flux_unit: Text | None = None
    wavelength_min_nm: float | None = None
    wavelength_max_nm: float | None = None
    snr: float | None = None
    snr_provenance: Text | None = None


class ReviewSpectraInput(SpectraInput):
    """What a person decides about a spectrum in quarantine."""

    decision: ReviewDecision
    expected_review_status: ReviewStatus | None = None


def record_validation(reading: Reading, input: RecordValidationInput) -> SpectraProduct:
    """A verdict ends the search for the spectrum: it leaves the index of those that should be fetched."""
    _check_verdict(reading, input)
    told = VERDICTS[input.verdict] | _read_from_it(input)

    def edit(product: SpectraProduct) -> SpectraProduct:
        if _has_verdict(product):
            return same(product, told)
        expect(product, {"validation_status": input.expected_validation_status})
        if product.acquisition_status is not AcquisitionState.ACQUIRED:
            raise Outdated("This spectrum has not been fetched yet.", product)
        return revised(product, **{**_settled(reading.now), **told})

    return change_spectra(reading, input, edit)


def review_spectra(reading: Reading, input: ReviewSpectraInput) -> SpectraProduct:
    """Approved, a spectrum stays QUARANTINED until it is checked again, but may be fetched, and at once."""
    told = DECISIONS[input.decision]

    def edit(product: SpectraProduct) -> SpectraProduct:
        if says(product, told):
            return product
        expect(_reviewed(product), {"manual_review_status": input.expected_review_status})
        if product.validation_status is not ValidationState.QUARANTINED:
            raise Outdated("Only a spectrum in quarantine can be reviewed.", product)
        is_wanted = input.decision is ReviewDecision.APPROVE
        eligibility = Eligibility.ACQUIRE if is_wanted else Eligibility.NONE
        return revised(product, **{**_settled(reading.now), "eligibility": eligibility, **told})

    return change_spectra(reading, input, edit)


def _check_verdict(reading: Reading, input: RecordValidationInput) -> None:
    for verdict, (name, shown) in NEEDED.items():
        is_given = getattr(input, name) is not None
        if is_given is not (verdict is input.verdict):
            need = "needs" if verdict is input.verdict else "must not have"
            raise BadRequest(f"The verdict {input.verdict} {need} {shown}.", field=f"input.{shown}")
    first = input.duplicate_of_data_product_id
    if first == input.data_product_id:
        raise BadRequest("A spectrum is no duplicate of itself.", field="input.duplicateOfDataProductId")
    if first and not any(each.data_product_id == first for each in products_of(reading, input.nova_id)):
        raise NotFound(f"The nova has no spectrum {first}.", field="input.duplicateOfDataProductId")
    shortest, longest = input.wavelength_min_nm, input.wavelength_max_nm
    if shortest is not None and longest is not None and shortest > longest:
        raise BadRequest("The shortest wavelength is longer than the longest.", field="input.wavelengthMinNm")


def _read_from_it(input: RecordValidationInput) -> dict[str, Any]:
    ours = ("nova_id", "provider", "data_product_id", "verdict", "expected_validation_status", "error_fingerprint")
    told = {name: value for name, value in input.only(*ours).items() if value != ()}
    if input.verdict is ValidationVerdict.VALID:
        return told | {"last_error_fingerprint": None}
    return told | ({"last_error_fingerprint": input.error_fingerprint} if input.error_fingerprint else {})


def _has_verdict(product: SpectraProduct) -> bool:
    """Whether the check is over: an approved review opens it again."""
    if product.validation_status is ValidationState.QUARANTINED:
        return is_in_quarantine(product)
    is_duplicate = product.acquisition_status is AcquisitionState.SKIPPED_DUPLICATE
    return is_duplicate or product.validation_status in {ValidationState.VALID, ValidationState.TERMINAL_INVALID}


def _settled(now: datetime) -> dict[str, Any]:
    return {"eligibility": Eligibility.NONE, "next_eligible_attempt_at": None, "updated_at": now}


def _reviewed(product: SpectraProduct) -> SpectraProduct:
    """The spectrum, saying PENDING where others leave out that nobody has looked."""
    return revised(product, manual_review_status=product.manual_review_status or ReviewStatus.PENDING)
