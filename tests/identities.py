"""Identities as AppSync puts them into events: of people, of programs with IAM, and None for an API key."""

from typing import Any

from loaders.caller import RequestCaller

ACCOUNT = "123456789012"


def person(username: str, *groups: str, **claims: Any) -> dict[str, Any]:
    """A person in the user pool with an access token, or with an id token that has these claims."""
    use = {"token_use": "id" if claims else "access"}
    said = {name.replace("custom_", "custom:"): value for name, value in claims.items()}
    return {
        "sub": f"sub-of-{username}",
        "issuer": "https://cognito-idp.example.org/pool",
        "username": username,
        "groups": list(groups) or None,
        "claims": {"sub": f"sub-of-{username}", "cognito:username": username, **use, **said},
        "sourceIp": ["1.1.1.1"],
        "defaultAuthStrategy": "ALLOW",
    }


def program(name: str) -> dict[str, Any]:
    """A program with IAM that has assumed a role of this name."""
    return {
        "accountId": ACCOUNT,
        "cognitoIdentityPoolId": None,
        "cognitoIdentityId": None,
        "sourceIp": ["1.1.1.1"],
        "username": f"AROAEXAMPLE:{name}-session",
        "userArn": f"arn:aws:sts::{ACCOUNT}:assumed-role/{name}/{name}-session",
        "cognitoIdentityAuthType": None,
        "cognitoIdentityAuthProvider": None,
    }


PIPELINE = program("pipeline")
"""Sees everything: tests that are not about callers ask as this one."""


def a_viewer(_: Any) -> RequestCaller:
    """Who asks a server in process that knows one person only."""
    return RequestCaller("user", "ann", client="ann", groups=frozenset({"viewers"}))
