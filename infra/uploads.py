"""What the API needs of the pipelines: addresses to upload to and download from, results, and their queues."""

from dataclasses import dataclass

from aws_cdk import aws_iam as iam

from infra.cats import UPLOADS as PICTURES
from infra.cats import CatsStack
from infra.document_rights import UPLOADS as DOCUMENTS
from infra.documents import DocumentsStack
from infra.permissions import may_look, on_objects
from infra.queues import may_send

_OF_WORKERS = ("DOCUMENTS_TOPIC_ARN", "TEXTRACT_ROLE_ARN")
"""Variables that only the workers need."""


@dataclass(frozen=True)
class Uploads:
    """Both pipelines, as the functions of the API see them. A presigned address can do what its signer may do."""

    documents: DocumentsStack
    cats: CatsStack

    @property
    def variables(self) -> dict[str, str]:
        told = {**self.documents.variables, **self.cats.variables}
        return {name: value for name, value in told.items() if name not in _OF_WORKERS}

    def may_download(self) -> list[iam.PolicyStatement]:
        """Read results and logs, and sign addresses of files."""
        return [*may_look("Documents", self.documents.bucket), *may_look("Pictures", self.cats.bucket)]

    def may_upload(self) -> list[iam.PolicyStatement]:
        """Sign addresses of uploads, and delete what people delete: older versions stay for a while."""
        return [
            on_objects("UploadDocuments", self.documents.bucket, ["s3:PutObject"], [DOCUMENTS]),
            on_objects("UploadPictures", self.cats.bucket, ["s3:PutObject"], [PICTURES]),
            on_objects("DeleteDocuments", self.documents.bucket, ["s3:DeleteObject"], [""]),
            on_objects("DeletePictures", self.cats.bucket, ["s3:DeleteObject"], [""]),
        ]

    def may_queue(self) -> list[iam.PolicyStatement]:
        """Retry an item, and send dead letters again."""
        return [may_send(self.documents.input.queue, self.documents.output.queue, self.cats.images.queue)]
