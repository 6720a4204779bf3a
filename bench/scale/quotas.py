"""What AWS gives: limits that no design moves, and usual quotas that can be raised."""

READ_UNITS, WRITE_UNITS = 3_000, 1_000
"""Of one partition of DynamoDB, a second. One key value is taken to be one partition: DynamoDB may split a busy key by
its sort key, but not where new items always come at one end, and nobody is told whether it did.
"""
LAMBDA_CONCURRENCY = 1_000
"""Calls at one time, of an account in a region, unless raised."""
APPSYNC_REQUESTS = 10_000
"""Tokens a second, of an account in a large region; a small request is one."""
