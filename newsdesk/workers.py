"""`newsdesk worker NAME`: processes behind the window. Not for people to call."""

from __future__ import annotations

import logging
import os
import sys

NICENESS = 10
"""The window's thread comes first: it must never wait for a processor that its workers hold."""


def run_worker(arguments: list[str]) -> int:
    """Run the worker named on the command line until its input ends."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(name)s: %(message)s")
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    name = arguments[0] if arguments else ""
    if name == "engine":
        from newsdesk.engine.worker import serve
    elif name == "documents":
        from newsdesk.documents.worker import serve
    elif name == "datasets":
        from newsdesk.datasets.worker import serve
    elif name == "train":
        from newsdesk.jobs.supervisor import serve as supervise

        return supervise(arguments[1:])
    else:
        sys.stderr.write("newsdesk worker: name one of engine, documents, datasets, train\n")
        return 2
    serve()
    return 0
