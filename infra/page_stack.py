"""The page for everyone: CloudFront before a private bucket, if `page=true` asks for it.

`make publish` puts the files there: who deploys the API need not have built the page, and CloudFormation would need a
function that may write to buckets.
"""

from aws_cdk import CfnOutput, Duration, RemovalPolicy, Stack
from aws_cdk import aws_appsync as appsync
from aws_cdk import aws_cloudfront as cloudfront
from aws_cdk import aws_cloudfront_origins as origins
from aws_cdk import aws_s3 as s3
from aws_cdk.aws_certificatemanager import Certificate
from constructs import Construct

from infra.api import ApiStack
from infra.page_headers import content_policy, storage_hosts
from infra.sign_in import SignInStack
from infra.stage import Stage
from infra.uploads import Uploads

HSTS_DAYS = 365
GRAPHIQL = "/graphiql/*"


class PageStack(Stack):
    """Nothing in it is worth keeping: the files are built from the repository."""

    def __init__(
        self, scope: Construct, name: str, stage: Stage, api: ApiStack, sign_in: SignInStack, uploads: Uploads
    ) -> None:
        super().__init__(scope, name, description=f"Tessera {stage.name}: the page", analytics_reporting=False)
        self._stage, self._api, self._sign_in, self._uploads = stage, api, sign_in, uploads
        self.bucket = self._bucket()
        self.distribution = self._distribution()
        CfnOutput(self, "Bucket", value=self.bucket.bucket_name, description="Where make publish puts the page")
        address = stage.page_domain[0] if stage.page_domain else self.distribution.distribution_domain_name
        CfnOutput(self, "Url", value=f"https://{address}/", description="The page; one of pageUrls")

    def _bucket(self) -> s3.Bucket:
        return s3.Bucket(
            self,
            "Files",
            encryption=s3.BucketEncryption.S3_MANAGED,
            block_public_access=s3.BlockPublicAccess.BLOCK_ALL,
            object_ownership=s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
            enforce_ssl=True,
            minimum_tls_version=1.2,
            versioned=True,
            lifecycle_rules=[s3.LifecycleRule(noncurrent_version_expiration=Duration.days(30))],
            removal_policy=RemovalPolicy.RETAIN,
        )

    def _distribution(self) -> cloudfront.Distribution:
        origin = origins.S3BucketOrigin.with_origin_access_control(self.bucket)
        name, certificate = self._stage.page_domain or (None, None)
        return cloudfront.Distribution(
            self,
            "Distribution",
            comment=f"Tessera {self._stage.name}: the page",
            default_behavior=self._files(origin, "Page", is_graphiql=False),
            additional_behaviors={GRAPHIQL: self._files(origin, "Graphiql", is_graphiql=True)},
            default_root_object="index.html",
            domain_names=[name] if name else None,
            certificate=Certificate.from_certificate_arn(self, "Certificate", certificate) if certificate else None,
            minimum_protocol_version=cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
            http_version=cloudfront.HttpVersion.HTTP2_AND_3,
            price_class=cloudfront.PriceClass.PRICE_CLASS_100,
            web_acl_id=self._stage.page_web_acl,
        )

    def _files(self, origin: cloudfront.IOrigin, name: str, *, is_graphiql: bool) -> cloudfront.BehaviorOptions:
        policy = content_policy(self._talks_to(), self._pictures_from(), is_graphiql=is_graphiql)
        return cloudfront.BehaviorOptions(
            origin=origin,
            viewer_protocol_policy=cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
            cache_policy=cloudfront.CachePolicy.CACHING_OPTIMIZED,
            compress=True,
            response_headers_policy=self._headers(name, policy),
            function_associations=[self._index(name)] if is_graphiql else None,
        )

    def _index(self, name: str) -> cloudfront.FunctionAssociation:
        """S3 knows no folders: GraphiQL's own address is a file in one."""
        code = (
            "function handler(event) {\n"
            "  if (event.request.uri.endsWith('/')) event.request.uri += 'index.html';\n"
            "  return event.request;\n"
            "}\n"
        )
        function = cloudfront.Function(
            self,
            f"{name}Index",
            code=cloudfront.FunctionCode.from_inline(code),
            runtime=cloudfront.FunctionRuntime.JS_2_0,
        )
        return cloudfront.FunctionAssociation(function=function, event_type=cloudfront.FunctionEventType.VIEWER_REQUEST)

    def _headers(self, name: str, policy: str) -> cloudfront.ResponseHeadersPolicy:
        return cloudfront.ResponseHeadersPolicy(
            self,
            f"{name}Headers",
            response_headers_policy_name=self._stage.named(name.lower()),
            security_headers_behavior=cloudfront.ResponseSecurityHeadersBehavior(
                content_security_policy=cloudfront.ResponseHeadersContentSecurityPolicy(
                    content_security_policy=policy, override=True
                ),
                content_type_options=cloudfront.ResponseHeadersContentTypeOptions(override=True),
                frame_options=cloudfront.ResponseHeadersFrameOptions(
                    frame_option=cloudfront.HeadersFrameOption.SAMEORIGIN, override=True
                ),
                referrer_policy=cloudfront.ResponseHeadersReferrerPolicy(
                    referrer_policy=cloudfront.HeadersReferrerPolicy.NO_REFERRER, override=True
                ),
                strict_transport_security=cloudfront.ResponseHeadersStrictTransportSecurity(
                    access_control_max_age=Duration.days(HSTS_DAYS), include_subdomains=True, override=True
                ),
            ),
            custom_headers_behavior=cloudfront.ResponseCustomHeadersBehavior(
                custom_headers=[
                    cloudfront.ResponseCustomHeader(
                        header="cross-origin-opener-policy", value="same-origin", override=True
                    )
                ]
            ),
        )

    def _talks_to(self) -> list[str]:
        made = self._api.api.node.default_child
        assert isinstance(made, appsync.CfnGraphQLApi)  # noqa: S101  tells mypy
        own = [self._stage.domain[0]] * 2 if self._stage.domain else [made.attr_graph_ql_dns, made.attr_realtime_dns]
        buckets = [self._uploads.documents.bucket.name, self._uploads.cats.bucket.name]
        hosts = storage_hosts(self.region, buckets)
        return [f"https://{own[0]}", f"wss://{own[1]}", self._sign_in.url, *hosts]

    def _pictures_from(self) -> list[str]:
        """The API names addresses of pictures, and signs some of them."""
        buckets = [self._uploads.cats.bucket.name, *self._stage.picture_buckets]
        cdn = [self._stage.pictures_url] if self._stage.pictures_url else []
        return [*cdn, *storage_hosts(self.region, buckets)]
