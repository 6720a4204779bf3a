"""The stacks of one stage: state, the pipelines, the API, the publisher, and what watches over them.

They are separate so that state is independent of what is deployed daily, and so that other pipelines can be added:
their stacks take the tables from `State` and need nothing else. What emulators of AWS do not know (saved queries,
CodeDeploy, budgets) has stacks of its own.
"""

from dataclasses import dataclass

from aws_cdk import App, Tags

from infra.api import ApiStack
from infra.budget import BudgetStack
from infra.canary import CanaryStack, handled_with_care
from infra.cats import CatsStack
from infra.documents import DocumentsStack
from infra.page_stack import PageStack
from infra.publisher import PublisherStack
from infra.saved_queries import QueriesStack
from infra.sign_in import SignInStack
from infra.stage import Stage
from infra.state import StateStack
from infra.uploads import Uploads
from infra.watch import WatchStack
from infra.wiring import READ, WRITE


@dataclass(frozen=True)
class Stacks:
    """All stacks of a stage."""

    state: StateStack
    cats: CatsStack
    documents: DocumentsStack
    api: ApiStack
    publisher: PublisherStack
    watch: WatchStack


def build(app: App, stage: Stage) -> Stacks:
    """Add the stacks to the app."""
    state = StateStack(app, f"Tessera-{stage.name}-State", stage)
    sign_in = SignInStack(app, f"Tessera-{stage.name}-SignIn", stage, state)
    cats = CatsStack(app, f"Tessera-{stage.name}-Cats", stage, state)
    documents = DocumentsStack(app, f"Tessera-{stage.name}-Documents", stage, state, cats)
    uploads = Uploads(documents, cats)
    canary = _canary(app, stage)
    api = ApiStack(app, f"Tessera-{stage.name}-Api", stage, state, uploads)
    publisher = PublisherStack(app, f"Tessera-{stage.name}-Publisher", stage, state, api, documents)
    watch = WatchStack(app, f"Tessera-{stage.name}-Watch", stage, api, publisher, uploads)
    QueriesStack(app, f"Tessera-{stage.name}-Queries", stage, api, uploads)
    if stage.has_page:
        PageStack(app, f"Tessera-{stage.name}-Page", stage, api, sign_in, uploads)
    if stage.budget_dollars and stage.alarm_email:
        BudgetStack(app, f"Tessera-{stage.name}-Budget", stage, stage.budget_dollars, stage.alarm_email)
    if canary:
        api.add_stack_dependency(canary)
        for each in (api.read, api.write):
            handled_with_care(stage, each)
    Tags.of(app).add("application", "tessera")
    Tags.of(app).add("stage", stage.name)
    return Stacks(state, cats, documents, api, publisher, watch)


def _canary(app: App, stage: Stage) -> CanaryStack | None:
    """In dev, new code answers at once: it is there to be tried."""
    if not stage.is_prod:
        return None
    return CanaryStack(app, f"Tessera-{stage.name}-Canary", stage, (READ, WRITE))
