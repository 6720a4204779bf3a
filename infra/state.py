"""State that must never be lost: the tables and the users."""

from aws_cdk import CfnOutput, RemovalPolicy, Stack
from aws_cdk import aws_cognito as cognito
from aws_cdk import aws_dynamodb as dynamodb
from constructs import Construct

from entities.tables import TABLES, Index, KeyType, Table
from infra.stage import ExistingTable, Stage
from resolvers.routing.route import EDITORS, OPERATORS, VIEWERS

GROUPS = {
    VIEWERS: "May read.",
    EDITORS: "May read and write.",
    OPERATORS: "May read, write, and see what is for operators alone.",
}
CLIENT = "client_id"
"""The attribute that says which client's images and documents a person sees. Only administrators can set it."""

_TYPES = {"S": dynamodb.AttributeType.STRING, "N": dynamodb.AttributeType.NUMBER}


class StateStack(Stack):
    """The tables, created or only named, and the user pool."""

    def __init__(self, scope: Construct, name: str, stage: Stage) -> None:
        super().__init__(scope, name, description=f"Tessera {stage.name}: tables and users", analytics_reporting=False)
        self.stage = stage
        self.tables: dict[str, dynamodb.ITable] = {
            table.name: self._table(table, stage.existing.get(table.name)) for table in TABLES.values()
        }
        self.pool = self._pool()
        self.client = self.pool.add_client(
            "Client",
            auth_flows=cognito.AuthFlow(user_srp=True),
            prevent_user_existence_errors=True,
            disable_o_auth=True,
            enable_token_revocation=True,
            read_attributes=_attributes(preferred_username=True, email_verified=True).with_custom_attributes(CLIENT),
            write_attributes=_attributes(),
        )
        for group, description in GROUPS.items():
            self.pool.add_group(group.title(), group_name=group, description=description)
        CfnOutput(self, "UserPool", value=self.pool.user_pool_id)
        CfnOutput(self, "UserPoolClient", value=self.client.user_pool_client_id)

    def _table(self, table: Table, existing: ExistingTable | None) -> dynamodb.ITable:
        if existing is None:
            return _created(self, table, self.stage)
        return dynamodb.Table.from_table_attributes(
            self, _id(table), table_name=existing.name, table_stream_arn=existing.stream_arn
        )

    def _pool(self) -> cognito.UserPool:
        """Users are invited; there is no self sign-up."""
        return cognito.UserPool(
            self,
            "People",
            user_pool_name=self.stage.named("people"),
            self_sign_up_enabled=False,
            sign_in_aliases=cognito.SignInAliases(email=True),
            custom_attributes={CLIENT: cognito.StringAttribute(mutable=True, min_len=1, max_len=200)},
            mfa=cognito.Mfa.OPTIONAL,
            mfa_second_factor=cognito.MfaSecondFactor(otp=True, sms=False),
            password_policy=cognito.PasswordPolicy(min_length=14),
            account_recovery=cognito.AccountRecovery.EMAIL_ONLY,
            deletion_protection=True,
            removal_policy=RemovalPolicy.RETAIN,
        )


def _attributes(**more: bool) -> cognito.ClientAttributes:
    """What people may read and change about themselves, and more. Names that changes are stored with are not theirs."""
    return cognito.ClientAttributes().with_standard_attributes(
        email=True, given_name=True, family_name=True, fullname=True, locale=True, timezone=True, **more
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
            index_name=name, partition_key=_attribute(index, 0), sort_key=_sort_key(index)
        )
    return created


def _attribute(index: Index, place: int) -> dynamodb.Attribute:
    kind: KeyType = index.types[place]
    return dynamodb.Attribute(name=index.attributes[place], type=_TYPES[kind])


def _sort_key(index: Index) -> dynamodb.Attribute | None:
    return _attribute(index, 1) if index.sort else None


def _id(table: Table) -> str:
    return f"{table.name.title()}Table"
