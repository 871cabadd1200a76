"""The article in the middle of the desk: cover, title, where it came from, text."""

from __future__ import annotations

from pathlib import Path, PurePath

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from newsdesk.core.errors import Problem
from newsdesk.core.prediction import Prediction
from newsdesk.engine.readable import LANGUAGE_NAMES
from newsdesk.services.desk import OpenArticle
from newsdesk.ui.desk.body_view import BodyView
from newsdesk.ui.desk.cover_view import CoverView
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.labels import label

WIDEST, NARROWEST = 720, 350


class ArticleView(QScrollArea):
    """Shows one article, or why its file could not be read.

    again_asked, columns_asked, remove_asked: the buttons beside a failure.
    """

    again_asked = Signal()
    columns_asked = Signal()
    remove_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setMinimumWidth(NARROWEST)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._opened: OpenArticle | None = None
        self._cover = CoverView()
        self._title = label("", "title", wrap=True)
        self._title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._meta = label("", "soft", wrap=True)
        self._body = BodyView()
        self._failure = self._failure_buttons()
        self.setWidget(self._page())
        theme().changed.connect(self._show)

    @property
    def heading(self) -> str:
        """The title, or the reason why there is no article."""
        return self._title.text()

    @property
    def body_area(self) -> QWidget:
        """Where the text is."""
        return self._body.viewport()

    def show_article(self, opened: OpenArticle) -> None:
        """Show an article; the same one again keeps the place in its text."""
        other = self._opened is None or self._opened.article.id != opened.article.id
        if self._opened == opened:
            return
        self._opened = opened
        self._show()
        if other:
            self.verticalScrollBar().setValue(0)

    def _show(self) -> None:
        if self._opened is None:
            return
        article, prediction = self._opened.article, self._opened.prediction
        self._failure.setVisible(article.problem is not None)
        if article.problem is not None:
            self._show_problem(article.source, article.problem)
            return
        self._cover.show_picture(self._opened.cover, _cover_label(self._opened))
        self._title.setText(article.title or "(no title)")
        self._meta.setText(_meta(self._opened))
        self._body.show_text(article.body, prediction)

    def _show_problem(self, source: str, problem: Problem) -> None:
        self._cover.show_picture(None, "")
        self._title.setText(problem.message)
        self._meta.setText(_shortened(source))
        self._body.show_text(problem.remedy, None)
        self._columns.setVisible(problem.kind == "columns")

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
        inner = QVBoxLayout(column)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(8)
        for widget in (self._cover, self._title, self._meta, self._body, self._failure):
            inner.addWidget(widget)
        inner.insertSpacing(3, 6)
        inner.insertSpacing(1, 6)
        inner.addStretch(1)
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
    name = article.source if article.source == "clipboard" else PurePath(article.source).name
    parts = [name if article.row is None else f"{name}, row {article.row}"]
    if article.language:
        code = article.language.split("-")[0].lower()
        parts.append(LANGUAGE_NAMES.get(code, article.language))
    if opened.prediction is not None:
        parts.append(_tokens(opened.prediction))
    return " · ".join(part for part in parts if part)


def _tokens(prediction: Prediction) -> str:
    if prediction.tokens_read == prediction.tokens_total:
        return f"read all {prediction.tokens_total:,} tokens"
    return f"read {prediction.tokens_read:,} of {prediction.tokens_total:,} tokens"
