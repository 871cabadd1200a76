"""The article in the middle of the desk: cover, title, where it came from, text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePath

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from newsdesk.core.errors import Problem
from newsdesk.core.prediction import Prediction
from newsdesk.engine.readable import LANGUAGE_NAMES
from newsdesk.services.desk import OpenArticle
from newsdesk.ui.desk.article.cover import CoverView
from newsdesk.ui.desk.article.editor import ArticleEditor
from newsdesk.ui.desk.article.head import NO_TITLE, DraftBar, TitleView, UnderTitle
from newsdesk.ui.reading.body import BodyView
from newsdesk.ui.reading.marks import Mark, line_areas
from newsdesk.ui.reading.title import TitleText
from newsdesk.ui.theme import theme

WIDEST, NARROWEST = 720, 350


class ArticleView(QScrollArea):
    """Shows one article, or why its file could not be read, or the fields to write it in.

    again_asked, columns_asked, remove_asked: the buttons beside a failure.
    title_edit_asked, body_edit_asked: the person wants to write; the latter with the place in the
    body, None for its end. picture_pasted: into a field, which takes text only.
    draft_asked, draft_discard_asked: the buttons beside a draft.
    """

    again_asked = Signal()
    columns_asked = Signal()
    remove_asked = Signal()
    title_edit_asked = Signal()
    body_edit_asked = Signal(object)
    draft_asked = Signal()
    draft_discard_asked = Signal()
    picture_pasted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setMinimumWidth(NARROWEST)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._opened: OpenArticle | None = None
        self.cover = CoverView()
        self.title = TitleView()
        self.under_title = UnderTitle()
        self.draft_bar = DraftBar()
        self.body = BodyView()
        self.more = QPushButton()
        self.more.setProperty("role", "plain")
        self.more.hide()
        self.editor: ArticleEditor | None = None
        self._wanted: tuple[str, int, int] | None = None
        self._laid_out = QTimer(self, singleShot=True, interval=0)
        self._laid_out.timeout.connect(self._scroll_to_wanted)
        self._failure = self._failure_buttons()
        self.setWidget(self._page())
        self._connect()
        theme().changed.connect(self._show)

    @property
    def heading(self) -> str:
        """The title, or the reason why there is no article."""
        return self.title.whole or NO_TITLE

    @property
    def body_area(self) -> QWidget:
        """Where the text is."""
        return self.body.viewport()

    @property
    def is_writing(self) -> bool:
        """Whether the fields are shown instead of the text."""
        return self.editor is not None and not self.editor.isHidden()

    def show_article(self, opened: OpenArticle, draft: bool = False) -> None:
        """Show an article; the same one again keeps the place in its text.

        draft: something was written into it and not kept.
        """
        other = self._opened is None or self._opened.article.id != opened.article.id
        self.draft_bar.setVisible(draft and not self.is_writing)
        if self._opened == opened:
            return
        self._opened = opened
        if other:
            self._wanted = None
        self._show()
        if other:
            self.verticalScrollBar().setValue(0)

    @property
    def reading_place(self) -> int | None:
        """The first character of the text that is in view; None where all of it is."""
        top = self.body.viewport().mapFrom(self, QPoint(0, 0)).y()
        bottom = top + self.viewport().height()
        if top <= 0 and self.body.is_whole and self.body.height() <= bottom:
            return None
        return self.body.place_at(QPoint(0, max(0, top)))

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """Mark words and sentences of title and body."""
        self.title.show_marks([mark for mark in marks if mark.part == "title"])
        self.body.show_marks([mark for mark in marks if mark.part == "body"])

    def show_place(self, part: str, start: int, end: int) -> None:
        """Scroll to characters of the title or the body; more of a long text is shown for that."""
        if self.is_writing:
            return
        if part == "title":
            self.title.show_up_to(end)
        self._wanted = (part, start, end)
        self._grown()

    def show_editor(self, title: str, body: str) -> ArticleEditor:
        """Put the fields in the place of the text; they are kept until `hide_editor`."""
        if self.editor is None:
            self.editor = ArticleEditor()
            self.editor.picture_pasted.connect(self.picture_pasted)
            self._column.insertWidget(self._column.indexOf(self.body), self.editor, 100)
        self.editor.write(title, body)
        for widget in self._read_only():
            widget.hide()
        self.editor.setEnabled(True)
        self.editor.show()
        return self.editor

    def hide_editor(self) -> None:
        """Show the text again."""
        if self.editor is not None:
            self.editor.hide()
            self.editor.write("", "")
        for widget in (self.title, self.under_title, self.body):
            widget.show()
        self._show()

    def show_nothing(self) -> None:
        """Forget the article that was shown, as before a new one is written."""
        self._opened = None
        self.cover.show_picture(None, "")
        self.draft_bar.hide()
        self._failure.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        # As wide with a scroll bar as without one: else the text, as high as its width makes it,
        # and the bar answer one another until the stack is full.
        page, bar = self.widget(), self.verticalScrollBar().sizeHint().width()
        if page is not None:
            page.setFixedWidth(self.width() - bar)
        super().resizeEvent(event)

    def _show(self) -> None:
        if self._opened is None:
            return
        article, prediction = self._opened.article, self._opened.prediction
        failed = article.problem is not None
        self._failure.setVisible(failed)
        if article.problem is not None:
            self._show_problem(article.source, article.problem)
            return
        self.cover.show_picture(self._opened.cover, _cover_label(self._opened))
        self.title.show_title(article.title, PurePath(article.source).name)
        self.under_title.show_facts(_meta(self._opened), editable=True, cover=self._has_cover())
        if not self.is_writing:
            self.body.show_text(article.body, prediction)

    def _has_cover(self) -> bool:
        return self._opened is not None and self._opened.article.cover_digest is not None

    def _show_problem(self, source: str, problem: Problem) -> None:
        self.cover.show_picture(None, "")
        self.title.show_title(problem.message)
        self.under_title.show_facts(_shortened(source), editable=False, cover=True)
        self.body.show_text(problem.remedy, None)
        self._columns.setVisible(problem.kind == "columns")

    def _read_only(self) -> tuple[QWidget, ...]:
        return (self.title, self.under_title, self.draft_bar, self.body, self.more, self._failure)

    def _grown(self) -> None:
        """Scroll to the place that is wanted, once it is in the document and has its height."""
        if self._wanted is None:
            return
        part, _, end = self._wanted
        if part == "title" or not self.body.show_up_to(end):
            self._laid_out.start()

    def _scroll_to_wanted(self) -> None:
        if self._wanted is not None:
            (part, start, end), self._wanted = self._wanted, None
            self._scroll_to(self.title.shown if part == "title" else self.body, start, end)

    def _scroll_to(self, view: TitleText | BodyView, start: int, end: int) -> None:
        for cursor in view.span(start, end)[:1]:
            for area in line_areas(view.document(), cursor)[:1]:
                middle = view.viewport().mapToGlobal(area.center().toPoint())
                place = self.viewport().mapFromGlobal(middle) + self._scrolled()
                self.ensureVisible(place.x(), place.y(), 0, self.viewport().height() // 3)

    def _scrolled(self) -> QPoint:
        return QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _show_left_out(self, characters: int) -> None:
        self.more.setText(f"Show more of this text ({characters:,} characters are left)")
        self.more.setVisible(characters > 0 and not self.is_writing)

    def _connect(self) -> None:
        self.body.left_out.connect(self._show_left_out)
        self.body.grown.connect(self._grown)
        self.more.clicked.connect(lambda: self.body.show_more())
        self.title.edit_asked.connect(self.title_edit_asked)
        self.body.edit_asked.connect(self.body_edit_asked)
        self.under_title.edit_asked.connect(lambda: self.body_edit_asked.emit(None))
        self.draft_bar.go_on_asked.connect(self.draft_asked)
        self.draft_bar.discard_asked.connect(self.draft_discard_asked)

    def _failure_buttons(self) -> QWidget:
        again = QPushButton("Try again")
        again.clicked.connect(self.again_asked)
        self._columns = QPushButton("Choose columns…")
        self._columns.clicked.connect(self.columns_asked)
        remove = QPushButton("Remove from the inbox")
        remove.clicked.connect(self.remove_asked)
        row_widget = QWidget()
        row = QHBoxLayout(row_widget)
        row.setContentsMargins(0, 4, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._columns)
        row.addWidget(again)
        row.addWidget(remove)
        row.addStretch(1)
        return row_widget

    def _page(self) -> QWidget:
        column = QWidget()
        column.setMaximumWidth(WIDEST)
        self._column = QVBoxLayout(column)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        for widget in (self.cover, *self._read_only()):
            self._column.addWidget(widget)
        self._column.setAlignment(self.more, Qt.AlignmentFlag.AlignLeft)
        self._column.insertSpacing(3, 6)
        self._column.insertSpacing(1, 6)
        self._column.addStretch(1)
        page = QWidget()
        page.setObjectName("page")
        outer = QHBoxLayout(page)
        outer.setContentsMargins(24, 18, 24, 24)
        outer.addStretch(1)
        outer.addWidget(column, 100)
        outer.addStretch(1)
        return page


def _shortened(source: str) -> str:
    """A path as people write it: their own folder is ~."""
    home = Path.home()
    path = Path(source)
    return str(Path("~") / path.relative_to(home)) if path.is_relative_to(home) else source


def _cover_label(opened: OpenArticle) -> str:
    size = f" · {opened.cover_size[0]} × {opened.cover_size[1]}" if opened.cover_size else ""
    used = opened.prediction is not None and opened.prediction.cover == "used"
    return f"cover read{size}" if used else f"cover · the model reads text only{size}"


def _meta(opened: OpenArticle) -> str:
    article = opened.article
    name = PurePath(article.source).name
    parts = [name if article.row is None else f"{name}, row {article.row}"]
    if article.language:
        code = article.language.split("-")[0].lower()
        parts.append(LANGUAGE_NAMES.get(code, article.language))
    if opened.prediction is not None:
        parts.append(_tokens(opened.prediction, article.body))
    return " · ".join(part for part in parts if part)


def _tokens(prediction: Prediction, body: str) -> str:
    if not prediction.tokens_total:
        return f"read {prediction.tokens_read:,} tokens"
    if prediction.tokens_read == prediction.tokens_total:
        return f"read all {prediction.tokens_total:,} tokens"
    # What was left out of the body is grey in the text; if nothing was, it was of the title.
    is_body_read = prediction.head_end >= min(prediction.tail_start, len(body))
    title = ", not all of the title" if is_body_read else ""
    return f"read {prediction.tokens_read:,} of {prediction.tokens_total:,} tokens{title}"
