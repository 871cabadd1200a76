"""`newsdesk worker archive RUN_ID` with a library that ends the process over evil.txt."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from newsdesk.archive import reading, run

if __name__ == "__main__":
    read = reading.read

    def fatal(path: Path, *how: Any) -> Iterator[Any]:
        if path.name == "evil.txt":
            signal.raise_signal(signal.SIGSEGV)  # of this very thread
        yield from read(path, *how)

    reading.read = fatal  # type: ignore[attr-defined]
    sys.exit(run.serve(sys.argv[1:]))
