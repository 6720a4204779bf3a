"""What a cold start imports: the Lambda, compared with the packages that it uses. Run `python -m bench.imports`."""

import subprocess
import sys
from dataclasses import dataclass

ROUNDS = 5
PACKAGES = "import boto3, pydantic, aws_lambda_powertools.event_handler"
OURS = "import resolvers.app"


@dataclass(frozen=True)
class ImportTimes:
    """Seconds to import in a fresh process, each the best of several."""

    ours: float
    packages: float

    @property
    def share(self) -> float:
        return self.ours / self.packages


def compare(rounds: int = ROUNDS) -> ImportTimes:
    """Measure both alternately, so that a busy machine affects both equally."""
    times = [(_seconds(OURS), _seconds(PACKAGES)) for _ in range(rounds)]
    return ImportTimes(min(ours for ours, _ in times), min(packages for _, packages in times))


def _seconds(statement: str) -> float:
    script = f"import time; start = time.process_time(); {statement}; print(time.process_time() - start)"
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return float(said.stdout)


if __name__ == "__main__":
    print(compare())
