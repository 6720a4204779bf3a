"""Templates of all stages in one go: `python -m infra.synth build/cdk --package build/lambda`."""

import argparse
import json
from pathlib import Path

from aws_cdk import App

from infra.app import build
from infra.stage import STAGES, Stage

SETTINGS = Path(__file__).parent / "cdk.json"
"""What `cdk` reads: which of CDK's newer habits are on. A habit that is not named here would change with a version."""

parser = argparse.ArgumentParser(description="Write the templates of all stages.")
parser.add_argument("out", type=Path)
parser.add_argument("--package", required=True)
parser.add_argument("--context", default="{}", help="JSON, as cdk takes it with -c")
parser.add_argument("--stages", nargs="+", default=list(STAGES), choices=list(STAGES))
given = parser.parse_args()

usual = json.loads(SETTINGS.read_text())["context"]
for name in given.stages:
    context = {**usual, **json.loads(given.context), "stage": name, "package": given.package}
    app = App(outdir=str(given.out / name), context=context, analytics_reporting=False, tree_metadata=False)
    build(app, Stage.read(context.get))
    app.synth()
