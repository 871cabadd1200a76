"""What the window remembers between two starts."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings

from newsdesk.core import paths


class Settings:
    """A small file in the data folder; whatever is wrong in it is forgotten, not fatal."""

    def __init__(self) -> None:
        self._file = QSettings(str(paths.home() / "window.ini"), QSettings.Format.IniFormat)

    @property
    def model(self) -> str:
        """The model used last."""
        return str(self._file.value("desk/model", ""))

    @model.setter
    def model(self, name: str) -> None:
        self._file.setValue("desk/model", name)

    def bytes(self, key: str) -> QByteArray | None:
        """A remembered geometry or splitter state."""
        value = self._file.value(key)
        return value if isinstance(value, QByteArray) else None

    def set_bytes(self, key: str, value: QByteArray) -> None:
        """Remember a geometry or splitter state."""
        self._file.setValue(key, value)

    def text(self, key: str) -> str:
        """A remembered word, empty where there is none."""
        return str(self._file.value(key, ""))

    def set_text(self, key: str, value: str) -> None:
        """Remember a word."""
        self._file.setValue(key, value)

    def save(self) -> None:
        """Write to disk now."""
        self._file.sync()
