"""The stacks of the upload pipelines: private buckets, queues that lose nothing, and no more rights than needed."""

import json
from typing import Any

import pytest

from commands.cats.cat_images import KEPT_FOR
from infra.prices import PER_PAGE
from tests.infra.conftest import Templates

PIPELINES = {"Documents": "documents", "Cats": "cats"}
WORK = ("cats", "documents-input", "documents-output")
WORKERS = {
    "DocumentProcessor": "workers.document_processor.handler",
    "CompletionProcessor": "workers.completion_processor.handler",
    "CatProcessor": "workers.cat_processor.handler",
    "DeadLetterConsumer": "workers.dead_letters.handler",
    "Sweeper": "workers.sweeper.handler",
}


@pytest.mark.parametrize("stack", PIPELINES)
def test_a_bucket_is_encrypted_private_versioned_and_survives_its_stack(stage: Templates, stack: str) -> None:
    (bucket,) = (each for each in stage.stacks[stack]["Resources"].values() if each["Type"] == "AWS::S3::Bucket")
    properties = bucket["Properties"]
    assert bucket["DeletionPolicy"] == bucket["UpdateReplacePolicy"] == "Retain"
    assert properties["BucketEncryption"]
    assert set(properties["PublicAccessBlockConfiguration"].values()) == {True}
    assert properties["VersioningConfiguration"] == {"Status": "Enabled"}
    assert properties["OwnershipControls"] == {"Rules": [{"ObjectOwnership": "BucketOwnerEnforced"}]}
    (cors,) = properties["CorsConfiguration"]["CorsRules"]
    assert sorted(cors["AllowedMethods"]) == ["GET", "PUT"]
    (policy,) = stage.resources("AWS::S3::BucketPolicy", stack).values()
    assert {each["Effect"] for each in policy["PolicyDocument"]["Statement"]} == {"Deny"}


@pytest.mark.parametrize(
    ("stack", "prefixes"), [("Documents", ["input/", "results/"]), ("Cats", ["done/", "failed/", "logs/", "uploads/"])]
)
def test_only_what_lies_where_our_uploads_go_expires(stage: Templates, stack: str, prefixes: list[str]) -> None:
    (bucket,) = stage.resources("AWS::S3::Bucket", stack).values()
    rules = bucket["LifecycleConfiguration"]["Rules"]
    expiring = [each for each in rules if "ExpirationInDays" in each]
    assert sorted(each["Prefix"] for each in expiring) == prefixes
    marked = [{"Key": "tessera", "Value": "expires"}] if stack == "Documents" else None
    assert all(each.get("TagFilters") == marked for each in expiring), "other programs put documents there, too"
    (grace,) = (each for each in rules if "NoncurrentVersionExpiration" in each)
    assert grace["NoncurrentVersionExpiration"]["NoncurrentDays"] == 14


def test_files_of_pictures_go_soon_after_their_items_and_never_before(stage: Templates) -> None:
    """No retry prolongs the life of an image, and a file is never older than its image."""
    (bucket,) = stage.resources("AWS::S3::Bucket", "Cats").values()
    rules = [each for each in bucket["LifecycleConfiguration"]["Rules"] if "ExpirationInDays" in each]
    assert {each["ExpirationInDays"] for each in rules} == {KEPT_FOR.days + 2}


@pytest.mark.parametrize(("stack", "prefix"), [("Documents", "input/"), ("Cats", "uploads/")])
def test_uploads_alone_wake_the_queue_and_copies_do_not(stage: Templates, stack: str, prefix: str) -> None:
    (bucket,) = stage.resources("AWS::S3::Bucket", stack).values()
    (told,) = bucket["NotificationConfiguration"]["QueueConfigurations"]
    assert told["Event"] == "s3:ObjectCreated:Put"
    assert told["Filter"]["S3Key"]["Rules"] == [{"Name": "prefix", "Value": prefix}]
    policies = stage.resources("AWS::SQS::QueuePolicy", stack).values()
    (admits,) = (
        each for policy in policies for each in policy["PolicyDocument"]["Statement"] if each.get("Sid") == "Uploads"
    )
    assert admits["Principal"] == {"Service": "s3.amazonaws.com"}
    assert set(admits["Condition"]) == {"ArnEquals", "StringEquals"}


@pytest.mark.parametrize("name", WORK)
def test_what_fails_three_times_is_kept_for_two_weeks(stage: Templates, name: str) -> None:
    queues = _by_name(stage, "AWS::SQS::Queue", "QueueName")
    work, dead = queues[name], queues[f"{name}-dead"]
    assert work["RedrivePolicy"]["maxReceiveCount"] == 3
    assert work["VisibilityTimeout"] == 180
    assert work["ReceiveMessageWaitTimeSeconds"] == 20
    assert dead["MessageRetentionPeriod"] == 14 * 86_400
    assert work["SqsManagedSseEnabled"] is dead["SqsManagedSseEnabled"] is True


def test_notifications_are_kept_for_an_hour_and_waited_for_twenty_seconds(stage: Templates) -> None:
    queue = _by_name(stage, "AWS::SQS::Queue", "QueueName")["notifications"]
    assert queue["MessageRetentionPeriod"] == 3_600
    assert queue["ReceiveMessageWaitTimeSeconds"] == 20
    (publisher,) = (each for name, each in _functions(stage).items() if name.startswith("Publisher"))
    assert "NOTIFICATIONS_QUEUE_URL" in publisher["Environment"]["Variables"]


def test_textract_may_announce_on_its_topic_for_this_account_alone(stage: Templates) -> None:
    (topic,) = stage.resources("AWS::SNS::Topic", "Documents").values()
    assert topic["TopicName"].startswith("AmazonTextract")
    (role,) = (each for name, each in stage.resources("AWS::IAM::Role", "Documents").items() if "Textract" in name)
    (trust,) = role["AssumeRolePolicyDocument"]["Statement"]
    assert trust["Principal"] == {"Service": "textract.amazonaws.com"}
    assert trust["Condition"]["StringEquals"]["aws:SourceAccount"] == {"Ref": "AWS::AccountId"}
    (subscription,) = stage.resources("AWS::SNS::Subscription", "Documents").values()
    assert subscription["Protocol"] == "sqs"
    assert not subscription.get("RawMessageDelivery")
    (policy,) = stage.resources("AWS::SNS::TopicPolicy", "Documents").values()
    assert "Allow" in {each["Effect"] for each in policy["PolicyDocument"]["Statement"]}


@pytest.mark.parametrize("name", WORKERS)
def test_every_worker_has_a_handler_of_the_package(stage: Templates, name: str) -> None:
    (function,) = (each for key, each in _functions(stage).items() if key.startswith(name))
    assert function["Handler"] == WORKERS[name]


@pytest.mark.parametrize("name", ["DocumentProcessor", "CompletionProcessor"])
def test_document_workers_have_thirty_seconds(stage: Templates, name: str) -> None:
    (function,) = (each for key, each in _functions(stage).items() if key.startswith(name))
    assert function["Timeout"] == 30


def test_workers_are_woken_as_their_queues_and_the_clock_want(stage: Templates) -> None:
    """What recognises or collects has its thirty seconds for one message: with others beside it, those that were done
    would use up a try whenever the last one takes too long."""
    mappings = {
        name: each
        for stack in PIPELINES
        for name, each in stage.resources("AWS::Lambda::EventSourceMapping", stack).items()
    }
    sizes = {name.rstrip("0123456789ABCDEF"): each["BatchSize"] for name, each in mappings.items()}
    assert sizes == {
        "DocumentProcessorUploads": 1,
        "CompletionProcessorCompletions": 1,
        "CatProcessorImages": 1,
        "DeadLetterConsumerDeadDocumentsInput": 10,
        "DeadLetterConsumerDeadDocumentsOutput": 10,
        "DeadLetterConsumerDeadCats": 10,
    }
    for each in mappings.values():
        assert each["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
        assert 2 <= each["ScalingConfig"]["MaximumConcurrency"] <= 5
    (clock,) = stage.resources("AWS::Events::Rule").values()
    assert clock["ScheduleExpression"] == "rate(5 minutes)"
    (sweeper,) = (each for name, each in _functions(stage).items() if name.startswith("Sweeper"))
    assert sweeper["Timeout"] < 300


FORBIDDEN = {
    "DocumentProcessor": ("DeleteItem", "Scan", "textract:Get", "rekognition"),
    "CompletionProcessor": ("DeleteItem", "Scan", "textract:Start", "PassRole", "rekognition"),
    "CatProcessor": ("DeleteItem", "Scan", "textract", "PassRole"),
    "DeadLetterConsumer": ("s3:", "DeleteItem", "Scan", "textract", "PassRole", "rekognition", "SendMessage"),
    "Sweeper": ("textract:Start", "PassRole", "rekognition", "ReceiveMessage"),
}


@pytest.mark.parametrize("name", FORBIDDEN)
def test_a_worker_may_do_its_own_work_and_not_that_of_the_others(stage: Templates, name: str) -> None:
    policies = stage.resources("AWS::IAM::Policy").items()
    (policy,) = (each for key, each in policies if key.startswith(f"{name}Rights"))
    actions = json.dumps([each["Action"] for each in policy["PolicyDocument"]["Statement"]])
    assert [each for each in FORBIDDEN[name] if each in actions] == []


@pytest.mark.parametrize(("name", "folder"), [("DocumentProcessor", "/input/*"), ("CompletionProcessor", "/results/*")])
def test_what_came_too_late_is_deleted_where_a_worker_looks_for_it_and_nowhere_else(
    stage: Templates, name: str, folder: str
) -> None:
    policies = stage.resources("AWS::IAM::Policy", "Documents").items()
    (policy,) = (each for key, each in policies if key.startswith(f"{name}Rights"))
    (removing,) = (each for each in policy["PolicyDocument"]["Statement"] if "DeleteObject" in json.dumps(each))
    assert removing["Action"] == "s3:DeleteObject"
    assert removing["Resource"]["Fn::Join"][1][-1].endswith(folder)


def test_a_role_is_handed_to_textract_and_to_nobody_else(stage: Templates) -> None:
    statements = [
        each
        for policy in stage.resources("AWS::IAM::Policy").values()
        for each in policy["PolicyDocument"]["Statement"]
        if each["Action"] == "iam:PassRole"
    ]
    (passed,) = statements
    assert passed["Condition"] == {"StringEquals": {"iam:PassedToService": "textract.amazonaws.com"}}


def test_the_api_knows_the_buckets_and_queues_and_only_mutations_may_use_the_queues(stage: Templates) -> None:
    wanted = {
        "DOCUMENTS_BUCKET",
        "DOCUMENTS_INPUT_QUEUE_URL",
        "DOCUMENTS_OUTPUT_QUEUE_URL",
        "CATS_BUCKET",
        "CATS_QUEUE_URL",
    }
    for prefix in ("Read", "Write"):
        (function,) = (each for name, each in _functions(stage).items() if name.startswith(f"{prefix}Function"))
        assert wanted <= set(function["Environment"]["Variables"])


@pytest.mark.parametrize(
    "wanted",
    [
        *(f"{name}-{kind}" for name in WORK for kind in ("age", "dead", "dead-age")),
        *(f"{name}-errors" for name in ("document-processor", "completion-processor", "cat-processor", "sweeper")),
        "recognition-cost",
    ],
)
def test_somebody_is_told_of_a_pipeline(stage: Templates, wanted: str) -> None:
    alarms = _by_name(stage, "AWS::CloudWatch::Alarm", "AlarmName")
    assert alarms[wanted]["AlarmActions"]
    assert alarms[wanted]["AlarmDescription"]


def test_the_cost_of_recognition_counts_every_feature_and_every_picture_of_a_day(stage: Templates) -> None:
    alarm = _by_name(stage, "AWS::CloudWatch::Alarm", "AlarmName")["recognition-cost"]
    metrics = [each["MetricStat"] for each in alarm["Metrics"] if "MetricStat" in each]
    assert {each["Period"] for each in metrics} == {86_400}
    dimensions = [{pair["Name"]: pair["Value"] for pair in each["Metric"]["Dimensions"]} for each in metrics]
    assert sorted(each["feature"] for each in dimensions if "feature" in each) == sorted(PER_PAGE)
    assert {each["Metric"]["MetricName"] for each in metrics} == {"ChargedPages", "RecognisedPictures"}


def test_buckets_that_exist_are_named_and_not_made_and_limits_are_passed_on(
    with_names: dict[str, dict[str, Any]],
) -> None:
    kinds = {each["Type"] for stack in with_names.values() for each in stack["Resources"].values()}
    assert "AWS::S3::Bucket" not in kinds
    variables = [
        each["Properties"]["Environment"]["Variables"]
        for each in with_names["Documents"]["Resources"].values()
        if each["Type"] == "AWS::Lambda::Function"
    ]
    assert {each["DOCUMENTS_BUCKET"] for each in variables} == {"their-papers"}
    assert {each["DOCUMENTS_PAGES_PER_DAY"] for each in variables} == {"100"}


def _functions(stage: Templates) -> dict[str, dict[str, Any]]:
    return stage.resources("AWS::Lambda::Function")


def _by_name(stage: Templates, kind: str, key: str) -> dict[str, dict[str, Any]]:
    """What is called tessera-<stage>-<name>, by that name."""
    found = (each for each in stage.resources(kind).values() if key in each)
    return {each[key].split("-", 2)[2]: each for each in found}
