"""What is done to the cover of the open article."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from newsdesk.core.errors import NewsdeskError
from newsdesk.services.desk import OpenArticle
from newsdesk.services.session import Session

if TYPE_CHECKING:
    from newsdesk.ui.desk.article.cover_viewer import CoverViewer

FOLDER = "cover/folder"
PICTURES = (
    "Pictures (*.jpg *.jpeg *.png *.webp *.gif *.tif *.tiff *.bmp *.heic *.heif *.avif);;"
    "All files (*)"
)


class CoverActs(QObject):
    """said: something worth a line at the foot, and whether it can be undone."""

    said = Signal(str, bool)

    def __init__(
        self, session: Session, opened: Callable[[], OpenArticle | None], window: QWidget
    ) -> None:
        """opened: tells the open article. window: a widget of the window that dialogs belong to."""
        super().__init__(window)
        self._session = session
        self._opened = opened
        self._window = window
        self.viewer: CoverViewer | None = None

    def set_cover(self, picture: Path | bytes) -> None:
        """Give the open article another cover, from a picture file or from its bytes."""
        opened = self._usable("give it this picture")
        if opened is not None:
            self._session.intake.set_cover(opened.article.id, picture)

    def choose(self) -> None:
        """Choose a picture file as the cover of the open article."""
        if self._usable("give it a cover") is None:
            return
        folder = self._session.settings.text(FOLDER) or str(Path.home())
        name, _ = QFileDialog.getOpenFileName(
            self._window.window(), "Choose a cover", folder, PICTURES
        )
        if name:
            self._session.settings.set_text(FOLDER, str(Path(name).parent))
            self.set_cover(Path(name))

    def remove(self) -> None:
        """Take the cover from the open article."""
        opened = self._with_cover()
        if opened is None:
            return
        try:
            self._session.desk.remove_cover(opened.article.id)
        except NewsdeskError as error:
            self.said.emit(str(error), False)
        else:
            self.said.emit("Removed the cover", True)

    def open_large(self) -> None:
        """Show the cover in a window of its own."""
        opened = self._with_cover()
        if opened is None or opened.article.cover_digest is None:
            return
        from newsdesk.ui.desk.article.cover_viewer import CoverViewer

        if self.viewer is not None:
            self.viewer.close()
        self.viewer = CoverViewer(
            self._session.intake,
            opened.article.cover_digest,
            opened.article.title[:80],
            self._window.window(),
        )
        self.viewer.destroyed.connect(self._forget)
        self.viewer.show()

    def _forget(self) -> None:
        self.viewer = None

    def _usable(self, what: str) -> OpenArticle | None:
        opened = self._opened()
        if opened is None:
            self.said.emit(f"Open an article first, then {what}.", False)
        elif opened.article.problem is not None:
            self.said.emit("What could not be read cannot have a cover.", False)
        else:
            return opened
        return None

    def _with_cover(self) -> OpenArticle | None:
        opened = self._opened()
        if opened is None or opened.article.cover_digest is None:
            self.said.emit("The open article has no cover.", False)
            return None
        return opened
