"""Workflow runs and the attempts of their tasks begin and end once."""

from itertools import product
from typing import Any
from uuid import uuid4

import pytest

from entities.novae.runs import JobRun, RunStatus
from tests.commands.conftest import Changing
from tests.commands.nova_steps import a_nova, a_run

RUN = """{ jobRunId novaId correlationId workflowName status startedAt endedAt outcome errorType errorMessage
    quarantineReasonCode quarantinedAt extraContext updatedAt }"""
ATTEMPT = "{ novaId jobRunId taskName attemptNo timestamp status errorType errorMessage durationMs updatedAt }"
WORKFLOW = "acquire_and_validate_spectra"
AT = "2026-02-23T18:10:00.000000Z"
ENDS = ["SUCCEEDED", "FAILED", "QUARANTINED"]


def _run(api: Changing, **more: Any) -> dict[str, Any]:
    given = {"jobRunId": str(uuid4()), "workflowName": WORKFLOW, "startedAt": AT, **more}
    if not {"novaId", "correlationId"} & given.keys():
        given["novaId"] = a_nova(api)
    api.do("startJobRun", RUN, **given)
    return {name: given[name] for name in given if name != "startedAt"}


def _runs(api: Changing, nova_id: str) -> list[dict[str, Any]]:
    query = "query ($id: ID!) { nova(novaId: $id) { runs { nodes " + RUN + " } } }"
    found: list[dict[str, Any]] = api.get(query, id=nova_id)["nova"]["runs"]["nodes"]
    return found


def test_a_run_begins_once_and_is_found_under_its_nova_and_with_its_kin(api: Changing) -> None:
    nova_id, correlation_id = a_nova(api), str(uuid4())
    given = {"jobRunId": str(uuid4()), "workflowName": WORKFLOW, "startedAt": AT}
    made = api.do("startJobRun", RUN, **given, novaId=nova_id, correlationId=correlation_id, extraContext='{"a": 1}')
    assert (made["status"], made["startedAt"], made["endedAt"]) == ("RUNNING", AT, None)
    assert api.do("startJobRun", RUN, **given, novaId=nova_id, correlationId=correlation_id) == made
    assert _runs(api, nova_id) == [made]
    kin = api.get("query ($id: ID!) { jobRuns(correlationId: $id) { nodes " + RUN + " } }", id=correlation_id)
    assert kin["jobRuns"]["nodes"] == [made]


def test_a_run_without_a_nova_lies_with_its_kin_and_can_end(api: Changing) -> None:
    ids = _run(api, correlationId=str(uuid4()), candidateName="Nova?")
    del ids["candidateName"]
    made = api.do("finishJobRun", RUN, **ids, status="SUCCEEDED", outcome="NOT_FOUND")
    assert (made["novaId"], made["outcome"]) == (None, "NOT_FOUND")


@pytest.mark.parametrize(("before", "after"), list(product(["RUNNING", *ENDS], ENDS)))
def test_only_a_run_that_goes_on_can_end(api: Changing, before: str, after: str) -> None:
    ids = _run(api)
    why: dict[str, dict[str, str]] = {"QUARANTINED": {"quarantineReasonCode": "OTHER"}}
    if before != "RUNNING":
        api.do("finishJobRun", RUN, **ids, status=before, **why.get(before, {}))
    (stored,) = _runs(api, ids["novaId"])
    answer = api.change("finishJobRun", RUN, **ids, status=after, **why.get(after, {}))
    if before == after:
        assert answer["data"]["finishJobRun"] == stored
    elif before == "RUNNING":
        made = answer["data"]["finishJobRun"]
        assert (made["status"], made["endedAt"] is None) == (after, False)
        assert (made["quarantinedAt"] is not None) is (after == "QUARANTINED")
        assert _runs(api, ids["novaId"]) == [made]
    else:
        error = answer["errors"][0]
        assert (error["errorType"], error["errorInfo"]["current"]["status"]) == ("Conflict", before)
        assert _runs(api, ids["novaId"]) == [stored]


def test_an_end_told_again_is_the_same_end_and_another_story_is_a_conflict(api: Changing) -> None:
    ids = _run(api)
    told = {"status": "FAILED", "errorType": "Timeout", "errorMessage": "No answer.", "endedAt": AT}
    made = api.do("finishJobRun", RUN, **ids, **told, expectedStatus="RUNNING")
    assert api.do("finishJobRun", RUN, **ids, **told, expectedStatus="RUNNING") == made
    error = api.refusal("finishJobRun", RUN, **ids, **{**told, "errorType": "Other"})
    assert error["errorType"] == "Conflict"


def test_a_run_that_others_wrote_in_their_own_way_can_end(api: Changing) -> None:
    run_id, correlation_id = str(uuid4()), str(uuid4())
    key = {"PK": f"WORKFLOW#{correlation_id}", "SK": f"JOBRUN#{WORKFLOW}#2026-02-23T18:10:00Z#{run_id}"}
    record = {
        **key,
        "entity_type": "JobRun",
        "job_run_id": run_id,
        "correlation_id": correlation_id,
        "workflow_name": WORKFLOW,
        "started_at": "2026-02-23T18:10:00Z",
        "status": "RUNNING",
        "theirs": "kept",
    }
    api.store.session().put(JobRun.table, record)
    ids = {"jobRunId": run_id, "correlationId": correlation_id, "workflowName": WORKFLOW}
    api.do("finishJobRun", RUN, **ids, status="SUCCEEDED")
    after = api.store.session().get(JobRun.table, key, is_consistent=True)
    assert after is not None
    assert (after["status"], after["started_at"], after["theirs"]) == ("SUCCEEDED", "2026-02-23T18:10:00Z", "kept")


STATUSES = ["STARTED", "SUCCEEDED", "FAILED"]
STEPS = {("STARTED", "SUCCEEDED"), ("STARTED", "FAILED")}


@pytest.mark.parametrize(("before", "after"), list(product([None, *STATUSES], STATUSES)))
def test_an_attempt_begins_or_ends_and_then_stays(api: Changing, before: str | None, after: str) -> None:
    nova_id = a_nova(api)
    ids = {
        "novaId": nova_id,
        "jobRunId": a_run(api, nova_id),
        "taskName": "download",
        "attemptNo": 1,
        "timestamp": AT,
    }
    stored = api.do("recordAttempt", ATTEMPT, **ids, status=before) if before else None
    answer = api.change("recordAttempt", ATTEMPT, **ids, status=after)
    if before == after:
        assert answer["data"]["recordAttempt"] == stored
    elif before is None or (before, after) in STEPS:
        assert answer["data"]["recordAttempt"]["status"] == after
    else:
        assert answer["errors"][0]["errorInfo"]["current"]["status"] == before
    again = api.change("recordAttempt", ATTEMPT, **ids, status=after)
    assert ("errors" in again) is ("errors" in answer)


def test_attempts_are_read_under_their_run_in_order_of_their_numbers(api: Changing) -> None:
    run = _run(api)
    ids = {"novaId": run["novaId"], "jobRunId": run["jobRunId"], "taskName": "download", "timestamp": AT}
    for number in (10, 2, 1):
        api.do("recordAttempt", ATTEMPT, **ids, attemptNo=number, status="SUCCEEDED", durationMs=8423)
    query = "query ($id: ID!) { nova(novaId: $id) { runs { nodes { attempts { attemptNo durationMs } } } } }"
    (found,) = api.get(query, id=run["novaId"])["nova"]["runs"]["nodes"]
    assert [each["attemptNo"] for each in found["attempts"]] == [1, 2, 10]


def test_an_attempt_in_other_words_is_a_conflict(api: Changing) -> None:
    nova_id = a_nova(api)
    ids = {
        "novaId": nova_id,
        "jobRunId": a_run(api, nova_id),
        "taskName": "download",
        "attemptNo": 1,
        "timestamp": AT,
    }
    api.do("recordAttempt", ATTEMPT, **ids, status="FAILED", errorType="Timeout")
    assert api.refusal("recordAttempt", ATTEMPT, **ids, status="FAILED", errorType="x")["errorType"] == "Conflict"


@pytest.mark.parametrize(
    ("mutation", "given", "kind", "field"),
    [
        ("startJobRun", {"novaId": None}, "BadInput", "input.correlationId"),
        ("startJobRun", {"novaId": "none"}, "NotFound", "input.novaId"),
        ("startJobRun", {"workflowName": "a#b"}, "BadInput", "input.workflowName"),
        ("startJobRun", {"jobRunId": ""}, "BadInput", "input.jobRunId"),
        ("startJobRun", {"extraContext": '{"a": 1e200}'}, "BadInput", "input.extraContext"),
        ("finishJobRun", {"status": "RUNNING"}, "BadInput", "input.status"),
        ("finishJobRun", {"status": "FAILED"}, "NotFound", "input.jobRunId"),
        ("finishJobRun", {"status": "FAILED", "novaId": None}, "BadInput", "input.correlationId"),
        ("finishJobRun", {"status": "FAILED", "errorMessage": "x" * 300_000}, "BadInput", "input.errorMessage"),
        ("recordAttempt", {"attemptNo": 0}, "BadInput", "input.attemptNo"),
        ("recordAttempt", {"durationMs": -1}, "BadInput", "input.durationMs"),
        ("recordAttempt", {"taskName": "a#b"}, "BadInput", "input.taskName"),
        ("recordAttempt", {"status": "UNKNOWN"}, "BadInput", "input.status"),
        ("recordAttempt", {"novaId": "none"}, "NotFound", "input.novaId"),
    ],
)
def test_what_is_wrong_is_told_by_its_field(
    api: Changing, mutation: str, given: dict[str, Any], kind: str, field: str
) -> None:
    usual: dict[str, dict[str, Any]] = {
        "startJobRun": {"startedAt": AT, "workflowName": WORKFLOW},
        "finishJobRun": {"workflowName": WORKFLOW},
        "recordAttempt": {"taskName": "t", "attemptNo": 1, "timestamp": AT, "status": "STARTED"},
    }
    selection = ATTEMPT if mutation == "recordAttempt" else RUN
    ids = {"novaId": a_nova(api), "jobRunId": str(uuid4())}
    error = api.refusal(mutation, selection, **{**ids, **usual[mutation], **given})
    assert (error["errorType"], error["errorInfo"]["field"]) == (kind, field)


def test_statuses_are_all_tried() -> None:
    assert {each.name for each in RunStatus} == {"RUNNING", *ENDS}
