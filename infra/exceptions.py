"""What checkov would have otherwise, and why it is as it is. A test holds that nothing else is open."""

EXCEPTIONS = {
    "CKV2_AWS_33": "A firewall costs more than the API at rest. Prod takes no anonymous callers; depth and resolver "
    "counts are limited. An account with a shared web ACL can associate it with the API's ARN.",
    "CKV_AWS_115": "A limit per function would refuse people while the account has room; the throttle alarm tells first.",
    "CKV_AWS_116": "Lambda's own queue is for asynchronous calls. Here callers wait for the answer, and the publisher has "
    "an on-failure destination at its streams.",
    "CKV_AWS_117": "DynamoDB and AppSync are reached over their public endpoints with signed requests; a VPC would add "
    "cold starts and NAT costs and hide nothing.",
    "CKV_AWS_119": "Encrypted with the key that AWS manages for DynamoDB. A key of one's own is a decision of the owner of "
    "the data, and existing tables can be named instead.",
    "CKV_AWS_158": "Logs are encrypted by CloudWatch, and hold no arguments in prod.",
    "CKV_AWS_173": "The variables are names of tables and addresses; there is no secret among them.",
    "CKV_AWS_26": "Alarms say no more than their names, and CloudWatch cannot write to a topic under the key that AWS manages.",
    "CKV_AWS_27": "The queues are encrypted with SQS's own keys (SqsManagedSseEnabled), which this check does not know.",
}
"""By the id of the check."""
