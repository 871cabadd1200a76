"""The folder of covers beside an exported table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from newsdesk.store import Store

_ENDINGS = {
    "image/jpeg": ".jpg", "image/png": ".png", "image/gif": ".gif", "image/webp": ".webp",
    "image/tiff": ".tif", "image/bmp": ".bmp", "image/avif": ".avif", "image/heic": ".heic",
}  # fmt: skip


class CoverFolder:
    """Covers as files named by their digest; the folder is made with the first of them."""

    def __init__(self, store: Store, table: Path) -> None:
        self._store = store
        self._folder = table.with_name(f"{table.stem}_covers")
        self._written: dict[str, str] = {}
        self._new: list[Path] = []

    def keep(self, digest: str | None) -> str:
        """Write a cover once; its path as the table names it, "" where there is none."""
        if digest is None:
            return ""
        if digest not in self._written:
            self._written[digest] = self._write(digest)
        return self._written[digest]

    def undo(self) -> None:
        """Delete what was written."""
        for path in self._new:
            path.unlink(missing_ok=True)
        if self._new and not any(self._folder.iterdir()):
            self._folder.rmdir()

    def _write(self, digest: str) -> str:
        cover = self._store.articles.cover(digest)
        if cover is None:
            return ""
        self._folder.mkdir(exist_ok=True)
        target = self._folder / f"{digest}{_ENDINGS.get(cover.media_type, '')}"
        if not target.exists():
            self._new.append(target)
            target.write_bytes(cover.data)
        return f"{self._folder.name}/{target.name}"
