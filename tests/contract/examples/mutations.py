"""The examples of all mutations."""

from tests.contract.examples import cats_and_documents, conclusions, images, jobs, novae
from tests.contract.examples.example import Example

MUTATIONS: dict[str, Example] = {
    **images.EXAMPLES,
    **conclusions.EXAMPLES,
    **jobs.EXAMPLES,
    **novae.EXAMPLES,
    **cats_and_documents.EXAMPLES,
}
"""By the name of the mutation."""
