"""An id token of the user pool, for commands: `make token STAGE=dev NAME=ann@example.com`.

python -m infra.operator.token dev ann@example.com

The password is asked for, or taken from TESSERA_PASSWORD. It needs AWS credentials that may call
cognito-idp:AdminInitiateAuth and AdminRespondToAuthChallenge on the pool: a password alone gives no token here.
"""

import os
import sys
from collections.abc import Callable
from getpass import getpass
from typing import Any

from botocore.exceptions import ClientError
from botocore.session import get_session

from infra.operator.outputs import NotDeployed, output

PASSWORD_VARIABLE = "TESSERA_PASSWORD"  # noqa: S105  the name of a variable
NEW_PASSWORD, CODE = "NEW_PASSWORD_REQUIRED", "SOFTWARE_TOKEN_MFA"

Ask = Callable[[str], str]


def id_token(cognito: Any, pool: str, client: str, name: str, ask: Ask) -> str:
    """Sign in; what Cognito wants to know besides the password is asked for."""
    password = os.environ.get(PASSWORD_VARIABLE) or ask("Password: ")
    answer = cognito.admin_initiate_auth(
        UserPoolId=pool,
        ClientId=client,
        AuthFlow="ADMIN_USER_PASSWORD_AUTH",
        AuthParameters={"USERNAME": name, "PASSWORD": password},
    )
    while "AuthenticationResult" not in answer:
        answer = cognito.admin_respond_to_auth_challenge(
            UserPoolId=pool,
            ClientId=client,
            ChallengeName=answer["ChallengeName"],
            Session=answer["Session"],
            ChallengeResponses={"USERNAME": name, **_response(answer["ChallengeName"], ask)},
        )
    return str(answer["AuthenticationResult"]["IdToken"])


def _response(challenge: str, ask: Ask) -> dict[str, str]:
    if challenge == NEW_PASSWORD:
        return {"NEW_PASSWORD": ask("A new password of at least 14 characters: ")}
    if challenge == CODE:
        return {"SOFTWARE_TOKEN_MFA_CODE": ask("Code of your authenticator: ")}
    raise SystemExit(f"Cognito wants {challenge}, which this command does not know: sign in on the page.")


def main(arguments: list[str]) -> str:
    if len(arguments) != 2:  # noqa: PLR2004
        raise SystemExit(__doc__)
    stage, name = arguments
    try:
        pool, client = output(stage, "State", "UserPool"), output(stage, "State", "CommandClient")
        cognito = get_session().create_client("cognito-idp", region_name=pool.split("_")[0])
        return id_token(cognito, pool, client, name, getpass)
    except (NotDeployed, ClientError) as problem:
        raise SystemExit(f"token: {problem}") from problem


if __name__ == "__main__":
    sys.stdout.write(main(sys.argv[1:]) + "\n")
