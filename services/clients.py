"""The services that this process uses: connected when they are first needed, and replaced by tests."""

from dataclasses import dataclass, field
from functools import cached_property

from services.rekognition import Rekognition
from services.s3 import S3
from services.settings import ServiceSettings
from services.sqs import Sqs
from services.textract import Textract


@dataclass
class Services:
    """The clients of AWS services, each made once."""

    settings: ServiceSettings = field(default_factory=ServiceSettings.from_environment)

    @cached_property
    def documents(self) -> S3:
        """The bucket with documents and their results; raises `NotConfigured` if the environment names none."""
        return S3(self.settings.need("documents_bucket"))

    @cached_property
    def cats(self) -> S3:
        """The bucket with pictures; raises `NotConfigured` if the environment names none."""
        return S3(self.settings.need("cats_bucket"))

    @cached_property
    def rekognition(self) -> Rekognition:
        return Rekognition()

    @cached_property
    def sqs(self) -> Sqs:
        return Sqs()

    @cached_property
    def textract(self) -> Textract:
        return Textract()


class _Current:
    """Holds the services of this process."""

    services: Services | None = None


def services() -> Services:
    """The services of this process."""
    if _Current.services is None:
        _Current.services = Services()
    return _Current.services


def use_services(made: Services | None) -> Services | None:
    """Use other services from now on; None connects anew at the next use. Returns those that were used before."""
    before, _Current.services = _Current.services, made
    return before
