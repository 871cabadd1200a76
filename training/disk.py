"""Files that are whole or not there, and a disk that is full."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from newsdesk.core.errors import NewsdeskError
from training.watch import Watch

ROOM_SECONDS = 3.0
"""Between two looks at a full disk."""
_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
_SIGNS = ("no space left on device", "os error 28", "disk is full", "disk quota exceeded")
_T = TypeVar("_T")


def write_whole(path: Path, data: bytes) -> None:
    """Write a file under a temporary name and put it in place once it is on the disk."""
    writing = path.with_name(f".{path.name}.writing")
    with writing.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    writing.replace(path)


def is_disk_full(error: BaseException) -> bool:
    """Whether an error means that there is no room, whatever library has wrapped it."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, OSError) and seen.errno in _FULL:
            return True
        if isinstance(seen, NewsdeskError) and seen.problem.kind == "disk_full":
            return True
        if any(sign in str(seen).lower() for sign in _SIGNS):
            return True
        seen = seen.__cause__ or seen.__context__
    return False


def when_there_is_room(action: Callable[[], _T], place: Path, watch: Watch) -> _T:
    """Do something that writes; where the disk is full, wait for room or for a wish to stop."""
    told = False
    while True:
        try:
            done = action()
        except Exception as error:  # libraries wrap what the system said in kinds of their own
            if not is_disk_full(error):
                raise
            if not told:
                watch.say(
                    f"The disk of {place} is full. The job waits until there is room; "
                    "nothing is lost.",
                    "warning",
                )
            told = True
        else:
            if told:
                watch.say("There is room on the disk again; the job goes on.")
            return done
        watch.check()
        time.sleep(ROOM_SECONDS)
