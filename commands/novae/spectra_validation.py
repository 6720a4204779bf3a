"""Verdicts on fetched spectra, and reviews of those that a program cannot decide."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from commands.authors import author
from commands.changes import expect, revised
from commands.comparison import says_the_same
from commands.input_types import Note, ShortText, SmallJson
from commands.novae.spectra_state import SpectraInput, change_spectra
from commands.transitions.novae import SPECTRUM, SpectrumState, spectrum_state
from entities.fields import OpenEnum
from entities.novae.products import (
    AcquisitionState,
    Eligibility,
    QuarantineReason,
    ReviewStatus,
    SpectraProduct,
    ValidationState,
)
from loaders.errors import BadInput, NotFound
from loaders.novae import products_of
from loaders.request import Request


class ValidationVerdict(OpenEnum):
    """The verdict on a fetched spectrum. QUARANTINED: a person has to decide. TERMINAL: it is useless for good.
    DUPLICATE: an earlier spectrum has the same bytes.
    """

    VALID = "VALID"
    QUARANTINED = "QUARANTINED"
    TERMINAL = "TERMINAL"
    DUPLICATE = "DUPLICATE"


class ReviewDecision(OpenEnum):
    """What a person decides about a spectrum in quarantine. APPROVE: to try it again. TERMINAL: to give it up."""

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

VERDICT_STATES = {
    ValidationVerdict.VALID: SpectrumState.VALID,
    ValidationVerdict.QUARANTINED: SpectrumState.QUARANTINED,
    ValidationVerdict.TERMINAL: SpectrumState.TERMINAL_INVALID,
    ValidationVerdict.DUPLICATE: SpectrumState.SKIPPED_DUPLICATE,
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

DECISION_STATES = {
    ReviewDecision.APPROVE: SpectrumState.CLEARED_RETRY_APPROVED,
    ReviewDecision.TERMINAL: SpectrumState.CLEARED_TERMINAL,
}

_JUDGED = {*VERDICT_STATES.values(), SpectrumState.CLEARED_TERMINAL}
"""The states of spectra that have a verdict. An approved review reopens the check."""

NEEDED = {
    ValidationVerdict.QUARANTINED: "quarantine_reason_code",
    ValidationVerdict.DUPLICATE: "duplicate_of_data_product_id",
}
"""The field that each of these verdicts requires."""


class RecordValidationInput(SpectraInput):
    """The verdict on a fetched spectrum, and what was read from its file."""

    verdict: ValidationVerdict
    """Whether the spectrum is valid, needs a person's decision, is useless, or is a duplicate."""
    expected_validation_status: ValidationState | None = None
    """If given, the call fails with `Conflict` unless this is the current validation status of the spectrum."""
    quarantine_reason_code: QuarantineReason | None = None
    """Why a person has to decide. Needed with QUARANTINED, not allowed otherwise."""
    duplicate_of_data_product_id: ShortText | None = None
    """The `dataProductId` of the earlier spectrum. Needed with DUPLICATE, not allowed otherwise."""
    error_fingerprint: ShortText | None = None
    """A short code of the error, the same for equal errors."""
    header_signature_hash: ShortText | None = None
    fits_profile_id: ShortText | None = None
    profile_selection_inputs: SmallJson = None
    normalization_notes: Annotated[tuple[ShortText, ...], Field(max_length=50)] = ()
    """What was changed to bring the file into the common format, at most 50 sentences."""
    derived_s3_prefix: ShortText | None = None
    instrument: ShortText | None = None
    telescope: ShortText | None = None
    observation_date_mjd: float | None = None
    flux_unit: ShortText | None = None
    wavelength_min_nm: float | None = None
    wavelength_max_nm: float | None = None
    snr: float | None = None
    snr_provenance: ShortText | None = None


class ReviewSpectraInput(SpectraInput):
    """What a person decides about a spectrum in quarantine."""

    decision: ReviewDecision
    """APPROVE to try the spectrum again, TERMINAL to give it up."""
    expected_review_status: ReviewStatus | None = None
    """If given, the call fails with `Conflict` unless this is the current review status; none counts as PENDING."""
    note: Note | None = None
    """Why, in at most 2,000 characters; stored as `reviewNote`."""
    reviewed_by: ShortText | None = None
    """The person who decides; defaults to the caller."""


def record_validation(request: Request, input: RecordValidationInput) -> SpectraProduct:
    """Store the verdict on a spectrum, which ends its eligibility for fetching."""
    _check_verdict(request, input)
    told = VERDICTS[input.verdict] | _read_from_it(input)

    def edit(product: SpectraProduct) -> SpectraProduct:
        state = spectrum_state(product)
        if state in _JUDGED and says_the_same(product, told):
            return product
        expect(product, {"validation_status": input.expected_validation_status})
        SPECTRUM.check(product, state, VERDICT_STATES[input.verdict])
        return revised(product, **{**_settled(request.now), **told})

    return change_spectra(request, input, edit)


def review_spectra(request: Request, input: ReviewSpectraInput) -> SpectraProduct:
    """Decide about a spectrum in quarantine. An approved one may be fetched at once, but stays QUARANTINED for now."""
    told = DECISIONS[input.decision]
    review = {"reviewed_by": author(request, input.reviewed_by, "reviewed_by"), "reviewed_at": request.now}
    review |= {"review_note": input.note} if input.note else {}

    def edit(product: SpectraProduct) -> SpectraProduct:
        if says_the_same(product, told):
            return product
        expect(_reviewed(product), {"manual_review_status": input.expected_review_status})
        SPECTRUM.check(product, spectrum_state(product), DECISION_STATES[input.decision])
        is_wanted = input.decision is ReviewDecision.APPROVE
        eligibility = Eligibility.ACQUIRE if is_wanted else Eligibility.NONE
        return revised(product, **{**_settled(request.now), "eligibility": eligibility, **told, **review})

    return change_spectra(request, input, edit)


def _check_verdict(request: Request, input: RecordValidationInput) -> None:
    for verdict, name in NEEDED.items():
        is_given = getattr(input, name) is not None
        if is_given is not (verdict is input.verdict):
            rule = "is required" if verdict is input.verdict else "is not allowed"
            raise BadInput(f"`{name}` {rule} for the verdict {input.verdict.name}.", field=name)
    first = input.duplicate_of_data_product_id
    if first == input.data_product_id:
        raise BadInput("`duplicate_of_data_product_id` must be another spectrum.", field="duplicate_of_data_product_id")
    if first and not any(each.data_product_id == first for each in products_of(request, input.nova_id)):
        raise NotFound(f"There is no spectrum {first} of this nova.", field="duplicate_of_data_product_id")
    shortest, longest = input.wavelength_min_nm, input.wavelength_max_nm
    if shortest is not None and longest is not None and shortest > longest:
        raise BadInput("`wavelength_min_nm` must not be larger than `wavelength_max_nm`.", field="wavelength_min_nm")


def _read_from_it(input: RecordValidationInput) -> dict[str, Any]:
    ours = ("nova_id", "provider", "data_product_id", "verdict", "expected_validation_status", "error_fingerprint")
    told = {name: value for name, value in input.only(*ours).items() if value != ()}
    if input.verdict is ValidationVerdict.VALID:
        return told | {"last_error_fingerprint": None}
    return told | ({"last_error_fingerprint": input.error_fingerprint} if input.error_fingerprint else {})


def _settled(now: datetime) -> dict[str, Any]:
    return {"eligibility": Eligibility.NONE, "next_eligible_attempt_at": None, "updated_at": now}


def _reviewed(product: SpectraProduct) -> SpectraProduct:
    """The spectrum with a review status: other writers leave it out while no person has decided."""
    return revised(product, manual_review_status=product.manual_review_status or ReviewStatus.PENDING)
