"""What can be changed about novae."""

from resolvers.routing.route import OPERATE, WRITE, Route

MUTATIONS: tuple[Route, ...] = (
    Route(
        "Mutation.initializeNova(input: InitializeNovaInput!): NovaInitialization!",
        "mutations.novae:initialize_nova",
        "Finds the nova of a name, or of a place nearer than 2 arcseconds, or makes it. From 2 to 10 arcseconds a "
        "person has to decide.",
        access=WRITE,
    ),
    Route("NovaInitialization.nova: Nova", "mutations.novae:nova_of", "The nova; null where a person has to decide."),
    Route(
        "Mutation.addAlias(input: AddAliasInput!): Nova!",
        "mutations.names:add_alias",
        "Gives a nova another name, unless it leads to another nova. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.renameNova(input: RenameNovaInput!): Nova!",
        "mutations.names:rename_nova",
        "Gives a nova a new primary name; the old one becomes an alias.",
        access=WRITE,
    ),
    Route(
        "Mutation.setNovaStatus(input: SetNovaStatusInput!): Nova!",
        "mutations.names:set_nova_status",
        "Shows, hides, quarantines, deprecates or merges a nova. What is merged stays so.",
        access=OPERATE,
    ),
    Route(
        "Mutation.registerSpectra(input: RegisterSpectraInput!): SpectraProduct!",
        "mutations.spectra:register_spectra",
        "Notes a spectrum that was found, and its locator. Its id follows from what it is; a repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordAcquisition(input: RecordAcquisitionInput!): SpectraProduct!",
        "mutations.acquisition:record_acquisition",
        "Counts an attempt to fetch a spectrum when it begins, and notes how it ended. Failures have to wait.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordValidation(input: RecordValidationInput!): SpectraProduct!",
        "mutations.validation:record_validation",
        "Gives the verdict on a fetched spectrum: valid, to be looked at, useless, or known already.",
        access=WRITE,
    ),
    Route(
        "Mutation.reviewSpectra(input: ReviewSpectraInput!): SpectraProduct!",
        "mutations.validation:review_spectra",
        "Decides about a spectrum in quarantine: it is tried again, or given up.",
        access=OPERATE,
    ),
    Route(
        "Mutation.startJobRun(input: StartJobRunInput!): JobRun!",
        "mutations.workflow_runs:start_job_run",
        "Notes that a workflow run begins. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.finishJobRun(input: FinishJobRunInput!): JobRun!",
        "mutations.workflow_runs:finish_job_run",
        "Notes how a workflow run ended. It ends once.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordAttempt(input: RecordAttemptInput!): Attempt!",
        "mutations.workflow_runs:record_attempt",
        "Notes a try at a task of a run: that it begins, or how it ended.",
        access=WRITE,
    ),
    Route(
        "Mutation.ingestPhotometry(input: IngestPhotometryInput!): PhotometryTable!",
        "mutations.photometry:ingest_photometry",
        "Notes a file that was added to the photometry of a nova. Each file counts once.",
        access=WRITE,
    ),
    Route(
        "Mutation.addReference(input: AddReferenceInput!): Reference!",
        "mutations.references:add_reference",
        "Stores a paper, or what more is known of it. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.linkReference(input: LinkReferenceInput!): NovaReference!",
        "mutations.references:link_reference",
        "Says what a paper is to a nova. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.registerFile(input: RegisterFileInput!): FileObject!",
        "mutations.files:register_file",
        "Notes a file in S3. Another of the same name replaces it only where `expectedEtag` says which.",
        access=WRITE,
    ),
)
