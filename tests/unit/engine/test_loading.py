"""Models that take turns stay in memory; what was replaced is opened anew."""

from __future__ import annotations

import shutil

import pytest
from models_made import make_model

from newsdesk.core import paths
from newsdesk.core.article import Article
from newsdesk.core.errors import ModelError
from newsdesk.engine import loading
from newsdesk.engine.classifier import Classifier
from newsdesk.engine.ensemble_files import save_ensemble
from newsdesk.engine.loading import Shelf, load
from newsdesk.engine.model_folder import ModelFolder

STORY = Article("", "goal match team coach " * 6)


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The models that were loaded, in order."""
    names: list[str] = []

    def note(folder: ModelFolder, device: str = "cpu", threads: int | None = None) -> Classifier:
        names.append(folder.name)
        return Classifier(folder, device, threads)

    monkeypatch.setattr(loading, "Classifier", note)
    return names


def make(*names: str) -> None:
    for name in names:
        make_model(paths.installed_models(), name)


def test_two_models_take_turns_without_loading_again(loaded: list[str]) -> None:
    make("a", "b")
    shelf = Shelf()
    for name in "abab":
        assert shelf.take(name).classify([STORY])[0].model == name
    assert loaded == ["a", "b"]


def test_the_model_used_longest_ago_makes_room(loaded: list[str]) -> None:
    make("a", "b", "c", "d")
    shelf = Shelf()
    for name in ("a", "b", "c", "a", "d", "a", "b"):
        shelf.take(name)
    assert loaded == ["a", "b", "c", "d", "b"]


def test_a_member_is_loaded_once_for_itself_and_its_ensemble(loaded: list[str]) -> None:
    make("a", "b", "c", "d")
    save_ensemble("all", ["a", "b", "c", "d"])
    shelf = Shelf()
    shelf.take("b")
    shelf.take("all")
    shelf.take("all")
    shelf.take("b")
    assert sorted(loaded) == ["a", "b", "c", "d"]


def test_a_model_that_was_replaced_is_opened_anew(loaded: list[str]) -> None:
    make("a")
    shelf = Shelf()
    before = shelf.take("a").classify([STORY])[0]
    shutil.rmtree(paths.installed_models() / "a")
    make_model(paths.installed_models(), "a", temperature=4.0)
    after = shelf.take("a").classify([STORY])[0]
    assert after.confidence < before.confidence
    assert loaded == ["a", "a"]


def test_an_ensemble_whose_member_was_removed_is_refused_though_it_is_loaded() -> None:
    make("a", "b")
    save_ensemble("duo", ["a", "b"])
    shelf = Shelf()
    shelf.take("duo")
    shutil.rmtree(paths.installed_models() / "b")
    with pytest.raises(ModelError, match="duo cannot be used"):
        shelf.take("duo")


def test_a_model_is_loaded_by_its_folder_as_well() -> None:
    make("a")
    folder = shutil.move(paths.installed_models() / "a", paths.home() / "elsewhere")
    assert load(str(folder)).classify([STORY])[0].section == "sport"


def test_nothing_is_found_under_an_unknown_name() -> None:
    with pytest.raises(ModelError, match="no model named nosuch"):
        load("nosuch")
