"""The machine that measured, as a reader wants to know it."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path


def machine() -> dict[str, str]:
    """Processor, cores, programs, and how busy it was."""
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout.strip()
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "system": platform.system(),
        "python": platform.python_version(),
        "node": node.lstrip("v"),
        "load": f"{os.getloadavg()[0]:.1f}",
        "day": f"{datetime.now(UTC):%Y-%m-%d}",
    }


def _processor() -> str:
    told = Path("/proc/cpuinfo")
    lines = told.read_text().splitlines() if told.exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())
