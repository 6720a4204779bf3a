"""What sample items are called: the same on every machine and at every load, so that queries can name them."""

from typing import Final
from uuid import NAMESPACE_URL, uuid5

from loaders.caller import DEMO_CLIENT

_NAMESPACE: Final = uuid5(NAMESPACE_URL, "tessera:sample")


def sample_id(*parts: object) -> str:
    """The UUID of a sample item: always the same for the same words."""
    return str(uuid5(_NAMESPACE, "/".join(map(str, parts))))


IMAGE_ID: Final = sample_id("image", "market")
"""A photo of one long receipt of a grocer, with labels in every state."""
TWO_RECEIPTS_IMAGE_ID: Final = sample_id("image", "desk")
"""A scan with two receipts side by side."""

SWEEP_ID: Final = sample_id("job", "sweep")
"""A hyper-parameter sweep that is under way."""
RUNNING_JOB_ID: Final = sample_id("job", "sweep", 7)
"""A training run of the sweep that is in its epochs."""
FINISHED_JOB_ID: Final = sample_id("job", "sweep", 1)
"""A training run of the sweep that is done, with its whole curves."""
QUEUE_NAME: Final = "gpu-training"
INSTANCE_ID: Final = "i-0c4e1d7f2a9b35e60"

NOVA_NAME: Final = "V1324 Sco"
NOVA_ID: Final = sample_id("nova", NOVA_NAME)

CAT_BATCH_ID: Final = 1762934400
"""A batch in which something of everything happened."""
CAT_CLIENT_ID: Final = DEMO_CLIENT

DOCUMENT_JOB_ID: Final = sample_id("document", "annual-report")
"""A document that was read to the end."""
