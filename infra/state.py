"""State that must never be lost: the tables and the users."""

from typing import Any

from aws_cdk import RemovalPolicy, Stack
from aws_cdk import aws_dynamodb as dynamodb
from constructs import Construct

from entities.tables import OWN_TABLES_VARIABLE, TABLES, Index, KeyType, Table
from infra.people import People
from infra.stage import ExistingTable, Stage

_TYPES = {"S": dynamodb.AttributeType.STRING, "N": dynamodb.AttributeType.NUMBER}


class StateStack(Stack):
    """The tables, created or only named, and the user pool."""

    def __init__(self, scope: Construct, name: str, stage: Stage) -> None:
        super().__init__(scope, name, description=f"Tessera {stage.name}: tables and users", analytics_reporting=False)
        self.stage = stage
        self.tables: dict[str, dynamodb.ITable] = {
            table.name: self._table(table, stage.existing.get(table.name)) for table in TABLES.values()
        }
        self.people = People(self, stage)

    @property
    def variables(self) -> dict[str, str]:
        """What functions are told of the tables."""
        names = {table.variable: self.tables[table.name].table_name for table in TABLES.values()}
        return names | self.declarations

    @property
    def declarations(self) -> dict[str, str]:
        """What operators say of the tables: which are ours alone."""
        return {OWN_TABLES_VARIABLE: ",".join(self.stage.own_tables)} if self.stage.own_tables else {}

    def _table(self, table: Table, existing: ExistingTable | None) -> dynamodb.ITable:
        if existing is None:
            return _created(self, table, self.stage)
        return dynamodb.Table.from_table_attributes(
            self, _id(table), table_name=existing.name, table_stream_arn=existing.stream_arn
        )


def _created(scope: Construct, table: Table, stage: Stage) -> dynamodb.Table:
    created = dynamodb.Table(
        scope,
        _id(table),
        table_name=f"{table.usual_name}-{stage.name}",
        partition_key=_attribute(table.key, 0),
        sort_key=_sort_key(table.key),
        billing_mode=dynamodb.BillingMode.PAY_PER_REQUEST,
        stream=dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
        time_to_live_attribute=table.ttl,
        point_in_time_recovery_specification=dynamodb.PointInTimeRecoverySpecification(
            point_in_time_recovery_enabled=True
        ),
        encryption=dynamodb.TableEncryption.AWS_MANAGED,
        deletion_protection=True,
        removal_policy=RemovalPolicy.RETAIN,
    )
    for name, index in table.indexes.items():
        created.add_global_secondary_index(
            index_name=name, partition_key=_attribute(index, 0), sort_key=_sort_key(index), **_projection(index)
        )
    return created


def _projection(index: Index) -> dict[str, Any]:
    if index.projected is None:
        return {}
    return {"projection_type": dynamodb.ProjectionType.INCLUDE, "non_key_attributes": list(index.projected)}


def _attribute(index: Index, place: int) -> dynamodb.Attribute:
    kind: KeyType = index.types[place]
    return dynamodb.Attribute(name=index.attributes[place], type=_TYPES[kind])


def _sort_key(index: Index) -> dynamodb.Attribute | None:
    return _attribute(index, 1) if index.sort else None


def _id(table: Table) -> str:
    return f"{table.name.title()}Table"
