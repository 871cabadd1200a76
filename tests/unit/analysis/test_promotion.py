"""The last articles of the desk, replayed with another model: what moves is counted right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from models_made import make_model

from newsdesk.analysis.promotion import Replayed, Said, chance_of, preview_of
from newsdesk.analysis.replaying import replay
from newsdesk.core.article import Article
from newsdesk.core.errors import ModelError
from newsdesk.core.manifest import read_manifest, write_manifest
from newsdesk.core.section import Section
from newsdesk.core.worker import Cancelled
from newsdesk.engine.ensemble_files import save_ensemble
from newsdesk.engine.loading import Shelf, load
from newsdesk.store import Store
from newsdesk.store.records import FilingRules, InboxQuery

TEXTS = {"sport": "team goal match", "business": "bank shares profit", "health": "doctor nurse"}


@pytest.fixture
def desk(home: Path) -> Iterator[Store]:
    """Six articles that `tiny` has answered; people decided three. `turned` mixes two sections."""
    make_model(home / "models")
    turned = make_model(home / "models", "turned")
    _turn(turned)
    with Store.open() as store:
        ids = store.articles.add(
            [Article(f"On {section}", f"{text} number {i}") for i in range(2)
             for section, text in TEXTS.items()]
        )  # fmt: skip
        rows = [Article(text.title, text.body) for text in store.articles.texts(ids)]
        store.predictions.add(list(zip(ids, load("tiny").classify(rows), strict=True)))
        for place, section in ((0, "sport"), (1, "business"), (2, "sport")):
            store.decisions.record(ids[place], section, "Ana", model="tiny")
        yield store


def _turn(folder: Path) -> None:
    """Have a model say sport where it would say health, and the other way round."""
    manifest = read_manifest(folder)
    business, health, sport = manifest.sections
    write_manifest(msgspec.structs.replace(manifest, sections=(business, sport, health)), folder)


def test_moves_are_counted_from_where_to_where(desk: Store) -> None:
    found = replay(desk, Shelf(), "turned", "tiny")
    preview = preview_of(found.articles, found.lacking, found.new, found.names)
    assert (preview.articles, preview.compared, preview.moved) == (6, 6, 4)
    moves = {(move.before, move.after): len(move.articles) for move in preview.moves}
    assert moves == {("sport", "health"): 2, ("health", "sport"): 2}
    assert preview.names["sport"] == "Sport"


def test_what_people_decided_says_who_was_right(desk: Store) -> None:
    found = replay(desk, Shelf(), "turned", "tiny")
    preview = preview_of(found.articles)
    # sport: only tiny; business: both; health that was decided to be sport: only turned.
    assert (preview.decided, preview.gained, preview.lost) == (3, 1, 1)
    assert (preview.now.right, preview.then.right) == (2, 2)
    assert not preview.tells


def test_filing_by_itself_follows_the_rules_of_each_model(desk: Store) -> None:
    desk.filing.set(FilingRules("turned", True, {"business": 0.0}))
    preview = preview_of(replay(desk, Shelf(), "turned", "tiny").articles)
    assert (preview.now.filed, preview.then.filed) == (0, 2)


def test_a_replay_writes_nothing(desk: Store) -> None:
    before = desk.articles.rows(desk.articles.listing(InboxQuery("turned")), InboxQuery("turned"))
    replay(desk, Shelf(), "turned", "tiny")
    after = desk.articles.rows(desk.articles.listing(InboxQuery("turned")), InboxQuery("turned"))
    assert after == before
    assert desk.predictions.get(1, "turned") is None


def test_only_the_last_ones_are_replayed_and_answers_that_are_kept_are_not_asked_again(
    desk: Store,
) -> None:
    told: list[tuple[int, int]] = []
    found = replay(desk, Shelf(), "turned", "tiny", lambda *each: told.append(each), last=4)
    assert len(found.articles) == 4
    assert told[-1] == (4, 4)


def test_decided_articles_that_the_model_never_answered_are_asked_about(desk: Store) -> None:
    desk.predictions.forget_model("tiny")
    found = replay(desk, Shelf(), "turned", "tiny")
    assert len(found.articles) == 3
    assert all(row.now is not None for row in found.articles)


def test_without_a_model_on_the_desk_there_is_nothing_to_move(desk: Store) -> None:
    for current in ("", "gone"):
        preview = preview_of(replay(desk, Shelf(), "turned", current).articles)
        assert (preview.articles, preview.compared, preview.moved) == (3, 0, 0)


def test_a_replay_can_be_cancelled(desk: Store) -> None:
    def check() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        replay(desk, Shelf(), "turned", "tiny", check=check)


def test_a_candidate_that_is_gone_is_said(desk: Store) -> None:
    with pytest.raises(ModelError):
        replay(desk, Shelf(), "gone", "tiny")


def test_sections_that_one_of_the_two_lacks_are_named(desk: Store, home: Path) -> None:
    other = make_model(home / "models", "other")
    sections = (Section("business"), Section("medicine"), Section("games"))
    write_manifest(msgspec.structs.replace(read_manifest(other), sections=sections), other)
    found = replay(desk, Shelf(), "other", "tiny")
    assert found.lacking == ("health", "sport")
    assert found.new == ("medicine", "games")
    assert found.shared == 1


def test_an_empty_desk_is_no_fault(home: Path) -> None:
    make_model(home / "models")
    with Store.open() as store:
        preview = preview_of(replay(store, Shelf(), "tiny", "tiny").articles)
    assert (preview.articles, preview.moved) == (0, 0)


def said(section: str, abstains: bool = False) -> Said:
    return Said(section, section.title(), 0.8, "abstains" if abstains else "asks")


def test_abstaining_is_a_place_of_its_own_and_never_right() -> None:
    rows = [
        Replayed(1, "One", said("sport", True), said("sport"), "sport"),
        Replayed(2, "Two", said("sport"), said("sport", True), "health", "sport"),
    ]
    preview = preview_of(rows)
    assert [(move.before, move.after) for move in preview.moves] == [("", "sport"), ("sport", "")]
    assert (preview.gained, preview.lost) == (1, 1)
    assert (preview.now.abstains, preview.then.abstains) == (1, 1)


def test_chance_is_that_of_the_sign_test() -> None:
    assert chance_of(0, 0) == 1
    assert chance_of(1, 1) == 1
    assert chance_of(8, 2) == pytest.approx(2 * (1 + 10 + 45) / 1024)
    assert chance_of(2, 8) == chance_of(8, 2)


def test_models_that_answer_together_can_be_the_candidate(desk: Store) -> None:
    save_ensemble("both", ["tiny", "turned"])
    preview = preview_of(replay(desk, Shelf(), "both", "tiny").articles)
    assert preview.compared == 6
    assert all(move.before != "business" for move in preview.moves)
