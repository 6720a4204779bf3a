"""What can be changed about novae."""

from resolvers.routing.route import OPERATE, WRITE, Route

MUTATIONS: tuple[Route, ...] = (
    Route(
        "Mutation.initializeNova(input: InitializeNovaInput!): NovaInitialization!",
        "commands.novae.novae:initialize_nova",
        "Finds the nova that has a name, or that lies less than 2 arcseconds from its coordinates, or else creates "
        "one. If the nearest nova lies 2 to 10 arcseconds away, nothing is created until a person decides. A nova that "
        "is found gets the names, coordinates, type and date that it lacks; a name of a MERGED nova leads to the one "
        "that it became. Fails with `Conflict` if the names lead to several novae, or if what is given contradicts "
        "what is stored.",
        access=WRITE,
    ),
    Route(
        "NovaInitialization.nova: Nova",
        "resolvers.queries.novae:nova_of_initialization",
        "The nova that was found or created; null if a person has to decide.",
    ),
    Route(
        "Mutation.addAlias(input: AddAliasInput!): Nova!",
        "commands.novae.names:add_alias",
        "Gives a nova another name. Fails with `Conflict` if another nova has that name already.",
        access=WRITE,
    ),
    Route(
        "Mutation.renameNova(input: RenameNovaInput!): Nova!",
        "commands.novae.names:rename_nova",
        "Gives a nova a new primary name; the old one becomes an alias. Fails with `Conflict` if another nova has "
        "the new name already.",
        access=WRITE,
    ),
    Route(
        "Mutation.updateNova(input: UpdateNovaInput!): Nova!",
        "commands.novae.corrections:update_nova",
        "Corrects what is known of a nova: its coordinates with their epoch, its discovery date, its type. Fails with "
        "`Conflict` if another nova lies less than 10 arcseconds from the new place, unless a person has confirmed "
        "that they are two.",
        access=WRITE,
    ),
    Route(
        "Mutation.removeAlias(input: RemoveAliasInput!): Nova!",
        "commands.novae.corrections:remove_alias",
        "Takes an alias from a nova, so that the name no longer leads to it. Fails with `Conflict` if it is the "
        "primary name.",
        access=WRITE,
    ),
    Route(
        "Mutation.setNovaStatus(input: SetNovaStatusInput!): Nova!",
        "commands.novae.names:set_nova_status",
        "Sets the status of a nova: shows or hides it, puts it into quarantine, deprecates it, or merges it into "
        "another nova. Merging cannot be undone. Only for operators.",
        access=OPERATE,
    ),
    Route(
        "Mutation.registerSpectra(input: RegisterSpectraInput!): SpectraProduct!",
        "commands.novae.spectra:register_spectra",
        "Registers a spectrum that was found, so that its file can be fetched. The same spectrum always gets the "
        "same `dataProductId`, under whichever of its locators it is found: if it is registered already, only locators "
        "that are new are added. Fails with `Conflict` if it is registered for another nova, or if the locators lead "
        "to several spectra.",
        access=WRITE,
    ),
    Route(
        "Mutation.addLocator(input: AddLocatorInput!): SpectraProduct!",
        "commands.novae.spectra:add_locator",
        "Makes another address lead to a spectrum. Fails with `Conflict` if it leads to another spectrum already.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordAcquisition(input: RecordAcquisitionInput!): SpectraProduct!",
        "commands.novae.acquisition:record_acquisition",
        "Records an attempt to fetch the file of a spectrum: call it with STARTED before the attempt, and with the "
        "outcome afterwards. The next attempt has to wait: 1 minute after the first, 5 minutes after the second, 1 "
        "hour after the third, 1 day after each further one. STARTED fails with `Conflict` during the wait, in "
        "quarantine and after a final verdict. A spectrum that is tried during the wait is SKIPPED_BACKOFF until it is "
        "tried again.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordValidation(input: RecordValidationInput!): SpectraProduct!",
        "commands.novae.spectra_validation:record_validation",
        "Records the verdict on a spectrum whose file was fetched. From then on, the file is no longer to be "
        "fetched; for a spectrum in quarantine, `reviewSpectra` can change that. Fails with `Conflict` if the file "
        "was not fetched, or if there is another verdict already.",
        access=WRITE,
    ),
    Route(
        "Mutation.reviewSpectra(input: ReviewSpectraInput!): SpectraProduct!",
        "commands.novae.spectra_validation:review_spectra",
        "Records what a person decides about a spectrum in quarantine: it may be fetched again at once, or it is "
        "given up. Fails with `Conflict` if the spectrum is not in quarantine. Only for operators.",
        access=OPERATE,
    ),
    Route(
        "Mutation.reviewJobRun(input: ReviewJobRunInput!): JobRun!",
        "commands.novae.run_reviews:review_job_run",
        "Records what a person decides about a workflow run in quarantine, which closes it. Fails with `Conflict` if "
        "the run is not in quarantine, or if another decision was made. Only for operators.",
        access=OPERATE,
    ),
    Route(
        "Mutation.startJobRun(input: StartJobRunInput!): JobRun!",
        "commands.novae.workflow_runs:start_job_run",
        "Records that a workflow run begins, with the status RUNNING. Repeating the call changes nothing, even if "
        "the run has ended.",
        access=WRITE,
    ),
    Route(
        "Mutation.finishJobRun(input: FinishJobRunInput!): JobRun!",
        "commands.novae.workflow_runs:finish_job_run",
        "Records how a workflow run ended. A run ends once: another end afterwards fails with `Conflict`.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordAttempt(input: RecordAttemptInput!): Attempt!",
        "commands.novae.workflow_runs:record_attempt",
        "Records an attempt at a task of a workflow run: that it begins, or how it ended. An attempt ends once: "
        "another end afterwards fails with `Conflict`.",
        access=WRITE,
    ),
    Route(
        "Mutation.ingestPhotometry(input: IngestPhotometryInput!): PhotometryTable!",
        "commands.novae.photometry:ingest_photometry",
        "Records that a file of measurements was added to the photometry of a nova, and creates its photometry "
        "table if there is none. The measurements themselves are not part of the call. The same file again within "
        "30 days changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.addReference(input: AddReferenceInput!): Reference!",
        "commands.novae.references:add_reference",
        "Stores a paper, or adds to what is stored about it: fields that are given replace the stored ones, all "
        "others stay.",
        access=WRITE,
    ),
    Route(
        "Mutation.linkReference(input: LinkReferenceInput!): NovaReference!",
        "commands.novae.references:link_reference",
        "Links a paper to a nova, or changes what the paper contributes to it. Both must exist: add the paper with "
        "`addReference` first. The paper of a DISCOVERY dates the nova: `discoveryDate` becomes the date of the paper "
        "if that is earlier, or if there is none.",
        access=WRITE,
    ),
    Route(
        "Mutation.unlinkReference(input: UnlinkReferenceInput!): Nova!",
        "commands.novae.references:unlink_reference",
        "Removes the link between a nova and a paper. The paper itself stays, and so does the date of the nova.",
        access=WRITE,
    ),
    Route(
        "Mutation.registerFile(input: RegisterFileInput!): FileObject!",
        "commands.novae.files:register_file",
        "Records a file that was stored in S3 for a data product of a nova. A different file with the same name is "
        "only replaced if `expectedEtag` is the ETag of the stored one; otherwise the call fails with `Conflict`.",
        access=WRITE,
    ),
)
