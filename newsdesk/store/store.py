"""The store as a whole: one database, one folder of covers, a repository for each noun."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from newsdesk.core import paths
from newsdesk.core.errors import Notice, StoreError
from newsdesk.store import failures, upgrade
from newsdesk.store.articles import ArticleRepository
from newsdesk.store.connection import PATIENCE, Database
from newsdesk.store.cover_files import CoverFiles
from newsdesk.store.decisions import DecisionRepository
from newsdesk.store.models import ModelRepository
from newsdesk.store.predictions import PredictionRepository

if TYPE_CHECKING:
    from newsdesk.store.datasets import DatasetRepository
    from newsdesk.store.drafts import DraftRepository
    from newsdesk.store.evaluations import EvaluationRepository
    from newsdesk.store.filing import FilingRepository
    from newsdesk.store.filters import FilterRepository
    from newsdesk.store.jobs import JobRepository
    from newsdesk.store.leases import LeaseRepository
    from newsdesk.store.reading import ReadingRepository
    from newsdesk.store.runs import RunRepository


class Store:
    """An open store. Open one in each process; threads may share it."""

    def __init__(self, database: Database, covers: CoverFiles, notices: tuple[Notice, ...]) -> None:
        self._database = database
        self._covers = covers
        self.notices = notices
        self.articles = ArticleRepository(database, covers)
        self.predictions = PredictionRepository(database)
        self.decisions = DecisionRepository(database)
        self.models = ModelRepository(database)

    @classmethod
    def open(
        cls,
        location: Path | str | None = None,
        *,
        covers: Path | None = None,
        patience: float = PATIENCE,
    ) -> Store:
        """Open a store; create it where there is none, bring an older one up to date.

        location: the SQLite file or a URL; None for the person's own.
        covers: the folder of cover files; None for `covers` beside the database.
        patience: seconds that a write waits for another one.
        Raises StoreError: `newer_database`, `damaged_database`, `foreign_database`, `unwritable`,
        `disk_full`, `busy`, `migration_failed`, `bad_location`. What is refused is left untouched.
        """
        url, path = _resolve(location)
        if path is not None:
            upgrade.prepare_file(path, upgrade.HISTORY)
        folder = covers or (path.parent / "covers" if path is not None else paths.covers())
        database = _database(url, patience)
        try:
            notices = upgrade.bring_up_to_date(database, path, upgrade.HISTORY)
        except BaseException:
            database.close()
            raise
        return cls(database, CoverFiles(folder), notices)

    # Loaded when they are first asked for: the window shows itself without them.

    @cached_property
    def datasets(self) -> DatasetRepository:
        """Data sets and their rows."""
        from newsdesk.store.datasets import DatasetRepository

        return DatasetRepository(self._database, self._covers)

    @cached_property
    def jobs(self) -> JobRepository:
        """Training jobs and what they tell."""
        from newsdesk.store.jobs import JobRepository

        return JobRepository(self._database)

    @cached_property
    def leases(self) -> LeaseRepository:
        """Who computes on which device."""
        from newsdesk.store.leases import LeaseRepository

        return LeaseRepository(self._database)

    @cached_property
    def drafts(self) -> DraftRepository:
        """What people are typing."""
        from newsdesk.store.drafts import DraftRepository

        return DraftRepository(self._database)

    @cached_property
    def filters(self) -> FilterRepository:
        """Filters of the inbox that people keep."""
        from newsdesk.store.filters import FilterRepository

        return FilterRepository(self._database)

    @cached_property
    def filing(self) -> FilingRepository:
        """From which confidence on models file by themselves."""
        from newsdesk.store.filing import FilingRepository

        return FilingRepository(self._database)

    @cached_property
    def reading(self) -> ReadingRepository:
        """What is read from documents, and how far it is."""
        from newsdesk.store.reading import ReadingRepository

        return ReadingRepository(self._database, self._covers)

    @cached_property
    def runs(self) -> RunRepository:
        """Archive runs."""
        from newsdesk.store.runs import RunRepository

        return RunRepository(self._database, self._covers)

    @cached_property
    def evaluations(self) -> EvaluationRepository:
        """How models did on labelled articles."""
        from newsdesk.store.evaluations import EvaluationRepository

        return EvaluationRepository(self._database)

    @property
    def change_count(self) -> int:
        """How many writes went through this object; moves with them, and with nothing else."""
        return self._database.change_count

    def data_version(self) -> int:
        """A number that moves whenever anything was committed, here or in another process.

        Cheap, and never waits: made to be asked several times a second. Its value means nothing.
        """
        return self._database.data_version()

    def close(self) -> None:
        """Close every connection; the store may not be used afterwards."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _resolve(location: Path | str | None) -> tuple[URL, Path | None]:
    """A location as a URL, and as a path where it is a SQLite file."""
    if isinstance(location, str) and "://" in location:
        try:
            url = make_url(location)
        except ArgumentError as error:
            raise _bad_location(location) from error
        if url.get_backend_name() != "sqlite":
            return url, None
        if not url.database or url.database == ":memory:":
            raise _bad_location(location)
        location = url.database
    path = Path(location).expanduser().absolute() if location else paths.database()
    return URL.create("sqlite", database=str(path)), path


def _database(url: URL, patience: float) -> Database:
    try:
        return Database(url, patience)
    except (ArgumentError, ImportError) as error:
        raise _bad_location(url.render_as_string()) from error
    except DBAPIError as error:
        raise failures.from_database(error, url.render_as_string()) from error


def _bad_location(location: str) -> StoreError:
    return StoreError(
        "bad_location",
        f"{location} names no database that can be used here.",
        "Give the path of a file, or the address of a PostgreSQL server whose driver is installed.",
    )
