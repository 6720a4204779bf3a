"""botocore's clients, set up alike: one layer of retries, which is ours, and time limits below a Lambda's."""

from typing import Any

from botocore.config import Config
from botocore.session import get_session

CONNECT_SECONDS = 2.0
READ_SECONDS = 15.0
USUAL_REGION = "us-east-1"


def connect(service: str, **more: Any) -> Any:
    """A client of a service, in the region of the Lambda; at home at the address that botocore's variables give."""
    session = get_session()
    config = Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        retries={"mode": "standard", "total_max_attempts": 2},
        **more,
    )
    region = session.get_config_variable("region") or USUAL_REGION
    return session.create_client(service, region_name=region, config=config)
