"""The desk: puts inbox, article and sections together and passes on what the editor does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from newsdesk.core.errors import NewsdeskError
from newsdesk.services.classification import ClassificationState
from newsdesk.services.desk import OpenArticle
from newsdesk.services.models import ModelCard
from newsdesk.services.session import Session
from newsdesk.ui.desk.article_view import ArticleView
from newsdesk.ui.desk.inbox import WIDTH as INBOX_WIDTH
from newsdesk.ui.desk.inbox import Inbox
from newsdesk.ui.desk.section_panel import WIDTH as PANEL_WIDTH
from newsdesk.ui.desk.section_panel import SectionPanel
from newsdesk.ui.desk.toolbar import DeskToolbar
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.empty_state import EmptyState

WELCOME = (
    "Text, HTML, Markdown, mail, Word, PDF, or a table of articles: drop files or whole folders "
    "anywhere on this window. A picture of the same name beside an article becomes its cover. "
    "Nothing leaves this machine."
)


class DeskScreen(QWidget):
    """open_asked, paste_asked, samples_asked: ways to bring articles in.

    columns_asked: the table whose columns the person wants to name.
    said: something worth a line at the foot, and whether it can be undone.
    """

    open_asked = Signal()
    paste_asked = Signal()
    samples_asked = Signal()
    columns_asked = Signal(Path)
    said = Signal(str, bool)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._session = session
        self._desk = session.desk
        self._opened: OpenArticle | None = None
        self.toolbar = DeskToolbar()
        self.inbox = Inbox(self._desk)
        self.article = ArticleView()
        self.sections = SectionPanel()
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self._build()
        self._connect()
        self.toolbar.picker.show_current(None, session.classification.state)
        self.refresh()

    def show_model(self, model: ModelCard) -> None:
        """Dress the desk for another model: sections, colours, picker."""
        theme().set_sections([section.code for section in model.manifest.sections])
        self.sections.set_sections(model.manifest.sections)
        self.toolbar.picker.show_models(self._session.models, model)
        self.toolbar.picker.show_current(model, self._session.classification.state)
        self.refresh()

    def show_engine(self, state: ClassificationState) -> None:
        """Show what is known of the engine."""
        self.toolbar.picker.show_current(self._desk.model, state)

    def refresh(self) -> None:
        """Show what is in the store now."""
        counts = self._desk.counts()
        self.inbox.refresh(counts)
        self.toolbar.show_count(counts.all)
        self._stack.setCurrentIndex(1 if counts.all else 0)

    def take_focus(self) -> None:
        """Give the keyboard to the inbox, or to the desk itself while that is empty."""
        welcome = self._stack.currentWidget() is not self.splitter
        (self if welcome else self.inbox.list).setFocus()

    def decide(self, section: str) -> None:
        """Record a decision on the open article and go to the next one."""
        if self._opened is None or self._opened.article.problem is not None:
            return
        article = self._opened.article
        if not self._done(lambda: self._desk.decide(article.id, section)):
            return
        name = self._desk.section_name(section)
        self.said.emit(f"{name}: {article.title or article.source}", True)
        if self.inbox.state == "all":
            self.inbox.step(+1)

    def press(self, event: QKeyEvent) -> bool:
        """Take Enter and the digits as decisions; whether the key was one of them."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.sections.confirm_first()
            return True
        section = self.sections.section_at(event.key() - Qt.Key.Key_0)
        if section is not None:
            self.decide(section)
        return section is not None

    def remove(self, articles: list[int]) -> None:
        """Take articles out of the inbox."""
        if articles and self._done(lambda: self._desk.remove(articles)):
            self.said.emit(self._desk.undo_stack.undoable or "", True)

    def set_cover(self, picture: Path | bytes) -> None:
        """Give the open article another cover."""
        if self._opened is None:
            self.said.emit("Open an article first, then give it this picture.", False)
        elif self._opened.article.problem is not None:
            self.said.emit("What could not be read cannot have a cover.", False)
        else:
            self._session.intake.set_cover(self._opened.article.id, picture)

    def _done(self, action: Callable[[], object]) -> bool:
        """Do something to the store; where it cannot be done, say why."""
        try:
            action()
        except NewsdeskError as error:
            self.said.emit(str(error), False)
            return False
        return True

    def _open(self, article_id: int | None) -> None:
        self._opened = self._desk.open(article_id) if article_id is not None else None
        self.sections.show_article(self._opened)
        self.article.setVisible(self._opened is not None)
        if self._opened is not None:
            self.article.show_article(self._opened)

    def _try_again(self) -> None:
        if self._opened is None:
            return
        article = self._opened.article
        if self._done(lambda: self._desk.remove([article.id])):
            self._session.intake.read_paths([Path(article.source)])

    def _use(self, model: ModelCard) -> None:
        if self._done(lambda: self._session.use(model)):
            self.show_model(model)

    def _look_for_models(self) -> None:
        self._session.look_for_models()
        self.toolbar.picker.show_models(self._session.models, self._desk.model)

    def _ask_columns(self) -> None:
        if self._opened is not None:
            self.columns_asked.emit(Path(self._opened.article.source))

    def _read_again(self, encoding: str) -> None:
        if self._opened is not None:
            article = self._opened.article
            source = Path(article.source)
            self._session.intake.read_again(article.id, source, article.row, encoding)

    def _remove_open(self) -> None:
        if self._opened is not None:
            self.remove([self._opened.article.id])

    def _connect(self) -> None:
        self.toolbar.open_asked.connect(self.open_asked)
        self.toolbar.paste_asked.connect(self.paste_asked)
        self.toolbar.search_changed.connect(self.inbox.search)
        self.toolbar.picker.picked.connect(self._use)
        self.toolbar.picker.opening.connect(self._look_for_models)
        self.inbox.picked.connect(self._open)
        self.inbox.remove_asked.connect(self.remove)
        self.inbox.search_cleared.connect(self.toolbar.clear_search)
        self.article.again_asked.connect(self._try_again)
        self.article.remove_asked.connect(self._remove_open)
        self.article.columns_asked.connect(self._ask_columns)
        self.sections.encoding_asked.connect(self._read_again)
        self.sections.decided.connect(self.decide)
        self._desk.changed.connect(self.refresh)

    def _build(self) -> None:
        middle = QWidget()
        middle.setObjectName("page")
        middle_layout = QVBoxLayout(middle)
        middle_layout.setContentsMargins(0, 0, 0, 0)
        middle_layout.addWidget(self.article)
        for pane in (self.inbox, middle, self.sections):
            self.splitter.addWidget(pane)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([INBOX_WIDTH, 600, PANEL_WIDTH])
        content = QWidget()
        self._stack = QStackedLayout(content)
        self._stack.addWidget(self._welcome())
        self._stack.addWidget(self.splitter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.toolbar)
        layout.addWidget(content, 1)

    def _welcome(self) -> QWidget:
        self.samples_button = QPushButton("Try the sample articles")
        self.samples_button.setProperty("role", "primary")
        self.samples_button.clicked.connect(self.samples_asked)
        open_files = QPushButton("Open files…")
        open_files.clicked.connect(self.open_asked)
        paste = QPushButton("Paste")
        paste.clicked.connect(self.paste_asked)
        return EmptyState(
            "drop", "Drop an article here", WELCOME, self.samples_button, open_files, paste
        )
