"""Writing in the real window: articles to write into, what is typed, and a disk that is full."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtTest import QTest

from newsdesk.core.article import Article
from newsdesk.core.errors import StoreError
from newsdesk.store import Store
from newsdesk.store.articles import ArticleRepository
from newsdesk.store.drafts import DraftRepository
from newsdesk.ui.desk.article.editor import ArticleEditor
from newsdesk.ui.main_window import MainWindow

SPORT = "The team won the cup match with a late goal, and the coach praised the striker. "
POLITICS = "Parliament voted on the bill, and the minister told the opposition to accept it. "


class Disk:
    """Takes neither drafts nor texts as long as it is `full`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        self._guard(monkeypatch, DraftRepository, "keep")
        self._guard(monkeypatch, ArticleRepository, "edit")

    def _guard(self, monkeypatch: pytest.MonkeyPatch, owner: type, name: str) -> None:
        write = getattr(owner, name)

        def guarded(*values: Any) -> None:
            if self.full:
                raise StoreError("disk_full", "The disk is full.", "Free some space.")
            write(*values)

        monkeypatch.setattr(owner, name, guarded)


def keep(*articles: Article) -> list[int]:
    """Put articles into the store before the window opens."""
    with Store.open() as store:
        return store.articles.add(list(articles))


def late_goal() -> int:
    """Put the one article in that most of these tests write into; its id."""
    return keep(Article("Late goal", SPORT * 3, "a.txt"))[0]


def two() -> list[int]:
    """Put two articles in, the one that is written into and one to go to; their ids."""
    return keep(Article("Late goal", SPORT, "a.txt"), Article("A vote", POLITICS, "b.txt"))


def is_open(window: MainWindow, article_id: int) -> Callable[[], bool]:
    """True once the article is shown and its answer is there."""

    def check() -> bool:
        opened = window.desk._opened
        return opened is not None and opened.article.id == article_id and bool(opened.prediction)

    return check


def fields(window: MainWindow) -> ArticleEditor:
    editor = window.desk.article.editor
    assert editor is not None
    return editor


def add_to_title(window: MainWindow, text: str) -> None:
    """Go into the title of the open article, and type at its end."""
    window.desk.writing.edit_title()
    QTest.keyClicks(fields(window).title, text)


def write_anew(window: MainWindow, text: str) -> None:
    """Go into the body of the open article, empty it, and type another."""
    window.shortcuts.do("writing.body")
    fields(window).body.write("")
    QTest.keyClicks(fields(window).body, text)


def draft_of(window: MainWindow, article_id: int) -> tuple[str, str] | None:
    draft = window.session.store.drafts.get(article_id)
    return (draft.title, draft.body) if draft else None


def draft_on_disk(article_id: int) -> tuple[str, str] | None:
    """What a window that is closed has left as a draft."""
    with Store.open() as store:
        draft = store.drafts.get(article_id)
    return (draft.title, draft.body) if draft else None


def text_of(window: MainWindow, article_id: int) -> tuple[str, str]:
    article = window.session.store.articles.get(article_id)
    assert article is not None
    return article.title, article.body


def refuses_to_close(window: MainWindow) -> None:
    """The window that is closed stays, and asks because the disk is full; that is cancelled."""
    window.close()
    assert window.isVisible()
    assert window.question is not None
    assert "The disk is full." in window.question.explanation
    window.question.cancel.click()


def close_with_room(window: MainWindow, disk: Disk) -> None:
    disk.full = False
    window.close()
    assert not window.isVisible()
