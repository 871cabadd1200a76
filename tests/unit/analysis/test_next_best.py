"""Next best to label: doubtful, unlike one another, and worth more than chance."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from datasets_made import text

from newsdesk.analysis.next_best import POOL, features_of, next_best
from newsdesk.analysis.teaching import most_teaching
from newsdesk.core.article import Article
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.services.inbox_questions import find
from newsdesk.store import Store
from newsdesk.store.records import InboxQuery

MOST = InboxQuery("desk", order="teaches_most")


def test_a_near_duplicate_is_not_picked_twice() -> None:
    texts = [text(i, 60) for i in range(8)]
    texts[5] = texts[2] + " once more"
    picked = next_best(texts, [0.1] * 8, 8).tolist()
    assert sorted(picked) in ([0, 1, 2, 3, 4, 6, 7], [0, 1, 3, 4, 5, 6, 7])


def test_the_doubtful_come_before_the_sure_and_what_is_alike_comes_late() -> None:
    subjects = ["storm rain flood wind river", "court judge trial jury law"]
    texts = [f"{subjects[i % 2]} {text(i, 6)}" for i in range(40)]
    margins = [0.9 if i < 20 else 0.05 for i in range(40)]
    picked = next_best(texts, margins, 4).tolist()
    assert min(picked) >= 20
    assert {place % 2 for place in picked[:2]} == {0, 1}


def test_only_the_smallest_margins_are_looked_at_and_unknown_ones_never() -> None:
    texts = [text(i, 10) for i in range(12)]
    margins = [float("nan"), float("inf"), 0.9, *[0.1] * 9]
    assert set(next_best(texts, margins, 5, pool=9).tolist()) <= set(range(3, 12))


@pytest.mark.parametrize(
    "texts", [[], ["", "", ""], ["ab"], ["選舉結果出爐"] * 3, ["\ud800 x y z"]]
)
def test_nothing_short_or_odd_breaks_it(texts: list[str]) -> None:
    picked = next_best(texts, [0.2] * len(texts))
    assert len(set(picked.tolist())) == len(picked) <= len(texts)
    assert np.isfinite(features_of(texts)).all()


def answer(p: float, second: float) -> Prediction:
    scores = (SectionScore("a", "A", p), SectionScore("b", "B", second),
              SectionScore("c", "C", 1 - p - second))  # fmt: skip
    return Prediction("desk", scores, 5, 5)


@pytest.fixture
def desk(tmp_path: Path) -> Store:
    """Eight articles: the second is a tie, the third is not sure either, the last abstains."""
    store = Store.open(tmp_path / "newsdesk.db")
    ids = store.articles.add([Article(f"Title {i}", text(i), f"{i}.txt") for i in range(8)])
    said = [answer(0.98, 0.01), answer(0.49, 0.49), answer(0.40, 0.35)]
    said += [answer(0.95, 0.03)] * 4
    store.predictions.add([*zip(ids, said, strict=False)])
    silent = Prediction("desk", answer(0.4, 0.4).scores, 5, 5, abstains="language")
    store.predictions.add([(ids[7], silent)])
    return store


def test_undecided_articles_are_listed_by_what_they_teach_and_leave_once_decided(
    desk: Store,
) -> None:
    with desk:
        first = find(desk, MOST, None)
        assert set(first.ids[:2].tolist()) == {2, 3}
        assert 8 not in first.ids
        assert len(first.ids) == 7
        desk.decisions.record(int(first.ids[0]), "a", "ed")
        second = find(desk, MOST, None, among=first.among)
        assert second.ids.tolist() == first.ids[1:].tolist()
        assert second.among == first.among
        assert second.query == MOST


def test_once_all_are_decided_the_next_ones_are_found(desk: Store) -> None:
    with desk:
        first = find(desk, MOST, None, among=(2,))
        assert first.ids.tolist() == [2]
        desk.decisions.record(2, "a", "ed")
        again = find(desk, MOST, None, among=(2,))
        assert len(again.ids) == 6
        assert again.ids[0] == 3


def test_the_other_filters_hold_and_where_all_is_decided_it_is_the_newest_first(
    desk: Store,
) -> None:
    with desk:
        few = find(desk, InboxQuery("desk", search="Title 3", order="teaches_most"), None)
        assert few.ids.tolist() == [4]
        desk.decisions.record(1, "a", "ed")
        desk.decisions.record(2, "a", "ed")
        decided = find(desk, InboxQuery("desk", "decided", order="teaches_most"), None)
        assert decided.ids.tolist() == [2, 1]


def test_no_smaller_margin_is_missed_behind_many_less_sure_answers(tmp_path: Path) -> None:
    with Store.open(tmp_path / "many.db") as store:
        count = POOL + 700
        ids = store.articles.add([Article("", text(i, 5), f"{i}.txt") for i in range(count + 1)])
        said = [answer(0.40 + i / 10_000, 0.1) for i in range(count)]
        store.predictions.add([*zip(ids, [*said, answer(0.5, 0.5)], strict=True)])
        taught = most_teaching(store, InboxQuery("desk", "to_decide", order="teaches_most"))
        assert ids[-1] in taught
        assert len(taught) == 50


@pytest.mark.slow
def test_what_is_picked_teaches_more_than_chance_on_bbc(news_data: Path) -> None:
    pytest.importorskip("sklearn")
    from sklearn.metrics import f1_score

    from newsdesk.analysis.linear import learn, vectorizer

    lines = (news_data / "bbc" / "bbc.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    texts = [f"{row['title']}\n{row['body']}" for row in rows]
    codes = sorted({row["label"] for row in rows})
    labels = np.array([codes.index(row["label"]) for row in rows])

    def trained(places: np.ndarray) -> tuple[object, object]:
        words = vectorizer([texts[i] for i in places])
        return words, learn(words.fit_transform([texts[i] for i in places]), labels[places])

    def chances(places: np.ndarray, asked: np.ndarray) -> np.ndarray:
        words, model = trained(places)
        return model.predict_proba(words.transform([texts[i] for i in asked]))  # type: ignore[attr-defined]

    def score(places: np.ndarray, asked: np.ndarray) -> float:
        found = chances(places, asked).argmax(axis=1)
        return float(f1_score(labels[asked], found, average="macro"))

    scores = []
    for seed in range(10):
        order = np.random.default_rng(seed).permutation(len(texts))
        test, known, rest = order[:600], order[600:660], order[660:]
        sorted_chances = np.sort(chances(known, rest), axis=1)
        margins = sorted_chances[:, -1] - sorted_chances[:, -2]
        picked = rest[next_best([texts[i] for i in rest], margins, 60)]
        scores.append((score(np.r_[known, picked], test), score(np.r_[known, rest[:60]], test)))
    ours, by_chance = np.mean(scores, axis=0)
    print(f"macro-F1 after 60 more: picked {ours:.4f}, at random {by_chance:.4f}")
    assert ours > by_chance
