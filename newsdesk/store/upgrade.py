"""Open, create, bring up to date or refuse a database.

A new database is made from the schema at once; Alembic is loaded only when an older
revision is found. Whatever is refused is left exactly as it was.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    insert,
    inspect,
    select,
)
from sqlalchemy.exc import DBAPIError

from newsdesk.core.errors import Notice, StoreError
from newsdesk.store import failures
from newsdesk.store.connection import Database
from newsdesk.store.filesystem import network_share
from newsdesk.store.schema import metadata, now

MIGRATIONS = Path(__file__).resolve().parent / "migrations"
_MAGIC = b"SQLite format 3\x00"
_WRITE_AHEAD = 2

# Alembic's own table, so that migrations go on where a new database began.
_version = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


@dataclass(frozen=True, slots=True)
class History:
    """The revisions that this program knows, oldest first, and the folders of their migrations."""

    revisions: tuple[str, ...]
    folders: tuple[Path, ...]

    @property
    def head(self) -> str:
        return self.revisions[-1]


HISTORY = History(
    ("0001", "0002", "0003", "0004", "0005", "0006", "0007"), (MIGRATIONS / "versions",)
)


def prepare_file(path: Path, history: History) -> None:
    """Make the folder of a SQLite file and look at what is there, changing nothing of it.

    Raises StoreError: `unwritable`, `damaged_database`, `foreign_database`, `newer_database`.
    """
    if path.parent.exists() and not path.parent.is_dir():
        raise StoreError(
            "unwritable",
            f"{path.parent} is a file, where the data folder should be.",
            "Move it away, or set NEWSDESK_HOME to another folder.",
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _check(_peek(path), str(path), history)
    except OSError as error:
        raise failures.from_os(error, str(path)) from error
    except sqlite3.Error as error:
        raise failures.from_sqlite(error, str(path)) from error


def bring_up_to_date(database: Database, path: Path | None, history: History) -> tuple[Notice, ...]:
    """Create the tables of an empty database, or migrate an older one after a backup.

    path: the SQLite file, already looked at by `prepare_file`; None for a server.
    Returns what the person should know. Raises StoreError; the database is then as it was.
    """
    notices: tuple[Notice, ...] = ()
    if path is not None:
        notices = _set_journal(database, path)
    with database.read() as connection:
        revision = _revision(connection)
    if revision is None:
        with database.write() as connection:
            # Another process may have been quicker.
            if _revision(connection) is None:
                metadata.create_all(connection)
                _version.create(connection)
                connection.execute(insert(_version).values(version_num=history.head))
        return notices
    _check(revision, database.place, history)
    if revision != history.head:
        backup = _migrate(database, path, history)
        if backup is not None:
            said = f"The database was brought up to date; a copy of the old one is {backup}."
            notices += (Notice("migrated", said),)
    return notices


def _check(revision: str | None, place: str, history: History) -> None:
    if revision is not None and revision not in history.revisions:
        raise StoreError(
            "newer_database",
            f"The database {place} was written by a newer Newsdesk (revision {revision}).",
            "Update Newsdesk, or choose another folder with NEWSDESK_HOME; nothing was changed.",
        )


def _peek(path: Path) -> str | None:
    """The revision of a file, read without leaving a trace; None where there is nothing yet."""
    if not path.exists() or path.stat().st_size == 0:
        return None
    with path.open("rb") as file:
        header = file.read(100)
    if len(header) < 100 or not header.startswith(_MAGIC):
        raise failures.damaged(str(path), "it is not a SQLite database")
    with closing(sqlite3.connect(_quiet_uri(path, header), uri=True)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if not tables:
            return None
        if _version.name not in tables:
            raise StoreError(
                "foreign_database",
                f"{path} is the database of another program.",
                "Move it away or choose another folder with NEWSDESK_HOME.",
            )
        found = connection.execute(f"SELECT version_num FROM {_version.name}").fetchone()
    if found is None:
        raise failures.damaged(str(path), "it does not say its revision")
    return str(found[0])


def _quiet_uri(path: Path, header: bytes) -> str:
    """How to open a file for a look that changes nothing."""
    options = "mode=ro"
    if path.with_name(path.name + "-journal").exists():
        options = "mode=rw"  # a write was cut off: only a writer may roll it back
    elif header[18] == _WRITE_AHEAD and not path.with_name(path.name + "-wal").exists():
        options += "&immutable=1"  # nobody has it open; a look must not begin a log
    return f"{path.absolute().as_uri()}?{options}"


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(_version.name):
        return None
    return connection.scalar(select(_version.c.version_num)) or ""


def _set_journal(database: Database, path: Path) -> tuple[Notice, ...]:
    """A write-ahead log on a local disk, a plain journal on a network share."""
    share = network_share(path.parent)
    _switch_journal(database, "delete" if share else "wal")
    if share is None:
        return ()
    message = (
        f"The database lies on a network share ({share}). It works there, only more slowly; "
        "open it from one machine at a time."
    )
    return (Notice("network_share", message),)


def _switch_journal(database: Database, mode: str) -> None:
    end = time.monotonic() + database.patience
    while True:
        try:
            with closing(database.engine.raw_connection()) as pooled:
                raw: Any = pooled.driver_connection
                (current,) = raw.execute("PRAGMA journal_mode").fetchone()
                if current != mode:
                    (current,) = raw.execute(f"PRAGMA journal_mode = {mode}").fetchone()
            return
        except (sqlite3.Error, DBAPIError) as error:
            cause = error.orig if isinstance(error, DBAPIError) else error
            told = failures.from_sqlite(cause or error, database.place)
            # SQLite does not wait for this lock by itself.
            if told.problem.kind != "busy" or time.monotonic() >= end:
                raise told from error
            time.sleep(0.05)


def _migrate(database: Database, path: Path | None, history: History) -> Path | None:
    """Run the missing migrations in one transaction; returns the backup, if one was needed."""
    from newsdesk.store.migrations import run

    backup: Path | None = None
    try:
        with database.migrate() as connection:
            revision = _revision(connection)
            if revision == history.head:  # another process was quicker
                return None
            if path is not None:
                backup = _backup(path, revision or "")
            run(connection, history.folders, history.head)
    except StoreError:
        raise
    except Exception as error:  # a migration may fail in any way; the person must hear of it
        kept = f", and a copy is {backup}" if backup else ""
        raise StoreError(
            "migration_failed",
            f"The database {database.place} could not be brought up to date: {error}.",
            f"It was left as it was{kept}. Go on with the older Newsdesk and report this.",
        ) from error
    return backup


def _backup(path: Path, revision: str) -> Path:
    """Copy the whole database beside itself; whole or not at all."""
    target = path.with_name(f"{path.stem}-{revision}-{now():%Y%m%dT%H%M%S%fZ}.db")
    partial = target.with_suffix(".part")
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(partial)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = delete")  # one file, without companions
        partial.replace(target)
    except sqlite3.Error as error:
        partial.unlink(missing_ok=True)
        raise failures.from_sqlite(error, str(target)) from error
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise failures.from_os(error, str(target)) from error
    return target
