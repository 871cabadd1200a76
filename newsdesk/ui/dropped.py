"""What was dropped or pasted: files, a picture, HTML or text; copied at once.

On Wayland the data of a drop dies as soon as a dialog opens, so nothing is kept in Qt's hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData
from PySide6.QtGui import QImage

PICTURES = {
    ".jpg", ".jpeg", ".png", ".gif", ".webp", ".tif", ".tiff", ".bmp", ".heic", ".heif", ".avif",
}  # fmt: skip
_REFUSED = "That holds no article: drop files, folders, text or a picture, or use Open."
_REMOTE = (
    "That is an address on the internet, and Newsdesk fetches nothing by itself. Save the page, "
    "then drop the file, or copy the text and paste it."
)


@dataclass(frozen=True, slots=True)
class Dropped:
    """At most one of files, html and text is filled; cover where a single picture came."""

    files: tuple[Path, ...] = ()
    cover: Path | bytes | None = None
    html: str = ""
    text: str = ""
    refusal: str = ""

    @property
    def invitation(self) -> str:
        """What letting go would do."""
        if self.cover is not None:
            return "Let go to set the cover of the open article"
        if self.files:
            count = len(self.files)
            return "Let go to read it" if count == 1 else f"Let go to read {count:,} files"
        if self.html or self.text:
            return "Let go to read the text"
        return "This cannot be read"


def take(mime: QMimeData) -> Dropped:
    """Copy out of Qt's data what Newsdesk can use."""
    files = tuple(Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile())
    if files:
        only = files[0] if len(files) == 1 else None
        return Dropped(files=files, cover=only if only and _is_picture(only) else None)
    if mime.hasImage():
        return Dropped(cover=_as_png(mime))
    if mime.hasUrls() and not _is_prose(mime.text()):
        return Dropped(refusal=_REMOTE)
    if mime.hasHtml() and _is_prose(mime.text()):
        return Dropped(html=mime.html())
    if mime.hasText() and mime.text().strip():
        return Dropped(text=mime.text())
    return Dropped(refusal=_REFUSED)


def _is_picture(path: Path) -> bool:
    return path.suffix.lower() in PICTURES


def _is_prose(text: str) -> bool:
    return len(text.split()) > 3


def _as_png(mime: QMimeData) -> bytes | None:
    image = mime.imageData()
    if not isinstance(image, QImage) or image.isNull():
        return None
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # Little compression: the picture goes through a pipe once, and the window must not wait.
    image.save(buffer, "PNG", 90)  # type: ignore[call-overload]
    return bytes(data.data())
