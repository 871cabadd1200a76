"""A desk over articles whose answers were made by hand: the real window, no worker behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from pytestqt.qtbot import QtBot

from newsdesk.core.article import Article
from newsdesk.core.errors import Notice
from newsdesk.core.manifest import Manifest
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.core.section import Section
from newsdesk.services.insight import Insight
from newsdesk.services.models import ModelCard
from newsdesk.services.session import Session
from newsdesk.store import Store
from newsdesk.ui.app import make_application
from newsdesk.ui.main_window import MainWindow

SECTIONS = (
    Section("business", {"en": "Business", "ru": "Экономика", "zh-Hant": "財經"}),
    Section("health", {"en": "Health", "ru": "Здоровье", "zh-Hant": "健康"}),
    Section("sport", {"en": "Sport", "ru": "Спорт", "zh-Hant": "體育"}),
    Section("style", {"en": "Style", "ru": "Стиль", "zh-Hant": "時尚"}),
)
NAME = "by-hand"


@dataclass(frozen=True, slots=True)
class Told:
    """An article and what the model says: probabilities by code; none where it has not answered.

    abstains: the sentence with which it says that it cannot read the text.
    """

    title: str
    says: Mapping[str, float]
    abstains: str = ""


def said(says: Mapping[str, float], abstains: str = "", model: str = NAME) -> Prediction:
    """The answer of a model that gives these probabilities."""
    names = {section.code: section.name() for section in SECTIONS}
    scores = [SectionScore(code, names[code], says.get(code, 0.0)) for code in names]
    return Prediction(
        model,
        tuple(sorted(scores, key=lambda score: -score.p)),
        tokens_read=9,
        tokens_total=9,
        abstains="language" if abstains else "",
        notices=(Notice("language", abstains),) if abstains else (),
    )


def model_card(name: str = NAME, sections: tuple[Section, ...] = SECTIONS) -> ModelCard:
    """A model that is nowhere but in the window."""
    manifest = Manifest(name=name, title="Made by hand", sections=sections, languages=("en",))
    return ModelCard(name, "Made by hand", manifest, 1_000_000, 0.9)


def fill(session: Session, *told: Told) -> list[int]:
    """Put articles with their answers into the store; their ids."""
    session.desk.use(model_card())
    return add(session.store, *told)


def add(store: Store, *told: Told) -> list[int]:
    """Put articles and answers into a store that knows the model."""
    articles = [
        Article(title=each.title, body=f"{each.title} and more of it.", source=f"{i}.txt")
        for i, each in enumerate(told)
    ]
    ids = store.articles.add(articles)
    pairs = zip(ids, told, strict=True)
    store.predictions.add([(i, said(t.says, t.abstains)) for i, t in pairs if t.says])
    return ids


def desk_window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, *told: Told) -> MainWindow:
    """The window over these articles, oldest first, the first of them open."""
    make_application()
    monkeypatch.setattr(MainWindow, "start", lambda self: None)
    monkeypatch.setattr(Insight, "prepare", lambda self: None)
    session = Session()
    fill(session, *told)
    return show(qtbot, session)


def show(qtbot: QtBot, session: Session) -> MainWindow:
    """The window of a session, once its list is there and its first article is open."""
    window = MainWindow(session)
    session.desk.use(model_card())
    window.desk.show_model(model_card())
    window.show()
    window.activateWindow()
    qtbot.waitActive(window)
    inbox = window.desk.inbox
    qtbot.waitUntil(lambda: inbox.settled and inbox.current is not None)
    window.desk.take_focus()
    return window


def close(window: MainWindow) -> None:
    """Close it, and let go of it."""
    window.close()
    window.deleteLater()
