"""A budget for the month, where one was named: a mail is sent before it is spent."""

from aws_cdk import Stack
from aws_cdk import aws_budgets as budgets
from constructs import Construct

from infra.stage import Stage

WARN_AT = (80, 100)
"""Percent of the budget: what AWS expects for the month, and what was spent."""


class BudgetStack(Stack):
    """What everything tagged with this stage may cost in a month. The tags must be activated for billing."""

    def __init__(self, scope: Construct, name: str, stage: Stage, dollars: int, email: str) -> None:
        super().__init__(scope, name, description=f"Tessera {stage.name}: the budget", analytics_reporting=False)
        subscriber = budgets.CfnBudget.SubscriberProperty(address=email, subscription_type="EMAIL")
        budgets.CfnBudget(
            self,
            "Budget",
            budget=budgets.CfnBudget.BudgetDataProperty(
                budget_name=stage.named("budget"),
                budget_type="COST",
                time_unit="MONTHLY",
                budget_limit=budgets.CfnBudget.SpendProperty(amount=dollars, unit="USD"),
                cost_filters={"TagKeyValue": ["user:application$tessera", f"user:stage${stage.name}"]},
            ),
            notifications_with_subscribers=[
                budgets.CfnBudget.NotificationWithSubscribersProperty(
                    notification=_when(kind, percent), subscribers=[subscriber]
                )
                for kind, percent in zip(("FORECASTED", "ACTUAL"), WARN_AT, strict=True)
            ],
        )


def _when(kind: str, percent: int) -> budgets.CfnBudget.NotificationProperty:
    return budgets.CfnBudget.NotificationProperty(
        comparison_operator="GREATER_THAN", notification_type=kind, threshold=percent, threshold_type="PERCENTAGE"
    )
