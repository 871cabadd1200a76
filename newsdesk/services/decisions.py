"""What the editor decides: written into the ledger at once, taken back and done again from there.

Every line is written over the line that this window knows. Where somebody else wrote one
meanwhile, nothing is written and `DecisionConflict` is raised with the other person's line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from newsdesk.services.editor import Editor
from newsdesk.services.undo import Step, UndoStack
from newsdesk.store import Store
from newsdesk.store.conflict import DecisionConflict as DecisionConflict
from newsdesk.store.records import Decision

LONGEST_TITLE = 60


@dataclass(frozen=True, slots=True)
class Wish:
    """What should stand for an article. section: its code; None where nothing should."""

    section: str | None
    also: str | None = None
    reason: str = ""


NOTHING = Wish(None)


def standing_wish(newest: Decision | None) -> Wish:
    """What stands by the newest line of the ledger."""
    if newest is None or newest.to_section is None:
        return NOTHING
    return Wish(newest.to_section, newest.also, newest.reason)


class Decisions(QObject):
    """Decides, and remembers how to take each decision back.

    recorded: this line was written into the ledger here.
    """

    recorded = Signal(object)

    def __init__(
        self,
        store: Store,
        undo_stack: UndoStack,
        editor: Editor,
        name_of: Callable[[str], str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._undo_stack = undo_stack
        self._editor = editor
        self._name_of = name_of
        self._known: dict[int, int] = {}
        self.model: str | None = None

    def settle(
        self, article_id: int, wish: Wish, seen: int | None = None, title: str = ""
    ) -> Decision | None:
        """Make `wish` stand; the line of the ledger, or None where it stands already.

        seen: id of the newest line that the person has seen (0: none; None: whichever there is).
        Raises StoreError, and DecisionConflict where there is a newer line.
        """
        newest = self._store.decisions.newest(article_id)
        before = standing_wish(newest)
        if before == wish:
            return None
        line = self._write(article_id, wish, seen)
        self._undo_stack.note(
            Step(
                self._told(before, wish, title),
                undo=lambda: self._again(article_id, before),
                redo=lambda: self._again(article_id, wish),
                article=article_id,
            )
        )
        return line

    def know(self, lines: Iterable[Decision]) -> None:
        """These lines were written here, or seen and overruled: undo and redo may go over them."""
        for line in lines:
            self._known[line.article_id] = line.id

    def known_line(self, article_id: int) -> int | None:
        """Id of the line about an article that this window may go over; None where it has none."""
        return self._known.get(article_id)

    def newest(self, article_id: int) -> Decision | None:
        """The newest line about an article, one that takes back as well."""
        return self._store.decisions.newest(article_id)

    def is_ours(self, line: Decision) -> bool:
        """Whether this window wrote the line, or overruled it knowingly."""
        return self._known.get(line.article_id) == line.id

    def history(self, article_id: int) -> list[Decision]:
        """All lines about an article, oldest first."""
        return self._store.decisions.history(article_id)

    def _again(self, article_id: int, wish: Wish) -> None:
        self._write(article_id, wish, self.known_line(article_id))

    def _write(self, article_id: int, wish: Wish, seen: int | None) -> Decision:
        line = self._store.decisions.record(
            article_id,
            wish.section,
            who=self._editor.name,
            reason=wish.reason,
            model=self.model,
            also=wish.also,
            seen=seen,
        )
        self.know([line])
        self.recorded.emit(line)
        return line

    def _told(self, before: Wish, wish: Wish, title: str) -> str:
        short = title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1].rstrip()}…"
        about = f" for “{short}”" if short else ""
        if wish.section is None:
            return f"Took back {self._name_of(before.section or '')}{about}"
        if wish.section != before.section:
            return f"Decided {self._name_of(wish.section)}{about}"
        if wish.also is not None and wish.also != before.also:
            return f"Also in {self._name_of(wish.also)}{about}"
        if wish.also != before.also:
            return f"No longer in {self._name_of(before.also or '')}{about}"
        return f"Gave a reason{about}"
