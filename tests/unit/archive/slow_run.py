"""`newsdesk worker archive RUN_ID` in small batches that take their time, so that it is killed."""

from __future__ import annotations

import sys
import time
from typing import Any

from newsdesk.archive import reading, run
from newsdesk.store.runs import RunRepository

if __name__ == "__main__":
    reading.BATCH = 7
    keep = RunRepository.keep

    def slowly(self: RunRepository, *values: Any) -> list[int]:
        time.sleep(0.02)
        kept = keep(self, *values)
        time.sleep(0.02)
        return kept

    RunRepository.keep = slowly  # type: ignore[method-assign]
    sys.exit(run.serve(sys.argv[1:]))
