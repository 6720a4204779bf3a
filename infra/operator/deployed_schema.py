"""The schema of this commit against the deployed one: `make diff-schema STAGE=dev`.

python -m infra.operator.deployed_schema dev

Says what would leave the API, and fails then: clients may still ask for it.
"""

import re
import sys
from typing import Any

from botocore.session import get_session

from infra.operator.outputs import NotDeployed, output
from infra.schema_text import SCHEMA

_TYPE = re.compile(r"^(type|interface|input|enum) (\w+)[^{]*\{(.*?)^\}", re.MULTILINE | re.DOTALL)
_FIELD = re.compile(r"^  (\w+)", re.MULTILINE)
_COMMENT = re.compile(r"^\s*#.*$", re.MULTILINE)


def names(sdl: str) -> set[str]:
    """Every type and every field or value of it, as `Type.field`."""
    found: set[str] = set()
    for _, name, body in _TYPE.findall(_COMMENT.sub("", sdl)):
        found |= {name, *(f"{name}.{field}" for field in _FIELD.findall(body))}
    return found


def main(stage: str, appsync: Any = None) -> int:
    client: Any = appsync or get_session().create_client("appsync")
    try:
        api: str | None = output(stage, "Api", "ApiId")
    except NotDeployed:
        api = _by_name(client, stage)
    if api is None:
        sys.stdout.write(f"Nothing is deployed as {stage}.\n")
        return 0
    given = client.get_introspection_schema(apiId=api, format="SDL", includeDirectives=True)
    deployed = given["schema"].read().decode()
    before, now = names(deployed), names(SCHEMA.read_text())
    for name in sorted(now - before):
        sys.stdout.write(f"+ {name}\n")
    for name in sorted(before - now):
        sys.stdout.write(f"- {name}\n")
    return 1 if before - now else 0


def _by_name(appsync: Any, stage: str) -> str | None:
    """The API of a stage, on a machine that did not deploy it."""
    for page in appsync.get_paginator("list_graphql_apis").paginate():
        for api in page["graphqlApis"]:
            if api["name"] == f"tessera-{stage}-api":
                return str(api["apiId"])
    return None


if __name__ == "__main__":
    if len(sys.argv) != 2:  # noqa: PLR2004
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
