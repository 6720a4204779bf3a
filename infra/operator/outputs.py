"""What a deployment said of itself: `make deploy` writes it to build/cdk/<stage>-outputs.json.

python -m infra.operator.outputs dev Api.Url Api.ApiKey
"""

import json
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "build" / "cdk"


class NotDeployed(Exception):
    """There is no such output; the text says what to do."""


def output(stage: str, stack: str, name: str, folder: Path | None = None) -> str:
    """One output of one stack."""
    file = (folder or FOLDER) / f"{stage}-outputs.json"
    if not file.exists():
        raise NotDeployed(f"There is no {file.name}: run make deploy STAGE={stage} first.")
    outputs = json.loads(file.read_text()).get(f"Tessera-{stage}-{stack}", {})
    if name not in outputs:
        raise NotDeployed(f"Tessera-{stage}-{stack} has no output {name}: deploy it again.")
    return str(outputs[name])


if __name__ == "__main__":
    stage, *wanted = sys.argv[1:]
    try:
        told = (output(stage, stack, name) for stack, name in (each.split(".") for each in wanted))
        sys.stdout.write(" ".join(told) + "\n")
    except NotDeployed as problem:
        sys.exit(str(problem))
