"""Metrics for CloudWatch: one line of JSON on standard output, which Lambda's log turns into numbers.

A metric costs money for each value of its dimensions. So there are two, the service and the function; what is asked per
field is answered from the log. Zeros are left out, and a line without numbers is not written.
"""

import json
import os
import sys
import time
from collections.abc import Mapping

NAMESPACE = "Tessera"
FAILURES = "Failures"
"""What was not done although the caller did nothing wrong. An alarm follows it for each function."""
FUNCTION_VARIABLE = "AWS_LAMBDA_FUNCTION_NAME"
SERVICE_VARIABLE = "POWERTOOLS_SERVICE_NAME"


def emit(values: Mapping[str, float], **dimensions: str) -> None:
    """Write one line with metrics of this function; more dimensions may be named. At home nothing is written."""
    function = os.environ.get(FUNCTION_VARIABLE)
    counted = {name: value for name, value in values.items() if value}
    if not function or not counted:
        return
    by = {"service": os.environ.get(SERVICE_VARIABLE, "tessera"), "function": function, **dimensions}
    described = {
        "Namespace": NAMESPACE,
        "Dimensions": [list(by)],
        "Metrics": [{"Name": name, "Unit": "Count"} for name in counted],
    }
    line = {"_aws": {"Timestamp": int(time.time() * 1000), "CloudWatchMetrics": [described]}, **by, **counted}
    sys.stdout.write(json.dumps(line, separators=(",", ":")) + "\n")
    sys.stdout.flush()
