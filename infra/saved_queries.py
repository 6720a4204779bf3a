"""Questions to the logs, saved where operators look for them: CloudWatch, Logs Insights, Queries."""

from dataclasses import dataclass

from aws_cdk import Stack
from aws_cdk import aws_logs as logs
from constructs import Construct

from infra.api import ApiStack
from infra.stage import Stage
from infra.uploads import Uploads


@dataclass(frozen=True)
class SavedQuery:
    """A question in the language of Logs Insights."""

    name: str
    lines: tuple[str, ...]


COSTS_PER_FIELD = SavedQuery(
    "costs-per-field",
    (
        "filter ispresent(field)",
        "stats count(*) as calls, sum(read_units) as reads, sum(write_units) as writes, avg(milliseconds) by field",
        "sort reads desc",
        "limit 100",
    ),
)
FAILED_CALLS = SavedQuery(
    "failed-calls",
    (
        "fields @timestamp, field, caller, milliseconds, error_type, error_message, correlation_id",
        'filter level = "ERROR"',
        "sort @timestamp desc",
        "limit 100",
    ),
)
SLOW_CALLS = SavedQuery(
    "slow-calls",
    (
        "fields @timestamp, field, caller, ids, milliseconds, read_units, correlation_id",
        "filter ispresent(field)",
        "sort milliseconds desc",
        "limit 100",
    ),
)
FAILED_WORK = SavedQuery(
    "failed-work",
    ("fields @timestamp, @log, @message", 'filter level in ["ERROR", "WARNING"]', "sort @timestamp desc", "limit 100"),
)


class QueriesStack(Stack):
    """The saved queries."""

    def __init__(self, scope: Construct, name: str, stage: Stage, api: ApiStack, uploads: Uploads) -> None:
        super().__init__(scope, name, description=f"Tessera {stage.name}: saved queries", analytics_reporting=False)
        functions = [each.log.log_group_name for each in (api.read, api.write)]
        workers = [each.log.log_group_name for each in (*uploads.documents.workers, uploads.cats.processor)]
        for saved in (COSTS_PER_FIELD, FAILED_CALLS, SLOW_CALLS):
            self._save(stage, saved, functions)
        self._save(stage, FAILED_WORK, workers)

    def _save(self, stage: Stage, saved: SavedQuery, groups: list[str]) -> None:
        logs.CfnQueryDefinition(
            self,
            saved.name,
            name=f"{stage.named('queries')}/{saved.name}",
            log_group_names=groups,
            query_string="\n| ".join(saved.lines),
        )
