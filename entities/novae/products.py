"""The data products of a nova: one photometry table, many spectra, and the locators that lead to them."""

from typing import Annotated, ClassVar

from pydantic import Field

from entities.fields import EtagText, InKey, Json, Large, Needed, OpenEnum, Stored, Timestamp
from entities.keys import Key
from entities.novae.base import NovaeItem
from entities.novae.desk import AT_ONCE, Desk, desk_time
from entities.novae.identities import photometry_id
from entities.novae.locators import Locator

_SPECTRA = "PRODUCT#SPECTRA#{provider}[#{composite}]#{data_product_id}"


class ProductType(OpenEnum):
    """The two kinds of data product: the photometry (brightness measurements) of a nova, or one of its spectra."""

    PHOTOMETRY_TABLE = "PHOTOMETRY_TABLE"
    SPECTRA = "SPECTRA"


class PhotometryTable(NovaeItem):
    """The photometry (brightness measurements) of a nova: at most one table, updated in place."""

    type_name: ClassVar[str] = "DataProduct"
    key: ClassVar[Key] = Key.of("{nova_id}", "PRODUCT#PHOTOMETRY_TABLE")

    nova_id: str
    """The id of the nova that the data product belongs to."""
    data_product_id: str = Field(default_factory=lambda known: photometry_id(known["nova_id"]))
    """The id of the data product, a UUID."""
    product_type: ProductType = ProductType.PHOTOMETRY_TABLE
    """Whether the data product is a photometry table or a spectrum."""
    s3_bucket: str | None = None
    """The S3 bucket of the table; null if its rows are kept in DynamoDB."""
    s3_key: str | None = None
    """The S3 key of the table; null if its rows are kept in DynamoDB."""
    last_ingestion_at: Timestamp | None = None
    """When measurements were last added."""
    last_ingestion_source: str | None = None
    """Where the measurements that were added last come from, such as `ticket_ingestion`."""
    ingestion_count: int | None = None
    """How many times measurements were added to the table."""
    last_ingested_file_id: str | None = None
    """The id of the file that was added last."""
    last_ingested_object_etag: EtagText | None = None
    """The S3 ETag of the file that was added last."""
    row_count: int | None = None
    """How many measurements the table has."""
    photometry_schema_version: str | None = None
    """The version of the format of the rows, such as `1`."""


class ValidationState(OpenEnum):
    """The result of checking the file of a spectrum. UNVALIDATED: not checked yet. QUARANTINED: a person has to decide.
    TERMINAL_INVALID: useless for good.
    """

    UNVALIDATED = "UNVALIDATED"
    VALID = "VALID"
    QUARANTINED = "QUARANTINED"
    TERMINAL_INVALID = "TERMINAL_INVALID"


class AcquisitionState(OpenEnum):
    """Whether the file of a spectrum was fetched. STUB: not yet. FAILED_RETRYABLE: the last attempt failed.
    SKIPPED_DUPLICATE: an earlier spectrum has the same bytes. SKIPPED_BACKOFF: the spectrum had to wait.
    """

    STUB = "STUB"
    ACQUIRED = "ACQUIRED"
    FAILED_RETRYABLE = "FAILED_RETRYABLE"
    SKIPPED_DUPLICATE = "SKIPPED_DUPLICATE"
    SKIPPED_BACKOFF = "SKIPPED_BACKOFF"


class Eligibility(OpenEnum):
    """Whether the file of a spectrum should be fetched: ACQUIRE if so, otherwise NONE."""

    ACQUIRE = "ACQUIRE"
    NONE = "NONE"


class QuarantineReason(OpenEnum):
    """Why a spectrum is in quarantine. UNKNOWN_PROFILE: there are no rules for reading this kind of file.
    MISSING_CRITICAL_METADATA: the file lacks something essential. CHECKSUM_MISMATCH: its bytes are not as expected.
    COORDINATE_PROXIMITY: its position is too close to that of another nova.
    """

    UNKNOWN_PROFILE = "UNKNOWN_PROFILE"
    MISSING_CRITICAL_METADATA = "MISSING_CRITICAL_METADATA"
    CHECKSUM_MISMATCH = "CHECKSUM_MISMATCH"
    COORDINATE_PROXIMITY = "COORDINATE_PROXIMITY"
    OTHER = "OTHER"


class ReviewStatus(OpenEnum):
    """What a person decided about a spectrum in quarantine. PENDING: nothing yet. CLEARED_RETRY_APPROVED: to try it
    again. CLEARED_TERMINAL: to give it up.
    """

    PENDING = "PENDING"
    CLEARED_RETRY_APPROVED = "CLEARED_RETRY_APPROVED"
    CLEARED_TERMINAL = "CLEARED_TERMINAL"


class SpectraProduct(NovaeItem):
    """A spectrum of a nova: a file from an archive or a donor, or a composite of several spectra."""

    type_name: ClassVar[str] = "DataProduct"
    key: ClassVar[Key] = Key.of("{nova_id}", _SPECTRA)
    indexes: ClassVar = {
        "EligibilityIndex": Key.of("{eligible_nova_id}", "ELIG#{eligibility}#SPECTRA#{provider}#{data_product_id}"),
        "CatalogIndex": Key.of("DataProduct", "{desk}#{desk_time}#{provider}#{nova_id}#{data_product_id}"),
    }
    notes: ClassVar = (
        (
            "Only spectra with eligibility ACQUIRE are in EligibilityIndex; others have its attributes removed: the "
            "document sets them to null, which DynamoDB rejects."
        ),
        (
            "CatalogIndex, which is ours, lists spectra only while they wait: QUARANTINED ones for a decision, "
            "ELIGIBLE ones to be fetched. Their sort key is no name, although its attribute is named for those of "
            "novae: an index of its own would have been the second new one of the table in one version."
        ),
        "Composites have `#COMPOSITE` after the provider, as upstream writes them.",
        (
            "`attempt_count` rises and the wait for the next attempt begins when an attempt begins; while it goes on "
            "there is no `last_attempt_outcome`."
        ),
        (
            "An attempt that failed permanently (TERMINAL_FAILURE) ends eligibility; upstream leaves such spectra "
            "eligible without a cooldown, and retries them forever."
        ),
        (
            "An approved review keeps `validation_status` QUARANTINED until the spectrum is checked again, but makes "
            "it eligible; CLEARED_TERMINAL makes it TERMINAL_INVALID and unblocks nothing."
        ),
    )
    fanout: ClassVar = {"provider": 3, "composite": 1, "data_product_id": 15}

    shown: ClassVar = {"is_composite": bool}

    nova_id: str
    """The id of the nova that the data product belongs to."""
    provider: str
    """The archive or donor that provides the spectrum, such as `ESO`; upper and lower case matter."""
    composite: InKey[str | None] = None
    """`COMPOSITE` for a spectrum that was combined from several; null for all others."""
    data_product_id: str
    """The id of the data product, a UUID."""
    product_type: ProductType = ProductType.SPECTRA
    """Whether the data product is a photometry table or a spectrum."""
    locators: tuple[Locator, ...] = ()
    """The addresses from which the file can be fetched."""
    locator_identity: str | None = None
    """What the spectrum is recognised by: `provider_product_id:` and the provider's id, or `url:` and an address."""
    identity_strategy: str | None = None
    """What `dataProductId` was made from: `NATIVE_ID` (the provider's id), `METADATA_KEY` (a URL) or `WEAK` (random).
    """
    provider_product_key: str | None = None
    """The provider's own id of the spectrum; null if it has none."""
    validation_status: ValidationState | None = None
    """The result of checking the file."""
    acquisition_status: AcquisitionState | None = None
    """Whether the file was fetched. `lastAttemptOutcome` says how the last attempt ended."""
    eligibility: Eligibility = Eligibility.NONE
    """Whether the file should be fetched (ACQUIRE); it may still have to wait until `nextEligibleAttemptAt`."""
    attempt_count: int = 0
    """How many attempts to fetch the file have begun."""
    last_attempt_at: Timestamp | None = None
    """When the last attempt to fetch the file began; null if there was none."""
    last_attempt_outcome: str | None = None
    """`SUCCESS`, `QUARANTINE`, `RETRYABLE_FAILURE` or `TERMINAL_FAILURE`; null until the last attempt has ended."""
    next_eligible_attempt_at: Timestamp | None = None
    """The file must not be fetched again before this time; has no meaning once it was fetched."""
    last_error_fingerprint: str | None = None
    """A short code of the last error; equal errors have the same code."""
    last_execution_arn: str | None = None
    """The ARN of the Step Functions execution that last worked on the spectrum."""
    byte_length: Large | None = None
    """The size of the file in bytes."""
    etag: EtagText | None = None
    """The S3 ETag of the file, without quotes."""
    sha256: str | None = None
    """The SHA-256 of the file, in hexadecimal."""
    header_signature_hash: str | None = None
    """A hash of some FITS header cards, by which kinds of files are distinguished."""
    fits_profile_id: str | None = None
    """The id of the set of rules by which the file was read, with its version; each kind of file has its own set."""
    profile_selection_inputs: Json = None
    """The values by which the set of rules `fitsProfileId` was chosen, as JSON, such as provider and instrument."""
    normalization_notes: tuple[str, ...] = ()
    """What was changed to bring the file into the common format, one sentence each."""
    quarantine_reason_code: QuarantineReason | None = None
    """Why the spectrum was put into quarantine; null if it was not."""
    manual_review_status: ReviewStatus | None = None
    """What a person decided about the quarantine; null counts as PENDING."""
    reviewed_by: str | None = None
    """The person who decided about the quarantine; null if none did through this API."""
    reviewed_at: Timestamp | None = None
    """When a person decided about the quarantine; null if none did through this API."""
    review_note: str | None = None
    """What the person who decided wrote about it; null if nothing."""
    duplicate_of_data_product_id: str | None = None
    """The `dataProductId` of an earlier spectrum with the same bytes; null if there is none."""
    raw_s3_bucket: str | None = None
    """The S3 bucket of the file as it was fetched."""
    raw_s3_key: str | None = None
    """The S3 key of the file as it was fetched."""
    derived_s3_prefix: str | None = None
    """The S3 prefix of all files that were made from the fetched one."""
    hints: Json = None
    """What the provider said about the spectrum before it was fetched, as JSON, such as `instrument`."""
    provenance: Json = None
    """Where the data come from, as JSON; donated spectra always have it."""
    instrument: str | None = None
    """The instrument that took the spectrum, such as `UVES`."""
    telescope: str | None = None
    """The telescope that the instrument was on, such as `VLT-UT2`."""
    observation_date_mjd: float | None = None
    """When the spectrum was taken, as a Modified Julian Date in days."""
    flux_unit: str | None = None
    """The unit of the flux in the file, such as `erg/cm2/s/A`."""
    wavelength_min_nm: float | None = None
    """The shortest wavelength of the spectrum, in nanometres."""
    wavelength_max_nm: float | None = None
    """The longest wavelength of the spectrum, in nanometres."""
    snr: float | None = None
    """The signal-to-noise ratio of the spectrum: the higher, the better."""
    snr_provenance: str | None = None
    """Where `snr` comes from, such as `source` (the file says so) or `estimated_der_snr` (it was estimated)."""
    constituent_data_product_ids: tuple[str, ...] = ()
    """If this is a composite: the `dataProductId` of each spectrum that it was combined from. Empty otherwise."""
    rejected_data_product_ids: tuple[str, ...] = ()
    """If this is a composite: the `dataProductId` of each spectrum that was left out of it. Empty otherwise."""
    composite_fingerprint: Annotated[str | None, Stored(also=("fingerprint",))] = None
    """A hash of what a composite was combined from: it changes if that changes. Null for all others."""
    composite_s3_key: str | None = None
    """The S3 key of the file of a composite; null for all others, and until it is written."""
    web_ready_s3_key: str | None = None
    """The S3 key of the spectrum in the format that the website shows; null if there is none."""

    @property
    def is_composite(self) -> bool:
        """Whether the spectrum was combined from several others."""
        return self.composite is not None

    @property
    def eligible_nova_id(self) -> str | None:
        return self.nova_id if self.eligibility is Eligibility.ACQUIRE else None

    @property
    def awaits_decision(self) -> bool:
        """Whether a person has to decide about the spectrum."""
        is_pending = self.manual_review_status in {None, ReviewStatus.PENDING}
        return self.validation_status is ValidationState.QUARANTINED and is_pending

    @property
    def desk(self) -> Desk | None:
        if self.awaits_decision:
            return Desk.QUARANTINED
        return Desk.ELIGIBLE if self.eligibility is Eligibility.ACQUIRE else None

    @property
    def desk_time(self) -> str:
        if self.awaits_decision:
            return desk_time(self.updated_at or self.created_at)
        return desk_time(self.next_eligible_attempt_at or AT_ONCE)


class LocatorAlias(NovaeItem):
    """The id or address that a spectrum of a provider is recognised by, and the spectrum itself."""

    type_name: ClassVar[str] = "LocatorAlias"
    key: ClassVar[Key] = Key.of("LOCATOR#{provider}#{locator_identity:text}", "DATA_PRODUCT#{data_product_id}")
    notes: ClassVar = (
        (
            "A provider has one spectrum for a locator, whatever the case of its name: it is looked for in capitals, "
            "in small letters and in the spellings that are noted in `PROVIDER#…`, by the name in small letters."
        ),
    )

    provider: str
    """The archive or donor that provides the spectrum, such as `ESO`; upper and lower case matter."""
    locator_identity: str
    """What the spectrum is recognised by: `provider_product_id:` and the provider's id, or `url:` and an address."""
    data_product_id: str
    """The `dataProductId` of the spectrum."""
    nova_id: Needed[str] = None
    """The id of the nova that the spectrum belongs to."""
