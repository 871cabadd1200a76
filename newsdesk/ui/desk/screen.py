"""The desk: puts inbox, article and sections together and passes on what the editor does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from newsdesk.core.errors import NewsdeskError
from newsdesk.services.classification import ClassificationState
from newsdesk.services.desk import OpenArticle
from newsdesk.services.models import ModelCard
from newsdesk.services.session import Session
from newsdesk.store.records import InboxCounts, StoredArticle
from newsdesk.ui.desk.article.cover_acts import CoverActs
from newsdesk.ui.desk.article.dividing import Dividing
from newsdesk.ui.desk.article.view import ArticleView
from newsdesk.ui.desk.article.writing import Writing
from newsdesk.ui.desk.errands.errands import Errands
from newsdesk.ui.desk.inbox.inbox import WIDTH as INBOX_WIDTH
from newsdesk.ui.desk.inbox.inbox import Inbox
from newsdesk.ui.desk.insight.cards import InsightCards
from newsdesk.ui.desk.models.desk_models import DeskModels
from newsdesk.ui.desk.sections.deciding import Deciding
from newsdesk.ui.desk.sections.panel import WIDTH as PANEL_WIDTH
from newsdesk.ui.desk.sections.panel import SectionPanel
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
        self.models = DeskModels(session, self.toolbar.picker, self)
        self.inbox = Inbox(session)
        self.article = ArticleView()
        self.sections = SectionPanel()
        self.deciding = Deciding(
            session, self.sections, self.inbox.several, self.inbox.remembered, self
        )
        self.writing = Writing(session, self.article, self)
        self.dividing = Dividing(session, self)
        self.covers = CoverActs(session, lambda: self._opened, self)
        self.insight = InsightCards(
            session,
            self.article.show_marks,
            self.article.show_place,
            lambda: self.inbox.terms,
            self,
        )
        self.errands = Errands(session, self.inbox, self)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self._build()
        self._connect()
        self.toolbar.picker.show_current(None, session.classification.state)
        self.toolbar.show_search(self.inbox.query.search)
        self._stack.setCurrentIndex(2)  # until it is known whether the inbox is empty

    def show_model(self, model: ModelCard) -> None:
        """Dress the desk for another model: sections, colours, picker."""
        theme().set_sections([section.code for section in model.manifest.sections])
        self.deciding.set_sections(model.manifest.sections)
        self.insight.set_sections(model.manifest.sections)
        self.models.refresh()
        self.refresh()

    def show_engine(self, state: ClassificationState) -> None:
        """Show what is known of the engine."""
        self.toolbar.picker.show_current(self._desk.model, state)

    def refresh(self) -> None:
        """Show what is in the store now, as soon as it is known.

        While the person is asked about another one's decision the list stands still.
        """
        if not self.sections.conflict.pending:
            self.inbox.refresh()

    def _show_list(self) -> None:
        if len(self._session.listing):
            self._stack.setCurrentWidget(self.splitter)

    def _show_counts(self, counts: InboxCounts) -> None:
        self.toolbar.show_count(counts.all)
        self._stack.setCurrentIndex(1 if counts.all or self.writing.active else 0)

    def take_focus(self) -> None:
        """Give the keyboard to the inbox, or to the desk itself while no list is shown."""
        (self.inbox.list if self.inbox.list.isVisibleTo(self) else self).setFocus()

    def next(self) -> None:
        """Open the next article of the list."""
        self.inbox.step(+1)

    def previous(self) -> None:
        """Open the one before."""
        self.inbox.step(-1)

    def read_on(self) -> None:
        """Scroll the article down."""
        self._scroll(+1)

    def read_back(self) -> None:
        """Scroll the article up."""
        self._scroll(-1)

    def go_to_search(self) -> None:
        """Go to the search field."""
        self.toolbar.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.toolbar.search.selectAll()

    def remove_selected(self) -> None:
        """Take what is selected out of the inbox."""
        self.inbox.remove_selected()

    def remove(self, articles: list[int]) -> None:
        """Take articles out of the inbox."""
        if articles and self._done(lambda: self._desk.remove(articles)):
            self.said.emit(self._desk.undo_stack.undoable or "", True)

    def set_cover(self, picture: Path | bytes) -> None:
        """Give the open article another cover."""
        self.covers.set_cover(picture)

    def try_again(self) -> None:
        """Read the open file again, which could not be read."""
        article = self._failed()
        if article is not None and self._desk.open(article.id) is not None:
            self._session.intake.try_again([(article.id, article.source, article.row)])

    def ask_columns(self) -> None:
        """Say which column of the open table is what."""
        article = self._failed()
        if article is not None:
            self.columns_asked.emit(Path(article.source))

    def ask_encoding(self) -> None:
        """Offer the encodings in which the file of the open article could be read."""
        article = self._opened.article if self._opened else None
        if article is not None and Path(article.source).is_absolute():
            self.sections.notices.offer_encodings()
        else:
            self.said.emit("No article is open that came from a file.", False)

    def _failed(self) -> StoredArticle | None:
        """The open article, where its file could not be read."""
        article = self._opened.article if self._opened else None
        if article is not None and article.problem is not None:
            return article
        self.said.emit("No file is open that could not be read.", False)
        return None

    def _done(self, action: Callable[[], object]) -> bool:
        """Do something to the store; where it cannot be done, say why."""
        try:
            action()
        except NewsdeskError as error:
            self.said.emit(str(error), False)
            return False
        return True

    def _open(self, article_id: int | None) -> None:
        opened = self._desk.open(article_id) if article_id is not None else None
        if self.writing.show(opened):
            self._show_beside(opened)

    def _show_beside(self, opened: OpenArticle | None) -> None:
        """Show what stands beside the text; None while a new article has no place yet."""
        self._opened = opened
        self.dividing.show(opened)
        self.deciding.show(opened)
        self.insight.show(opened)

    def _reopen(self) -> None:
        """Show what stands for the open article now."""
        self._open(self._opened.article.id if self._opened else None)

    def _go_to(self, article_id: int) -> None:
        if self.inbox.current != article_id:
            self.inbox.pick(article_id)
        self._reopen()

    def _written(self) -> None:
        if self._opened is None:
            self._open(self.inbox.current)
        self.take_focus()

    def _scroll(self, by: int) -> None:
        bar = self.article.verticalScrollBar()
        bar.setValue(bar.value() + by * self.article.viewport().height() * 4 // 5)

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
        self.models.shown.connect(self.show_model)
        self.models.said.connect(self.said)
        self.errands.said.connect(self.said)
        self.errands.serve(self.toolbar.more)
        self.inbox.picked.connect(self._open)
        self.inbox.remove_asked.connect(self.remove)
        self.inbox.search_changed.connect(self.toolbar.show_search)
        self.inbox.said.connect(self.said)
        self.insight.hits.said.connect(self.said)
        self.dividing.said.connect(self.said)
        self.toolbar.down_asked.connect(self.take_focus)
        self._session.listing.counted.connect(self._show_counts)
        self._session.listing.replaced.connect(self._show_list)
        self._session.listing.replaced.connect(self.insight.show_marks)
        self.article.again_asked.connect(self.try_again)
        self.article.remove_asked.connect(self._remove_open)
        self.article.columns_asked.connect(self.ask_columns)
        self.sections.encoding_asked.connect(self._read_again)
        self.sections.conflict.left.connect(self.refresh)
        self.deciding.said.connect(self.said)
        self.deciding.over.connect(self.inbox.advance)
        self.deciding.stayed.connect(self._reopen)
        self.deciding.wanted.connect(self._go_to)
        self.deciding.released.connect(self.take_focus)
        self._connect_writing()
        self._desk.changed.connect(self.refresh)

    def _connect_writing(self) -> None:
        self.writing.said.connect(self.said)
        self.writing.began.connect(lambda: self._stack.setCurrentIndex(1))
        self.writing.begun_new.connect(lambda: self._show_beside(None))
        self.writing.over.connect(self._written)
        self.writing.wanted.connect(self._go_to)
        self.writing.moved.connect(self.refresh)
        self.writing.lived.connect(self.sections.show_live)
        self.writing.lived.connect(self.insight.show_live)
        self.covers.said.connect(self.said)
        self.article.picture_pasted.connect(self.paste_asked)
        self.article.cover.open_asked.connect(self.covers.open_large)
        self.article.cover.remove_asked.connect(self.covers.remove)
        for asked in (self.article.cover.replace_asked, self.article.under_title.cover_asked):
            asked.connect(self.covers.choose)

    def _build(self) -> None:
        middle = QWidget()
        middle.setObjectName("page")
        middle_layout = QVBoxLayout(middle)
        middle_layout.setContentsMargins(0, 0, 0, 0)
        middle_layout.addWidget(self.article)
        for pane in (self.inbox, middle, self.sections):
            self.splitter.addWidget(pane)
        for card in (self.dividing.card, *self.insight.all):
            self.sections.add_card(card)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.resize(INBOX_WIDTH + 600 + PANEL_WIDTH, 700)  # room for every pane
        self.splitter.setSizes([INBOX_WIDTH, 600, PANEL_WIDTH])
        content = QWidget()
        self._stack = QStackedLayout(content)
        self._stack.addWidget(self._welcome())
        self._stack.addWidget(self.splitter)
        self._stack.addWidget(QWidget())
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
