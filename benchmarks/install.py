"""Part `install`: what the base install takes on disk."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.figures import Figure, Size
from benchmarks.probes.run import ROOT
from newsdesk.core.errors import NewsdeskError

MOST_MB = 900
_LARGEST = 5


def measure(_: Size) -> list[Figure]:
    """Install this checkout into an environment of its own and add up its site-packages."""
    with tempfile.TemporaryDirectory() as folder:
        _call([sys.executable, "-m", "venv", folder], "A virtual environment cannot be made")
        python = next(Path(folder).glob("[bS]*/python*"))
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        _call([*install, str(ROOT)], "The checkout cannot be installed")
        packages = next(Path(folder).rglob("site-packages"))
        sizes = {entry.name: _megabytes(entry) for entry in packages.iterdir()}
    largest = sorted(sizes, key=lambda name: -sizes[name])[:_LARGEST]
    note = ", ".join(f"{name} {sizes[name]:.0f}" for name in largest)
    return [Figure("base install on disk", sum(sizes.values()), "MB", MOST_MB, note=note)]


def _call(command: list[str], trouble: str) -> None:
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        last = (ended.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise NewsdeskError(
            "install_failed",
            f"{trouble}: {last}.",
            "Check the network and the free space, then try again.",
        )


def _megabytes(entry: Path) -> float:
    """Space that a file or folder takes, in blocks as the disk counts them."""
    files = [entry, *entry.rglob("*")] if entry.is_dir() else [entry]
    return sum(file.lstat().st_blocks * 512 for file in files) / 1e6
