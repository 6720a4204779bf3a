"""Every field that has a resolver. The Lambda, the local server and infra are all wired from this table.

A field of `Query` or `Mutation` is called alone; any other is called for many parents at once. Functions are named,
not imported: a request loads only what it needs.
"""

from functools import cache

from resolvers.routing import (
    cat_and_document_changes,
    cats,
    cats_and_documents,
    dependencies,
    job_changes,
    jobs,
    nova_changes,
    nova_links,
    novae,
    receipt_changes,
    receipt_links,
    receipt_results,
    receipts,
    search,
    sweeps,
)
from resolvers.routing.announcements import ANNOUNCEMENTS
from resolvers.routing.route import Route

ROUTES: tuple[Route, ...] = (
    *receipts.QUERIES,
    *receipt_results.QUERIES,
    *receipt_links.QUERIES,
    *jobs.QUERIES,
    *sweeps.QUERIES,
    *dependencies.QUERIES,
    *novae.QUERIES,
    *nova_links.QUERIES,
    *cats.QUERIES,
    *cats_and_documents.QUERIES,
    *search.QUERIES,
    *receipt_changes.MUTATIONS,
    *job_changes.MUTATIONS,
    *nova_changes.MUTATIONS,
    *cats.MUTATIONS,
    *cat_and_document_changes.MUTATIONS,
    *(each.publish for each in ANNOUNCEMENTS),
)


@cache
def routes() -> dict[str, Route]:
    """All routes by `Type.field`."""
    return {route.key: route for route in ROUTES}
