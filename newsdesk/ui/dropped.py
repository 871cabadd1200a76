"""What was dropped or pasted: files, a picture, HTML or text; copied at once.

On Wayland the data of a drop dies as soon as a dialog opens, so nothing is kept in Qt's hands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData
from PySide6.QtGui import QImage

from newsdesk.core.errors import DocumentError

PICTURES = {
    ".jpg", ".jpeg", ".png", ".gif", ".webp", ".tif", ".tiff", ".bmp", ".heic", ".heif", ".avif",
}  # fmt: skip
LONG_WITHOUT_SPACES = 120
"""Characters of a text that is no address any more; Chinese has no spaces to count words by."""
_REFUSED = "That holds no article: drop files, folders, text or a picture, or use Open."
_EMPTY = "The clipboard is empty: copy an article, its file or a picture, then paste again."
_REMOTE = (
    "That is an address on the internet, and Newsdesk fetches nothing by itself. Save the page, "
    "then drop the file, or copy the text and paste it."
)
_RICH = (
    "That is rich text (RTF) with no plain text beside it. Save it as .docx in Word or "
    "LibreOffice and drop the file, or copy it as plain text."
)
_RICH_TYPES = ("text/rtf", "application/rtf", "text/richtext")
_IMAGE_IN_HTML = re.compile(r"<img\b", re.I)


@dataclass(frozen=True, slots=True)
class Dropped:
    """At most one of names, html and text is filled; cover where a single picture came.

    names: of files and folders; paths are made of them where they are wanted, as ten thousand of
    those take longer than the drop may. picture: came beside the HTML, of which it may be a part.
    """

    names: tuple[str, ...] = ()
    cover: Path | QImage | None = None
    html: str = ""
    text: str = ""
    refusal: str = ""
    picture: QImage | None = None

    @property
    def files(self) -> tuple[Path, ...]:
        """The files and folders."""
        return tuple(map(Path, self.names))


def invitation(mime: QMimeData) -> str:
    """What letting go would do. Copies nothing: ten thousand files are dragged as easily as one."""
    paths = [url for url in mime.urls() if url.isLocalFile()]
    if len(paths) > 1:
        return f"Let go to read {len(paths):,} files"
    if mime.hasImage() or (paths and _is_picture(Path(paths[0].toLocalFile()))):
        return "Let go to set the cover of the open article"
    if paths:
        return "Let go to read it"
    dropped = take(mime)
    return "Let go to read the text" if dropped.html or dropped.text else "This cannot be read"


def has_files(mime: QMimeData) -> bool:
    """Whether files or folders are dragged."""
    return any(url.isLocalFile() for url in mime.urls()[:20])


def take(mime: QMimeData, pasted: bool = False) -> Dropped:
    """Copy out of Qt's data what Newsdesk can use."""
    names = tuple(url.toLocalFile() for url in mime.urls() if url.isLocalFile())
    if names:
        only = Path(names[0]) if len(names) == 1 else None
        return Dropped(names=names, cover=only if only and _is_picture(only) else None)
    if mime.hasHtml() and _is_prose(mime.text()):
        html = mime.html()
        wanted = mime.hasImage() and _IMAGE_IN_HTML.search(html) is not None
        return Dropped(html=html, picture=_image(mime) if wanted else None)
    if (image := _image(mime)) is not None:
        return Dropped(cover=image)
    if mime.hasUrls() and not _is_prose(mime.text()):
        return Dropped(refusal=_REMOTE)
    if mime.hasText() and mime.text().strip():
        return Dropped(text=mime.text())
    if any(mime.hasFormat(kind) for kind in _RICH_TYPES):
        return Dropped(refusal=_RICH)
    return Dropped(refusal=_EMPTY if pasted and not mime.formats() else _REFUSED)


def _is_picture(path: Path) -> bool:
    return path.suffix.lower() in PICTURES


def _is_prose(text: str) -> bool:
    return len(text.split()) > 3 or len(text.strip()) > LONG_WITHOUT_SPACES


def as_png(image: QImage) -> bytes:
    """A picture packed for the reading process. Slow for a large one.

    Raises DocumentError (`broken_picture`).
    """
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # Little compression: the picture goes through a pipe once.
    if not image.save(buffer, "PNG", 90):  # type: ignore[call-overload]
        raise DocumentError(
            "broken_picture",
            "The picture that was dropped or pasted is damaged.",
            "Save it to a file and drop that.",
        )
    return bytes(data.data())


def _image(mime: QMimeData) -> QImage | None:
    image = mime.imageData()
    return image if isinstance(image, QImage) and not image.isNull() else None
