"""What is done to the selected articles at once: the bar, and the service behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from newsdesk.core.errors import NewsdeskError
from newsdesk.core.section import Section
from newsdesk.services.session import Session
from newsdesk.ui.desk.inbox.bulk_bar import BulkBar
from newsdesk.ui.desk.inbox.view import KeptView

if TYPE_CHECKING:
    from newsdesk.ui.desk.inbox.inbox import Inbox


class InboxBulk(QObject):
    """said: worth a line at the foot, and whether it can be undone.

    deciding: these ids are being decided, and may leave the list.
    """

    said = Signal(str, bool)
    deciding = Signal(list)

    def __init__(self, session: Session, bar: BulkBar, inbox: Inbox, view: KeptView) -> None:
        super().__init__(inbox)
        self._session = session
        self._bulk = session.bulk
        self._bar = bar
        self._inbox, self._view = inbox, view
        self._sections: Sequence[Section] = ()
        session.desk.changed.connect(self._show_sections)
        self._bulk.said.connect(self.said)
        bar.decided.connect(self.decide)
        bar.remove_asked.connect(self.remove)
        bar.again_asked.connect(self.classify_again)
        bar.export_asked.connect(lambda: inbox.export_asked.emit(inbox.selected()))
        bar.all_asked.connect(inbox.select_all)

    def remove(self) -> None:
        """Take what is selected out of the inbox."""
        ids = self._inbox.selected()
        if len(ids) > 1:
            self._do(lambda: self._bulk.remove(ids))
        elif ids:
            self._inbox.remove_asked.emit(ids)

    @property
    def active(self) -> bool:
        """Whether more than one article is selected."""
        return self._bar.isVisible()

    def ask_section(self, section: str = "") -> None:
        """Offer the sections to decide for, where several are selected; one may be marked."""
        if not self.active:
            self.said.emit("Select several articles first, with Shift or Ctrl.", False)
            return
        self._bar.offer_sections(section)
        if section:
            name, number = self._session.desk.section_name(section), len(self._inbox.selected())
            self.said.emit(f"Enter decides {name} for all {number:,} that are selected.", False)

    def decide(self, section: str) -> None:
        """Decide for one section."""
        ids = self._inbox.selected()
        if self._do(lambda: self._bulk.decide(ids, section, self._view.horizon)):
            self.deciding.emit(ids)

    def classify_again(self) -> None:
        """Ask the model on the desk once more."""
        ids = self._inbox.selected()
        self._bulk.classify_again(ids)
        noun = "article is" if len(ids) == 1 else "articles are"
        self.said.emit(f"{len(ids):,} {noun} classified again.", False)

    def close(self) -> None:
        """Wait for what is being written; the rest stays as it was."""
        self._bulk.close()

    def _do(self, action: Callable[[], None]) -> bool:
        """Begin something; where that is refused, say why."""
        try:
            action()
        except NewsdeskError as error:
            self.said.emit(str(error), False)
            return False
        return True

    def _show_sections(self) -> None:
        model = self._session.desk.model
        sections = model.manifest.sections if model else ()
        if sections is not self._sections:
            self._sections = sections
            self._bar.set_sections(sections)
