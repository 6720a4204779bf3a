"""The five tables and their indexes as data, for creating, deploying and reading them."""

from dataclasses import dataclass, field
from typing import Any, Literal

KeyType = Literal["S", "N"]


@dataclass(frozen=True)
class Index:
    """The key attributes of the table itself or of one of its indexes."""

    partition: str
    sort: str | None = None
    types: tuple[KeyType, KeyType] = ("S", "S")
    projected: tuple[str, ...] | None = None
    """The attributes that an index holds besides keys; None: all of the item."""

    @property
    def attributes(self) -> tuple[str, ...]:
        return (self.partition,) if self.sort is None else (self.partition, self.sort)


@dataclass(frozen=True)
class Table:
    """One DynamoDB table: the names of its keys, and how its item types are told apart."""

    name: str
    variable: str
    """The environment variable with the name of the deployed table."""
    usual_name: str
    key: Index
    indexes: dict[str, Index] = field(default_factory=dict)
    discriminator: str | None = None
    ttl: str | None = None
    author: str = "updated_by"
    """The attribute with the name of the last author of an item."""

    def index(self, name: str | None) -> Index:
        """The index with this name; None is the table itself."""
        return self.key if name is None else self.indexes[name]

    def key_of(self, record: dict[str, Any]) -> dict[str, Any]:
        """The primary key of a stored item."""
        return {name: record.get(name) for name in self.key.attributes}

    def place_of(self, record: dict[str, Any]) -> tuple[Any, ...]:
        """The values of the primary key of a stored item, which tell it from all others in the table."""
        return tuple(map(record.get, self.key.attributes))

    def definition(self, table_name: str | None = None) -> dict[str, Any]:
        """The arguments of CreateTable."""
        indexes = [_index_definition(name, index) for name, index in self.indexes.items()]
        return {
            "TableName": table_name or self.usual_name,
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": _attribute_definitions(self),
            "KeySchema": _key_schema(self.key),
            "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
            **({"GlobalSecondaryIndexes": indexes} if indexes else {}),
        }


def _index_definition(name: str, index: Index) -> dict[str, Any]:
    return {"IndexName": name, "KeySchema": _key_schema(index), "Projection": _projection(index)}


def _projection(index: Index) -> dict[str, Any]:
    if index.projected is None:
        return {"ProjectionType": "ALL"}
    return {"ProjectionType": "INCLUDE", "NonKeyAttributes": list(index.projected)}


def _key_schema(index: Index) -> list[dict[str, str]]:
    roles = zip(index.attributes, ("HASH", "RANGE"), strict=False)
    return [{"AttributeName": name, "KeyType": role} for name, role in roles]


def _attribute_definitions(table: Table) -> list[dict[str, str]]:
    types: dict[str, str] = {}
    for index in (table.key, *table.indexes.values()):
        types.update(zip(index.attributes, index.types, strict=False))
    return [{"AttributeName": name, "AttributeType": kind} for name, kind in sorted(types.items())]


RECEIPTS = Table(
    name="receipts",
    variable="RECEIPTS_TABLE",
    usual_name="ReceiptsTable",
    key=Index("PK", "SK"),
    indexes={
        "GSI1": Index("GSI1PK", "GSI1SK"),
        "GSI2": Index("GSI2PK", "GSI2SK"),
        "GSI3": Index("GSI3PK", "GSI3SK"),
        "GSITYPE": Index("TYPE"),
        "GSIADDED": Index("TYPE", "timestamp_added", projected=("validation_status",)),
    },
    discriminator="TYPE",
    ttl="time_to_live",
)

NOVAE = Table(
    name="novae",
    variable="NOVAE_TABLE",
    usual_name="NovaCat",
    key=Index("PK", "SK"),
    indexes={
        "EligibilityIndex": Index("GSI1PK", "GSI1SK"),
        "CatalogIndex": Index("entity_type", "primary_name_normalized"),
        "RunIndex": Index("nova_id", "started_at"),
        "WorkflowIndex": Index("correlation_id", "started_at"),
        "SkyIndex": Index("entity_type", "dec_deg", ("S", "N")),
    },
    discriminator="entity_type",
    ttl="ttl",
)

CATS = Table(
    name="cats",
    variable="CATS_TABLE",
    usual_name="IceCatWrangler",
    key=Index("batch_id", "img_fprint", ("N", "S")),
    indexes={
        "GSI1": Index("batch_id", "upload_ts", ("N", "N")),
        "GSI2": Index("client_id", "upload_ts", ("S", "N")),
        "GSI3": Index("batch_id", "client_id", ("N", "S")),
        "GSI4": Index("batch_id", "op_status", ("N", "S")),
        "GSI5": Index("rek_iscat", "upload_ts", ("S", "N")),
        "SparseLogs": Index("batch_id", "log_ts", ("N", "N")),
        "FingerprintIndex": Index("img_fprint", "upload_ts", ("S", "N")),
        "PendingIndex": Index("waiting", "waiting_ts", ("S", "N")),
    },
    ttl="ttl",
)

DOCUMENTS = Table(
    name="documents",
    variable="DOCUMENTS_TABLE",
    usual_name="TextractorJobs",
    key=Index("JobID"),
    indexes={
        "Status-SubmittedAt-Index": Index("Status", "SubmittedAt"),
        "DocumentKey-Index": Index("DocumentKey"),
        "TextractID-Index": Index("TextractID"),
        "ClientID-SubmittedAt-Index": Index("ClientID", "SubmittedAt"),
    },
    ttl="TTL",
    author="UpdatedBy",
)

LETTERS = Table(
    name="letters",
    variable="DEAD_LETTERS_TABLE",
    usual_name="TesseraDeadLetters",
    key=Index("ID"),
    indexes={"Kind-ReceivedAt-Index": Index("Kind", "ReceivedAt")},
    ttl="TTL",
    author="UpdatedBy",
)
"""Messages that no worker could process. The workers also keep small notes of their own in it, such as what each client
has used today: these are no items of any type.
"""

PHOTOMETRY = Table(
    name="photometry",
    variable="PHOTOMETRY_TABLE",
    usual_name="",
    key=Index("PK", "SK"),
    discriminator="entity_type",
)
"""Single measurements of novae. It belongs to another program, and is only read where it is named."""

OWN_TABLES_VARIABLE = "OWN_TABLES"
"""The environment variable that names the tables which no other program writes, by our own names, with commas."""

TABLES: dict[str, Table] = {table.name: table for table in (RECEIPTS, NOVAE, CATS, DOCUMENTS, LETTERS)}
