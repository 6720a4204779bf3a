"""What can be changed about images and receipts."""

from resolvers.routing.route import WRITE, Route

LABELS = (
    Route(
        "Mutation.addLabel(input: AddLabelInput!): ReceiptWordLabel!",
        "mutations.labels:add_label",
        "Proposes a label for a word of a receipt. A repeat changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.validateLabel(input: ValidateLabelInput!): ReceiptWordLabel!",
        "mutations.labels:validate_label",
        "Says what became of a label; `expectedStatus` lets one of several people win.",
        access=WRITE,
    ),
    Route(
        "Mutation.relabel(input: RelabelInput!): ReceiptWordLabel!",
        "mutations.hygiene:relabel",
        "Replaces a wrong label: the old one becomes INVALID, the new one says where it comes from.",
        access=WRITE,
    ),
    Route(
        "Mutation.consolidateLabel(input: ConsolidateLabelInput!): LabelHygieneResult!",
        "mutations.hygiene:consolidate_label",
        "Records that a label is only another name of a second one, and relabels words, all at once.",
        access=WRITE,
    ),
    Route(
        "Mutation.putLabelMetadata(input: PutLabelMetadataInput!): LabelMetadata!",
        "mutations.hygiene:put_label_metadata",
        "Writes down what a label means, in place of what was written before.",
        access=WRITE,
    ),
)

IMAGES = (
    Route(
        "Mutation.importImage(input: ImportImageInput!): ImageImport!",
        "mutations.images:import_image",
        "Brings in an image with its lines, words, letters and receipts. What is there already is skipped, so that a "
        "repeat goes on where an import was broken off.",
        access=WRITE,
    ),
    Route(
        "ImageImport.image: Image",
        "mutations.images:imported_images",
        "The image; null until the import is complete.",
        needs=("image_id",),
    ),
)

MUTATIONS: tuple[Route, ...] = (*IMAGES, *LABELS)
