"""Erases what belongs to one client: letters first, as they are known by their documents; then documents and pictures.

Each function takes one stored item, decides whether it belongs to the client, and erases it with its objects, or only
counts it. A repeat goes on: objects go before the item that names them.
"""

from collections import Counter

from commands.availability import available
from commands.cats.dead_letters import images_of
from commands.cats.image_changes import own_buckets, remove_image
from commands.cats.places import is_proven, own_keys, place_of_file
from commands.documents.objects import keys_left, objects_of
from commands.documents.removals import remove_document
from commands.documents.usage import is_of_client
from commands.letters.dead_letters import forget_letter
from entities.attributes import Record
from entities.cats import CatImage
from entities.documents import TextractJob
from entities.errors import Unreadable
from entities.item import Item
from entities.letters import DeadLetter, LetterQueue
from entities.registry import type_of
from entities.tables import LETTERS
from loaders.current import Found, find
from loaders.request import Request
from services.clients import services
from services.s3 import S3

NOTHING: Counter[str] = Counter()
LEFT = "left, as its key does not say whose it is: {}"
"""Any client can name any key, and operators may delete all of them: files that may be another's are only listed. A key
says whose a file is if it has the client as a folder, and not the client itself gave it.
"""


def erase_letter(request: Request, record: Record, client_id: str, *, dry_run: bool) -> Counter[str]:
    """Erase a dead letter about something of the client, or a note of what the client has used."""
    if is_of_client(record, client_id):
        if not dry_run:
            request.session.delete(LETTERS, LETTERS.key_of(record))
        return Counter({"counts of a day": 1})
    letter = _read(DeadLetter, record) if type_of(LETTERS, record) is DeadLetter else None
    if not isinstance(letter, DeadLetter) or not _is_about(request, letter, client_id):
        return NOTHING
    if not dry_run:
        forget_letter(request, letter)
    return Counter({"dead letters": 1})


def erase_document(request: Request, record: Record, client_id: str, *, dry_run: bool) -> Counter[str]:
    """Erase a document of the client with its file and its results."""
    if TextractJob.owner_of(record) != client_id:
        return NOTHING
    job = _read(TextractJob, record)
    if not isinstance(job, TextractJob):
        return _unreadable(request, TextractJob, record, dry_run=dry_run)
    with available("Deleting files"):
        found = Counter({"documents": 1} | {LEFT.format(key): 1 for key in keys_left(services().documents, job)})
    while True:
        with available("Deleting files"):
            gone = objects_of(services().documents, job, also_others=True, is_one_of_many=True)
        found.update({"files and results of documents": len(gone.found), "bytes": gone.size})
        if dry_run:
            return found
        _, is_complete = remove_document(request, Found(job, record), also_others=True, is_one_of_many=True)
        if is_complete:
            return found


def erase_image(request: Request, record: Record, client_id: str, *, dry_run: bool) -> Counter[str]:
    """Erase a picture of the client with its file and its log."""
    if CatImage.owner_of(record) != client_id:
        return NOTHING
    image = _read(CatImage, record)
    if not isinstance(image, CatImage):
        return _unreadable(request, CatImage, record, dry_run=dry_run)
    with available("Deleting pictures"):
        found = Counter({"pictures": 1}) + _files_of(image)
        if not dry_run:
            remove_image(request, Found(image, record), others_too=is_proven(image))
    return found


def _files_of(image: CatImage) -> Counter[str]:
    bucket = services().cats
    heads = [bucket.head(key) for key in own_keys(bucket.bucket, image)]
    place = None if image.is_managed else place_of_file(own_buckets(), image)
    if place and not is_proven(image):
        return Counter({LEFT.format(image.s3_key): 1})
    heads += [S3(place[0]).head(place[1])] if place else []
    sizes = [each.size for each in heads if each]
    return Counter({"files and logs of pictures": len(sizes), "bytes": sum(sizes)})


def _is_about(request: Request, letter: DeadLetter, client_id: str) -> bool:
    if letter.queue is LetterQueue.CATS:
        ids = [{"batch_id": batch_id, "fingerprint": fingerprint} for batch_id, fingerprint in images_of(letter)]
        images = [find(request, CatImage, **each) for each in ids]
        return any(each is not None and each.item.client_id == client_id for each in images)
    job = find(request, TextractJob, job_id=letter.job_id) if letter.job_id else None
    return job is not None and job.item.client_id == client_id


def _read(entity: type[Item], record: Record) -> Item | None:
    try:
        return entity.from_record(record)
    except Unreadable:
        return None


def _unreadable(request: Request, entity: type[Item], record: Record, *, dry_run: bool) -> Counter[str]:
    """An item that cannot be read: it goes too, but where its files are cannot be told."""
    if not dry_run:
        request.session.delete(entity.table, entity.table.key_of(record))
    return Counter({"items that cannot be read, without their files": 1})
