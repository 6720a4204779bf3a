"""`python -m tests.bench`: write down again what each benchmark question takes."""

import json
import sys
from pathlib import Path

from bench import stored
from bench.engine import filled
from bench.parts import work_of_questions

if __name__ == "__main__":
    with filled(stored.everything(letters=0)) as engine:
        found = work_of_questions(engine)
    path = Path(__file__).parent / "work.json"
    path.write_text(json.dumps(found, indent=2) + "\n")
    sys.stderr.write(f"wrote {path.name}\n")
