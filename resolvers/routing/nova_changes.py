"""What can be changed about novae."""

from resolvers.routing.route import OPERATE, WRITE, Route

MUTATIONS: tuple[Route, ...] = (
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
)
