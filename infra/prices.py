"""What AWS charges, in dollars: us-east-1, on demand, without free tiers. Look them up before quoting."""

PER_PAGE = {"TEXT": 0.0015, "TABLES": 0.015, "FORMS": 0.05, "LAYOUT": 0.004, "SIGNATURES": 0.0035, "QUERIES": 0.015}
"""Textract, for each page and each feature; TEXT where no feature is asked for."""
PER_PICTURE = 0.001
"""Rekognition, DetectLabels."""
READ_UNIT, WRITE_UNIT = 0.125 / 1e6, 0.625 / 1e6
"""DynamoDB."""
APPSYNC_OPERATION, APPSYNC_MESSAGE, APPSYNC_MINUTE = 4.00 / 1e6, 2.00 / 1e6, 0.08 / 1e6
"""A query or mutation; a message to a subscriber, for each 5 KB; a minute of a connection."""
LAMBDA_CALL, LAMBDA_SECOND = 0.20 / 1e6, 0.0000133334
"""A call; a second with 1 GB on arm64."""
SNAPSTART_RESTORE, SNAPSTART_MONTH = 0.0001397998, 0.0000015046 * 30 * 86_400
"""For 1 GB: a start from the snapshot; a month of keeping the snapshot of one version."""
LOG_GB, TRACE = 0.50, 5.00 / 1e6
TRAFFIC_GB = 0.09
ALARM, METRIC, DASHBOARD = 0.10, 0.30, 3.00
"""A month of each."""
STORAGE_GB, BACKUP_GB, OBJECTS_GB = 0.25, 0.20, 0.023
"""A month: DynamoDB, its continuous backups, S3."""
