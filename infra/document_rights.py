"""What each worker of the documents may do, and nothing more."""

from typing import TYPE_CHECKING

from aws_cdk import aws_iam as iam

from entities.tables import CATS, DOCUMENTS, LETTERS, Table
from infra.cats import KEPT
from infra.cats import UPLOADS as PICTURES
from infra.permissions import may_change, may_look, on_objects, unlimited
from infra.queues import may_send, may_take

if TYPE_CHECKING:
    from infra.documents import DocumentsStack

UPLOADS, RESULTS = "input/", "results/"
MARK = ("s3:GetObjectTagging", "s3:PutObjectTagging")
"""A copy takes the tags of its source along."""
START = ("textract:StartDocumentAnalysis", "textract:StartDocumentTextDetection")
FETCH = ("textract:GetDocumentAnalysis", "textract:GetDocumentTextDetection")


class DocumentRights:
    """Statements for the roles of the workers."""

    def __init__(self, stack: "DocumentsStack") -> None:
        self._stack = stack

    @property
    def processor(self) -> list[iam.PolicyStatement]:
        """Textract reads the file and writes its output in the name of its caller."""
        stack = self._stack
        return [
            may_take(stack.input.queue),
            may_send(stack.input.queue, stack.output.queue),
            self._change(DOCUMENTS, LETTERS),
            *may_look("Documents", stack.bucket),
            on_objects("WriteResults", stack.bucket, ["s3:PutObject"], [RESULTS]),
            on_objects("MarkUploads", stack.bucket, ["s3:PutObjectTagging"], [UPLOADS]),
            on_objects("RemoveLateUploads", stack.bucket, ["s3:DeleteObject"], [UPLOADS]),
            unlimited("Recognise", *START),
            self._hand_over(),
        ]

    @property
    def completion(self) -> list[iam.PolicyStatement]:
        stack = self._stack
        return [
            may_take(stack.output.queue),
            may_send(stack.output.queue),
            self._change(DOCUMENTS, LETTERS),
            *may_look("Documents", stack.bucket),
            on_objects("WriteResults", stack.bucket, ["s3:PutObject", *MARK], [RESULTS]),
            on_objects("RemoveLateResults", stack.bucket, ["s3:DeleteObject"], [RESULTS]),
            unlimited("FetchResults", *FETCH),
        ]

    @property
    def dead_letters(self) -> list[iam.PolicyStatement]:
        stack = self._stack
        queues = (stack.input.dead, stack.output.dead, stack.cats.images.dead)
        return [may_take(*queues), self._change(DOCUMENTS, CATS, LETTERS)]

    @property
    def sweeper(self) -> list[iam.PolicyStatement]:
        """Look for lost uploads, ask Textract once, queue what was missed, finish moves, remove what has expired."""
        stack = self._stack
        walked = [stack.state.tables[table.name].table_arn for table in (DOCUMENTS, CATS)]
        return [
            may_send(stack.input.queue, stack.output.queue, stack.cats.images.queue),
            self._change(DOCUMENTS, CATS, LETTERS),
            iam.PolicyStatement(sid="Walk", actions=["dynamodb:Scan", "dynamodb:DeleteItem"], resources=walked),
            *may_look("Documents", stack.bucket),
            *may_look("Pictures", stack.cats.bucket),
            on_objects("MovePictures", stack.cats.bucket, ["s3:PutObject"], KEPT),
            on_objects("RemoveDocuments", stack.bucket, ["s3:DeleteObject"], [UPLOADS, RESULTS]),
            on_objects("RemovePictures", stack.cats.bucket, ["s3:DeleteObject"], [PICTURES, *KEPT]),
            unlimited("FetchResults", *FETCH),
        ]

    def _change(self, *tables: Table) -> iam.PolicyStatement:
        named = {table.name: self._stack.state.tables[table.name] for table in tables}
        return may_change(named)

    def _hand_over(self) -> iam.PolicyStatement:
        return iam.PolicyStatement(
            sid="HandOverRole",
            actions=["iam:PassRole"],
            resources=[self._stack.textract.role_arn],
            conditions={"StringEquals": {"iam:PassedToService": "textract.amazonaws.com"}},
        )
