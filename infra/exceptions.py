"""The checkov findings that we accept, and why. A test ensures that there are no others."""

EXCEPTIONS = {
    "CKV2_AWS_33": "A firewall costs more than the API at rest. Prod takes no anonymous callers, depth and resolver "
    "counts are limited; an account with a shared web ACL can put it before the API.",
    "CKV_AWS_115": "A limit per function would reject requests while the account has capacity; an alarm reports it.",
    "CKV_AWS_116": "Lambda's own queue is for asynchronous calls. Here callers wait for the answer, the publisher has "
    "a destination for failures at its streams, the workers' queues have dead-letter queues, and the clock goes on.",
    "CKV_AWS_117": "DynamoDB and AppSync are reached over public endpoints with signed requests; a VPC would add cold "
    "starts and the price of NAT, and hide nothing.",
    "CKV_AWS_119": "Encrypted with the key that AWS manages for DynamoDB. A customer managed key is for the owner of "
    "the data to decide, whose existing tables can be used instead.",
    "CKV_AWS_158": "Logs are encrypted by CloudWatch, and hold no arguments in prod.",
    "CKV_AWS_173": "The variables are names of tables and addresses; there is no secret among them.",
    "CKV_AWS_18": "Who reads which object is for CloudTrail's data events, which the owner of an account turns on for "
    "all buckets; a bucket of logs would have to be kept as safe as this one.",
    "CKV_AWS_26": "An alarm contains little more than its name, and a completion little more than an id; CloudWatch "
    "and Textract cannot use the key that AWS manages.",
    "CKV_AWS_27": "The queues are encrypted with keys of SQS (SqsManagedSseEnabled), which the check does not know.",
}
"""By the id of the check."""

PAGE_EXCEPTIONS = {
    "CKV_AWS_68": "What is served are files that anyone may read; the API behind it checks who asks. `pageWebAclArn` "
    "names a web ACL of the account.",
    "CKV_AWS_86": "The files say nothing of those who fetch them, and who does what is in the API's own log; a bucket "
    "of logs with addresses of people would have to be kept safe.",
    "CKV_AWS_174": "CloudFront's own certificate allows no choice; with `pageDomain` it is TLS 1.2 at least.",
}
"""The same, of the page's stack alone."""
