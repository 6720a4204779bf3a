"""The Lambda layer: what another project's function finds in /opt."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

from infra.layer import pack
from infra.packaging import ENTRY

PROGRAM = """
from datetime import datetime, UTC
from entities.receipts.images import Image
from loaders.request import Request
print(Image.key_for(image_id="x")["PK"])
"""


def test_a_function_with_the_layer_imports_the_entities_and_loaders(package: Path, tmp_path: Path) -> None:
    pack(package, tmp_path / "layer.zip")
    with ZipFile(tmp_path / "layer.zip") as layer:
        layer.extractall(tmp_path / "opt")
    command = [sys.executable, "-I", "-c", f"import sys; sys.path[:0] = [{str(tmp_path / 'opt/python')!r}]\n{PROGRAM}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.strip() == "IMAGE#x", done.stderr
    assert not (tmp_path / "opt" / "python" / ENTRY.name).exists()
