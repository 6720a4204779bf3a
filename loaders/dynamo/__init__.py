"""DynamoDB as we use it: the only code that knows botocore. Requests, retries, the circuit, the wire, the costs."""
