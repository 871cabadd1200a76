"""Opening: made where there is none, refused untouched where it is not ours to write."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from newsdesk.core.article import Article
from newsdesk.core.errors import StoreError
from newsdesk.store import Store, filesystem
from newsdesk.store.records import InboxQuery


def refused(path: Path | str) -> StoreError:
    with pytest.raises(StoreError) as caught:
        Store.open(path).close()
    assert caught.value.problem.remedy
    return caught.value


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_without_a_location_the_persons_own_store_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEWSDESK_HOME", str(tmp_path / "new" / "home"))
    Store.open().close()
    assert (tmp_path / "new" / "home" / "newsdesk.db").is_file()


def test_what_was_written_is_there_when_opened_again(tmp_path: Path) -> None:
    odd = tmp_path / "100% odd #1?" / "ünï.db"
    with Store.open(odd) as store:
        store.articles.add([Article("kept", "b")])
    with Store.open(f"sqlite:///{tmp_path}/other.db") as store:
        assert store.notices == ()
        assert store.articles.counts("desk").all == 0
    with Store.open(str(odd)) as store:
        assert store.articles.rows([1], InboxQuery("desk"))[0].title == "kept"


def test_opening_creating_and_reading_load_neither_alembic_nor_the_orm(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from newsdesk.core.article import Article\n"
        "import newsdesk.store.records\n"
        "assert 'sqlalchemy' not in sys.modules\n"
        "from newsdesk.store import Store\n"
        "from newsdesk.store.records import InboxQuery\n"
        "for _ in range(2):\n"
        "    with Store.open() as store:\n"
        "        store.articles.add([Article('a', 'b')])\n"
        "        store.articles.rows([1], InboxQuery('desk'))\n"
        "        store.articles.counts('desk')\n"
        "heavy = {'alembic', 'mako', 'numpy', 'sqlalchemy.orm', 'torch', 'transformers'}\n"
        "heavy |= {'PySide6'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
    )
    environment = {**os.environ, "NEWSDESK_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", script], check=True, env=environment, timeout=60)


def test_a_local_store_keeps_a_write_ahead_log_and_checks_its_keys(store: Store) -> None:
    with store._database.read() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
        }
    assert pragmas == {
        "journal_mode": "wal", "foreign_keys": 1, "synchronous": 2, "busy_timeout": 10000,
    }  # fmt: skip


@pytest.mark.parametrize("kind", ["nfs4", "cifs", "fuse.sshfs", "9p"])
def test_on_a_network_share_there_is_no_write_ahead_log_and_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    share = tmp_path / "the share"
    share.mkdir()
    mounts = tmp_path / "mounts"
    point = str(share.resolve()).replace(" ", "\\040")
    mounts.write_text(f"/dev/sda / ext4 rw 0 0\nserver:/x {point} {kind} rw 0 0\n")
    Store.open(share / "n.db").close()  # was written locally before
    monkeypatch.setattr(filesystem, "MOUNTS", mounts)
    with Store.open(share / "n.db") as store:
        assert [notice.kind for notice in store.notices] == ["network_share"]
        assert kind in store.notices[0].message
        store.articles.add([Article("a", "b")])
    database = sqlite3.connect(share / "n.db")
    assert database.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    database.close()
    with Store.open(tmp_path / "local.db") as store:
        assert store.notices == ()


@pytest.mark.parametrize("data", [b"x", b"not a database at all" * 100, b"\0" * 5000])
def test_a_file_that_is_no_database_is_refused_untouched(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "n.db"
    path.write_bytes(data)
    error = refused(path)
    assert error.problem.kind == "damaged_database"
    assert str(path) in error.problem.message
    assert contents(tmp_path) == {"n.db": data}


def test_a_database_cut_short_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "n.db"
    Store.open(path).close()
    path.write_bytes(path.read_bytes()[:5000])
    before = contents(tmp_path)
    assert refused(path).problem.kind == "damaged_database"
    assert contents(tmp_path) == before


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    (tmp_path / "n.db").touch()
    with Store.open(tmp_path / "n.db") as store:
        assert store.articles.counts("desk").all == 0


def test_the_database_of_another_program_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "n.db"
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE songs (name)")
    database.close()
    before = contents(tmp_path)
    assert refused(path).problem.kind == "foreign_database"
    assert contents(tmp_path) == before


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert refused(tmp_path / "file" / "n.db").problem.kind == "unwritable"


@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        assert refused(tmp_path / "n.db").problem.kind == "unwritable"
    finally:
        tmp_path.chmod(0o700)


def test_a_folder_in_the_place_of_the_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "n.db").mkdir()
    assert refused(tmp_path / "n.db").problem.kind == "unwritable"


@pytest.mark.parametrize("url", ["nosuch://x/y", "sqlite://", "sqlite:///:memory:", "://"])
def test_an_address_that_names_no_usable_database_is_told(url: str) -> None:
    assert refused(url).problem.kind == "bad_location"
