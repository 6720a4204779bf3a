"""What can be asked of novae."""

from resolvers.routing.route import PAGE, SPAN, Route, between

CATALOGUE = "status: NovaStatus, provider: String, year: Int, order: NovaOrder = NAME"
PROVIDER = "The archive or donor that provides the spectrum, such as `ESO`; upper and lower case matter."
LOCATOR = {
    "provider": PROVIDER,
    "locatorIdentity": "What the spectrum is recognised by: `provider_product_id:` and the provider's own id, or "
    "`url:` and an address.",
}
NAME = {
    "name": "A primary name or an alias, such as `V1324 Sco`. Upper and lower case do not matter, nor do further "
    "spaces or underscores in place of spaces."
}

QUERIES: tuple[Route, ...] = (
    Route(
        "Query.nova(novaId: ID!): Nova",
        "resolvers.queries.novae:nova",
        "One nova. One that was merged into another is still found by its old id: see `mergedIntoNovaId`.",
        arguments={"novaId": "The id of the nova, a UUID."},
    ),
    Route(
        f"Query.novae({CATALOGUE}, {PAGE}): NovaConnection!",
        "resolvers.queries.novae:all_novae",
        "The novae of the catalogue, in the alphabetical order of their names or in another one. MERGED, DEPRECATED "
        "and HIDDEN ones are left out unless `status` asks for them. Filters combine. With `provider`, or in another "
        "order, the whole catalogue is read for every page.",
        arguments={
            "status": "Only novae with this status. HIDDEN ones are seen by editors and operators only.",
            "provider": "Only novae that have a spectrum from this archive or donor, such as `ESO`; upper and lower "
            "case matter.",
            "year": "Only novae that were discovered in this year.",
            "order": "The order of the list.",
        },
    ),
    Route(
        f"Query.novaeNear(raDeg: Float!, decDeg: Float!, radiusArcsec: Float!, {PAGE}): NovaConnection!",
        "resolvers.queries.novae:novae_near",
        "The novae around a place in the sky, the nearest first. MERGED, DEPRECATED and HIDDEN ones are left out.",
        arguments={
            "raDeg": "The right ascension of the place in degrees (ICRS), from 0 to 360.",
            "decDeg": "The declination of the place in degrees (ICRS), from -90 (south) to 90 (north).",
            "radiusArcsec": "How far away a nova may be, in arcseconds; 3600 are one degree.",
        },
    ),
    Route(
        "Query.novaeByName(name: String!): [Nova!]!",
        "resolvers.queries.novae:novae_by_name",
        "The novae that have this primary name or alias: usually one, several if the name is ambiguous, none if it is "
        "unknown. Those for which it is the primary name come first.",
        arguments=NAME,
    ),
    Route(
        "Query.names(name: String!): [NameMapping!]!",
        "resolvers.queries.novae:names",
        "Which novae have this name, and whether it is their primary name or an alias: one entry for each nova, "
        "primary names first.",
        arguments=NAME,
    ),
    Route(
        "Query.productByLocator(provider: String!, locatorIdentity: String!): SpectraProduct",
        "resolvers.queries.novae:product_by_locator",
        "The spectrum that a provider's own id or an address leads to; null if it was not registered. If it leads to "
        "several spectra, the one that was registered first.",
        arguments=LOCATOR,
    ),
    Route(
        "Query.productByUrl(provider: String!, url: String!): SpectraProduct",
        "resolvers.queries.novae:product_by_url",
        "The spectrum that an address leads to, in whatever spelling it was registered; null if it was not.",
        arguments={"provider": PROVIDER, "url": "The address of the file, such as `https://archive.example/1.fits`."},
    ),
    Route(
        "Query.locators(provider: String!, locatorIdentity: String!): [LocatorAlias!]!",
        "resolvers.queries.novae:locators",
        "Every spectrum that was registered under a provider's own id or an address: usually one.",
        arguments=LOCATOR,
    ),
    Route(
        "Query.reference(bibcode: ID!): Reference",
        "resolvers.queries.novae:reference",
        "One paper. Papers without a bibcode are only found through `Nova.references`.",
        arguments={"bibcode": "The ADS bibcode of the paper, 19 characters such as `2012ATel.4157....1W`."},
    ),
    Route(
        f"Query.jobRuns(correlationId: ID!, {SPAN}, {PAGE}): JobRunConnection!",
        "resolvers.queries.novae:job_runs",
        "The workflow runs that one request set off, the oldest first.",
        arguments={"correlationId": "The id that all these runs share.", **between("startedAt")},
    ),
    Route(
        f"Nova.spectra(provider: String, {PAGE}): SpectraProductConnection!",
        "resolvers.queries.novae:spectra_of_nova",
        "The spectra of the nova, sorted by provider. `products` has all of them at once.",
        arguments={"provider": "Only spectra from this archive or donor, such as `ESO`; upper and lower case matter."},
    ),
    Route(
        "Nova.eligibleSpectra(provider: String, readyOnly: Boolean = false): [SpectraProduct!]!",
        "resolvers.queries.novae:eligible_spectra_of_nova",
        "The spectra of the nova whose files should be fetched, sorted by provider. Some of them may have to wait "
        "before they may be tried again: see `cooldown`.",
        arguments={
            "provider": "Only spectra from this archive or donor, such as `ESO`; upper and lower case matter.",
            "readyOnly": "Whether to leave out spectra that have to wait. By default, they are included.",
        },
    ),
    Route(
        f"Nova.runs({SPAN}, {PAGE}): JobRunConnection!",
        "resolvers.queries.novae:runs_of_nova",
        "The workflow runs about the nova, of all workflows, the newest first.",
        arguments=between("startedAt"),
    ),
    Route("NovaReference.reference: Reference", "resolvers.queries.novae:papers_of", "The paper."),
    Route("NovaReference.nova: Nova", "resolvers.queries.novae:nova_of", "The nova that the paper is about."),
    Route("NameMapping.nova: Nova", "resolvers.queries.novae:nova_of", "The nova that has the name."),
    Route("SpectraProduct.nova: Nova", "resolvers.queries.novae:nova_of", "The nova that the spectrum shows."),
    Route(
        "SpectraProduct.cooldown: Cooldown",
        "resolvers.queries.novae:cooldown_of",
        "Whether the spectrum has to wait before its file may be fetched again, and until when.",
        needs=("eligibility", "next_eligible_attempt_at", "attempt_count"),
    ),
    Route(
        "LocatorAlias.product: SpectraProduct",
        "resolvers.queries.novae:product_of_locator",
        "The spectrum that was registered under this id or address.",
        needs=("nova_id",),
    ),
    Route("FileObject.nova: Nova", "resolvers.queries.novae:nova_of", "The nova that the file belongs to."),
    Route(
        "JobRun.nova: Nova",
        "resolvers.queries.novae:nova_of",
        "The nova that the run is about; null if the nova did not exist yet.",
        needs=("nova_id",),
    ),
    Route(
        "JobRun.attempts: [Attempt!]!",
        "resolvers.queries.novae:attempts_of_run",
        "The attempts at the tasks of the run, sorted by task and number; empty if the run has no nova.",
        needs=("nova_id", "job_run_id"),
    ),
    Route(
        "Attempt.run: JobRun",
        "resolvers.queries.novae:run_of_attempt",
        "The workflow run that the attempt belongs to.",
    ),
)
