"""What leads from novae to other things and back, and what waits in the whole catalogue."""

from resolvers.routing.route import PAGE, WRITE, Route

_COUNTED = "Stored now and then, so it may be out of date; counted where it is not stored."

QUERIES: tuple[Route, ...] = (
    Route(
        f"Query.quarantinedSpectra(provider: String, reason: QuarantineReason, {PAGE}): SpectraProductConnection!",
        "resolvers.queries.nova_desk:quarantined_spectra",
        "The spectra of all novae that wait for a person's decision, the newest first: `reviewSpectra` decides. Those "
        "that another program stored or changed come after the others, and the whole table is read for them. Only for "
        "editors and operators.",
        access=WRITE,
        arguments={
            "provider": "Only spectra from this archive or donor, such as `ESO`; upper and lower case matter.",
            "reason": "Only spectra that are in quarantine for this reason.",
        },
    ),
    Route(
        f"Query.quarantinedRuns(workflowName: String, {PAGE}): JobRunConnection!",
        "resolvers.queries.nova_desk:quarantined_runs",
        "The workflow runs that wait for a person's decision, the newest first: `reviewJobRun` decides. Those that "
        "another program stored or changed come after the others, and the whole table is read for them. Only for "
        "editors and operators.",
        access=WRITE,
        arguments={"workflowName": "Only runs of this workflow, such as `initialize_nova`."},
    ),
    Route(
        f"Query.eligibleSpectra(provider: String, readyOnly: Boolean = false, {PAGE}): SpectraProductConnection!",
        "resolvers.queries.nova_desk:eligible_spectra",
        "The spectra of all novae whose files should be fetched: those that are ready first, then those that have to "
        "wait when the first page is asked for. Both are sorted by the end of their wait, those without one first, by "
        "provider; those that another program stored or changed come after. Only for editors and operators.",
        access=WRITE,
        arguments={
            "provider": "Only spectra from this archive or donor, such as `ESO`; upper and lower case matter.",
            "readyOnly": "Whether to leave out spectra that have to wait. By default, they are included.",
        },
    ),
    Route(
        "Nova.names: [NameMapping!]!",
        "resolvers.queries.nova_links:names_of_nova",
        "The names of the nova, the primary one first, and where each comes from. Aliases that another program added "
        "without listing them in `aliases` are missing.",
    ),
    Route(
        "Nova.mergedInto: Nova",
        "resolvers.queries.nova_links:merged_into",
        "The nova that a MERGED one turned out to be; null for all others.",
        needs=("merged_into_nova_id",),
    ),
    Route(
        "Nova.referencesByRole(role: ReferenceRole!): [NovaReference!]!",
        "resolvers.queries.nova_links:references_by_role",
        "The links from the nova to papers that contribute one thing to it, sorted by `referenceId`.",
        arguments={"role": "What the papers contribute, such as DISCOVERY."},
    ),
    Route(
        "Nova.spectraCount: Int",
        "resolvers.queries.nova_links:spectra_count",
        f"How many valid spectra of the nova there are. {_COUNTED}",
        needs=("spectra_count",),
    ),
    Route(
        "Nova.photometryCount: Int",
        "resolvers.queries.nova_links:photometry_count",
        f"How many measurements of the nova's brightness there are. {_COUNTED}",
        needs=("photometry_count",),
    ),
    Route(
        "Nova.referencesCount: Int",
        "resolvers.queries.nova_links:references_count",
        f"How many papers about the nova there are. {_COUNTED}",
        needs=("references_count",),
    ),
    Route(
        f"PhotometryTable.rows(band: String, {PAGE}): PhotometryRowConnection",
        "resolvers.queries.light_curves:rows_of_table",
        "The single measurements, sorted by time; null where no table of measurements is named.",
        arguments={"band": "Only measurements through this filter, by its name such as `V` or by its id."},
    ),
    Route(
        "Reference.novae: [Nova!]!",
        "resolvers.queries.nova_links:novae_of_reference",
        "The novae that the paper is about, sorted by name. The whole catalogue is read to find them.",
        needs=("bibcode", "reference_id"),
    ),
    Route(
        "SpectraProduct.files: [FileObject!]!",
        "resolvers.queries.nova_links:files_of_spectrum",
        "The files in S3 that belong to the spectrum, such as the one that says why it is in quarantine.",
    ),
    Route(
        "JobRun.files: [FileObject!]!",
        "resolvers.queries.nova_links:files_of_run",
        "The files in S3 that belong to the run and to those that one request set off with it, such as the one that "
        "says why it is in quarantine.",
        needs=("correlation_id",),
    ),
    Route(
        "JobRun.nearestNova: Nova",
        "resolvers.queries.nova_desk:nearest_nova_of_run",
        "The nova that a run in quarantine came too close to; null for other runs.",
        needs=("nearest_nova_id",),
    ),
)
