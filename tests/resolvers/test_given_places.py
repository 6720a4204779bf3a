"""What is refused is refused by the place where it was given, in the client's words."""

from typing import Any

import pytest

from commands.jobs.logs import AppendLogsInput
from commands.jobs.sweeps import CreateSweepInput
from commands.novae.novae import InitializeNovaInput
from entities.errors import BadKeyValue
from loaders.errors import BadInput, LoaderError, NotFound
from resolvers.runtime.errors import api_error, field_named, fields_within
from resolvers.runtime.given_places import named_as_given

LOGS = AppendLogsInput.model_validate({"job_id": "a#b", "logs": [{"message": "one"}, {"message": "two"}]})
SWEEP = CreateSweepInput.model_validate({"name": "s", "sweep_id": "a#b", "configs": [{"lr": 1}]})
NOVA = InitializeNovaInput.model_validate({"name": "V1", "resolved_name": "A\x00B  c"})

CASES: dict[str, tuple[Any, Exception, str]] = {
    "another name": (SWEEP, BadKeyValue("job_id", "a#b", "is bad"), "input.sweepId"),
    "a key made of it": (NOVA, BadKeyValue("name_normalized", "a\x00b c", "is bad"), "input.resolvedName"),
    "above a list": (LOGS, BadInput("`logs.0.job_id` is bad.", field="logs.0.job_id", refused="a#b"), "input.jobId"),
    "within a list": (LOGS, BadKeyValue("message", "two", "is bad"), "input.logs.1.message"),
    "below JSON": (SWEEP, BadInput("`configs.0.lr` is bad.", field="configs.0.lr"), "input.configs.0.lr"),
    "not given": (NOVA, BadInput("`ra_deg` is required.", field="ra_deg"), "input.raDeg"),
    "nowhere": (NOVA, BadKeyValue("nova_id", "made up", "is bad"), "input"),
    "not a value": (SWEEP, NotFound("There is no Job.", field="job_id"), "input"),
}


@pytest.mark.parametrize("case", CASES)
def test_an_error_names_a_field_of_the_input(case: str) -> None:
    given, error, field = CASES[case]
    with pytest.raises(LoaderError) as refused, fields_within("input"), named_as_given(given):
        raise error
    assert api_error(refused.value).info["field"] == field


@pytest.mark.parametrize(
    ("given", "error", "field"),
    [
        ({"sweep_id": " ", "first": 20}, BadKeyValue("job_id", " ", "is blank"), "sweepId"),
        ({"sweep_id": "x" * 3000}, BadKeyValue("job_id", "x" * 40 + "…", "is too long"), "sweepId"),
        ({"names": ["val_loss", "#"]}, BadKeyValue("metric_name", "#", "is bad"), "names.1"),
        ({"image_type": None, "receipt_count": -1}, BadKeyValue("receipts_known", -1, "is negative"), "receiptCount"),
        ({"type_": "a#b"}, BadKeyValue("type", "a#b", "is bad"), "type"),
        ({"first": 1}, BadKeyValue("type", "a#b", "is bad"), "images"),
    ],
)
def test_an_error_names_an_argument_or_else_the_field(given: dict[str, Any], error: Exception, field: str) -> None:
    with pytest.raises(LoaderError) as refused, field_named("images"), named_as_given(given):
        raise error
    assert api_error(refused.value).info["field"] == field


def test_the_message_has_the_same_name() -> None:
    with pytest.raises(LoaderError) as refused, fields_within("input"), named_as_given(SWEEP):
        raise BadKeyValue("job_id", "a#b", "contains '#'")
    assert api_error(refused.value).message == "sweepId: 'a#b' contains '#'."
