"""What the desk remembers from one start to the next, written the moment that it changes.

A file of its own, written on a thread: the settings are synchronised with the disk by Qt, and a
busy disk would stop the window for as long as that takes.
"""

from __future__ import annotations

import contextlib
import logging
import os
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject

from newsdesk.core import paths
from newsdesk.services.reader import Reader
from newsdesk.store.records import InboxQuery

log = logging.getLogger(__name__)

FILE = "inbox.json"
ALL = InboxQuery("", order="oldest")


@dataclass(frozen=True, slots=True)
class Place:
    """Where the person is.

    query: filter, search and order; its model is the one that was on the desk.
    article: the one that is open. top, above: the first article in view, and how many pixels of
    its row are out of sight above.
    reasons: by article, the section and the words of a reason that was begun and not given.
    """

    query: InboxQuery = ALL
    article: int | None = None
    top: int | None = None
    above: int = 0
    reasons: dict[int, tuple[str, str]] = field(default_factory=dict)


class DeskState(QObject):
    """The place as it stands on disk, or will in a moment."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = paths.home() / FILE
        self._writer = Reader(self)
        self.place = _read(self._path)

    def keep(
        self,
        *,
        query: InboxQuery | None = None,
        article: int | None = None,
        view: tuple[int | None, int] | None = None,
        reasons: dict[int, tuple[str, str]] | None = None,
    ) -> None:
        """Remember what is given; the rest stays. An `article` of 0 is none."""
        place = self.place
        if query is not None:
            place = replace(place, query=query)
        if article is not None:
            place = replace(place, article=article or None)
        if view is not None:
            place = replace(place, top=view[0], above=view[1])
        if reasons is not None:
            place = replace(place, reasons=reasons)
        if place == self.place:
            return
        self.place = place
        self._writer.ask("place", lambda: _write(self._path, place), lambda _: None)

    @property
    def kept(self) -> bool:
        """Whether everything is on disk."""
        return not self._writer.busy

    def close(self) -> None:
        """Wait until everything is on disk."""
        self._writer.close(finish=True)


def _write(path: Path, place: Place) -> None:
    """Put a place on disk; a kill leaves either the old file or the new one."""
    new = path.with_suffix(f".{os.getpid()}.new")
    try:
        new.write_bytes(msgspec.json.encode(place))
        new.replace(path)
    except OSError as error:
        log.info("the place in the inbox could not be kept: %s", error)
        with contextlib.suppress(OSError):
            new.unlink()


def _read(path: Path) -> Place:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Place)
    except FileNotFoundError:
        pass
    except (OSError, msgspec.MsgspecError) as error:
        log.info("the remembered place in the inbox cannot be read and is forgotten: %s", error)
    return Place()
