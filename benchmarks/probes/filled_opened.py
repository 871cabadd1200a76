"""`newsdesk open` over what is in the data folder: when it can be seen, and when its rows can.

Usage: `rows` to wait for the first rows, `empty` where there are none to wait for.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import benchmarks.probes.uncollected  # noqa: F401  stands before the window's imports
from benchmarks.probes.driven import Script, drive
from benchmarks.probes.first_picture import FirstPicture
from benchmarks.probes.listing import rows_shown
from benchmarks.probes.painted import Painted
from newsdesk.ui.main_window import MainWindow


def main() -> None:
    """Print the moment of the first picture, and that of the first rows."""
    report: dict[str, Any] = {}
    wanted = sys.argv[1] == "rows"

    def script(window: MainWindow) -> Script:
        FirstPicture(window, lambda: report.update(shown=time.monotonic()))
        inbox = window.desk.inbox
        rows = Painted([inbox.list.viewport()], lambda: rows_shown(inbox), window)
        yield lambda: "shown" in report and (rows.seen() or not wanted)
        report["rows"] = rows.moment if wanted else report["shown"]

    drive(script)
    print(json.dumps(report))


if __name__ == "__main__":
    main()
