"""Writing in the open article, or a new one: fields in the place of the text, drafts, answers."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from newsdesk.core.errors import NewsdeskError, Problem
from newsdesk.core.prediction import Prediction
from newsdesk.services.desk import OpenArticle
from newsdesk.services.editing import WRITTEN_HERE, Kept
from newsdesk.services.session import Session
from newsdesk.store.records import Decision, Draft
from newsdesk.ui.desk.article.editor import ArticleEditor
from newsdesk.ui.desk.article.view import ArticleView

WRITING = "desk/writing"
"""Holds the article that is being written in, so that it is after a kill as it was before."""


class Writing(QObject):
    """Opens and closes the fields, and carries what is typed to the drafts and the model.

    said: something worth a line at the foot, and whether it can be undone.
    began: fields are shown, perhaps while the inbox is empty. begun_new: for a new article, so
    that what was open is open no more. over: they are put away.
    wanted: the article that should be open now. moved: rows of the inbox are other ones now.
    lived: the answer to what is being typed; None once that is over.
    """

    said = Signal(str, bool)
    began = Signal()
    begun_new = Signal()
    over = Signal()
    wanted = Signal(int)
    moved = Signal()
    lived = Signal(object)

    def __init__(self, session: Session, view: ArticleView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._editing = session.editing
        self._view = view
        self._opened: OpenArticle | None = None
        self._base: tuple[str, str] | None = None
        self._had_draft = False
        self._has_fields = False
        self._left: tuple[int | None, tuple[str, str]] | None = None
        self._is_late = False
        view.title_edit_asked.connect(self.edit_title)
        view.body_edit_asked.connect(self.edit_body)
        view.draft_asked.connect(self.edit_body)
        view.draft_discard_asked.connect(self._discard_waiting)
        self._editing.created.connect(self._created)
        self._editing.saved.connect(self._saved)
        self._editing.kept.connect(self._kept)
        self._editing.gone.connect(self._gone)
        self._editing.discarded.connect(self._draft_gone)
        self._editing.changed.connect(self._text_changed)
        self._editing.failed.connect(self._not_written)
        self._editing.live_wanted.connect(self._ask_live)
        session.insight.lived.connect(self._show_live)
        session.desk.decisions.recorded.connect(self._decided)

    @property
    def active(self) -> bool:
        """Whether the fields are shown."""
        return self._view.is_writing

    def show(self, opened: OpenArticle | None) -> bool:
        """The inbox opened an article, or the open one stands otherwise now.

        Whether it is the one to be seen: behind a new article that is being written it is not.
        """
        if self._editing.active and not self._stays(opened):
            self._leave()
        elif self._view.is_writing and not self._editing.active and self._is_other(opened):
            self._close()  # it is being kept, and the desk went on
        before, self._opened = self._opened, opened
        if self._editing.active:
            return self._show_behind(opened)
        self._view.setVisible(opened is not None)
        if opened is None:
            return True
        if before is None or before.article.id != opened.article.id:
            draft = self._draft(opened)
            self._had_draft = draft is not None
            if draft is not None and self._was_writing(opened):
                self._begin(draft)
                return True
        self._view.show_article(opened, self._had_draft)
        return True

    def edit_title(self) -> None:
        """Write in the open article, beginning with its title."""
        if self._edit(None):
            self._fields.title.setFocus()

    def edit_body(self, place: int | None = None) -> None:
        """Write in the open article's body.

        place: where the cursor is put; None for what is read just now, or the end of a draft and
        of a text that is in view as a whole.
        """
        self._edit(place)

    def new_article(self) -> None:
        """Write a new article; nothing is left of it if nothing is typed."""
        if self._editing.active and self._editing.article_id is None:
            self._fields.title.setFocus()
            return
        self._leave()
        self._write_new("", "")
        self._editing.begin(None, self._fields.texts)

    def done(self) -> None:
        """Make what was written the article's text."""
        if self._editing.active:
            self._editing.keep()
            self._fields.setEnabled(False)  # until it is kept
            if self._editing.article_id is None and self._view.is_writing and not self._any_text():
                self._close()

    def leave(self) -> None:
        """Put the fields away; what was written stays a draft."""
        if not self._editing.active:
            return
        wrote, left = self._has_written(), (self._editing.article_id, self._fields.texts())
        self._leave()
        if wrote and self._editing.is_saved:
            self.said.emit("Draft kept", False)
        elif wrote:
            self._left = left

    def settle(self) -> Problem | None:
        """Have what was written on disk before the window goes; why it is not, if so."""
        return self._editing.settle()

    def discard(self) -> None:
        """Throw away what was written."""
        if self._editing.active:
            self._had_draft = False
            self._editing.discard()
            self._close()
            self.said.emit("Discarded the draft", False)

    def discard_or_drop(self) -> None:
        """Throw away what is being written, or the draft that waits."""
        if self._editing.active:
            self.discard()
        elif self._had_draft:
            self._discard_waiting()
        else:
            self.said.emit("There is no draft to discard.", False)

    # What the writing service tells

    def _saved(self) -> None:
        if self._left is not None or (self._is_late and self._editing.is_saved):
            self._left, self._is_late = None, False
            self.said.emit("Draft kept", False)

    def _created(self, article_id: int) -> None:
        self._remember(article_id)
        self.moved.emit()
        self.wanted.emit(article_id)

    def _kept(self, kept: Kept) -> None:
        self._had_draft = False
        if self._editing.active and self._editing.article_id != kept.article_id:
            return  # another article is being written meanwhile
        went_on = not self._view.is_writing
        self._close()
        self.moved.emit()
        if not went_on:
            self.wanted.emit(kept.article_id)
        self.said.emit("Wrote an article" if kept.new else "Edited the text", True)

    def _decided(self, line: Decision) -> None:
        """Who decides upon what is being written is done with it."""
        if self._editing.active and self._editing.article_id == line.article_id:
            self.done()

    def _gone(self, article_id: int) -> None:
        self.moved.emit()

    def _draft_gone(self, article_id: int) -> None:
        if self._opened is not None and self._opened.article.id == article_id:
            self._had_draft = False
            if not self._editing.active:
                self._view.show_article(self._opened, False)

    def _text_changed(self, article_id: int) -> None:
        self._session.desk.stale.emit([article_id])
        self._session.desk.changed.emit()
        self.moved.emit()

    def _not_written(self, problem: Problem) -> None:
        if self._editing.active and self._view.is_writing:
            self._fields.setEnabled(True)
            self._fields.say_unsaved()
        elif self._editing.active:
            self._editing.leave()
        elif self._left is not None:
            self._take_up(*self._left)
        self._left, self._is_late = None, not self._editing.is_saved
        self.said.emit(str(problem), False)

    def _take_up(self, article_id: int | None, texts: tuple[str, str]) -> None:
        """Put a text back into the fields that could not be kept after they were left."""
        if article_id is None:
            self._write_new(*texts)
            self._editing.resume(self._fields.texts)
            self._editing.save()
            return
        if self._opened is None or self._opened.article.id != article_id or not self._edit(None):
            return
        self._fields.write(*texts)
        self._editing.touch()

    def _ask_live(self, article_id: int, title: str, body: str) -> None:
        model = self._session.desk.model
        if model is not None:
            self._session.insight.live(article_id, model.name, title, body)

    def _show_live(self, article_id: int, answer: Prediction) -> None:
        if self._editing.active and article_id == (self._editing.article_id or article_id):
            self.lived.emit(answer)

    # Opening and closing the fields

    @property
    def _fields(self) -> ArticleEditor:
        assert self._view.editor is not None
        return self._view.editor

    def _edit(self, place: int | None) -> bool:
        if self._editing.active:
            self._fields.body.setFocus()
            return True
        opened = self._opened
        if opened is None:
            self.said.emit("Open an article first, or write a new one.", False)
            return False
        if opened.article.problem is not None:
            self.said.emit("What could not be read cannot be edited.", False)
            return False
        self._begin(self._draft(opened), place)
        return True

    def _begin(self, draft: Draft | None, place: int | None = None) -> None:
        assert self._opened is not None
        article = self._opened.article
        if place is None:
            place = self._view.reading_place
        self._view.show_article(self._opened)
        text = (draft.title, draft.body) if draft else (article.title, article.body)
        self._base = (article.title, article.body)
        self._show_fields(*text)
        self._fields.go_to(place if draft is None else None)
        self._editing.begin(article.id, self._fields.texts, _is_unwritten(self._opened))
        self._remember(article.id)
        self._fields.body.setFocus()
        self.began.emit()

    def _write_new(self, title: str, body: str) -> None:
        self._view.show_nothing()
        self._show_fields(title, body)
        self._base = None
        self._fields.title.setFocus()
        self.began.emit()
        self.begun_new.emit()

    def _show_fields(self, title: str, body: str) -> None:
        fields = self._view.show_editor(title, body)
        self._view.setVisible(True)
        if not self._has_fields:
            self._has_fields = True
            fields.typed.connect(self._editing.touch)
            fields.done_asked.connect(self.done)
            fields.left.connect(self.leave)
            fields.discard_asked.connect(self.discard)
            self._editing.saved.connect(fields.say_saved)

    def _leave(self) -> None:
        if self._editing.active:
            self._left = None
            self._had_draft = self._had_draft or self._has_written()
            self._editing.leave()
            self._close()

    def _close(self) -> None:
        """Put the fields away and show the article."""
        if not self._view.is_writing:
            return
        self._remember(None)
        self._session.insight.stop_live()
        self.lived.emit(None)
        self._view.hide_editor()
        self._view.setVisible(self._opened is not None)
        if self._opened is not None:
            self._view.show_article(self._opened, self._had_draft)
        self.over.emit()

    def _discard_waiting(self) -> None:
        if self._opened is not None:
            unwritten = _is_unwritten(self._opened)
            self._editing.discard_draft(self._opened.article.id, unwritten)

    def _is_other(self, opened: OpenArticle | None) -> bool:
        was = self._opened.article.id if self._opened else None
        return (opened.article.id if opened else None) != was

    def _stays(self, opened: OpenArticle | None) -> bool:
        """Whether what is open is what is written in: or, for a new one, what was open before."""
        article_id = self._editing.article_id
        was = self._opened.article.id if self._opened else None
        now = opened.article.id if opened else None
        return now == article_id or (self._base is None and now == was)

    def _show_behind(self, opened: OpenArticle | None) -> bool:
        """Something was read from the store again; whether it is what is written in."""
        if opened is None or opened.article.id != self._editing.article_id:
            return False
        article = opened.article
        now = (article.title, article.body)
        self._base = self._base or now
        self._view.show_article(opened)
        if now != self._base:
            self._fields.say_changed_elsewhere()
        return True

    def _draft(self, opened: OpenArticle) -> Draft | None:
        try:
            return self._editing.draft(opened.article.id)
        except NewsdeskError as error:
            self.said.emit(str(error), False)
            return None

    def _has_written(self) -> bool:
        return self._any_text() and self._fields.texts() != (self._base or ("", ""))

    def _any_text(self) -> bool:
        return any(self._fields.texts())

    def _was_writing(self, opened: OpenArticle) -> bool:
        return self._session.settings.text(WRITING) == str(opened.article.id)

    def _remember(self, article_id: int | None) -> None:
        self._session.settings.set_text(WRITING, str(article_id) if article_id else "")
        QTimer.singleShot(0, self, self._session.settings.save)


def _is_unwritten(opened: OpenArticle) -> bool:
    """Whether an article that was begun here has no text yet but its draft."""
    article = opened.article
    return article.source == WRITTEN_HERE and not (article.title or article.body)
