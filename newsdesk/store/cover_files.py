"""Covers as files named by the hash of their bytes: `<folder>/ab/<digest>`."""

from __future__ import annotations

import os
import tempfile
from hashlib import blake2b
from pathlib import Path

from newsdesk.core.article import Cover
from newsdesk.store import failures


class CoverFiles:
    """The cover files of one store."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, digest: str) -> Path:
        """Where the cover of this digest lies, or would."""
        return self.folder / digest[:2] / digest

    def keep(self, cover: Cover) -> None:
        """Write a cover unless it is there; a reader never sees half of it.

        Raises StoreError where the folder cannot be written or the disk is full.
        """
        target = self.path(cover.digest)
        try:
            if target.is_file() and target.stat().st_size == len(cover.data):
                return
            target.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".", suffix=".part")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(cover.data)
                Path(temporary).replace(target)
            except BaseException:
                Path(temporary).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise failures.from_os(error, str(target)) from error

    def read(self, digest: str) -> bytes | None:
        """The bytes; None where the file is gone or no longer what its name says."""
        try:
            data = self.path(digest).read_bytes()
        except OSError:
            return None
        return data if blake2b(data, digest_size=16).hexdigest() == digest else None

    def discard(self, digest: str) -> None:
        """Delete a cover; one that cannot be deleted stays behind."""
        try:
            self.path(digest).unlink(missing_ok=True)
        except OSError:
            return
