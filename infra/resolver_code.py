"""The JavaScript that AppSync runs for each resolver, as it goes into the template."""

from infra.javascript import compact
from infra.stage import REPOSITORY

INVOKE, BATCH_INVOKE, PUBLISH = "invoke", "batch_invoke", "publish"
SOURCES = REPOSITORY / "infra" / "appsync"
_SINGLE, _BATCH = "operation: 'Invoke'", "operation: 'BatchInvoke'"


def code_of(kind: str) -> str:
    """The code of a resolver. AppSync cannot import our files: a batch is the same file with another operation."""
    if kind == BATCH_INVOKE:
        return compact(_batched((SOURCES / f"{INVOKE}.js").read_text()))
    return compact((SOURCES / f"{kind}.js").read_text())


def _batched(source: str) -> str:
    if source.count(_SINGLE) != 1:
        raise ValueError(f"{INVOKE}.js must say {_SINGLE} exactly once")
    return source.replace(_SINGLE, _BATCH)
