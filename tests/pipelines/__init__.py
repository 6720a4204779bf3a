"""Upload pipelines under faults: stand-ins for S3, SQS and Textract, and random schedules of what can go wrong."""
