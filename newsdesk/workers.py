"""`newsdesk worker NAME`: processes behind the window. Not for people to call."""

from __future__ import annotations

import logging
import os
import sys

NICENESS_WAITED_FOR = 5
"""Somebody waits for this worker, so that it goes before the other ones."""
NICENESS = 10
"""The window's thread comes first: it must never wait for a processor that its workers hold."""


def run_worker(arguments: list[str]) -> int:
    """Run the worker named on the command line until its input ends."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(name)s: %(message)s")
    name = arguments[0] if arguments else ""
    if hasattr(os, "nice"):
        os.nice(NICENESS_WAITED_FOR if name == "insight" else NICENESS)
    if name == "engine":
        from newsdesk.engine.worker import serve
    elif name == "insight":
        from newsdesk.engine.insight_worker import serve
    elif name == "documents":
        from newsdesk.documents.worker import serve
    elif name == "datasets":
        from newsdesk.datasets.worker import serve
    elif name == "evaluate":
        from newsdesk.analysis.worker import serve
    elif name == "project":
        from newsdesk.analysis.projection.worker import serve
    elif name == "doubts":
        from newsdesk.analysis.doubts.worker import serve
    elif name == "exports":
        from newsdesk.archive.worker import serve
    elif name == "archive":
        from newsdesk.archive.run import serve as run_archive

        return run_archive(arguments[1:])
    elif name == "train":
        from newsdesk.jobs.supervisor import serve as supervise

        return supervise(arguments[1:])
    else:
        sys.stderr.write(f"newsdesk worker: there is no worker called {name!r}\n")
        return 2
    serve()
    return 0
