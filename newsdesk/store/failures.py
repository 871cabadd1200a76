"""What the database and the disk complain of, told as a person would want to hear it."""

from __future__ import annotations

import errno
import sqlite3

from sqlalchemy.exc import DBAPIError

from newsdesk.core.errors import StoreError

_FULL = {errno.ENOSPC, errno.EDQUOT}


def busy(place: str) -> StoreError:
    """The patience for a lock ran out."""
    return StoreError(
        "busy",
        f"The database {place} is busy: another program is writing to it.",
        "Wait a moment and try again; if it stays so, close other copies of Newsdesk.",
    )


def damaged(place: str, cause: str) -> StoreError:
    """The file is no SQLite database, or a broken one."""
    return StoreError(
        "damaged_database",
        f"{place} cannot be used as a database: {cause}.",
        "Move the file away, put a backup copy in its place or let Newsdesk begin a new one.",
    )


def disk_full(place: str) -> StoreError:
    """There is no room left to write."""
    return StoreError(
        "disk_full",
        f"The disk that holds {place} is full.",
        "Free some space, then try again; nothing was changed.",
    )


def unwritable(place: str, cause: str) -> StoreError:
    """Folder or file may not be written, or not even opened."""
    return StoreError(
        "unwritable",
        f"{place} cannot be written: {cause}.",
        "Allow writing there, or choose another folder with NEWSDESK_HOME.",
    )


def stopped() -> StoreError:
    """The answer was not wanted any more."""
    return StoreError("stopped", "The question was broken off.", "Ask again.")


def from_os(error: OSError, place: str) -> StoreError:
    """An error of the file system as a StoreError."""
    if error.errno in _FULL:
        return disk_full(place)
    return unwritable(place, (error.strerror or str(error)).lower())


def from_sqlite(error: BaseException, place: str) -> StoreError:
    """An error of the SQLite library as a StoreError."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    match code:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return busy(place)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return damaged(place, str(error))
        case sqlite3.SQLITE_INTERRUPT:
            return stopped()
        case sqlite3.SQLITE_FULL:
            return disk_full(place)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return unwritable(place, str(error))
    return StoreError(
        "database_error",
        f"The database {place} could not do what was asked: {error}.",
        "Try again; if it happens again, restore a backup copy or report it.",
    )


def from_database(error: DBAPIError, place: str) -> StoreError:
    """An error of any database driver as a StoreError."""
    return from_sqlite(error.orig or error, place)
