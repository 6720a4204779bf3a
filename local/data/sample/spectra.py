"""Spectra of one nova of the sample, one in every state in which a spectrum can be, with locators and files."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from entities.item import Item
from entities.novae.locators import Locator
from entities.novae.products import (
    AcquisitionState,
    Eligibility,
    LocatorAlias,
    QuarantineReason,
    ReviewStatus,
    SpectraProduct,
    ValidationState,
)
from entities.novae.references import CreatedBy, FileObject, FileRole
from local.data.sample.names import NOVA_ID, sample_id

_BUCKET = "sample-novae"
_HOUR = timedelta(hours=1)


def spectra_in_every_state(now: datetime) -> Iterator[Item]:
    """The life of spectra: found, tried, fetched, checked, doubted, refused, merged."""
    products = [*_still_to_fetch(now), *_fetched(now), *_quarantined(now), *_out_of_the_game(now)]
    yield from products
    for product in products:
        if product.locator_identity:
            yield LocatorAlias(
                provider=product.provider,
                locator_identity=product.locator_identity,
                data_product_id=product.data_product_id,
                nova_id=NOVA_ID,
            )
        if product.raw_s3_key:
            yield raw_file(product, now)
    yield from _other_files(products, now)


def valid(star_id: str, provider: str, product_id: str, now: datetime, **known: Any) -> SpectraProduct:
    """A spectrum that was fetched and passed its checks, unless something else is said."""
    sum_of = sha256(product_id.encode()).hexdigest()
    usual: dict[str, Any] = {
        "eligibility": Eligibility.NONE,
        "attempt_count": 1,
        "last_attempt_at": now - 50 * _HOUR,
        "last_attempt_outcome": "SUCCESS",
        "byte_length": 1_000_000 + int(sum_of[:5], 16),
        "etag": sum_of[:32],
        "sha256": sum_of,
        "header_signature_hash": sum_of[:16],
        "fits_profile_id": f"{provider.lower()}_{str(known.get('instrument', 'generic')).lower()}_v3@1.0.0",
        "raw_s3_bucket": _BUCKET,
        "raw_s3_key": f"raw/{star_id}/{provider}/{product_id}.fits",
        "derived_s3_prefix": f"derived/{star_id}/{product_id}/",
        "flux_unit": "erg/cm2/s/A",
        "snr_provenance": "header",
        "created_at": now - 70 * _HOUR,
        "updated_at": now - 50 * _HOUR,
    }
    return SpectraProduct(nova_id=star_id, provider=provider, data_product_id=product_id, **usual | known)


def raw_file(product: SpectraProduct, now: datetime) -> Item:
    """The file that a spectrum came as."""
    return _file(product, FileRole.RAW_FITS, product.raw_s3_key or "", "application/fits", now)


def _still_to_fetch(now: datetime) -> Iterator[SpectraProduct]:
    yield _found("ESO", "stub-1", now, acquisition_status=AcquisitionState.STUB)
    yield _found("MAST", "stub-2", now, acquisition_status=AcquisitionState.STUB)
    failed: dict[str, Any] = {"acquisition_status": AcquisitionState.FAILED_RETRYABLE, "last_attempt_at": now - _HOUR}
    yield _found(
        "ESO",
        "cooling-down",
        now,
        **failed,
        attempt_count=4,
        last_attempt_outcome="RETRYABLE_FAILURE",
        next_eligible_attempt_at=now + 23 * _HOUR,
        last_error_fingerprint="9c1f44a0e7d2",
    )
    yield _found("MAST", "gone", now, **failed, attempt_count=1, last_attempt_outcome="TERMINAL_FAILURE")
    yield _found("CfA", "backed-off", now, acquisition_status=AcquisitionState.SKIPPED_BACKOFF, attempt_count=2)


def _fetched(now: datetime) -> Iterator[SpectraProduct]:
    epochs = ((56_084.21, "UVES", 88.0), (56_103.18, "UVES", 131.5), (56_192.02, "XSHOOTER", 64.2))
    for number, (mjd, instrument, snr) in enumerate(epochs, 1):
        yield _checked(
            f"valid-{number}",
            now,
            ValidationState.VALID,
            instrument=instrument,
            telescope="VLT-UT2" if instrument == "UVES" else "VLT-UT3",
            observation_date_mjd=mjd,
            wavelength_min_nm=373.0,
            wavelength_max_nm=946.0,
            snr=snr,
            normalization_notes=("air wavelengths were turned into vacuum ones",),
        )


def _quarantined(now: datetime) -> Iterator[SpectraProduct]:
    """One for every reason; one of them was looked at and may be tried again."""
    for reason in QuarantineReason:
        yield _checked(
            f"quarantined-{reason.value}",
            now,
            ValidationState.QUARANTINED,
            quarantine_reason_code=reason,
            manual_review_status=ReviewStatus.PENDING,
            last_attempt_outcome="QUARANTINE",
            last_error_fingerprint=sample_id("fault", reason)[:8] + "a1b2",
            instrument="FEROS",
        )
    yield _checked(
        "approved",
        now,
        ValidationState.QUARANTINED,
        quarantine_reason_code=QuarantineReason.UNKNOWN_PROFILE,
        manual_review_status=ReviewStatus.CLEARED_RETRY_APPROVED,
        eligibility=Eligibility.ACQUIRE,
        instrument="FEROS",
    )


def _out_of_the_game(now: datetime) -> Iterator[SpectraProduct]:
    yield _checked(
        "terminal",
        now,
        ValidationState.TERMINAL_INVALID,
        quarantine_reason_code=QuarantineReason.MISSING_CRITICAL_METADATA,
        manual_review_status=ReviewStatus.CLEARED_TERMINAL,
    )
    yield _checked(
        "duplicate",
        now,
        ValidationState.UNVALIDATED,
        acquisition_status=AcquisitionState.SKIPPED_DUPLICATE,
        duplicate_of_data_product_id=_id("valid-1"),
    )
    parts = (_id("valid-1"), _id("valid-2"))
    yield valid(
        NOVA_ID,
        "ESO",
        _id("composite"),
        now,
        composite="COMPOSITE",
        validation_status=ValidationState.VALID,
        constituent_data_product_ids=parts,
        rejected_data_product_ids=(_id("valid-3"),),
        composite_fingerprint=sha256("|".join(sorted(parts)).encode()).hexdigest(),
        raw_s3_key=None,
        instrument="UVES",
    )


def _found(provider: str, name: str, now: datetime, **known: Any) -> SpectraProduct:
    """A spectrum that was found in an archive."""
    address = f"https://archive.example/{provider.lower()}/{name}.fits"
    return SpectraProduct(
        nova_id=NOVA_ID,
        provider=provider,
        data_product_id=_id(name),
        eligibility=Eligibility.ACQUIRE,
        validation_status=ValidationState.UNVALIDATED,
        locators=(Locator(kind="URL", value=address, role="PRIMARY"),),
        locator_identity=f"url:{address}",
        identity_strategy="METADATA_KEY",
        hints={"instrument": "UVES", "mjd": 56_090.5},
        created_at=now - 70 * _HOUR,
        updated_at=now - _HOUR,
        **known,
    )


def _checked(name: str, now: datetime, state: ValidationState, **known: Any) -> SpectraProduct:
    address = f"https://archive.example/eso/{name.lower()}.fits"
    usual: dict[str, Any] = {
        "acquisition_status": AcquisitionState.ACQUIRED,
        "validation_status": state,
        "locators": (Locator(kind="URL", value=address, role="PRIMARY"),),
        "locator_identity": f"provider_product_id:ADP.{sample_id('adp', name)[:8]}",
        "identity_strategy": "NATIVE_ID",
        "provider_product_key": f"ADP.{sample_id('adp', name)[:8]}",
    }
    return valid(NOVA_ID, "ESO", _id(name), now, **usual | known)


def _other_files(products: list[SpectraProduct], now: datetime) -> Iterator[Item]:
    kept = [product for product in products if product.validation_status is ValidationState.VALID]
    for product in kept:
        prefix = product.derived_s3_prefix
        yield _file(product, FileRole.NORMALIZED, f"{prefix}normalized.csv", "text/csv", now)
        yield _file(product, FileRole.PLOT, f"{prefix}plot.png", "image/png", now)
    doubted = [product for product in products if product.validation_status is ValidationState.QUARANTINED]
    for product in doubted:
        key = f"quarantine/{product.data_product_id}/context.json"
        yield _file(product, FileRole.QUARANTINE_CONTEXT, key, "application/json", now)


def _file(product: SpectraProduct, role: FileRole, key: str, content_type: str, now: datetime) -> Item:
    return FileObject(
        nova_id=product.nova_id,
        product_type="SPECTRA",
        data_product_id=product.data_product_id,
        role=role,
        name=key.rpartition("/")[2],
        s3_bucket=_BUCKET,
        s3_key=key,
        content_type=content_type,
        byte_length=product.byte_length,
        sha256=product.sha256 if role is FileRole.RAW_FITS else None,
        created_by=CreatedBy(workflow="acquire_and_validate_spectra", job_run_id=sample_id("run", product.nova_id)),
        created_at=now - 50 * _HOUR,
    )


def _id(name: str) -> str:
    return sample_id("spectrum", NOVA_ID, name)
