"""Rekognition at home: looks at the pixels of a picture and says whether they show a cat.

`answer(target, body)` takes a request of Rekognition's protocol and gives the status and the JSON to send back. The
rule is in `ears.py`; the file's name plays no part. `RECOGNISER_SECONDS`, `RECOGNISER_AT_A_TIME` and `RECOGNISER_FAULT`
(`throttle`, `limit`, `fail`, or `throttle:3` for three times) make it slow, busy or broken.
"""

import os
from functools import cache

from local.services.recognition.behaviour import Behaviour
from local.services.recognition.protocol import Answer
from local.services.rekognition.api import Recogniser
from local.services.rekognition.storage import read_object


def answer(target: str, body: bytes) -> Answer:
    """The status and the JSON for a request to Rekognition."""
    return recogniser().answer(target, body)


@cache
def recogniser() -> Recogniser:
    """The recogniser of this process, which behaves as its environment says."""
    return Recogniser(read_object, Behaviour.from_environment(os.environ))
