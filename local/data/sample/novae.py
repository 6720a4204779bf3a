"""Novae of the sample with their names, papers and photometry, and plain spectra of most of them."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from entities.item import Item
from entities.novae.nova import NameKind, NameMapping, NameSource, Nova, NovaStatus, normalise_name
from entities.novae.products import AcquisitionState, PhotometryTable, SpectraProduct, ValidationState
from entities.novae.references import NovaReference, Reference
from local.data.sample.catalogue import PAPERS, STARS, Paper, Star
from local.data.sample.names import NOVA_NAME, sample_id
from local.data.sample.receipts import share_of
from local.data.sample.spectra import raw_file, spectra_in_every_state, valid

_SPECTROGRAPHS = (("ESO", "UVES", "VLT-UT2", 373.0, 946.0), ("ESO", "XSHOOTER", "VLT-UT3", 299.0, 2480.0))
_FIRST_MJD = 56_081.0


def catalogue(now: datetime) -> Iterator[Item]:
    """Every nova, and what is known of it."""
    for star in STARS:
        yield _nova(star, now)
        yield from _names(star)
        if star.status is NovaStatus.ACTIVE:
            yield _photometry(star, now)
        for number in range(star.spectra):
            product = _spectrum(star, number, now)
            yield product
            yield raw_file(product, now)
    yield from spectra_in_every_state(now)
    for paper in PAPERS:
        yield from _paper(paper, now)
    yield from _paper_without_bibcode(now)


def nova_id(name: str) -> str:
    """The id of a nova of the sample."""
    return sample_id("nova", name)


def _nova(star: Star, now: datetime) -> Item:
    papers = sum(star.name in paper.novae for paper in PAPERS)
    spectra = 17 if star.name == NOVA_NAME else star.spectra
    return Nova(
        nova_id=nova_id(star.name),
        primary_name=star.name,
        primary_name_normalized=normalise_name(star.name),
        ra_deg=star.ra_deg,
        dec_deg=star.dec_deg,
        coord_frame="ICRS",
        coord_epoch="J2000",
        discovery_date=star.discovered,
        status=star.status,
        nova_type=star.kind,
        aliases=star.aliases,
        resolver_source="SIMBAD",
        spectra_count=spectra,
        photometry_count=_rows(star),
        references_count=papers,
        spectral_visits=max(0, spectra - 1),
        has_sparkline=_rows(star) > 0,
        created_by_job_run_id=sample_id("run", "initialize_nova", star.name),
        created_at=now - timedelta(days=60),
        updated_at=now - timedelta(days=2),
    )


def _names(star: Star) -> Iterator[Item]:
    """A name may mean several novae: `Nova Sco 2012` does, until a duplicate is cleared away."""
    for name in (star.name, *star.aliases):
        yield NameMapping(
            name_normalized=normalise_name(name),
            nova_id=nova_id(star.name),
            name_raw=name,
            name_kind=NameKind.PRIMARY if name == star.name else NameKind.ALIAS,
            source=NameSource.USER_INPUT if name == star.name else NameSource.SIMBAD,
        )


def _rows(star: Star) -> int:
    return int(200 + 4_000 * share_of("photometry", star.name)) if star.status is NovaStatus.ACTIVE else 0


def _photometry(star: Star, now: datetime) -> Item:
    star_id = nova_id(star.name)
    return PhotometryTable(
        nova_id=star_id,
        data_product_id=sample_id("photometry", star.name),
        s3_bucket="sample-novae",
        s3_key=f"derived/{star_id}/photometry.parquet",
        last_ingestion_at=now - timedelta(days=3),
        last_ingestion_source="AAVSO",
        ingestion_count=2,
        row_count=_rows(star),
        photometry_schema_version="1",
    )


def _spectrum(star: Star, number: int, now: datetime) -> SpectraProduct:
    provider, instrument, telescope, low, high = _SPECTROGRAPHS[number % len(_SPECTROGRAPHS)]
    chance = share_of("spectrum", star.name, number)
    return valid(
        nova_id(star.name),
        provider,
        sample_id("spectrum", star.name, number),
        now,
        instrument=instrument,
        telescope=telescope,
        observation_date_mjd=round(_FIRST_MJD + 3_000 * chance, 4),
        wavelength_min_nm=low,
        wavelength_max_nm=high,
        snr=round(20 + 180 * chance, 1),
        acquisition_status=AcquisitionState.ACQUIRED,
        validation_status=ValidationState.VALID,
    )


def _paper(paper: Paper, now: datetime) -> Iterator[Item]:
    year = int(paper.date[:4])
    yield Reference(
        bibcode=paper.bibcode,
        reference_type=paper.kind,
        source="ADS",
        title=paper.title,
        authors=paper.authors,
        year=year,
        publication_date=paper.date,
        doi=paper.doi,
        created_at=now - timedelta(days=30),
    )
    for name in paper.novae:
        yield NovaReference(
            nova_id=nova_id(name),
            reference_id=paper.bibcode,
            role=paper.role,
            added_by_workflow="refresh_references",
            created_at=now - timedelta(days=30),
        )


def _paper_without_bibcode(now: datetime) -> Iterator[Item]:
    """It lies under its nova, where papers without an entry in the catalogue lie."""
    under: dict[str, Any] = {"nova_id": nova_id(NOVA_NAME), "reference_id": sample_id("reference", "notes")}
    yield Reference(
        **under,
        reference_type="notes",
        source="OTHER",
        title="Observing notes on V1324 Sco",
        authors=("Night assistant",),
        year=2012,
        published_at=now - timedelta(days=45),
    )
    yield NovaReference(**under)
