"""The commands of the document about Textractor, as `tessera` has them; and where its steps and parts are proven."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
CALL = "tessera documents"

COMMANDS: dict[str, tuple[str, ...]] = {
    "submit": ("submit invoice.pdf",),
    "list": ("list --status COMPLETED --since 2026-11-15",),
    "status": ("status d2",),
    "purge": (
        "purge --older-than 2026-11-16T00:30Z --status COMPLETED",
        "purge --older-than 2026-11-16T00:30Z --status COMPLETED --yes",
    ),
    "monitor": ("monitor d2",),
    "debug dlq": ("debug dlq list", "debug dlq show {letter}", "debug dlq redrive {letter}"),
}
"""By the name in the document: what is typed after `tessera documents`."""

_PIPELINE = "tests/pipelines/test_documents.py::"
_STACKS = "tests/infra/test_pipelines.py::"
_READ = f"{_PIPELINE}test_an_uploaded_document_is_read_page_by_page"
_LETTERS = f"{_PIPELINE}test_a_message_that_fails_three_times_is_a_dead_letter_with_its_reason_and_can_be_redriven"
_QUEUES = f"{_STACKS}test_what_fails_three_times_is_kept_for_two_weeks"
_WOKEN = f"{_STACKS}test_workers_are_woken_as_their_queues_and_the_clock_want"
_HANDLERS = f"{_STACKS}test_every_worker_has_a_handler_of_the_package"
_NOTIFIED = f"{_STACKS}test_notifications_are_kept_for_an_hour_and_waited_for_twenty_seconds"
_TABLES = "tests/infra/test_templates.py::test_tables_are_as_declared_and_hard_to_lose"

PROVEN_BY: dict[str, str] = {
    "Step 1: a program uploads a PDF to S3": (
        "tests/local/services/test_uploads.py::test_a_file_becomes_pages_and_each_step_is_announced"
    ),
    "Step 2: the S3 event wakes the document processor by the input queue": (
        f"{_STACKS}test_uploads_alone_wake_the_queue_and_copies_do_not"
    ),
    "Step 3: the document processor submits the document to Textract": _READ,
    "Step 4: Textract announces on SNS that it is done": (
        "tests/local/services/test_textract.py::test_a_document_is_read_stored_and_announced"
    ),
    "Step 5: SNS wakes the completion processor": _WOKEN,
    "Step 6: the completion processor fetches results and updates the job": _READ,
    "Step 7: status updates go to the notifications queue": (
        "tests/workers/test_document_events.py::test_the_seeds_queue_gets_the_seeds_json_once"
    ),
    "Step 8: a program sees the progress": (
        "tests/cli/test_documents.py::test_notifications_are_printed_as_the_queue_has_them"
    ),
    "Step 9: messages that failed three times go to the DLQ": _LETTERS,
    "S3 Bucket": f"{_STACKS}test_a_bucket_is_encrypted_private_versioned_and_survives_its_stack",
    "Input SQS Queue": _QUEUES,
    "Input Dead Letter Queue": _QUEUES,
    "Output SQS Queue": _QUEUES,
    "Output Dead Letter Queue": _QUEUES,
    "SNS Topic": f"{_STACKS}test_textract_may_announce_on_its_topic_for_this_account_alone",
    "Notifications SQS Queue": _NOTIFIED,
    "Notifications SQS Queue: kept for 1 hour": _NOTIFIED,
    "Notifications SQS Queue: long polling of 20 s": _NOTIFIED,
    "Document Processor Lambda": _HANDLERS,
    "Document Processor Lambda: timeout of 30 s": f"{_STACKS}test_document_workers_have_thirty_seconds",
    "Document Processor Lambda: one message at a time": _WOKEN,
    "Completion Processor Lambda": _HANDLERS,
    "Completion Processor Lambda: timeout of 30 s": f"{_STACKS}test_document_workers_have_thirty_seconds",
    "Amazon Textract": _READ,
    "DynamoDB: the table of jobs": _TABLES,
    "DynamoDB: point-in-time recovery": _TABLES,
    "DynamoDB: TTL": _TABLES,
}
"""Steps and parts are no values of the API: the test in which each is compared with what the document says."""


def command_text(name: str) -> str:
    return "; ".join(f"{CALL} {words}".format(letter="<id>") for words in COMMANDS[name])


def asserts(test: str) -> int:
    """How many comparisons a test makes; 0 if there is no such test."""
    path, _, function = test.partition("::")
    for node in ast.parse((ROOT / path).read_text()).body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            return sum(isinstance(each, ast.Compare) for each in ast.walk(node))
    return 0
