"""Older databases come along with a backup; newer ones are refused; both ways make one schema."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL

from newsdesk.core.errors import Notice, StoreError
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.store import Store, upgrade
from newsdesk.store.connection import Database
from newsdesk.store.letters import all_written
from newsdesk.store.migrations import run
from newsdesk.store.records import InboxCounts, InboxQuery
from newsdesk.store.schema import FULL_TEXT, metadata
from newsdesk.store.upgrade import HISTORY, MIGRATIONS, History

ADD_COLUMN = """
import sqlalchemy as sa
from alembic import op

revision = "9998"
down_revision = "{head}"


def upgrade():
    op.add_column("models", sa.Column("note", sa.Text))
    with op.batch_alter_table("covers") as covers:  # rebuilt, while articles point at it
        covers.add_column(sa.Column("credit", sa.Text))
"""


def later(folder: Path, migration: str) -> History:
    """The history of a Newsdesk one revision ahead."""
    folder.mkdir()
    (folder / "9998_later.py").write_text(migration.format(head=HISTORY.head))
    return History((*HISTORY.revisions, "9998"), (*HISTORY.folders, folder))


@pytest.fixture
def version_1(tmp_path: Path) -> Path:
    """A small database of the first version, with an article in it."""
    path = tmp_path / "home" / "newsdesk.db"
    database = _by_migrations(path)
    with database.write() as connection:
        connection.exec_driver_sql(
            "INSERT INTO covers VALUES ('c0', 'cover.png', 'image/png', 4, 3)"
        )
        connection.exec_driver_sql(
            "INSERT INTO articles (status, decided_section, title, source, cover_digest, added, "
            "notices, body) VALUES ('decided', 'sport', 'kept', 'a.txt', 'c0', "
            "'2026-01-02 03:04:05.000000', '[]', 'through the upgrade')"
        )
        connection.exec_driver_sql(
            "INSERT INTO decisions (article_id, to_section, who, at, reason) "
            "VALUES (1, 'sport', 'ada', '2026-01-02 03:04:06.000000', 'a match')"
        )
    database.close()
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA journal_mode = wal")
    return path


@pytest.fixture
def version_2(tmp_path: Path) -> Path:
    """A database from before the desk's filters: 1 decided, 2 answered by two models, 3 failed,
    4 waiting, 5 removed after a decision."""
    path = tmp_path / "home" / "newsdesk.db"
    database = _by_migrations(path, "0002")
    with database.write() as connection:
        for status, decided, title, problem, body in (
            ("decided", "sport", "Матч", None, "Победный гол"),
            ("open", None, "Budget", None, "The minister met reporters"),
            ("failed", None, "scan.pdf", '{"kind": "k", "message": "m", "remedy": "r"}', ""),
            ("open", None, "经济", None, "增长放缓"),
            ("removed", "arts", "Gone", None, "Removed"),
        ):
            connection.exec_driver_sql(
                "INSERT INTO articles (status, decided_section, title, source, added, removed_at, "
                "problem, notices, body) VALUES (?, ?, ?, 'a.txt', '2026-01-02 03:04:05.000000', "
                "?, ?, '[]', ?)",
                (status, decided, title, ADDED if status == "removed" else None, problem, body),
            )
        for article, model, section, p in ((1, "a", "arts", 0.9), (2, "a", "sport", 0.7),
                                           (2, "b", "arts", 0.6)):  # fmt: skip
            answer = said(model, section, p)
            connection.exec_driver_sql(
                "INSERT INTO predictions VALUES (?, ?, ?, ?, ?, ?, ?)",
                (article, model, "decided" if article == 1 else "open", section,
                 section.title(), p, msgspec.json.encode(answer).decode()),
            )  # fmt: skip
        for article, section in ((1, "arts"), (1, "sport"), (5, "arts")):
            connection.exec_driver_sql(
                "INSERT INTO decisions (article_id, to_section, who, at, reason) "
                "VALUES (?, ?, 'ada', ?, 'so it is')",
                (article, section, ADDED),
            )
    database.close()
    return path


ADDED = "2026-01-02 03:04:05.000000"


def said(model: str, section: str, p: float) -> Prediction:
    return Prediction(model, (SectionScore(section, section.title(), p),), 5, 5)


def _by_migrations(path: Path, revision: str = "0001") -> Database:
    path.parent.mkdir(parents=True, exist_ok=True)
    database = Database(URL.create("sqlite", database=str(path)))
    with database.migrate() as connection:
        run(connection, HISTORY.folders, revision)
    return database


def _schema(path: Path) -> dict[str, str]:
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute("SELECT type || ' ' || name, sql FROM sqlite_master").fetchall()
    # What ALTER TABLE adds comes with other spaces around it.
    tidy = re.compile(r"\s*([(),])\s*")
    return {name: tidy.sub(r"\1", " ".join((sql or "").split())) for name, sql in rows}


def _columns(path: Path, table: str) -> set[str]:
    with closing(sqlite3.connect(path)) as database:
        return {row[1] for row in database.execute(f"PRAGMA table_info({table})")}


def _revision(path: Path) -> str:
    with closing(sqlite3.connect(path)) as database:
        return str(database.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def test_a_new_database_and_one_made_by_migrations_are_the_same(tmp_path: Path) -> None:
    Store.open(tmp_path / "new.db").close()
    database = Database(URL.create("sqlite", database=str(tmp_path / "migrated.db")))
    with database.migrate() as connection:
        run(connection, HISTORY.folders, HISTORY.head)
    assert _schema(tmp_path / "new.db") == _schema(tmp_path / "migrated.db")
    assert _revision(tmp_path / "new.db") == _revision(tmp_path / "migrated.db") == HISTORY.head
    with database.read() as connection:
        context = MigrationContext.configure(
            connection,
            opts={
                "compare_type": True,
                "include_name": lambda name, kind, _: not (name or "").startswith(FULL_TEXT),
            },
        )
        assert compare_metadata(context, metadata) == []
    database.close()


def test_the_revisions_known_are_those_that_there_are_migrations_for() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS), version_locations=[str(f) for f in HISTORY.folders])
    found = [script.revision for script in scripts.walk_revisions()]
    assert tuple(reversed(found)) == HISTORY.revisions


def test_an_older_database_comes_along_and_a_copy_of_it_is_kept(
    version_1: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upgrade, "HISTORY", later(tmp_path / "50% later", ADD_COLUMN))
    with Store.open(version_1) as store:
        (notice,) = store.notices
        assert notice.kind == "migrated"
        texts = store.articles.texts([1])
        assert [text.title for text in texts] == ["kept"]
        with store._database.read() as connection:
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    assert _revision(version_1) == "9998"
    assert "note" in _columns(version_1, "models")
    (copy,) = version_1.parent.glob("newsdesk-0001-*.db")
    assert str(copy) in notice.message
    assert "note" not in _columns(copy, "models")
    assert not list(version_1.parent.glob("*.part*"))
    monkeypatch.setattr(upgrade, "HISTORY", HISTORY)
    with Store.open(copy) as old:
        assert [text.title for text in old.articles.texts([1])] == ["kept"]


def test_a_database_from_before_training_gets_its_tables_and_keeps_every_row(
    version_1: Path,
) -> None:
    with Store.open(version_1) as store:
        (notice,) = store.notices
        assert notice.kind == "migrated"
        article = store.articles.get(1)
        assert article is not None
        assert (article.title, article.decided_section) == ("kept", "sport")
        assert article.cover_size == (4, 3)
        assert [line.reason for line in store.decisions.history(1)] == ["a match"]
        job_id = store.jobs.add("first", "finetune", "", "news")
        assert store.jobs.get(job_id) is not None
        assert store.datasets.list() == []
    (copy,) = version_1.parent.glob("newsdesk-0001-*.db")
    assert _columns(copy, "jobs") == set()
    with Store.open(version_1) as store:
        assert store.notices == ()  # once is enough


def test_a_desk_from_before_filing_keeps_every_article_answer_and_decision(
    version_2: Path,
) -> None:
    with Store.open(version_2) as store:
        (notice,) = store.notices
        assert notice.kind == "migrated"
        assert store.articles.counts("a") == InboxCounts(4, 1, 0, 1, 1, 1, 1)
        rows = store.articles.rows([1, 2, 3, 4, 5], InboxQuery("a", beside="b"))
        shown = [(row.state, row.section, row.also, row.beside_section) for row in rows]
        assert shown == [
            ("decided", "sport", None, None),
            ("to_decide", "sport", None, "arts"),
            ("failed", None, None, None),
            ("unread", None, None, None),
        ]
        assert store.predictions.of(2) == [said("a", "sport", 0.7), said("b", "arts", 0.6)]
        assert [line.also for line in store.decisions.history(1)] == [None, None]
        assert [line.to_section for line in store.decisions.history(1)] == ["arts", "sport"]
        store.articles.restore([5])
        for search, found in (("мат", [1]), ("ст", []), ("й", [1]), ("增", [4]), ("b", [2])):
            query = InboxQuery("a", search=search, order="oldest")
            assert store.articles.listing(query).tolist() == found
        decided = InboxQuery("a", sections=("arts",))
        assert store.articles.listing(decided).tolist() == [5]


@pytest.mark.parametrize("kind", ["language", "unknown_pieces"])
def test_an_old_answer_about_a_text_that_looked_foreign_is_asked_for_again(
    version_2: Path, kind: str
) -> None:
    answer = replace(said("a", "sport", 0.7), notices=(Notice(kind, "It looks foreign."),))
    with closing(sqlite3.connect(version_2)) as database, database:
        database.execute(
            "UPDATE predictions SET answer = ? WHERE model = 'a'",
            (msgspec.json.encode(answer).decode(),),
        )
    with Store.open(version_2) as store:
        assert store.predictions.of(2) == [said("b", "arts", 0.6)]
        assert 2 in store.articles.without_prediction("a", 10)
        assert store.articles.counts("a").decided == 1
        assert [each.notices for each in store.predictions.of(1)] == [answer.notices]


def test_letters_of_an_older_database_are_written_by_its_migration(version_2: Path) -> None:
    with Store.open(version_2) as store, store._database.read() as connection:
        assert all_written(connection)


def test_a_migration_that_fails_leaves_the_database_as_it_was(
    version_1: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = ADD_COLUMN + "    raise ValueError('no such luck')\n"
    monkeypatch.setattr(upgrade, "HISTORY", later(tmp_path / "later", broken))
    before = _schema(version_1)
    with pytest.raises(StoreError) as caught:
        Store.open(version_1)
    assert caught.value.problem.kind == "migration_failed"
    assert "no such luck" in caught.value.problem.message
    (copy,) = version_1.parent.glob("newsdesk-0001-*.db")
    assert str(copy) in caught.value.problem.remedy
    assert _schema(version_1) == before
    assert _revision(version_1) == "0001"


def test_without_a_backup_nothing_is_migrated(
    version_1: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(upgrade, "HISTORY", later(tmp_path / "later", ADD_COLUMN))
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(StoreError) as caught:
        Store.open(version_1)
    assert caught.value.problem.kind == "disk_full"
    assert _revision(version_1) == "0001"


@pytest.mark.parametrize("open_elsewhere", [False, True])
def test_a_newer_database_is_refused_and_not_a_byte_of_it_changes(
    version_1: Path, open_elsewhere: bool
) -> None:
    newer = sqlite3.connect(version_1, isolation_level=None)
    newer.execute("UPDATE alembic_version SET version_num = '9999'")
    if not open_elsewhere:
        newer.close()  # else the change is in the log alone
    files = {f.name: f.read_bytes() for f in version_1.parent.iterdir() if f.suffix != ".db-shm"}
    with pytest.raises(StoreError) as caught:
        Store.open(version_1)
    assert caught.value.problem.kind == "newer_database"
    assert "9999" in caught.value.problem.message
    after = {f.name: f.read_bytes() for f in version_1.parent.iterdir() if f.suffix != ".db-shm"}
    assert after == files
    newer.close()
