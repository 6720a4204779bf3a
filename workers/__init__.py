"""Lambdas that are triggered by streams, buckets, queues and schedules."""
