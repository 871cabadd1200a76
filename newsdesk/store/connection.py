"""One engine a process, short transactions, and a lock taken before every write.

SQLite's own way takes the write lock at the first write; two transactions that both
read first then cannot both go on, and one is lost at once, however long it would wait.
BEGIN IMMEDIATE takes the lock at the start, where waiting helps.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from newsdesk.core.errors import StoreError
from newsdesk.store import failures

PATIENCE = 10.0
"""Seconds that a write waits for another one."""

_BATCH = 1000
_STEPS = 4000  # of SQLite's machine, between two looks at whether to go on
_T = TypeVar("_T")


class Database:
    """The engine of this process over one database.

    Make it inside the process that uses it (spawn, never fork). It may be shared by threads.
    """

    def __init__(self, url: URL, patience: float = PATIENCE) -> None:
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self.place = str(url.database) if self.is_sqlite else url.render_as_string()
        self.patience = patience
        self.engine = _engine(url, patience)
        self._writer = self.engine.execution_options(immediate=True)
        self._lock = Lock()
        self._watch: Any = None
        self._version = 0
        self._changes = 0

    @property
    def change_count(self) -> int:
        """How many write transactions this process has committed through this object."""
        return self._changes

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that sees one state of the database throughout.

        Raises StoreError where the database cannot be read.
        """
        with self._told(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that holds the write lock from its first moment; keep it short.

        Raises StoreError, kind `busy` where the lock could not be had within the patience;
        whatever is raised inside, nothing of the transaction remains.
        """
        with self._told(), self._writer.begin() as connection:
            yield connection
        with self._lock:
            self._changes += 1

    @contextmanager
    def stoppable(self, connection: Connection, stop: Callable[[], bool] | None) -> Iterator[None]:
        """Break off what the connection is doing, with StoreError `stopped`, once `stop` says so.

        Other databases than SQLite are let finish.
        """
        if stop is None or not self.is_sqlite:
            yield
            return
        if stop():
            raise failures.stopped()
        raw: Any = connection.connection.driver_connection
        raw.set_progress_handler(stop, _STEPS)
        try:
            yield
        finally:
            raw.set_progress_handler(None, 0)

    @contextmanager
    def migrate(self) -> Iterator[Connection]:
        """A write transaction in which tables may be rebuilt: foreign keys are checked at its end.

        Raises StoreError; whatever is raised inside, nothing of the transaction remains.
        """
        rebuilding = self._writer.execution_options(rebuilding=True)
        try:
            with self._told(), rebuilding.begin() as connection:
                yield connection
                if self.is_sqlite and connection.exec_driver_sql("PRAGMA foreign_key_check").all():
                    raise failures.damaged(self.place, "rows point at rows that are gone")
        finally:
            self.engine.dispose()  # its connection no longer heeds foreign keys

    def data_version(self) -> int:
        """A number that moves whenever anyone, this process included, has committed a change.

        Never waits: while another connection holds the file, the last number is returned.
        """
        if not self.is_sqlite:
            with self.read() as connection:
                position = connection.scalar(text("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn"))
            return int(position or 0)
        with self._lock:
            try:
                if self._watch is None:
                    self._watch = self._watcher()
                (self._version,) = self._watch.execute("PRAGMA data_version").fetchone()
            except sqlite3.Error as error:
                problem = failures.from_sqlite(error, self.place)
                if problem.problem.kind != "busy":
                    raise problem from error
            return self._version

    def close(self) -> None:
        """Close every connection of this process."""
        with self._lock:
            if self._watch is not None:
                self._watch.close()
                self._watch = None
        self.engine.dispose()

    def _watcher(self) -> Any:
        # A connection that never writes: its data_version moves for our own writes as well.
        pooled = self.engine.raw_connection()
        watch: Any = pooled.driver_connection
        pooled.detach()
        watch.execute("PRAGMA busy_timeout = 0")
        return watch

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except StoreError:
            raise
        except PoolTimeout as error:
            raise failures.busy(self.place) from error
        except DBAPIError as error:
            raise failures.from_database(error, self.place) from error


def in_batches(items: Sequence[_T], size: int = _BATCH) -> Iterator[Sequence[_T]]:
    """The items in pieces small enough for the parameters of one statement."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _engine(url: URL, patience: float) -> Engine:
    engine = create_engine(url, pool_size=2, max_overflow=6, pool_timeout=max(patience, 0.1))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _Pragmas(patience))
        event.listen(engine, "begin", _begin)
    return engine


class _Pragmas:
    """Sets up each new SQLite connection."""

    def __init__(self, patience: float) -> None:
        self._milliseconds = int(patience * 1000)

    def __call__(self, connection: sqlite3.Connection, record: object) -> None:
        connection.isolation_level = None  # BEGIN is ours alone
        connection.execute(f"PRAGMA busy_timeout = {self._milliseconds}")
        connection.execute("PRAGMA foreign_keys = ON")
        # With NORMAL a power cut could take back decisions that the window had called saved.
        connection.execute("PRAGMA synchronous = FULL")


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    if options.get("rebuilding"):
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")  # of no effect after BEGIN
    connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("immediate") else "BEGIN")
