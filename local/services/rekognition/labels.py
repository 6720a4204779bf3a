"""What the recogniser says of a picture: Rekognition's labels, made from what was seen.

A picture whose SHA-256 is in `fixtures.json` gets the labels that are written there: so real photographs can be given
the answer that Rekognition gave. Everything else is decided by the rule in `ears.py`, from decoded pixels alone.
"""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from local.services.rekognition.ears import pointed_pair
from local.services.rekognition.pictures import decode
from local.services.rekognition.silhouette import shape_in

FIXTURES = Path(__file__).with_name("fixtures.json")
LEAST_SHARE, MOST_SHARE = 0.015, 0.95
"""How much of a picture an animal covers."""

LabelJson = dict[str, Any]

_PARENTS = {
    "Cat": ("Animal", "Mammal", "Pet"),
    "Dog": ("Animal", "Canine", "Mammal", "Pet"),
    "Pet": ("Animal",),
    "Mammal": ("Animal",),
    "Canine": ("Animal", "Mammal"),
}


def labels_of(content: bytes) -> list[LabelJson]:
    """The labels of a picture, the surest first. Raises if the bytes are no picture that can be looked at."""
    picture = decode(content)
    known = fixtures().get(sha256(content).hexdigest())
    if known is not None:
        return list(known)
    shape = shape_in(picture)
    if shape is None or not LEAST_SHARE <= shape.share <= MOST_SHARE:
        return [_label("Art", 91.5), _label("Graphics", 88.25)]
    ears = pointed_pair(shape)
    if ears is None:
        return [
            _label(name, 97.5 - 1.5 * place) for place, name in enumerate(("Dog", "Canine", "Pet", "Mammal", "Animal"))
        ]
    # The nearer both ears are to triangles, the surer it is a cat.
    sureness = 99.5 - 60 * max(abs(each.fill - 0.5) for each in ears)
    return [_label(name, sureness - 1.25 * place) for place, name in enumerate(("Cat", "Pet", "Mammal", "Animal"))]


@cache
def fixtures() -> dict[str, list[LabelJson]]:
    """Labels by the SHA-256 of a file."""
    found: dict[str, list[LabelJson]] = json.loads(FIXTURES.read_text())
    return found


def _label(name: str, confidence: float) -> LabelJson:
    parents = [{"Name": each} for each in _PARENTS.get(name, ())]
    group = "Animals and Pets" if name not in {"Art", "Graphics"} else "Visual Arts"
    return {
        "Name": name,
        "Confidence": round(confidence, 4),
        "Instances": [],
        "Parents": parents,
        "Aliases": [],
        "Categories": [{"Name": group}],
    }
