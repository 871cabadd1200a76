"""`newsdesk models ensemble` and `newsdesk filing`, as a script or a person types them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from models_made import make_model

from newsdesk.core import paths
from newsdesk.core.article import Article
from newsdesk.core.filing import FilingCurve, FilingPoint
from newsdesk.core.section import Section
from newsdesk.engine.loading import load
from newsdesk.store import Store

Command = Callable[..., Any]
CURVES = (
    FilingCurve("business", 60, (FilingPoint(0.5, 60, 12), FilingPoint(0.8, 40, 2))),
    FilingCurve("health", 7, (FilingPoint(0.4, 7, 0),)),
    FilingCurve("sport", 61, (FilingPoint(0.6, 61, 2), FilingPoint(0.99, 30, 0))),
)


@pytest.fixture(autouse=True)
def models(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two models in the data folder, one of them measured; none that ships."""
    monkeypatch.setattr(paths, "bundled_models", lambda: tmp_path / "none")
    make_model(paths.installed_models(), "tested", filing=CURVES)
    others = (Section("s", {"en": "Sport"}), Section("b", {"en": "Business"}),
              Section("c", {"en": "Culture"}))  # fmt: skip
    make_model(
        paths.installed_models(), "other", order=("sport", "business", "health"), sections=others
    )


def test_an_ensemble_is_made_listed_shown_used_and_removed(
    newsdesk: Command, tmp_path: Path
) -> None:
    said = newsdesk("models", "ensemble", "duo", "tested", "other")
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == [
        "duo knows Business, Sport",
        "  left out of tested: Health",
        "  left out of other: Culture",
    ]
    listed = newsdesk("models", "list").out.splitlines()
    assert any(line.startswith("duo ") and "ensemble of tested, other" in line for line in listed)
    assert "members    tested, other" in newsdesk("models", "show", "duo").out
    story = tmp_path / "story.txt"
    story.write_text("goal match team coach goal match team coach")
    (answer,) = newsdesk("classify", "--model", "duo", "--json", story).lines
    assert (answer["model"], answer["section"]) == ("duo", "sport")
    assert newsdesk("models", "export", "duo", tmp_path / "out").code == 2
    assert newsdesk("models", "remove", "duo").code == 0
    assert newsdesk("models", "show", "duo").code == 2
    assert newsdesk("models", "show", "tested").code == 0


def test_an_ensemble_speaks_to_scripts(newsdesk: Command) -> None:
    made = json.loads(newsdesk("models", "ensemble", "duo", "tested", "other", "--json").out)
    assert (made["name"], made["members"]) == ("duo", ["tested", "other"])
    listed = json.loads(newsdesk("models", "list", "--json").out)
    assert made in listed


def test_an_ensemble_without_its_member_is_listed_with_the_reason(newsdesk: Command) -> None:
    newsdesk("models", "ensemble", "duo", "tested", "other")
    shutil.rmtree(paths.installed_models() / "other")
    said = newsdesk("models", "list")
    assert said.code == 1
    assert "duo cannot be used: its member other" in said.out
    said = newsdesk("classify", "--model", "duo", "-", stdin=b"goal match")
    assert (said.code, said.out) == (2, "")
    assert "duo cannot be used" in said.err
    assert newsdesk("models", "remove", "duo").code == 0
    assert newsdesk("models", "list").code == 0


def test_thresholds_are_chosen_by_what_they_cost(newsdesk: Command) -> None:
    said = newsdesk("filing", "set", "tested", "--at-most", "5")
    assert said.code == 0
    said = newsdesk("filing", "show", "tested")
    assert said.out.splitlines() == [
        "tested files by itself: off",
        "  business             from 0.800: files 67% by itself, 5% of them wrong "
        "(2 of 40 test articles; 1–17 %)",
        "  health               always asks, too few articles to say (7)",
        "  sport                from 0.600: files 100% by itself, 3% of them wrong "
        "(2 of 61 test articles; 1–11 %)",
        "  open articles that these thresholds file: 0",
    ]


def test_filing_is_off_until_it_is_turned_on(newsdesk: Command) -> None:
    with Store.open() as store:
        (article,) = store.articles.add([Article("", "goal match team coach " * 6)])
        (answer,) = load("tested").classify([Article("", "goal match team coach " * 6)])
        newsdesk("filing", "set", "tested", "--at-most", "5")
        store.predictions.add([(article, answer)])
        assert store.articles.counts("tested").filed == 0
        assert newsdesk("filing", "on", "tested").code == 0
        assert store.articles.counts("tested").filed == 1
        shown = json.loads(newsdesk("filing", "show", "tested", "--json").out)
        assert (shown["enabled"], shown["would_file"]) == (True, 1)
        assert newsdesk("filing", "off", "tested").code == 0
        assert store.articles.counts("tested").filed == 0
    shown = json.loads(newsdesk("filing", "show", "tested", "--json").out)
    assert [s["threshold"] for s in shown["sections"]] == [0.8, None, 0.6], "they are kept"


def test_a_threshold_can_be_given_by_hand_and_taken_back(newsdesk: Command) -> None:
    said = newsdesk("filing", "set", "other", "--threshold", "s=0.9", "--threshold", "b=0.8")
    assert "from 0.900" in said.out
    said = newsdesk("filing", "set", "other", "--threshold", "b=never", "--json")
    assert json.loads(said.out)["thresholds"] == {"s": 0.9}
    assert "from 0.900, uncounted" in newsdesk("filing", "show", "other").out


@pytest.mark.parametrize(
    ("arguments", "cause"),
    [
        (("on", "tested"), "No thresholds were chosen"),
        (("set", "tested"), "give either"),
        (("set", "tested", "--at-most", "5", "--threshold", "sport=1"), "give either"),
        (("set", "tested", "--threshold", "weather=0.5"), "no section 'weather'"),
        (("set", "tested", "--threshold", "sport=much"), "no confidence"),
        (("set", "tested", "--threshold", "sport=7"), "no confidence"),
        (("set", "other", "--at-most", "5"), "too few articles to choose"),
        (("set", "tested", "--at-most", "5", "--counted-on", "decisions"), "too few articles"),
        (("show", "nosuch"), "no model named nosuch"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(
    newsdesk: Command, arguments: tuple[str, ...], cause: str
) -> None:
    said = newsdesk("filing", *arguments)
    assert (said.code, said.out) == (2, "")
    assert cause in said.words


def test_decisions_of_this_newsroom_are_counted_where_it_was_not_tested(newsdesk: Command) -> None:
    newsdesk("filing", "set", "other", "--threshold", "s=0.5")
    texts = [Article(f"Story {n}", "goal match team coach " * 6) for n in range(25)]
    with Store.open() as store:
        ids = store.articles.add(texts)
        store.predictions.add(list(zip(ids, load("other").classify(texts), strict=True)))
        for place, article in enumerate(ids):
            section = "b" if place == 0 else "s"
            store.decisions.record(article, section, who="ann", model="other")
    said = newsdesk("filing", "show", "other")
    assert "4% of them wrong (1 of 25 decided articles" in said.out
