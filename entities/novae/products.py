"""The data products of a nova: one photometry table, many spectra, and the locators that lead to them."""

from typing import Annotated, ClassVar

from entities.fields import InKey, Json, Large, Needed, OpenEnum, Part, Stored, Timestamp
from entities.keys import Key
from entities.novae.base import NovaeItem

_SPECTRA = "PRODUCT#SPECTRA#{provider}[#{composite}]#{data_product_id}"


class ProductType(OpenEnum):
    """The two kinds of data product."""

    PHOTOMETRY_TABLE = "PHOTOMETRY_TABLE"
    SPECTRA = "SPECTRA"


class PhotometryTable(NovaeItem):
    """The photometry of a nova: at most one table, updated in place."""

    type_name: ClassVar[str] = "DataProduct"
    key: ClassVar[Key] = Key.of("{nova_id}", "PRODUCT#PHOTOMETRY_TABLE")

    nova_id: str
    data_product_id: Needed[str] = None
    product_type: ProductType = ProductType.PHOTOMETRY_TABLE
    s3_bucket: str | None = None
    s3_key: str | None = None
    last_ingestion_at: Timestamp | None = None
    last_ingestion_source: str | None = None
    ingestion_count: int | None = None
    last_ingested_file_id: str | None = None
    last_ingested_object_etag: str | None = None
    row_count: int | None = None
    photometry_schema_version: str | None = None


class ValidationState(OpenEnum):
    """What the check of a spectrum said."""

    UNVALIDATED = "UNVALIDATED"
    VALID = "VALID"
    QUARANTINED = "QUARANTINED"
    TERMINAL_INVALID = "TERMINAL_INVALID"


class AcquisitionState(OpenEnum):
    """Whether the bytes of a spectrum are here."""

    STUB = "STUB"
    ACQUIRED = "ACQUIRED"
    FAILED_RETRYABLE = "FAILED_RETRYABLE"
    SKIPPED_DUPLICATE = "SKIPPED_DUPLICATE"
    SKIPPED_BACKOFF = "SKIPPED_BACKOFF"


class Eligibility(OpenEnum):
    """Whether a spectrum should be fetched."""

    ACQUIRE = "ACQUIRE"
    NONE = "NONE"


class QuarantineReason(OpenEnum):
    """Why a spectrum waits for a person."""

    UNKNOWN_PROFILE = "UNKNOWN_PROFILE"
    MISSING_CRITICAL_METADATA = "MISSING_CRITICAL_METADATA"
    CHECKSUM_MISMATCH = "CHECKSUM_MISMATCH"
    COORDINATE_PROXIMITY = "COORDINATE_PROXIMITY"
    OTHER = "OTHER"


class ReviewStatus(OpenEnum):
    """What the person decided."""

    PENDING = "PENDING"
    CLEARED_RETRY_APPROVED = "CLEARED_RETRY_APPROVED"
    CLEARED_TERMINAL = "CLEARED_TERMINAL"


class LocatorKind(OpenEnum):
    """What kind of address a locator is."""

    URL = "URL"
    S3 = "S3"
    OTHER = "OTHER"


class LocatorRole(OpenEnum):
    """Whether a locator leads to the spectrum itself or to a copy."""

    PRIMARY = "PRIMARY"
    MIRROR = "MIRROR"


class Locator(Part):
    """Where a spectrum can be fetched."""

    kind: str | None = None
    value: str | None = None
    role: str | None = None


class SpectraProduct(NovaeItem):
    """A spectrum of a nova; `composite` ones are made of several."""

    type_name: ClassVar[str] = "DataProduct"
    key: ClassVar[Key] = Key.of("{nova_id}", _SPECTRA)
    indexes: ClassVar = {
        "EligibilityIndex": Key.of("{eligible_nova_id}", "ELIG#{eligibility}#SPECTRA#{provider}#{data_product_id}")
    }
    notes: ClassVar = (
        (
            "Only spectra with eligibility ACQUIRE are in EligibilityIndex; others have its attributes removed: the "
            "document sets them to null, which DynamoDB refuses."
        ),
        "Composites have `#COMPOSITE` after the provider, as upstream writes them.",
        (
            "`attempt_count` rises and the wait for the next attempt begins when an attempt begins; while it goes on "
            "there is no `last_attempt_outcome`."
        ),
        (
            "An attempt that failed for good (TERMINAL_FAILURE) ends eligibility; upstream leaves such spectra "
            "eligible without a wait, and tries them for ever."
        ),
        (
            "An approved review keeps `validation_status` QUARANTINED until the spectrum is checked again, but makes "
            "it eligible; CLEARED_TERMINAL makes it TERMINAL_INVALID and unblocks nothing."
        ),
    )
    fanout: ClassVar = {"provider": 3, "composite": 1, "data_product_id": 15}

    shown: ClassVar = {"is_composite": bool}

    nova_id: str
    provider: str
    composite: InKey[str | None] = None
    data_product_id: str
    product_type: ProductType = ProductType.SPECTRA
    locators: tuple[Locator, ...] = ()
    locator_identity: str | None = None
    identity_strategy: str | None = None
    provider_product_key: str | None = None
    validation_status: ValidationState | None = None
    acquisition_status: AcquisitionState | None = None
    eligibility: Eligibility = Eligibility.NONE
    attempt_count: int = 0
    last_attempt_at: Timestamp | None = None
    last_attempt_outcome: str | None = None
    next_eligible_attempt_at: Timestamp | None = None
    last_error_fingerprint: str | None = None
    last_execution_arn: str | None = None
    byte_length: Large | None = None
    etag: str | None = None
    sha256: str | None = None
    header_signature_hash: str | None = None
    fits_profile_id: str | None = None
    profile_selection_inputs: Json = None
    normalization_notes: tuple[str, ...] = ()
    quarantine_reason_code: QuarantineReason | None = None
    manual_review_status: ReviewStatus | None = None
    duplicate_of_data_product_id: str | None = None
    raw_s3_bucket: str | None = None
    raw_s3_key: str | None = None
    derived_s3_prefix: str | None = None
    hints: Json = None
    provenance: Json = None
    instrument: str | None = None
    telescope: str | None = None
    observation_date_mjd: float | None = None
    flux_unit: str | None = None
    wavelength_min_nm: float | None = None
    wavelength_max_nm: float | None = None
    snr: float | None = None
    snr_provenance: str | None = None
    constituent_data_product_ids: tuple[str, ...] = ()
    rejected_data_product_ids: tuple[str, ...] = ()
    composite_fingerprint: Annotated[str | None, Stored("fingerprint")] = None

    @property
    def is_composite(self) -> bool:
        return self.composite is not None

    @property
    def eligible_nova_id(self) -> str | None:
        return self.nova_id if self.eligibility is Eligibility.ACQUIRE else None


class LocatorAlias(NovaeItem):
    """A locator of a provider, and the spectrum that it leads to."""

    type_name: ClassVar[str] = "LocatorAlias"
    key: ClassVar[Key] = Key.of("LOCATOR#{provider}#{locator_identity:text}", "DATA_PRODUCT#{data_product_id}")

    provider: str
    locator_identity: str
    data_product_id: str
    nova_id: Needed[str] = None
