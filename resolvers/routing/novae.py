"""What can be asked of novae."""

from resolvers.routing.route import PAGE, SPAN, Route

QUERIES: tuple[Route, ...] = (
    Route("Query.nova(novaId: ID!): Nova", "novae:nova", "A nova by its id."),
    Route(f"Query.novae({PAGE}): NovaConnection!", "novae:all_novae", "All novae by name."),
    Route(
        "Query.novaeByName(name: String!): [Nova!]!",
        "novae:novae_by_name",
        "The novae that a name or alias leads to, in any spelling of case and spaces. Mostly one.",
    ),
    Route("Query.names(name: String!): [NameMapping!]!", "novae:names", "What a name may mean, primary names first."),
    Route(
        "Query.productByLocator(provider: String!, locatorIdentity: String!): SpectraProduct",
        "novae:product_by_locator",
        "The spectrum that a locator of a provider leads to.",
    ),
    Route(
        "Query.locators(provider: String!, locatorIdentity: String!): [LocatorAlias!]!",
        "novae:locators",
        "The claims on a locator: mostly one.",
    ),
    Route("Query.reference(bibcode: ID!): Reference", "novae:reference", "A paper by its bibcode."),
    Route(
        f"Query.jobRuns(correlationId: ID!, {SPAN}, {PAGE}): JobRunConnection!",
        "novae:job_runs",
        "Runs that belong together, in order of time.",
    ),
    Route(
        f"Nova.spectra(provider: String, {PAGE}): SpectraProductConnection!",
        "novae:spectra_of_nova",
        "Its spectra by provider.",
    ),
    Route(
        "Nova.eligibleSpectra(provider: String, readyOnly: Boolean = false): [SpectraProduct!]!",
        "novae:eligible_spectra_of_nova",
        "Spectra that should be fetched; on request only those that need not wait.",
    ),
    Route(
        f"Nova.runs({SPAN}, {PAGE}): JobRunConnection!",
        "novae:runs_of_nova",
        "Workflow runs on it, the newest first, whatever their workflow.",
    ),
    Route("NovaReference.reference: Reference", "novae:papers_of", "The paper."),
    Route("NovaReference.nova: Nova", "novae:nova_of", "The nova that it speaks of."),
    Route("NameMapping.nova: Nova", "novae:nova_of", "The nova that it means."),
    Route("SpectraProduct.nova: Nova", "novae:nova_of", "The nova that it was taken of."),
    Route(
        "SpectraProduct.cooldown: Cooldown",
        "novae:cooldown_of",
        "Whether it must wait before the next try.",
        needs=("eligibility", "next_eligible_attempt_at", "attempt_count"),
    ),
    Route(
        "LocatorAlias.product: SpectraProduct",
        "novae:product_of_locator",
        "The spectrum that it leads to.",
        needs=("nova_id",),
    ),
    Route("FileObject.nova: Nova", "novae:nova_of", "The nova that it belongs to."),
    Route("JobRun.nova: Nova", "novae:nova_of", "The nova that it worked on.", needs=("nova_id",)),
    Route(
        "JobRun.attempts: [Attempt!]!",
        "novae:attempts_of_run",
        "The tries at its tasks, by task and number.",
        needs=("nova_id", "job_run_id"),
    ),
    Route("Attempt.run: JobRun", "novae:run_of_attempt", "The run that it belongs to."),
)
