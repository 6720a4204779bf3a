"""Requests signed with AWS credentials, as AppSync wants them of programs."""

from typing import Any
from urllib.parse import urlsplit

from cli.failures import CommandFailed, Exit

_HOME = "local"
"""At home, this is the key and the secret of IAM."""


def signed_headers(url: str, body: bytes, aws_profile: str) -> dict[str, str]:
    """The headers of a POST, signed."""
    from botocore.auth import SigV4Auth  # noqa: PLC0415  a fifth of a second that most commands do not need
    from botocore.awsrequest import AWSRequest  # noqa: PLC0415

    credentials, region = _credentials(aws_profile)
    plain = {"content-type": "application/json", "host": urlsplit(url).netloc}
    request = AWSRequest("POST", url, headers=plain, data=body)
    SigV4Auth(credentials, "appsync", region).add_auth(request)
    return {name.lower(): str(value) for name, value in request.headers.items()}


def _credentials(aws_profile: str) -> tuple[Any, str]:
    from botocore.credentials import Credentials  # noqa: PLC0415
    from botocore.exceptions import ProfileNotFound  # noqa: PLC0415
    from botocore.session import Session  # noqa: PLC0415

    if aws_profile == _HOME:
        return Credentials(_HOME, _HOME), "us-east-1"
    try:
        session = Session(profile=aws_profile)
        found = session.get_credentials()
    except ProfileNotFound as error:
        raise CommandFailed(f"{error}.", Exit.NOT_ALLOWED, "`aws configure list-profiles` shows yours.") from None
    if found is None:
        raise CommandFailed(f"The AWS profile {aws_profile} has no credentials.", Exit.NOT_ALLOWED)
    return found.get_frozen_credentials(), session.get_config_variable("region") or "us-east-1"
