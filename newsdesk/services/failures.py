"""What could not be read: looked through, tried again, removed, saved as a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from newsdesk.core.errors import NewsdeskError, StoreError
from newsdesk.documents.causes import cause, grouped
from newsdesk.services.intake import Intake
from newsdesk.services.reader import Reader
from newsdesk.store import Store
from newsdesk.store import failures as store_failures
from newsdesk.store.records import FailedFile

Remove = Callable[[Sequence[int]], None]


class Failures(QObject):
    """The files that could not be read, seen by one dialog.

    found: all of them, oldest first. said: what came of something.
    """

    found = Signal(list)
    said = Signal(str)

    def __init__(
        self, store: Store, intake: Intake, remove: Remove, parent: QObject | None = None
    ) -> None:
        """remove: takes articles out of the inbox so that it can be undone."""
        super().__init__(parent)
        self._store = store
        self._intake = intake
        self._remove = remove
        self._reader = Reader(self)
        self._reader.failed.connect(lambda problem: self.said.emit(str(problem)))

    def look(self) -> None:
        """Read the list; `found` brings it."""
        self._reader.ask("failed", self._store.articles.failed, self.found.emit)

    def try_again(self, files: Sequence[FailedFile]) -> None:
        """Read them once more; each stays in the list until its new reading is there."""
        wanted = {each.id for each in files}

        def read(standing: list[FailedFile]) -> None:
            again = [(each.id, each.source, each.row) for each in standing if each.id in wanted]
            self._intake.try_again(again)

        # The list on the screen may be older than the last reading.
        self._reader.ask(object(), self._store.articles.failed, read)

    def remove(self, files: Sequence[FailedFile]) -> bool:
        """Take them out of the inbox; whether that could be begun."""
        try:
            self._remove([each.id for each in files])
        except NewsdeskError as error:
            self.said.emit(str(error))
            return False
        return True

    def save(self, files: Sequence[FailedFile], path: Path) -> None:
        """Write the list to a file, as a table where it ends so, else as text; `said` tells."""
        chosen = list(files)

        def write() -> str:
            _write_list(chosen, path)
            return f"The list of {len(chosen):,} is in {path.name}."

        self._reader.ask(("save", path), write, self.said.emit)

    def close(self) -> None:
        """Let go of the thread."""
        self._reader.close(finish=True)


def _write_list(files: Sequence[FailedFile], path: Path) -> None:
    """Raises StoreError where it cannot be written."""
    if path.suffix.lower() == ".csv":
        from newsdesk.documents.tables.writing import new_table

        columns = {"cause": str, "file": str, "row": int, "problem": str, "remedy": str}
        with new_table(path, columns, "csv", replace=True) as table:
            for each in files:
                why = each.problem
                table.write(
                    dict(
                        zip(
                            columns,
                            (cause(why.kind), each.source, each.row, why.message, why.remedy),
                            strict=True,
                        )
                    )
                )
        return
    lines: list[str] = []
    for heading, members in grouped(files, lambda each: each.problem.kind):
        lines.append(f"{heading}: {len(members):,}")
        for each in members:
            where = each.source if each.row is None else f"{each.source}, row {each.row}"
            lines.append(f"  {where}\n    {each.problem}")
        lines.append("")
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_text("\n".join(lines), encoding="utf-8", errors="replace")
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        problem: StoreError = store_failures.from_os(error, str(path))
        raise problem from error
