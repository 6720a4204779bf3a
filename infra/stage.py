"""The differences between dev and prod, and the settings of a deployment (`-c name=value`)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from entities.tables import TABLES, Table
from resolvers.routing.limits import QUERY_DEPTH, RESOLVER_COUNT

REPOSITORY = Path(__file__).parent.parent
STAGES = ("dev", "prod")
BUCKETS = ("documents", "cats")
"""The systems that take uploads."""
NUMBERS = {
    "recognitionDollars": "recognition_dollars",
    "pagesPerHour": "pages_per_hour",
    "readUnitsPerHour": "read_units_per_hour",
    "writeUnitsPerHour": "write_units_per_hour",
    "budgetDollars": "budget_dollars",
}
LIMITS = {"documentsPagesPerDay": "DOCUMENTS_PAGES_PER_DAY", "documentsBytesPerDay": "DOCUMENTS_BYTES_PER_DAY"}


class StageError(ValueError):
    """A context that cannot be deployed."""


@dataclass(frozen=True)
class ExistingTable:
    """An existing table, which is used but not managed."""

    name: str
    stream_arn: str | None = None


@dataclass(frozen=True)
class Stage:
    """One deployment of everything."""

    name: str = "dev"
    package: Path = REPOSITORY / "build" / "lambda"
    """The folder that `make package` filled."""
    existing: dict[str, ExistingTable] = field(default_factory=dict)
    """Existing tables that are used instead of creating them."""
    alarm_email: str | None = None
    pictures_url: str | None = None
    """The CDN in front of the bucket with pictures."""
    picture_buckets: tuple[str, ...] = ()
    """Buckets with pictures for which addresses are signed."""
    photometry_table: str | None = None
    """The table of another program that has single measurements of novae, if there is one."""
    argument_comments: bool = True
    """Whether the schema keeps its comments on arguments, in case AppSync rejects them."""
    inline_schema: bool = False
    """Whether the template holds the schema itself, for emulators that do not fetch it from S3."""
    existing_buckets: dict[str, str] = field(default_factory=dict)
    """Existing buckets that are used instead of creating them, by the system whose uploads they hold."""
    upload_origins: tuple[str, ...] = ("*",)
    """The web pages that may upload and download in a browser."""
    user_pool: str | None = None
    """The id of an existing user pool, which is used but not managed."""
    page_urls: tuple[str, ...] = ("http://localhost:8001/",)
    """The pages that people come back to after signing in."""
    sign_in_prefix: str | None = None
    """The name of the sign-in pages' domain, if the usual one is taken."""
    domain: tuple[str, str] | None = None
    """The API's own domain and the ARN of its certificate, which is in us-east-1."""
    web_acl: str | None = None
    """The ARN of a web ACL to put before the API."""
    has_page: bool = False
    """Whether CloudFront serves the page to everyone."""
    page_domain: tuple[str, str] | None = None
    """The page's own domain and the ARN of its certificate, which is in us-east-1."""
    page_web_acl: str | None = None
    """The ARN of a web ACL of CloudFront's to put before the page."""
    recognition_dollars: int = 20
    """How much recognition may cost in a day before an alarm is raised."""
    pages_per_hour: int = 1_000
    read_units_per_hour: int = 20_000_000
    """2.50 dollars."""
    write_units_per_hour: int = 4_000_000
    """2.50 dollars."""
    budget_dollars: int | None = None
    """What a month may cost in all; without it there is no budget."""
    own_tables: tuple[str, ...] = ()
    """Tables that no other program writes; the publisher watches all of their items."""
    document_limits: dict[str, str] = field(default_factory=dict)
    """How much a client may have recognised in a day, by the variable that says so."""

    @classmethod
    def read(cls, context: Callable[[str], Any]) -> "Stage":
        """The stage that the context describes."""
        name = context("stage") or "dev"
        if name not in STAGES:
            raise StageError(f"stage is one of {', '.join(STAGES)}, not {name}")
        package = Path(context("package") or cls.package)
        if not package.is_dir():
            raise StageError(f"there is no package in {package}: run `make package` first")
        existing = {table.name: found for table in TABLES.values() if (found := _existing(table, context))}
        return cls(
            name,
            package,
            existing,
            context("alarmEmail"),
            context("picturesUrl"),
            _names("pictureBuckets", context),
            context("photometryTable"),
            _switch("argumentComments", context, usual=True),
            _switch("inlineSchema", context, usual=False),
            existing_buckets={system: found for system in BUCKETS if (found := context(f"{system}Bucket"))},
            upload_origins=tuple((context("uploadOrigins") or "*").split(",")),
            user_pool=context("userPool"),
            page_urls=_page_urls(context, cls.page_urls),
            sign_in_prefix=context("signInPrefix"),
            domain=_domain("domainName", "certificateArn", context),
            web_acl=context("webAclArn"),
            has_page=_switch("page", context, usual=False),
            page_domain=_domain("pageDomain", "pageCertificateArn", context),
            page_web_acl=context("pageWebAclArn"),
            own_tables=_own_tables(context, existing),
            document_limits={
                variable: str(_whole(setting, context)) for setting, variable in LIMITS.items() if context(setting)
            },
            **{name: _whole(setting, context) for setting, name in NUMBERS.items() if context(setting)},
        )

    @property
    def is_prod(self) -> bool:
        return self.name == "prod"

    @property
    def has_api_key(self) -> bool:
        """Demos need no account; real data does."""
        return not self.is_prod

    @property
    def log_days(self) -> int:
        return 90 if self.is_prod else 14

    @property
    def query_depth(self) -> int:
        return QUERY_DEPTH[self.name]

    @property
    def resolver_count(self) -> int:
        return RESOLVER_COUNT

    def named(self, part: str) -> str:
        """tessera-dev-read"""
        return f"tessera-{self.name}-{part}"


def _names(name: str, context: Callable[[str], Any]) -> tuple[str, ...]:
    """Names that are separated by commas."""
    return tuple(each.strip() for each in str(context(name) or "").split(",") if each.strip())


def _switch(name: str, context: Callable[[str], Any], *, usual: bool) -> bool:
    """-c gives texts, cdk.json may hold booleans."""
    given = context(name)
    if given not in (None, True, False, "true", "false"):
        raise StageError(f"{name} is true or false, not {given}")
    return usual if given is None else given in (True, "true")


def _whole(name: str, context: Callable[[str], Any]) -> int:
    given = str(context(name))
    if not given.isdecimal() or int(given) < 1:
        raise StageError(f"{name} is a whole number above 0, not {given}")
    return int(given)


def _domain(of_name: str, of_certificate: str, context: Callable[[str], Any]) -> tuple[str, str] | None:
    name, certificate = context(of_name), context(of_certificate)
    if bool(name) is not bool(certificate):
        raise StageError(f"{of_name} and {of_certificate} are given together")
    return (name, certificate) if name else None


def _page_urls(context: Callable[[str], Any], usual: tuple[str, ...]) -> tuple[str, ...]:
    """Where the user pool may lead people back to; the page's own domain is always one of them."""
    own = [f"https://{context('pageDomain')}/"] if context("pageDomain") else []
    return tuple(dict.fromkeys([*own, *(_names("pageUrls", context) or usual)]))


def _own_tables(context: Callable[[str], Any], existing: dict[str, ExistingTable]) -> tuple[str, ...]:
    """Without a stream another writer would go unnoticed, so such a table cannot be ours alone."""
    named = _names("ownTables", context)
    for name in named:
        if name not in TABLES:
            raise StageError(f"ownTables names tables among {', '.join(TABLES)}, not {name}")
        if name in existing and not existing[name].stream_arn:
            raise StageError(f"ownTables names {name}, and {name}Stream is not given: nothing would watch over it")
    return named


def _existing(table: Table, context: Callable[[str], Any]) -> ExistingTable | None:
    name, stream = context(f"{table.name}Table"), context(f"{table.name}Stream")
    if stream and not name:
        raise StageError(f"{table.name}Stream is given without {table.name}Table")
    return ExistingTable(name, stream) if name else None
