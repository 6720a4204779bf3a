"""The bucket of a pipeline: created with everything that uploads need, or an existing one that is only named."""

from collections.abc import Sequence

from aws_cdk import Aws, Duration, RemovalPolicy
from aws_cdk import aws_s3 as s3
from constructs import Construct

from infra.queues import QueuePair
from infra.stage import Stage
from services.expiring import EXPIRING

KEPT_DAYS = 120
"""A backstop for objects of items that expired. How long an item lives is not known where it ends only with its work,
and can be retried; so this is longer than any item of ours should live."""
GRACE_DAYS = 14
"""How long what was deleted or overwritten can be brought back."""
UPLOADED = "s3:ObjectCreated:Put"
"""Not ObjectCreated:*: a move is a copy, and must not be taken for an upload."""


class UploadBucket(Construct):
    """A bucket whose uploads wake a queue. An existing bucket is not changed: its owner tells it whom to notify."""

    def __init__(
        self,
        scope: Construct,
        name: str,
        stage: Stage,
        *,
        uploads: str,
        ours: Sequence[str],
        wakes: QueuePair,
        only_tagged: bool = False,
        kept_days: int = KEPT_DAYS,
    ) -> None:
        super().__init__(scope, name)
        system = name.removesuffix("Bucket").lower()
        existing = stage.existing_buckets.get(system)
        self.name = existing or f"{stage.named(system)}-{Aws.ACCOUNT_ID}-{Aws.REGION}"
        self.arn = f"arn:{Aws.PARTITION}:s3:::{self.name}"
        """Not a reference: the queue's policy names the bucket, which must be created after the policy."""
        wakes.admit_bucket(self.arn)
        if not existing:
            self._create(stage, uploads, _lifecycle(ours, kept_days, only_tagged), wakes)

    def objects(self, *prefixes: str) -> list[str]:
        """The objects under prefixes, for a policy."""
        return [f"{self.arn}/{prefix}*" for prefix in prefixes]

    def _create(self, stage: Stage, uploads: str, rules: list[s3.LifecycleRule], wakes: QueuePair) -> None:
        bucket = s3.Bucket(
            self,
            "Bucket",
            bucket_name=self.name,
            encryption=s3.BucketEncryption.S3_MANAGED,
            block_public_access=s3.BlockPublicAccess.BLOCK_ALL,
            object_ownership=s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
            enforce_ssl=True,
            minimum_tls_version=1.2,
            versioned=True,
            cors=[_from_browsers(stage)],
            lifecycle_rules=rules,
            removal_policy=RemovalPolicy.RETAIN,
        )
        made = bucket.node.default_child
        assert isinstance(made, s3.CfnBucket)  # noqa: S101  tells mypy
        made.notification_configuration = _notifying(uploads, wakes)  # CDK's own way would add a function of its own
        bucket.node.add_dependency(wakes.queue.node.find_child("Policy"))


def _notifying(uploads: str, wakes: QueuePair) -> s3.CfnBucket.NotificationConfigurationProperty:
    """No suffix: a file may be called scan.PDF."""
    prefix = s3.CfnBucket.FilterRuleProperty(name="prefix", value=uploads)
    only = s3.CfnBucket.NotificationFilterProperty(s3_key=s3.CfnBucket.S3KeyFilterProperty(rules=[prefix]))
    return s3.CfnBucket.NotificationConfigurationProperty(
        queue_configurations=[
            s3.CfnBucket.QueueConfigurationProperty(event=UPLOADED, queue=wakes.queue.queue_arn, filter=only)
        ]
    )


def _from_browsers(stage: Stage) -> s3.CorsRule:
    """The address is the permission: it is signed for one object, and browsers send no cookies along."""
    return s3.CorsRule(
        allowed_origins=list(stage.upload_origins),
        allowed_methods=[s3.HttpMethods.GET, s3.HttpMethods.PUT],
        allowed_headers=["*"],
        exposed_headers=["ETag", "x-amz-checksum-sha256"],
        max_age=3600,
    )


def _lifecycle(ours: Sequence[str], kept_days: int, only_tagged: bool) -> list[s3.LifecycleRule]:
    """Only what lies where our own uploads go expires; what was deleted or overwritten stays for a while.

    Where other programs store theirs beside ours, only what our workers have marked expires.
    """
    marked = dict([EXPIRING]) if only_tagged else None
    return [
        *(
            s3.LifecycleRule(
                id=f"expire-{prefix.rstrip('/')}",
                prefix=prefix,
                tag_filters=marked,
                expiration=Duration.days(kept_days),
            )
            for prefix in ours
        ),
        s3.LifecycleRule(
            id="grace",
            noncurrent_version_expiration=Duration.days(GRACE_DAYS),
            abort_incomplete_multipart_upload_after=Duration.days(1),
            expired_object_delete_marker=True,
        ),
    ]
