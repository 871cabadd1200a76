"""Worker processes that outlive whoever starts them."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from newsdesk.core import paths


def start_worker(arguments: Sequence[str], log: Path) -> None:
    """Start `newsdesk worker ARGUMENTS` in a session of its own; what it says goes to the log.

    Raises OSError where it cannot be started.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "newsdesk", "worker", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, "NEWSDESK_HOME": str(paths.home())},
            start_new_session=True,
        )
    # Nobody else would ever ask how it ended, and it would stay in the system's list.
    threading.Thread(target=process.wait, name=" ".join(arguments), daemon=True).start()
