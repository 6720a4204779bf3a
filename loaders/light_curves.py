"""Light curves: single measurements of brightness, in a table of their own that not every deployment has."""

from entities.fields import Flag, Part
from entities.tables import PHOTOMETRY
from loaders.dynamo.requests import Begins, Query
from loaders.lists.cursors import scope_of
from loaders.lists.pages import Slice, check_first, sorted_page
from loaders.request import Request


class PhotometryRow(Part):
    """One measurement of the brightness of a nova, or a limit that it was fainter than."""

    time_mjd: float | None = None
    """When it was measured, as a Modified Julian Date in days."""
    band_id: str | None = None
    """The id of the filter, such as `HCT_HFOSC_Bessell_V-00`."""
    band_name: str | None = None
    """The name of the filter, such as `V`."""
    regime: str | None = None
    """The part of the spectrum, such as `optical` or `radio`."""
    magnitude: float | None = None
    """The brightness in magnitudes: the smaller, the brighter; null if it was measured in another way."""
    mag_err: float | None = None
    """The error of `magnitude`."""
    flux_density: float | None = None
    """The brightness as a flux density, in `fluxDensityUnit`; null if it was measured in another way."""
    flux_density_unit: str | None = None
    """The unit of `fluxDensity`, such as `mJy`."""
    count_rate: float | None = None
    """The brightness as counts per second; null if it was measured in another way."""
    is_upper_limit: Flag | None = None
    """Whether the nova was not seen: it was fainter than `limitingValue`."""
    limiting_value: float | None = None
    """The limit that the nova was fainter than, in the unit of the measurement."""
    limiting_sigma: float | None = None
    """How many standard deviations above the noise the limit is."""
    quality_flag: int | None = None
    """The quality of the measurement; 0 is good."""
    bibcode: str | None = None
    """The ADS bibcode of the paper that the measurement is from."""
    telescope: str | None = None
    """The telescope."""
    instrument: str | None = None
    """The instrument."""
    data_origin: str | None = None
    """Where the measurement comes from, such as `literature`."""
    data_rights: str | None = None
    """Who may use the measurement, such as `public`."""


def light_curve(request: Request, nova_id: str, *, band: str | None, first: int, after: str | None) -> Slice | None:
    """The measurements of a nova by time; None where no table of measurements is named."""
    check_first(first)
    if not request.session.has(PHOTOMETRY):
        return None
    records = request.session.query(Query(PHOTOMETRY, None, nova_id, Begins("PHOT#")))
    rows = [(str(each["SK"]), PhotometryRow.model_validate(_plain(each))) for each in records]
    kept = [(key, row) for key, row in rows if band in (None, row.band_name, row.band_id)]
    entries: list[tuple[list[str | int | float], PhotometryRow]] = [
        ([row.time_mjd or 0.0, key], row) for key, row in kept
    ]
    scope = scope_of("lightCurve", {"novaId": nova_id, "band": band}, newest_first=False)
    return sorted_page(entries, scope, first=first, after=after)


def _plain(record: dict[str, object]) -> dict[str, object]:
    """What a row holds, without what could not be read as a number or a text."""
    names = PhotometryRow.model_fields
    return {name: record[name] for name in names if record.get(name) not in (None, "")}
