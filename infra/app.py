"""The stacks of one stage: state, the API, the publisher, and monitoring.

They are separate so that state is independent of what is deployed daily, and so that other pipelines can be added:
their stacks take the tables from `State` and need nothing else.
"""

from dataclasses import dataclass

from aws_cdk import App, Tags

from infra.api import ApiStack
from infra.publisher import PublisherStack
from infra.stage import Stage
from infra.state import StateStack
from infra.watch import WatchStack


@dataclass(frozen=True)
class Stacks:
    """All stacks of a stage."""

    state: StateStack
    api: ApiStack
    publisher: PublisherStack
    watch: WatchStack


def build(app: App, stage: Stage) -> Stacks:
    """Add the stacks to the app."""
    state = StateStack(app, f"Tessera-{stage.name}-State", stage)
    api = ApiStack(app, f"Tessera-{stage.name}-Api", stage, state)
    publisher = PublisherStack(app, f"Tessera-{stage.name}-Publisher", stage, state, api)
    watch = WatchStack(app, f"Tessera-{stage.name}-Watch", stage, api, publisher)
    Tags.of(app).add("application", "tessera")
    Tags.of(app).add("stage", stage.name)
    return Stacks(state, api, publisher, watch)
