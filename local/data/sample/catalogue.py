"""Novae of the sample: real ones, with their names, places in the sky (J2000) and papers."""

from dataclasses import dataclass

from entities.novae.nova import NovaStatus
from entities.novae.references import ReferenceRole


@dataclass(frozen=True)
class Star:
    """A nova as catalogues have it."""

    name: str
    ra_deg: float
    dec_deg: float
    discovered: str
    kind: str
    aliases: tuple[str, ...]
    spectra: int = 0
    """How many spectra the sample has of it."""
    status: NovaStatus = NovaStatus.ACTIVE


@dataclass(frozen=True)
class Paper:
    """A paper, and what it is to which novae."""

    bibcode: str
    title: str
    authors: tuple[str, ...]
    date: str
    novae: tuple[str, ...]
    role: ReferenceRole = ReferenceRole.OTHER
    doi: str | None = None
    kind: str = "article"


STARS = (
    Star("V1324 Sco", 267.7246, -32.6224, "2012-05-22", "Fe II", ("Nova Sco 2012", "MOA 2012-BLG-320")),
    Star("RS Oph", 267.5548, -6.7079, "1898-00-00", "recurrent", ("HD 162214",), 4),
    Star("T CrB", 239.8757, 25.9202, "1866-05-12", "recurrent", ("Nova CrB 1866", "HD 143454", "HR 5958"), 3),
    Star("U Sco", 245.6283, -17.8786, "1863-05-20", "recurrent", ("Nova Sco 1863",), 2),
    Star("V339 Del", 305.8778, 20.7677, "2013-08-14", "Fe II", ("Nova Del 2013", "PNV J20233073+2046041"), 5),
    Star("V959 Mon", 99.9108, 5.8980, "2012-08-09", "ONe", ("Nova Mon 2012", "Fermi J0639+0548"), 3),
    Star("V1369 Cen", 208.6890, -59.1512, "2013-12-02", "Fe II", ("Nova Cen 2013",), 3),
    Star("V5668 Sgr", 279.2368, -28.9277, "2015-03-15", "Fe II", ("Nova Sgr 2015 No. 2",), 2),
    Star("V906 Car", 159.0643, -59.5983, "2018-03-20", "Fe II", ("ASASSN-18fv", "Nova Car 2018"), 4),
    Star("V407 Cyg", 315.5409, 45.7757, "2010-03-10", "symbiotic", ("Nova Cyg 2010",), 2),
    Star("V382 Vel", 161.2016, -52.4252, "1999-05-22", "ONe", ("Nova Vel 1999",), 1),
    Star("V1500 Cyg", 317.9024, 48.1506, "1975-08-29", "ONe", ("Nova Cyg 1975",)),
    Star("GK Per", 52.8000, 43.9043, "1901-02-21", "classical", ("Nova Per 1901", "HD 21629"), 2),
    Star("V603 Aql", 282.2277, 0.5841, "1918-06-08", "classical", ("Nova Aql 1918", "HD 174107"), 1),
    Star("DQ Her", 271.8760, 45.8590, "1934-12-13", "classical", ("Nova Her 1934",), 2),
    Star("CP Pup", 122.9419, -35.3514, "1942-11-09", "classical", ("Nova Pup 1942",)),
    Star("V838 Mon", 106.0201, -3.8474, "2002-01-06", "luminous red nova", ("Nova Mon 2002",), 1, NovaStatus.HIDDEN),
    Star("CK Vul", 296.9086, 27.3125, "1670-06-20", "merger", ("Nova Vul 1670",), 0, NovaStatus.DEPRECATED),
    Star("M31N 2008-12a", 11.3701, 41.9028, "2008-12-26", "recurrent", (), 0, NovaStatus.QUARANTINED),
    Star("MOA 2012-BLG-320", 267.7245, -32.6223, "2012-05-22", "Fe II", ("Nova Sco 2012",), 0, NovaStatus.MERGED),
)

PAPERS = (
    Paper(
        "2012ATel.4157....1W",
        "MOA 2012-BLG-320 is a classical nova",
        ("Wagner, R. M.",),
        "2012-06-00",
        ("V1324 Sco",),
        ReferenceRole.DISCOVERY,
        kind="telegram",
    ),
    Paper(
        "2018ApJ...852..108F",
        "A Detailed Observational Analysis of V1324 Sco, the Most Gamma-Ray-luminous Classical Nova to Date",
        ("Finzell, T.", "Chomiuk, L.", "Metzger, B. D."),
        "2018-01-00",
        ("V1324 Sco",),
        ReferenceRole.SPECTRA_SOURCE,
        "10.3847/1538-4357/aaa12a",
    ),
    Paper(
        "2014Sci...345..554A",
        "Fermi establishes classical novae as a distinct class of gamma-ray sources",
        ("Ackermann, M.", "Ajello, M.", "Albert, A."),
        "2014-08-00",
        ("V1324 Sco", "V959 Mon", "V339 Del", "V407 Cyg"),
    ),
    Paper(
        "2014Natur.514..339C",
        "Binary orbits as the driver of gamma-ray emission and mass ejection in classical novae",
        ("Chomiuk, L.", "Linford, J. D.", "Yang, J."),
        "2014-10-00",
        ("V959 Mon",),
    ),
    Paper(
        "2010Sci...329..817A",
        "Gamma-Ray Emission Concurrent with the Nova in the Symbiotic Binary V407 Cygni",
        ("Abdo, A. A.", "Ackermann, M.", "Ajello, M."),
        "2010-08-00",
        ("V407 Cyg",),
        ReferenceRole.DISCOVERY,
    ),
    Paper(
        "2020NatAs...4..776A",
        "Direct evidence for shock-powered optical emission in a nova",
        ("Aydi, E.", "Sokolovsky, K. V.", "Chomiuk, L."),
        "2020-04-00",
        ("V906 Car",),
        ReferenceRole.PHOTOMETRY_SOURCE,
    ),
    Paper(
        "2010ApJS..187..275S",
        "Comprehensive Photometric Histories of All Known Galactic Recurrent Novae",
        ("Schaefer, B. E.",),
        "2010-04-00",
        ("RS Oph", "T CrB", "U Sco"),
        ReferenceRole.PHOTOMETRY_SOURCE,
    ),
    Paper(
        "2010AJ....140...34S",
        "Catalog of 93 Nova Light Curves: Classification and Properties",
        ("Strope, R. J.", "Schaefer, B. E.", "Henden, A. A."),
        "2010-07-00",
        ("V1500 Cyg", "V382 Vel", "GK Per", "V603 Aql", "DQ Her", "CP Pup"),
        ReferenceRole.PHOTOMETRY_SOURCE,
    ),
    Paper(
        "2022Sci...376...77H",
        "Time-resolved hadronic particle acceleration in the recurrent nova RS Ophiuchi",
        ("H.E.S.S. Collaboration",),
        "2022-04-00",
        ("RS Oph",),
    ),
    Paper(
        "2021ARA&A..59..391C",
        "New Insights into Classical Novae",
        ("Chomiuk, L.", "Metzger, B. D.", "Shen, K. J."),
        "2021-09-00",
        ("V1324 Sco", "V339 Del", "V1369 Cen", "V5668 Sgr", "V906 Car"),
    ),
)
