"""The alarms of the pipelines: work that waits, that failed for good, and that costs more than meant."""

from collections.abc import Iterator

from aws_cdk import Duration
from aws_cdk import aws_cloudwatch as cloudwatch

from infra.alarms import FIVE_MINUTES, HOUR, Alarm, of_function, own_metric
from infra.prices import PER_PAGE, PER_PICTURE
from infra.queues import QueuePair
from infra.stage import Stage
from infra.uploads import Uploads

AGE_SECONDS = 900
DAY = Duration.days(1)


def upload_alarms(stage: Stage, uploads: Uploads) -> Iterator[Alarm]:
    """All alarms of both pipelines."""
    for worker in (*uploads.documents.workers, uploads.cats.processor):
        yield from of_function(worker)
    for queue in (uploads.documents.input, uploads.documents.output, uploads.cats.images):
        yield from _of_queue(queue)
    pages = own_metric(uploads.documents.completion, "RecognisedPages", HOUR)
    yield Alarm("recognised-pages", pages, stage.pages_per_hour, "Many pages are recognised: see who uploads them.")
    yield Alarm(
        "recognition-cost",
        recognition_cost(uploads),
        stage.recognition_dollars,
        "More was recognised in a day than was meant: see who uploads, then lower the limits per client and day.",
    )


def _of_queue(work: QueuePair) -> Iterator[Alarm]:
    """The consumer empties a dead-letter queue at once: what counts is what it received."""
    name = work.title
    age = work.queue.metric_approximate_age_of_oldest_message(period=FIVE_MINUTES, statistic="Maximum")
    yield Alarm(f"{name}-age", age, AGE_SECONDS, "Uploads wait: see the log of the worker on this queue.")
    dead = work.dead.metric_number_of_messages_received(period=FIVE_MINUTES, statistic="Sum")
    yield Alarm(f"{name}-dead", dead, 0, "Messages failed three times: the query deadLetters tells why.")
    left = work.dead.metric_approximate_age_of_oldest_message(period=FIVE_MINUTES, statistic="Maximum")
    yield Alarm(f"{name}-dead-age", left, AGE_SECONDS, "Dead letters are not recorded: see dead-letter-consumer's log.")


def recognition_cost(uploads: Uploads) -> cloudwatch.MathExpression:
    """Dollars a day, from the pages and pictures that the workers count."""
    parts: dict[str, tuple[float, cloudwatch.IMetric]] = {
        feature.lower(): (price, own_metric(uploads.documents.completion, "ChargedPages", DAY, feature=feature))
        for feature, price in PER_PAGE.items()
    }
    parts["pictures"] = (PER_PICTURE, own_metric(uploads.cats.processor, "RecognisedPictures", DAY))
    return cloudwatch.MathExpression(
        expression=" + ".join(f"FILL({name}, 0) * {price}" for name, (price, _) in parts.items()),
        using_metrics={name: metric for name, (_, metric) in parts.items()},
        label="dollars a day",
        period=DAY,
    )
