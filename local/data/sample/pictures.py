"""`python -m local.data.sample.pictures FOLDER`: pictures to upload, 10 cats and 10 dogs, drawn by us."""

import sys
from pathlib import Path

from local.data.sample.drawings import Format, Kind, drawing, encoded

COUNT = 10
FIRST = 300


def write_pictures(folder: Path) -> list[Path]:
    """Draw them into a folder; half of them are PNG, half JPEG."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    kinds: tuple[Kind, ...] = ("cat", "dog")
    for number in range(COUNT):
        for kind in kinds:
            is_png = number % 2 == 0
            file_format: Format = "PNG" if is_png else "JPEG"
            path = folder / f"{kind}-{number:02d}.{'png' if is_png else 'jpg'}"
            path.write_bytes(encoded(drawing(kind, FIRST + number), file_format))
            written.append(path)
    return written


if __name__ == "__main__":
    sys.stdout.write(f"{len(write_pictures(Path(sys.argv[1])))} pictures in {sys.argv[1]}\n")
