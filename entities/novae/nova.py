"""A nova and the names that lead to it."""

from typing import ClassVar

from entities.fields import Flag, Needed, OpenEnum, PartialDate
from entities.item import Alternate
from entities.keys import Key
from entities.novae.base import NovaeItem


class NovaStatus(OpenEnum):
    """Whether a nova counts."""

    ACTIVE = "ACTIVE"
    MERGED = "MERGED"
    DEPRECATED = "DEPRECATED"
    QUARANTINED = "QUARANTINED"
    HIDDEN = "HIDDEN"


class Nova(NovaeItem):
    """A nova."""

    type_name: ClassVar[str] = "Nova"
    key: ClassVar[Key] = Key.of("{nova_id}", "NOVA")
    indexes: ClassVar = {"CatalogIndex": Key.of("Nova", "{primary_name_normalized:text}")}
    notes: ClassVar = (
        (
            "CatalogIndex lists novae by name. It is made of attributes that every nova has, so it can be added to a "
            "table that exists; without it a list of novae would be a Scan."
        ),
        "QUARANTINED and HIDDEN are statuses too: the text speaks of the first, an operator's tool writes the second.",
        "`discovery_date` may leave day and month open (`2012-06-00`).",
        "`merged_into_nova_id` says which nova a MERGED one became: the documents have the status but no pointer.",
        (
            "Two writers cannot make two novae of one name or of one place: a decision by what a name means, or by "
            "what lies near a place, takes its claim (`CLAIM#name:…`, `CLAIM#sky:…`, gone after an hour) in the "
            "transaction that stores it. Ids of novae stay random, as upstream makes them."
        ),
        (
            "A nova 2 to 10 arcseconds from another is not stored: a JobRun with status QUARANTINED asks a person, as "
            "upstream's does, and `is_distinct` is the person's answer."
        ),
    )

    nova_id: str
    primary_name: Needed[str] = None
    primary_name_normalized: Needed[str] = None
    ra_deg: float | None = None
    dec_deg: float | None = None
    coord_frame: str | None = None
    coord_epoch: str | None = None
    discovery_date: PartialDate | None = None
    status: NovaStatus = NovaStatus.ACTIVE
    nova_type: str | None = None
    aliases: tuple[str, ...] = ()
    resolver_source: str | None = None
    spectra_count: int | None = None
    photometry_count: int | None = None
    references_count: int | None = None
    spectral_visits: int | None = None
    has_sparkline: Flag | None = None
    created_by_job_run_id: str | None = None
    merged_into_nova_id: str | None = None


class NameKind(OpenEnum):
    """Whether a name is the name."""

    PRIMARY = "PRIMARY"
    ALIAS = "ALIAS"


class NameSource(OpenEnum):
    """Where a name comes from."""

    USER_INPUT = "USER_INPUT"
    INGESTION = "INGESTION"
    SIMBAD = "SIMBAD"
    TNS = "TNS"
    OTHER = "OTHER"


class NameMapping(NovaeItem):
    """A name, primary or alias, and the nova that it means. One name may mean several novae."""

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
    nova_id: str
    name_raw: Needed[str] = None
    name_kind: NameKind = NameKind.ALIAS
    source: NameSource = NameSource.OTHER


def normalise_name(name: str) -> str:
    """A name as it is looked up: `V1324_Sco ` is `v1324 sco`."""
    return " ".join(name.replace("_", " ").lower().split())
