"""Which file ended the process: known at the next start, passed over after the second time.

Libraries that read pictures and PDF files may end the process that calls them. A kill from
outside says nothing about the file that was being read, and counts for nothing.
"""

from __future__ import annotations

import faulthandler
import os
from contextlib import suppress
from dataclasses import dataclass
from io import FileIO
from pathlib import Path

import msgspec

TIMES = 2


@dataclass(frozen=True, slots=True)
class _Suspect:
    """place: of the file in the run's list. times: how often the process ended there."""

    place: int
    times: int


class Crashes:
    """Keeps count in the folder of a run."""

    def __init__(self, folder: Path) -> None:
        self._traces = folder / "crash.txt"
        self._reading = folder / "reading"
        self._suspects = folder / "suspect.json"
        self._file: FileIO | None = None

    def look(self) -> int | None:
        """The place of a file that has ended the process too often; None where there is none.

        From here on an end of the process leaves its traces.
        """
        suspect = self._told()
        self._traces.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._reading.open("wb", buffering=0)
        # Kept open as long as the process lives: it is written to in its last moment.
        traces = os.open(self._traces, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        faulthandler.enable(traces)
        return suspect.place if suspect is not None and suspect.times >= TIMES else None

    def at(self, place: int) -> None:
        """This file is read now."""
        if self._file is not None:
            self._file.seek(0)
            self._file.write(b"%012d" % place)

    def close(self) -> None:
        """The reading has ended well."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _told(self) -> _Suspect | None:
        before = None
        with suppress(OSError, msgspec.MsgspecError):
            before = msgspec.json.decode(self._suspects.read_bytes(), type=_Suspect)
        try:
            traces = self._traces.read_text(encoding="utf-8", errors="replace")
            place = int(self._reading.read_bytes())
        except (OSError, ValueError):
            return before
        _, _, own = traces.partition("Current thread")
        if "archive/reading.py" not in own.partition("\n\n")[0]:
            return before  # it ended by itself, was killed, or ended in the engine
        again = before is not None and before.place == place
        now = _Suspect(place, before.times + 1 if before is not None and again else 1)
        self._suspects.write_bytes(msgspec.json.encode(now))
        return now
