"""The CDK app: `make synth`, `make deploy`."""

import sys

from aws_cdk import App

from infra.app import build
from infra.stage import Stage, StageError

app = App(analytics_reporting=False, tree_metadata=False)
try:
    stage = Stage.read(app.node.try_get_context)
except StageError as problem:
    sys.exit(f"infra: {problem}")
build(app, stage)
app.synth()
