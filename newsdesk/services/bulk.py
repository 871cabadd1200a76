"""The same done to many articles: on a thread, in pieces, to be cancelled and taken back as one."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from newsdesk.core.errors import NewsdeskError, Problem
from newsdesk.services.decisions import Wish, standing_wish
from newsdesk.services.reader import Reader
from newsdesk.services.undo import Step
from newsdesk.store import Store
from newsdesk.store.records import Choice, Decision, InboxQuery

if TYPE_CHECKING:
    from newsdesk.services.classification import Classification
    from newsdesk.services.desk import Desk
    from newsdesk.services.editor import Editor

PIECE = 300
"""Articles that are written in one transaction."""
FEW = 300
"""Up to so many are done without a word of progress."""
TELL_MS = 100
PATIENCE_S = 10.0
DECIDE, REMOVE = "Deciding", "Removing"


@dataclass(slots=True)
class Outcome:
    """What came of one bulk action.

    done: ids that were written. left: how many a Cancel left as they were. taken: how many
    somebody else had decided meanwhile, the last of them by `who`. problem: what ended it early.
    """

    done: list[int] = field(default_factory=list)
    left: int = 0
    taken: int = 0
    who: str = ""
    problem: Problem | None = None

    def note_taken(self, line: Decision) -> None:
        """Somebody else wrote this line meanwhile."""
        self.taken += 1
        self.who = line.who


@dataclass(frozen=True, slots=True)
class _Before:
    """What stood for an article. line: id of the line that this action wrote over it."""

    stood: Wish
    line: int


_Piece = Callable[[Sequence[int], Outcome], None]


class Bulk(QObject):
    """Does one thing after another to many articles.

    moved: what goes on, how far, of how many; an empty text while nothing does.
    said: what came of it, and whether it can be undone. undone: what came of an undo.
    """

    moved = Signal(str, int, int)
    said = Signal(str, bool)
    undone = Signal(str)

    def __init__(
        self,
        store: Store,
        desk: Desk,
        classification: Classification,
        editor: Editor,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._desk = desk
        self._classification = classification
        self._writer = _Writer(store, desk, editor)
        self._reader = Reader(self)
        self._reader.failed.connect(self._fail)
        self._stop = threading.Event()
        self._verb = ""
        self._done = self._total = 0
        self._tell = QTimer(self)
        self._tell.setInterval(TELL_MS)
        self._tell.timeout.connect(self._tell_progress)

    @property
    def busy(self) -> bool:
        """Whether an action is under way."""
        return bool(self._verb)

    def decide(self, articles: Sequence[int], section: str, horizon: int) -> None:
        """Decide for one section; what somebody else decided after the person looked is left.

        horizon: id of the newest line of the ledger when the person chose these articles.
        Raises NewsdeskError while another action goes on.
        """
        before: dict[int, _Before] = {}
        name = self._desk.section_name(section)
        choose = _Deciding(self._writer, section, before, horizon)

        def then(outcome: Outcome) -> None:
            if outcome.done:
                self._desk.undo_stack.note(self._decided_step(section, name, before))
            self._say(f"{name}: {{}} decided", outcome)

        self._start(DECIDE, articles, choose, then)

    def remove(self, articles: Sequence[int]) -> None:
        """Take articles out of the inbox. Raises NewsdeskError while another action goes on."""

        def then(outcome: Outcome) -> None:
            if outcome.done:
                self._desk.undo_stack.note(self._removed_step(outcome.done))
            self._say("{} removed", outcome)

        self._start(REMOVE, articles, self._remove_piece, then)

    def classify_again(self, articles: Sequence[int]) -> None:
        """Ask the model on the desk about these once more; what could not be read is left out."""
        query = InboxQuery(self._desk.model.name if self._desk.model else "", state="failed")

        def readable() -> list[int]:
            failed = set(self._store.articles.listing(query).tolist())
            return [article for article in articles if article not in failed]

        self._reader.ask("again", readable, self._classification.classify)

    def cancel(self) -> None:
        """Stop after the piece that is being written."""
        self._stop.set()

    def close(self) -> None:
        """Stop, and wait for the piece that is being written."""
        self._stop.set()
        self._tell.stop()
        self._reader.close()

    # One action

    def _start(
        self,
        verb: str,
        articles: Sequence[int],
        piece: _Piece,
        then: Callable[[Outcome], object],
    ) -> None:
        """Begin an action. Raises NewsdeskError while another one goes on."""
        if self._verb:
            raise NewsdeskError(
                "bulk_busy",
                f"{self._verb} many articles goes on still.",
                "Wait until it is done, or cancel it at the foot of the window.",
            )
        self._verb, self._done, self._total = verb, 0, len(articles)
        self._desk.undo_stack.wait_for(verb)
        self._stop.clear()
        self._tell.start()
        self._reader.ask(
            "bulk", lambda: self._work(articles, piece), lambda found: self._end(found, then)
        )

    def _work(self, articles: Sequence[int], piece: _Piece) -> Outcome:
        """Go through the articles, on the reader's thread; what was written stays written."""
        outcome = Outcome()
        for part in _pieces(articles):
            if self._stop.is_set():
                outcome.left = len(articles) - self._done
                break
            try:
                self._patiently(piece, part, outcome)
            except NewsdeskError as error:
                outcome.problem, outcome.left = error.problem, len(articles) - self._done
                break
            self._done += len(part)
        return outcome

    def _patiently(self, piece: _Piece, part: Sequence[int], outcome: Outcome) -> None:
        """One piece; while others write, it waits for longer than the window itself would."""
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                return piece(part, outcome)
            except NewsdeskError as error:
                if error.problem.kind != "busy" or time.monotonic() > until or self._stop.is_set():
                    raise

    def _fail(self, problem: Problem) -> None:
        self._rest()
        self.said.emit(str(problem), False)

    def _rest(self) -> None:
        self._tell.stop()
        self._verb = ""
        self._desk.undo_stack.wait_for("")
        self.moved.emit("", 0, 0)

    def _end(self, outcome: Outcome, then: Callable[[Outcome], object]) -> None:
        self._rest()
        self._desk.changed.emit()
        then(outcome)

    def _tell_progress(self) -> None:
        if self._total > FEW:
            text = f"{self._verb} {self._done:,} of {self._total:,}"
            self.moved.emit(text, self._done, self._total)

    def _say(self, words: str, outcome: Outcome) -> None:
        self.said.emit(_told(words, outcome), bool(outcome.done))

    def _say_undone(self, outcome: Outcome) -> None:
        self.undone.emit(_told("{} taken back", outcome))

    # Back and again

    def _decided_step(self, section: str, name: str, before: dict[int, _Before]) -> Step:
        ids = list(before)
        number = f"{len(ids):,} article" + ("" if len(ids) == 1 else "s")

        def undo() -> None:
            piece = _Restoring(self._writer, before)
            self._start(DECIDE, ids, piece, self._say_undone)

        def redo() -> None:
            piece = _Deciding(self._writer, section, before, horizon=0)
            self._start(DECIDE, ids, piece, lambda found: self._say(f"{name}: {{}} decided", found))

        return Step(f"Decided {name} for {number}", undo=undo, redo=redo)

    def _removed_step(self, ids: list[int]) -> Step:
        number = f"{len(ids):,} article" + ("" if len(ids) == 1 else "s")

        def undo() -> None:
            self._start("Restoring", ids, self._restore_piece, lambda found: None)

        def redo() -> None:
            self._start(REMOVE, ids, self._remove_piece, lambda found: None)

        return Step(f"Removed {number}", undo=undo, redo=redo)

    def _remove_piece(self, part: Sequence[int], outcome: Outcome) -> None:
        self._store.articles.remove(part)
        outcome.done += part

    def _restore_piece(self, part: Sequence[int], outcome: Outcome) -> None:
        self._store.articles.restore(part)
        outcome.done += part


def _told(words: str, outcome: Outcome) -> str:
    """What came of an action, as a sentence. words: with a place for the number of articles."""
    parts = [words.format(f"{len(outcome.done):,}")]
    if outcome.taken:
        was = "was" if outcome.taken == 1 else "were"
        parts.append(f"{outcome.taken:,} {was} decided by {outcome.who} meanwhile")
    if outcome.left:
        parts.append(f"{outcome.left:,} left as they were")
    text = ", ".join(parts)
    return text if outcome.problem is None else f"{text}. {outcome.problem}"


class _Deciding:
    """Decides one piece for a section, over nothing that the person has not seen."""

    def __init__(
        self, writer: _Writer, section: str, before: dict[int, _Before], horizon: int
    ) -> None:
        self._writer, self._section = writer, section
        self._before, self._horizon = before, horizon

    def __call__(self, part: Sequence[int], outcome: Outcome) -> None:
        newest = self._writer.newest(part)
        choices: list[Choice] = []
        for article in part:
            line = newest.get(article)
            stood = standing_wish(line)
            if stood.section == self._section:
                continue
            if line is not None and not self._knows(line):
                outcome.note_taken(line)
                continue
            also = None if stood.also == self._section else stood.also
            seen = line.id if line else 0
            choices.append(Choice(article, self._section, also=also, seen=seen))
        for written in self._writer.write(choices, outcome):
            article = written.article_id
            known = self._before.get(article) or _Before(standing_wish(newest.get(article)), 0)
            self._before[article] = replace(known, line=written.id)

    def _knows(self, line: Decision) -> bool:
        return line.id <= self._horizon or self._writer.is_ours(line)


class _Restoring:
    """Puts back what stood before, where nobody has decided since."""

    def __init__(self, writer: _Writer, before: dict[int, _Before]) -> None:
        self._writer, self._before = writer, before

    def __call__(self, part: Sequence[int], outcome: Outcome) -> None:
        choices = []
        for article in part:
            stood, seen = self._before[article].stood, self._writer.known(article)
            choices.append(Choice(article, stood.section, stood.also, stood.reason, seen))
        for line in self._writer.write(choices, outcome):
            self._before[line.article_id] = replace(self._before[line.article_id], line=line.id)


class _Writer:
    """Writes into the ledger as the editor, and counts what others wrote meanwhile."""

    def __init__(self, store: Store, desk: Desk, editor: Editor) -> None:
        self._store, self._desk, self._editor = store, desk, editor

    def newest(self, part: Sequence[int]) -> dict[int, Decision]:
        """The newest line about each of these."""
        return self._store.decisions.newest_of(part)

    def is_ours(self, line: Decision) -> bool:
        """Whether this window wrote the line."""
        return self._desk.decisions.is_ours(line)

    def known(self, article: int) -> int | None:
        """The newest line that was written here; a single decision may have come after ours."""
        return self._desk.decisions.known_line(article)

    def write(self, choices: list[Choice], outcome: Outcome) -> list[Decision]:
        if not choices:
            return []
        lines = self._store.decisions.record_many(choices, self._editor.name, self._model)
        self._desk.decisions.know(lines)
        written = {line.article_id for line in lines}
        refused = {c.article_id: c.seen or 0 for c in choices if c.article_id not in written}
        # What is refused for another reason (the file could not be read) has no newer line.
        for article, line in self.newest(list(refused)).items():
            if line.id != refused[article]:
                outcome.note_taken(line)
        outcome.done += written
        return lines

    @property
    def _model(self) -> str | None:
        return self._desk.model.name if self._desk.model else None


def _pieces(articles: Sequence[int]) -> Iterator[list[int]]:
    for start in range(0, len(articles), PIECE):
        yield list(articles[start : start + PIECE])
