"""The appearance in force: light or dark as the system says, changed while the program runs."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from newsdesk.core import paths
from newsdesk.ui.theme.palette import DARK, LIGHT, Tokens, section_colours
from newsdesk.ui.theme.stylesheet import stylesheet


class Theme(QObject):
    """Holds the colours in force and dresses the application in them."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.tokens: Tokens = LIGHT
        self._sections: dict[str, str] = {}

    def follow_system(self, application: QApplication) -> None:
        """Dress the application now and whenever the system changes its colours."""
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(lambda _: self._dress(application))
        self._dress(application)

    def set_sections(self, codes: list[str]) -> None:
        """Give each section its colour."""
        self._sections = section_colours(codes)

    def section(self, code: str | None) -> QColor:
        """The colour of a section."""
        if code is None:
            return QColor(self.tokens.soft)
        if code not in self._sections:
            self._sections = section_colours([*self._sections, code])
        return QColor(self._sections[code])

    def color(self, name: str) -> QColor:
        """A colour of the palette by its token's name."""
        return QColor(getattr(self.tokens, name))

    def icon(self, name: str, token: str = "ink") -> QIcon:
        """An icon of the program, tinted."""
        return _tinted(name, getattr(self.tokens, token))

    def _dress(self, application: QApplication) -> None:
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        self.tokens = DARK if dark else LIGHT
        application.setPalette(_qt_palette(self.tokens))
        application.setStyleSheet(stylesheet(self.tokens))
        self.changed.emit()


@cache
def theme() -> Theme:
    """The one appearance of this process."""
    return Theme()


@cache
def _tinted(name: str, colour: str) -> QIcon:
    source = (paths.resources() / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(source.replace("currentColor", colour).encode()))
    icon = QIcon()
    for size in (16, 20, 24, 32, 48, 64):
        pixmap = QPixmap(size, size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter, QRectF(0, 0, size, size))
        painter.end()
        icon.addPixmap(pixmap)
    return icon


def _qt_palette(tokens: Tokens) -> QPalette:
    palette = QPalette()
    roles = {
        QPalette.ColorRole.Window: tokens.ground,
        QPalette.ColorRole.WindowText: tokens.ink,
        QPalette.ColorRole.Base: tokens.panel,
        QPalette.ColorRole.AlternateBase: tokens.ground,
        QPalette.ColorRole.Text: tokens.ink,
        QPalette.ColorRole.Button: tokens.panel,
        QPalette.ColorRole.ButtonText: tokens.ink,
        QPalette.ColorRole.BrightText: tokens.on_accent,
        QPalette.ColorRole.Highlight: tokens.accent,
        QPalette.ColorRole.HighlightedText: tokens.on_accent,
        QPalette.ColorRole.Link: tokens.accent,
        QPalette.ColorRole.PlaceholderText: tokens.soft,
        QPalette.ColorRole.ToolTipBase: tokens.panel,
        QPalette.ColorRole.ToolTipText: tokens.ink,
        QPalette.ColorRole.Mid: tokens.hairline,
        QPalette.ColorRole.Light: tokens.panel,
        QPalette.ColorRole.Dark: tokens.hairline,
    }
    for role, colour in roles.items():
        palette.setColor(role, QColor(colour))
    for role in (
        QPalette.ColorRole.Text,
        QPalette.ColorRole.ButtonText,
        QPalette.ColorRole.WindowText,
    ):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.soft))
    return palette
