"""`login`, `logout`, `whoami`: which API to speak to, and as whom."""

from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from cli.api import ApiClient
from cli.claims import claims_of
from cli.failures import Usage
from cli.options import AsJson, ChosenApi
from cli.output import print_facts, print_json, say
from cli.profiles import Profile, chosen_url, forget, keep

LOGIN_EXAMPLES = """Examples:\n
tessera login   (at home: act as an editor)\n
tessera login --as ann --group operators --client-id lab   (at home: as another user)\n
tessera --url https://api.example/graphql login --token-file token.txt\n
tessera --url https://api.example/graphql login --aws-profile pipelines\n
tessera --url https://api.example/graphql login --api-key da2-…"""
DEMO_CLIENT = "demo"
"""The client that an API key acts for."""
_PING = "query Ping { __typename }"


def login(
    context: typer.Context,
    token_file: Annotated[
        typer.FileText | None, typer.Option(help="A file with an id token of the user pool; - reads it from stdin.")
    ] = None,
    api_key: Annotated[str | None, typer.Option(help="An API key: reads what is open to all.")] = None,
    aws_profile: Annotated[str | None, typer.Option(help="Sign requests with this profile of AWS's own files.")] = None,
    name: Annotated[str | None, typer.Option("--as", help="At home: the name to act under.")] = None,
    group: Annotated[list[str] | None, typer.Option(help="At home: a group, such as editors or operators.")] = None,
    client_id: Annotated[str | None, typer.Option(help="At home: the client that owns what you upload.")] = None,
) -> None:
    """Keep an API and a way to act there, after trying it. At home it acts as an editor unless told otherwise."""
    session: ChosenApi = context.obj
    url = chosen_url(session.profile_name, session.url)
    token = session.token or (token_file.read().strip() if token_file else None)
    at_home = {"username": name, "groups": group, "clientId": client_id}
    ways = [each for each in (token, api_key, aws_profile, any(at_home.values())) if each]
    if len(ways) > 1:
        raise Usage("Give one way to act: a token, an API key, an AWS profile, or at home a name.")
    profile = Profile(url, token, api_key, aws_profile)
    if not ways or any(at_home.values()):
        profile = _at_home(profile, at_home)
    ApiClient(profile).ask(_PING)
    file = keep(session.profile_name, profile)
    say(f"You act {_described(profile)} at {profile.url}. Kept in {file}.")


def logout(context: typer.Context) -> None:
    """Forget what `tessera login` kept."""
    session: ChosenApi = context.obj
    known = forget(session.profile_name)
    say("Forgotten." if known else f"There was no profile {session.profile_name}.")


def whoami(context: typer.Context, as_json: AsJson = False) -> None:
    """Which API commands speak to, and whom they act as there."""
    session: ChosenApi = context.obj
    profile = session.profile
    facts: dict[str, Any] = {"url": profile.url, "acts": _described(profile)} | _claims(profile)
    ApiClient(profile).ask(_PING)
    print_json(facts) if as_json else print_facts(facts)


def _at_home(profile: Profile, given: dict[str, Any]) -> Profile:
    if not profile.is_home:
        raise Usage(
            f"{profile.url} is not at home, so it makes no tokens for a name.",
            "Give --token-file, --aws-profile or --api-key.",
        )
    wanted = {key: value for key, value in given.items() if value}
    return Profile(profile.url, home_user={"username": "editor", "groups": ["editors"]} | wanted)


def _described(profile: Profile) -> str:
    if profile.home_user:
        groups = " and ".join(profile.home_user.get("groups", []))
        return f"as {profile.home_user['username']}" + (f" ({groups})" if groups else "")
    if profile.token:
        return "with a token"
    return f"with the AWS profile {profile.aws_profile}" if profile.aws_profile else "with an API key"


def _claims(profile: Profile) -> dict[str, Any]:
    """What a token says of its owner; the API checks it, we only read it."""
    if profile.home_user:
        user = profile.home_user
        return {
            "name": user["username"],
            "groups": user.get("groups"),
            "client": user.get("clientId") or user["username"],
        }
    if profile.token:
        return _claims_of_token(claims_of(profile.token))
    return {} if profile.aws_profile else {"client": DEMO_CLIENT}


def _claims_of_token(claims: dict[str, Any]) -> dict[str, Any]:
    """By the rules of the API: a client is named by id tokens only, an access token acts as its user name."""
    if not claims:
        return {}
    is_id_token = claims.get("token_use") == "id"
    user, ends = claims.get("cognito:username") or claims.get("username"), claims.get("exp")
    return {
        "name": claims.get("preferred_username") or claims.get("email") or user,
        "groups": claims.get("cognito:groups"),
        "client": (claims.get("custom:client_id") if is_id_token else None) or user,
        "until": datetime.fromtimestamp(ends, UTC).isoformat() if isinstance(ends, int) else None,
    }
