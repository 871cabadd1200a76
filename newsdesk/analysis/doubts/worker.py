"""The child process that looks for labels in doubt."""

from __future__ import annotations

from newsdesk.analysis.doubts.doubts import find_doubts
from newsdesk.analysis.doubts.kept import keep_report, kept_report
from newsdesk.core.errors import StoreError
from newsdesk.core.worker import Call, Worker
from newsdesk.store import Store


class Doubts:
    """Does what the window asks about labels in doubt."""

    def __init__(self) -> None:
        self._store = Store.open()

    def doubts(self, call: Call) -> None:
        """Look at all labels of a data set.

        Wants dataset, its name. Tells `progress` with done and total, in folds; at last `found`
        with fingerprint: the report is kept under it.
        """
        name = call.request["dataset"]
        dataset = self._store.datasets.get(name)
        if dataset is None:
            raise StoreError(
                "no_dataset", f"There is no data set called {name}.", "Choose another one."
            )
        if kept_report(dataset.fingerprint) is None:
            report = find_doubts(
                list(self._store.datasets.rows(dataset.id)),
                lambda done, total: call.tell("progress", done=done, total=total),
                call.check,
            )
            call.check()
            keep_report(dataset.fingerprint, report)
        call.tell("found", fingerprint=dataset.fingerprint)


def serve() -> None:
    """Answer until the input ends."""
    Worker({"doubts": Doubts().doubts}).serve()
