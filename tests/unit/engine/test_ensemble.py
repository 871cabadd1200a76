"""Models that answer together: paired by name, never silently other than they were made."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from models_made import make_model

from newsdesk.core import paths
from newsdesk.core.article import Article
from newsdesk.core.errors import ModelError, Notice
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.core.section import Section
from newsdesk.engine.averaging import average
from newsdesk.engine.ensemble import Ensemble
from newsdesk.engine.ensemble_files import (
    ensemble_file,
    open_ensemble,
    remove_ensemble,
    restore_ensemble,
    save_ensemble,
)
from newsdesk.engine.installed import find, list_usable, meet, remove
from newsdesk.engine.loading import load
from newsdesk.store import Store

STORY = Article("Cup final", "goal match team coach " * 8)
MIXED = Article("Club floated", "goal match bank market shares")


@pytest.fixture
def two() -> None:
    """Two models with the same sections in different orders and under different codes."""
    make_model(paths.installed_models(), "first")
    names = ("SPORT", "Health", "Business")
    renamed = tuple(Section(str(place), {"en": name}) for place, name in enumerate(names))
    make_model(
        paths.installed_models(),
        "second",
        order=("sport", "health", "business"),
        sections=renamed,
        temperature=3.0,
    )


def probabilities(name: str, article: Article) -> dict[str, float]:
    (answer,) = load(name).classify([article])
    return {score.name.casefold(): score.p for score in answer.scores}


@pytest.mark.usefixtures("two")
def test_the_answer_is_the_mean_of_the_members_by_name() -> None:
    save_ensemble("duo", ["first", "second"], "Two of us")
    first, second = probabilities("first", MIXED), probabilities("second", MIXED)
    assert first["sport"] != pytest.approx(second["sport"], abs=0.02)
    together = probabilities("duo", MIXED)
    assert together == pytest.approx({k: (first[k] + second[k]) / 2 for k in first}, abs=1e-6)
    (answer,) = load("duo").classify([STORY])
    assert (answer.model, answer.section, answer.name) == ("duo", "sport", "Sport")


@pytest.mark.usefixtures("two")
def test_many_articles_stream_in_any_order_as_they_answer_alone() -> None:
    save_ensemble("duo", ["first", "second"])
    reads = load("duo")
    articles = [Article(f"Story {n}", "goal bank doctor " * (n % 40 + 1)) for n in range(60)]
    streamed = dict(reads.stream(articles))
    assert sorted(streamed) == list(range(60))
    for index in (0, 17, 59):
        (alone,) = reads.classify([articles[index]])
        assert streamed[index].confidence == pytest.approx(alone.confidence, abs=1e-5)


@pytest.mark.usefixtures("two")
def test_it_can_be_found_and_listed_like_a_model_and_says_it_is_unmeasured() -> None:
    save_ensemble("duo", ["first", "second"], "Two of us")
    found = find("duo")
    assert isinstance(found, Ensemble)
    assert found.manifest.title == "Two of us"
    assert "Not measured as a whole" in found.manifest.description
    assert found.manifest.overall is None
    assert "duo" in [entry.name for entry in list_usable() if not isinstance(entry, ModelError)]


def test_sections_that_not_all_have_are_left_out_and_named() -> None:
    make_model(paths.installed_models(), "first")
    others = (Section("h", {"en": "Health"}), Section("c", {"en": "Culture"}),
              Section("s", {"en": "Sport"}))  # fmt: skip
    make_model(paths.installed_models(), "second", sections=others)
    made = save_ensemble("duo", ["first", "second"])
    assert [section.code for section in made.sections] == ["health", "sport"]
    left = {name: [s.code for s in sections] for name, sections in made.left_out.items()}
    assert left == {"first": ["business"], "second": ["c"]}


def test_models_with_fewer_than_two_sections_in_common_are_refused() -> None:
    make_model(paths.installed_models(), "first")
    others = tuple(Section(code, {"en": code}) for code in ("Sport", "Culture", "Weather"))
    make_model(paths.installed_models(), "second", sections=others)
    with pytest.raises(ModelError) as refused:
        save_ensemble("duo", ["first", "second"])
    assert refused.value.problem.kind == "sections_differ"
    assert "only Sport" in refused.value.problem.message
    assert not ensemble_file("duo").exists()


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(
    ("name", "members", "kind"),
    [
        ("duo", ["first"], "too_few_members"),
        ("duo", ["first", "first"], "too_few_members"),
        ("duo", ["first", "nosuch"], "no_model"),
        ("first", ["first", "second"], "name_taken"),
        ("../duo", ["first", "second"], "bad_name"),
        ("", ["first", "second"], "bad_name"),
    ],
)
def test_what_cannot_be_made_is_refused_with_its_reason(
    name: str, members: list[str], kind: str
) -> None:
    with pytest.raises(ModelError) as refused:
        save_ensemble(name, members)
    assert refused.value.problem.kind == kind
    assert refused.value.problem.remedy


@pytest.mark.usefixtures("two")
def test_an_ensemble_is_no_member_and_its_name_is_taken() -> None:
    save_ensemble("duo", ["first", "second"])
    with pytest.raises(ModelError, match="is an ensemble itself"):
        save_ensemble("trio", ["duo", "first"])
    with pytest.raises(ModelError, match="already here"):
        save_ensemble("duo", ["second", "first"])
    assert save_ensemble("duo", ["second", "first"], replace=True).members[0].name == "second"


@pytest.mark.usefixtures("two")
def test_a_member_that_was_removed_is_missed_and_not_left_out_in_silence() -> None:
    save_ensemble("duo", ["first", "second"])
    shutil.rmtree(paths.installed_models() / "second")
    with pytest.raises(ModelError) as refused:
        load("duo")
    assert refused.value.problem.kind == "broken_ensemble"
    assert "second" in refused.value.problem.message
    (error,) = [entry for entry in list_usable() if isinstance(entry, ModelError)]
    assert "duo" in error.problem.message


@pytest.mark.usefixtures("two")
def test_another_model_under_a_members_name_is_not_taken_for_it() -> None:
    save_ensemble("duo", ["first", "second"])
    shutil.rmtree(paths.installed_models() / "first")
    make_model(paths.installed_models(), "first", temperature=2.0)
    with pytest.raises(ModelError, match="taken the place"):
        open_ensemble("duo")


@pytest.mark.usefixtures("two")
def test_a_members_new_title_changes_nothing() -> None:
    save_ensemble("duo", ["first", "second"])
    path = paths.installed_models() / "first" / "newsdesk.json"
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps({**manifest, "title": "Renamed", "description": "New words"}))
    assert open_ensemble("duo").members[0].manifest.title == "Renamed"


@pytest.mark.usefixtures("two")
def test_removing_an_ensemble_leaves_its_members_and_can_be_taken_back() -> None:
    save_ensemble("duo", ["first", "second"])
    content = remove_ensemble("duo")
    with pytest.raises(ModelError, match="no model named duo"):
        find("duo")
    assert find("first").name == "first"
    restore_ensemble("duo", content)
    assert find("duo").name == "duo"
    remove("duo")
    assert not ensemble_file("duo").exists()


@pytest.mark.usefixtures("two")
def test_a_model_that_takes_an_ensembles_name_hides_it_and_that_is_said() -> None:
    save_ensemble("duo", ["first", "second"])
    make_model(paths.installed_models(), "duo")
    assert not isinstance(find("duo"), Ensemble)
    (error,) = [entry for entry in list_usable() if isinstance(entry, ModelError)]
    assert error.problem.kind == "name_taken"


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"format": 99, "title": "", "members": []}'])
def test_a_damaged_file_is_told_and_the_others_go_on(content: bytes) -> None:
    make_model(paths.installed_models(), "first")
    restore_ensemble("spoiled", content)
    with pytest.raises(ModelError) as refused:
        find("spoiled")
    assert refused.value.problem.kind == "bad_ensemble"
    assert len(list_usable()) > 1


def said(model: str, *, sport: float, read: int = 10, total: int = 10, **more: Any) -> Prediction:
    """An answer over sport, health and business."""
    rest = (1 - sport) / 2
    scores = [("sport", sport), ("health", rest), ("business", rest)]
    return Prediction(
        model=model,
        scores=tuple(
            SectionScore(code, code.title(), p) for code, p in sorted(scores, key=lambda s: -s[1])
        ),
        tokens_read=read,
        tokens_total=total,
        **more,
    )


def together(*names: str) -> Ensemble:
    for name in names:
        make_model(paths.installed_models(), name, order=("sport", "health", "business"))
    return save_ensemble("all", names, replace=True)


def test_what_was_read_is_what_the_most_careful_member_read() -> None:
    whole = said("a", sport=0.8, read=90, total=100, head_end=500, tail_start=500)
    part = said("b", sport=0.8, read=30, total=100, head_end=90, tail_start=450)
    answer = average(together("a", "b"), [whole, part])
    assert (answer.tokens_read, answer.tokens_total) == (30, 100)
    assert (answer.head_end, answer.tail_start) == (90, 450)


def test_a_member_that_cannot_read_the_text_is_not_counted_and_that_is_said() -> None:
    blind = said("b", sport=0.1, abstains="language", notices=(Notice("language", "Russian."),))
    answer = average(together("a", "b"), [said("a", sport=0.8), blind])
    assert answer.abstains == ""
    assert answer.confidence == pytest.approx(0.8)
    assert [notice.kind for notice in answer.notices] == ["member_abstains"]
    assert "b cannot read" in answer.notices[0].message


def test_the_majority_abstains_and_so_does_the_ensemble() -> None:
    blind = [said(name, sport=0.1, abstains="language") for name in "bc"]
    answer = average(together("a", "b", "c"), [said("a", sport=0.8), *blind])
    assert answer.abstains == "language"
    assert answer.scores
    everybody = average(together("x", "y"), blind)
    assert everybody.abstains == "language"


def test_sections_that_are_not_shared_make_the_ensemble_less_sure() -> None:
    make_model(paths.installed_models(), "first")
    others = (Section("h", {"en": "Health"}), Section("c", {"en": "Culture"}),
              Section("s", {"en": "Sport"}))  # fmt: skip
    make_model(paths.installed_models(), "second", sections=others)
    save_ensemble("duo", ["first", "second"])
    # The words of health are the second model's culture.
    (answer,) = load("duo").classify([Article("", "doctor clinic vaccine nurse " * 6)])
    assert answer.section == "health"
    assert answer.confidence < 0.6
    assert "left_out" in [notice.kind for notice in answer.notices]


@pytest.mark.parametrize(("health", "abstains"), [(0.45, ""), (0.35, "sections_lacking")])
def test_it_abstains_where_most_goes_to_sections_that_are_not_shared(
    health: float, abstains: str
) -> None:
    make_model(paths.installed_models(), "first")
    others = (Section("h", {"en": "Health"}), Section("c", {"en": "Culture"}),
              Section("s", {"en": "Sport"}))  # fmt: skip
    make_model(paths.installed_models(), "second", sections=others)
    duo = save_ensemble("duo", ["first", "second"])

    def of(model: str, *codes: str) -> Prediction:
        shares = zip(codes, (health, 0.1, 0.9 - health), strict=True)
        return Prediction(model, tuple(SectionScore(code, code, p) for code, p in shares), 9, 9)

    answer = average(duo, [of("first", "health", "sport", "business"), of("second", "h", "s", "c")])
    assert answer.abstains == abstains
    (notice,) = answer.notices
    assert notice.kind == (abstains or "left_out")
    assert notice.message.endswith("It abstains.") == bool(abstains)
    assert answer.silence("this text") == ("has no section for this text" if abstains else "")


@pytest.mark.usefixtures("two")
def test_a_store_forgets_the_answers_of_another_ensemble_of_that_name() -> None:
    make_model(paths.installed_models(), "third", temperature=2.0)
    with Store.open() as store:
        (article,) = store.articles.add([STORY])
        made = save_ensemble("duo", ["first", "second"])
        assert meet(store, made.manifest)
        store.predictions.add([(article, load("duo").classify([STORY])[0])])
        assert not meet(store, made.manifest), "the same ensemble keeps its answers"
        assert store.predictions.get(article, "duo") is not None
        changed = save_ensemble("duo", ["first", "third"], replace=True)
        assert meet(store, changed.manifest)
        assert store.predictions.get(article, "duo") is None


def test_a_picture_model_among_the_members_lets_the_ensemble_see_covers(tmp_path: Path) -> None:
    from models_made import make_picture_model

    make_model(paths.installed_models(), "plain")
    make_picture_model(paths.installed_models(), "pictured")
    made = save_ensemble("duo", ["plain", "pictured"])
    assert made.manifest.picture is not None
