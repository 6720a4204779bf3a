"""A nova and the names that lead to it."""

from typing import ClassVar
from unicodedata import normalize

from entities.attributes import Record
from entities.fields import Flag, Needed, OpenEnum, PartialDate
from entities.item import Alternate
from entities.keys import Key
from entities.novae.base import NovaeItem
from entities.novae.sky import degrees_of, hours_of


class NovaStatus(OpenEnum):
    """Whether a nova is part of the catalogue. ACTIVE: it is. HIDDEN: it is not shown. QUARANTINED: a person has to
    look at it. DEPRECATED: it is no longer used. MERGED: it turned out to be another nova, named in `mergedIntoNovaId`.
    """

    ACTIVE = "ACTIVE"
    MERGED = "MERGED"
    DEPRECATED = "DEPRECATED"
    QUARANTINED = "QUARANTINED"
    HIDDEN = "HIDDEN"


class Nova(NovaeItem):
    """A nova, a star that suddenly becomes much brighter, as the catalogue knows it."""

    type_name: ClassVar[str] = "Nova"
    key: ClassVar[Key] = Key.of("{nova_id}", "NOVA")
    indexes: ClassVar = {"CatalogIndex": Key.of("Nova", "{primary_name_normalized:text}")}
    shown: ClassVar = {"ra_sexagesimal": str, "dec_sexagesimal": str}
    hides_by: ClassVar = frozenset({"status"})
    notes: ClassVar = (
        (
            "CatalogIndex lists novae by name. It uses attributes that every nova has, so it can be added to an "
            "existing table; without it a list of novae would be a Scan."
        ),
        (
            "SkyIndex has the novae with coordinates by declination, for searches around a place. It too uses "
            "attributes that every writer's novae have (`entity_type`, `dec_deg`), so novae that other programs store "
            "are in it at once."
        ),
        "QUARANTINED and HIDDEN are statuses too: the text mentions the first, an operator's tool writes the second.",
        "`discovery_date` may leave day and month open (`2012-06-00`).",
        "`merged_into_nova_id` says which nova a MERGED one became: the documents have the status but no pointer.",
        (
            "Two concurrent writers cannot store the same nova twice: the transaction that stores a nova also takes "
            "claims on its name and its position (`CLAIM#name:…`, `CLAIM#sky:…`, which expire after an hour). Ids of "
            "novae stay random, as in upstream."
        ),
        (
            "A nova 2 to 10 arcseconds from another is not stored: a JobRun with status QUARANTINED asks a person to "
            "decide, as in upstream, and `is_distinct` is the decision."
        ),
    )

    nova_id: str
    """The id of the nova, a UUID."""
    primary_name: Needed[str] = None
    """The name to show, such as `V1324 Sco`."""
    primary_name_normalized: Needed[str] = None
    """The primary name in lower case with single spaces, such as `v1324 sco`; novae are sorted by it."""
    ra_deg: float | None = None
    """The right ascension in degrees (ICRS), from 0 to below 360; null if unknown."""
    dec_deg: float | None = None
    """The declination in degrees (ICRS), from -90 (south) to 90 (north); null if unknown."""
    coord_frame: str | None = None
    """The reference frame of the coordinates, such as `ICRS`."""
    coord_epoch: str | None = None
    """The epoch of the coordinates, such as `J2000`."""
    discovery_date: PartialDate | None = None
    """When the nova was discovered, as YYYY-MM-DD. An unknown month or day is 00, as in `2012-06-00`."""
    status: NovaStatus = NovaStatus.ACTIVE
    """Whether the nova is part of the catalogue (ACTIVE), or why it is not."""
    nova_type: str | None = None
    """The type of the nova, such as `Fe II` or `recurrent`; null if unknown."""
    aliases: tuple[str, ...] = ()
    """Other names of the nova, as they are written. Names that were found later may be missing here."""
    resolver_source: str | None = None
    """The service that provided the coordinates, such as `SIMBAD`."""
    spectra_count: int | None = None
    """How many valid spectra of the nova there are. Counted now and then, so it may be out of date."""
    photometry_count: int | None = None
    """How many measurements of the nova's brightness there are. Counted now and then, so it may be out of date."""
    references_count: int | None = None
    """How many papers about the nova there are. Counted now and then, so it may be out of date."""
    spectral_visits: int | None = None
    """On how many nights spectra of the nova were taken. Counted now and then, so it may be out of date."""
    has_sparkline: Flag | None = None
    """Whether there is a small picture of the nova's light curve."""
    created_by_job_run_id: str | None = None
    """The id of the workflow run that created the nova."""
    merged_into_nova_id: str | None = None
    """The id of the nova that a MERGED one turned out to be; null for all others. If that nova is hidden from the
    caller, `mergedInto` is null.
    """

    @property
    def ra_sexagesimal(self) -> str | None:
        """The right ascension in hours, minutes and seconds, such as `17 50 53.90`; null if unknown."""
        return None if self.ra_deg is None else hours_of(self.ra_deg)

    @property
    def dec_sexagesimal(self) -> str | None:
        """The declination in degrees, arcminutes and arcseconds, such as `-32 37 20.6`; null if unknown."""
        return None if self.dec_deg is None else degrees_of(self.dec_deg)

    @classmethod
    def is_hidden(cls, record: Record) -> bool:
        """Hidden novae are for those who can show them again."""
        return NovaStatus(str(record.get("status"))) is NovaStatus.HIDDEN


class NameKind(OpenEnum):
    """Whether a name is the primary name of a nova or an alias."""

    PRIMARY = "PRIMARY"
    ALIAS = "ALIAS"


class NameSource(OpenEnum):
    """Where a name comes from: a user, imported data (INGESTION), the services SIMBAD and TNS, or elsewhere."""

    USER_INPUT = "USER_INPUT"
    INGESTION = "INGESTION"
    SIMBAD = "SIMBAD"
    TNS = "TNS"
    OTHER = "OTHER"


class NameMapping(NovaeItem):
    """A name, primary or alias, and the nova that has it. Several novae may have the same name."""

    type_name: ClassVar[str] = "NameMapping"
    key: ClassVar[Key] = Key.of("NAME#{name_normalized:text}", "NOVA#{nova_id}")
    alternates: ClassVar = (
        Alternate(None, Key.of("NAME#{name_normalized:text}", "{nova_id}"), "the example in the document"),
    )
    notes: ClassVar = (
        (
            "The document's example contradicts its template twice: the sort key lacks `NOVA#`, and the partition key "
            "is not made from `name_normalized`. The template is written; both are read."
        ),
    )

    name_normalized: str
    """The name as it is looked up: in lower case with single spaces, such as `v1324 sco`."""
    nova_id: str
    """The id of the nova that has the name."""
    name_raw: Needed[str] = None
    """The name as it is written, such as `V1324 Sco`."""
    name_kind: NameKind = NameKind.ALIAS
    """Whether this is the primary name of the nova or an alias."""
    source: NameSource = NameSource.OTHER
    """Where the name comes from."""


def normalise_name(name: str) -> str:
    """A name as it is looked up: `V1324_Sco ` is `v1324 sco`. Letters that look the same are the same (NFC)."""
    return normalize("NFC", " ".join(normalize("NFC", name).replace("_", " ").lower().split()))


def spellings_of(name: str) -> list[str]:
    """The forms under which a name may be stored: ours first, then those of writers who kept the letters as given."""
    normal, given = normalise_name(name), " ".join(name.replace("_", " ").lower().split())
    with_underscores = " ".join(name.lower().split())  # as names from SIMBAD were stored
    found = dict.fromkeys([normal, given, normalize("NFD", normal), with_underscores])
    return [each for each in found if each]
