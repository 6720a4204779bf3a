"""The API: AppSync with its schema, two functions behind it, and a resolver for each route."""

from pathlib import Path
from tempfile import mkdtemp

from aws_cdk import CfnOutput, Duration, Expiration, Stack
from aws_cdk import aws_appsync as appsync
from aws_cdk import aws_iam as iam
from aws_cdk import aws_wafv2 as waf
from aws_cdk.aws_certificatemanager import Certificate
from aws_cdk.aws_s3_assets import Asset
from constructs import Construct

from entities.tables import PHOTOMETRY
from infra.functions import PackagedFunction, invoker, log_group
from infra.permissions import may_read, may_read_table, may_scan, may_sign_pictures, may_write
from infra.schema_text import schema_for
from infra.stage import Stage
from infra.state import StateStack
from infra.telemetry import may_log
from infra.uploads import Uploads
from infra.wiring import NONE, READ, WRITE, wires

KEY_DAYS = 90


class ApiStack(Stack):
    """The stack that is deployed when code changes."""

    def __init__(self, scope: Construct, name: str, stage: Stage, state: StateStack, uploads: Uploads) -> None:
        super().__init__(scope, name, description=f"Tessera {stage.name}: the API", analytics_reporting=False)
        self.stage, self.state, self.uploads = stage, state, uploads
        self.read = self._function(READ, "Answers queries; it cannot write.", [*self._reading(), *self._measured()])
        writing = [*self._reading(), may_write(state.tables), *uploads.may_upload(), *uploads.may_queue()]
        self.write = self._function(WRITE, "Answers mutations.", writing)
        self.api = self._api()
        self._wire()
        self._guard()
        self._tell()

    def _guard(self) -> None:
        """Put a web ACL before the API, if there is one."""
        if self.stage.web_acl:
            waf.CfnWebACLAssociation(self, "Guard", resource_arn=self.api.arn, web_acl_arn=self.stage.web_acl)

    def _tell(self) -> None:
        """Everything that the commands in docs/operations.md name."""
        CfnOutput(self, "Url", value=self.api.graphql_url, description="Where to send queries")
        CfnOutput(self, "ApiId", value=self.api.api_id)
        if self.api.api_key:
            CfnOutput(self, "ApiKey", value=self.api.api_key, description="For demos; expires")
        if self.stage.domain:
            CfnOutput(self, "DomainTarget", value=self.api.app_sync_domain_name, description="A CNAME points here")

    def _domain(self) -> appsync.DomainOptions | None:
        if not self.stage.domain:
            return None
        name, certificate = self.stage.domain
        return appsync.DomainOptions(
            domain_name=name, certificate=Certificate.from_certificate_arn(self, "Certificate", certificate)
        )

    def _reading(self) -> list[iam.PolicyStatement]:
        pictures = may_sign_pictures(self.stage.picture_buckets)
        return [may_read(self.state.tables), *self.uploads.may_download(), *pictures]

    def _measured(self) -> list[iam.PolicyStatement]:
        """What only queries read: lists that no key leads to, and the measurements of another program."""
        other = self.stage.photometry_table
        return [may_scan(self.state.tables), *([may_read_table(self, other)] if other else [])]

    def _function(self, name: str, description: str, rights: list[iam.PolicyStatement]) -> PackagedFunction:
        given = {
            "PICTURES_URL": self.stage.pictures_url,
            "PICTURES_BUCKETS": ",".join(self.stage.picture_buckets),
            PHOTOMETRY.variable: self.stage.photometry_table if name == READ else None,
        }
        optional = {variable: value for variable, value in given.items() if value}
        return PackagedFunction(
            self,
            name,
            self.stage,
            handler="entry.handler",
            description=description,
            environment={**self.state.variables, **self.uploads.variables, **optional},
            rights=rights,
            snap_start=True,
        )

    def _api(self) -> appsync.GraphqlApi:
        role = iam.Role(self, "ApiLogRole", assumed_by=iam.ServicePrincipal("appsync.amazonaws.com"))
        prod = self.stage.is_prod
        api = appsync.GraphqlApi(
            self,
            "Api",
            name=self.stage.named("api"),
            definition=appsync.Definition.from_file(str(self._schema_file())),
            authorization_config=self._authorization(),
            introspection_config=appsync.IntrospectionConfig.DISABLED if prod else None,
            query_depth_limit=self.stage.query_depth,
            resolver_count_limit=self.stage.resolver_count,
            xray_enabled=True,
            domain_name=self._domain(),
        )
        self._log(api, role)
        if not self.stage.inline_schema:
            self._keep_apart(api)
        return api

    def _keep_apart(self, api: appsync.GraphqlApi) -> None:
        """Give AppSync the schema from S3: in the template it would take a third of what CloudFormation allows."""
        schema = api.node.find_child("Schema")
        assert isinstance(schema, appsync.CfnGraphQLSchema)  # noqa: S101  tells mypy
        file = Asset(self, "SchemaFile", path=str(self._schema_file()))
        schema.definition, schema.definition_s3_location = None, file.s3_object_url

    def _log(self, api: appsync.GraphqlApi, role: iam.Role) -> None:
        """Turn on logs, in prod without queries. CDK's own option would add a function that may change any log."""
        prod = self.stage.is_prod
        made = api.node.default_child
        assert isinstance(made, appsync.CfnGraphQLApi)  # noqa: S101  tells mypy
        made.log_config = appsync.CfnGraphQLApi.LogConfigProperty(
            cloud_watch_logs_role_arn=role.role_arn,
            field_log_level="ERROR" if prod else "ALL",
            exclude_verbose_content=prod,
        )
        group = log_group(api, f"/aws/appsync/apis/{api.api_id}", self.stage)
        role.add_to_policy(may_log([group.log_group_arn]))

    def _authorization(self) -> appsync.AuthorizationConfig:
        """User pool by default, IAM for pipelines, and an API key for demos where there is one."""
        people = appsync.UserPoolConfig(
            user_pool=self.state.people.pool,
            app_id_client_regex=self.state.people.clients,
            default_action=appsync.UserPoolDefaultAction.ALLOW,
        )
        others = [appsync.AuthorizationMode(authorization_type=appsync.AuthorizationType.IAM)]
        if self.stage.has_api_key:
            key = appsync.ApiKeyConfig(
                name="demo", description="Reading, for demos", expires=Expiration.after(Duration.days(KEY_DAYS))
            )
            others.append(
                appsync.AuthorizationMode(authorization_type=appsync.AuthorizationType.API_KEY, api_key_config=key)
            )
        return appsync.AuthorizationConfig(
            default_authorization=appsync.AuthorizationMode(
                authorization_type=appsync.AuthorizationType.USER_POOL, user_pool_config=people
            ),
            additional_authorization_modes=others,
        )

    def _schema_file(self) -> Path:
        """Write the schema to a file: CDK accepts only files."""
        file = Path(mkdtemp()) / "schema.graphql"
        file.write_text(schema_for(self.stage))
        return file

    def _wire(self) -> None:
        sources: dict[str, appsync.BaseDataSource] = {
            each.node.id: self._source(each) for each in (self.read, self.write)
        }
        sources[NONE] = self.api.add_none_data_source(NONE, name=NONE)
        for wire in wires():
            sources[wire.source].create_resolver(
                wire.id,
                type_name=wire.type_name,
                field_name=wire.field_name,
                runtime=appsync.FunctionRuntime.JS_1_0_0,
                code=appsync.Code.from_inline(wire.code),
                max_batch_size=wire.batch_size or None,
            )

    def _source(self, packaged: PackagedFunction) -> appsync.LambdaDataSource:
        name = packaged.node.id
        return appsync.LambdaDataSource(
            self,
            f"{name}Source",
            api=self.api,
            name=name,
            lambda_function=packaged.alias,
            service_role=invoker(self, f"Call{name}", packaged.alias),
        )
