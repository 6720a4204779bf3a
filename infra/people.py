"""The users: a pool, created or only named, and the programs that people sign in with."""

from aws_cdk import CfnOutput, Fn, RemovalPolicy
from aws_cdk import aws_cognito as cognito
from constructs import Construct

from infra.stage import Stage
from resolvers.routing.route import EDITORS, OPERATORS, VIEWERS

GROUPS = {
    VIEWERS: "May read.",
    EDITORS: "May read and write.",
    OPERATORS: "May read, write, and see what is for operators alone.",
}
CLIENT = "client_id"
"""The attribute that says which client's images and documents a person sees. Only administrators can set it."""


class People:
    """Everything is made in the stack's own scope: what was deployed keeps its ids."""

    def __init__(self, scope: Construct, stage: Stage) -> None:
        self.pool = self._existing(scope, stage) or self._pool(scope, stage)
        self.client = self._client("Client", cognito.AuthFlow(user_srp=True))
        self.command = self._client("Command", cognito.AuthFlow(admin_user_password=True))
        self.page = self._client("Page", cognito.AuthFlow(user_srp=True), _code_with_pkce(stage))
        CfnOutput(scope, "UserPool", value=self.pool.user_pool_id)
        CfnOutput(scope, "UserPoolClient", value=self.client.user_pool_client_id)
        CfnOutput(scope, "CommandClient", value=self.command.user_pool_client_id, description="For make token")
        CfnOutput(scope, "PageClient", value=self.page.user_pool_client_id, description="For pages, code with PKCE")

    @property
    def clients(self) -> str:
        """The ids of all programs that may bring tokens, as a regular expression."""
        return Fn.join("|", [each.user_pool_client_id for each in (self.client, self.command, self.page)])

    def _existing(self, scope: Construct, stage: Stage) -> cognito.IUserPool | None:
        """A pool of others keeps its groups and attributes as they are."""
        if not stage.user_pool:
            return None
        return cognito.UserPool.from_user_pool_id(scope, "People", stage.user_pool)

    def _pool(self, scope: Construct, stage: Stage) -> cognito.IUserPool:
        """Users are invited; there is no self sign-up."""
        pool = cognito.UserPool(
            scope,
            "People",
            user_pool_name=stage.named("people"),
            self_sign_up_enabled=False,
            sign_in_aliases=cognito.SignInAliases(email=True),
            custom_attributes={CLIENT: cognito.StringAttribute(mutable=True, min_len=1, max_len=200)},
            mfa=cognito.Mfa.OPTIONAL,
            mfa_second_factor=cognito.MfaSecondFactor(otp=True, sms=False),
            password_policy=cognito.PasswordPolicy(min_length=14),
            account_recovery=cognito.AccountRecovery.EMAIL_ONLY,
            # Changes are stored with it where there is no other name: no one takes an address that is not theirs.
            keep_original=cognito.KeepOriginalAttrs(email=True),
            deletion_protection=True,
            removal_policy=RemovalPolicy.RETAIN,
        )
        for group, description in GROUPS.items():
            pool.add_group(group.title(), group_name=group, description=description)
        return pool

    def _client(
        self, name: str, flows: cognito.AuthFlow, login: cognito.OAuthSettings | None = None
    ) -> cognito.UserPoolClient:
        return self.pool.add_client(
            name,
            auth_flows=flows,
            prevent_user_existence_errors=True,
            o_auth=login,
            disable_o_auth=True if login is None else None,
            enable_token_revocation=True,
            read_attributes=_attributes(preferred_username=True, email_verified=True).with_custom_attributes(CLIENT),
            write_attributes=_attributes(),
        )


def _code_with_pkce(stage: Stage) -> cognito.OAuthSettings:
    """A page keeps no secret: the code is of use only to who asked for it."""
    return cognito.OAuthSettings(
        flows=cognito.OAuthFlows(authorization_code_grant=True),
        scopes=[cognito.OAuthScope.OPENID, cognito.OAuthScope.EMAIL, cognito.OAuthScope.PROFILE],
        callback_urls=list(stage.page_urls),
        logout_urls=list(stage.page_urls),
    )


def _attributes(**more: bool) -> cognito.ClientAttributes:
    """What people may read and change about themselves, and more. Names that changes are stored with are not theirs."""
    return cognito.ClientAttributes().with_standard_attributes(
        email=True, given_name=True, family_name=True, fullname=True, locale=True, timezone=True, **more
    )
