"""The pages of Cognito where people sign in, in a stack of their own: emulators do not know them."""

from aws_cdk import Aws, CfnOutput, Stack
from aws_cdk import aws_cognito as cognito
from constructs import Construct

from infra.stage import Stage
from infra.state import StateStack


class SignInStack(Stack):
    """The domain and the look of managed login."""

    def __init__(self, scope: Construct, name: str, stage: Stage, state: StateStack) -> None:
        super().__init__(scope, name, description=f"Tessera {stage.name}: sign in", analytics_reporting=False)
        people = state.people
        prefix = stage.sign_in_prefix or f"{stage.named('people')}-{Aws.ACCOUNT_ID}"
        domain = cognito.UserPoolDomain(
            self,
            "Domain",
            user_pool=people.pool,
            cognito_domain=cognito.CognitoDomainOptions(domain_prefix=prefix),
            managed_login_version=cognito.ManagedLoginVersion.NEWER_MANAGED_LOGIN,
        )
        look = cognito.CfnManagedLoginBranding(
            self,
            "Look",
            user_pool_id=people.pool.user_pool_id,
            client_id=people.page.user_pool_client_id,
            use_cognito_provided_values=True,
        )
        look.node.add_dependency(domain)
        self.url = domain.base_url()
        CfnOutput(self, "SignInUrl", value=self.url, description="Where pages send people to sign in")
