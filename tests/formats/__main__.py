"""`python -m tests.formats`: takes an id of every new type and a cursor of every new list; existing entries stay."""

import json
import sys
from pathlib import Path
from typing import Any

from local.data.engines import dynoxide
from tests.formats.api import asking
from tests.formats.kept import CURSORS, IDS, NothingFollows, listed, take_cursors, take_ids


def main() -> None:
    with dynoxide() as engine, asking(engine, listed()) as api:
        _write(IDS, take_ids(api))
        _write(CURSORS, take_cursors(api))


def _write(file: Path, kept: Any) -> None:
    file.write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n")
    print(f"{file.name} has {len(kept)} entries.")


if __name__ == "__main__":
    try:
        main()
    except NothingFollows as error:
        sys.exit(str(error))
