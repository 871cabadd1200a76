import json
from collections import defaultdict

import msgspec
import numpy as np
import pytest

from newsdesk.core.errors import TrainingError
from training.data import batch_order, epoch_rows, fingerprint, read_corpus
from training.results.measure import across_parts


def test_the_last_short_batch_is_kept_and_every_article_is_seen_once():
    batches = batch_order(list(range(103)), 16, seed=13, epoch=0)
    assert sorted(row for batch in batches for row in batch) == list(range(103))
    assert sorted(map(len, batches)) == [7] + [16] * 6


def test_batches_hold_articles_of_like_length_in_an_order_that_epochs_change():
    lengths = [(row * 37) % 200 for row in range(200)]
    first = batch_order(lengths, 10, seed=13, epoch=0)
    spread = [max(lengths[r] for r in b) - min(lengths[r] for r in b) for b in first]
    assert max(spread) <= 10
    assert first == batch_order(lengths, 10, seed=13, epoch=0)
    assert first != batch_order(lengths, 10, seed=13, epoch=1)


def test_an_epoch_shows_some_articles_without_body_and_some_without_title(bench):
    shown = epoch_rows(bench.train, 0.2, 0.2, seed=13, epoch=0)
    titles = int((shown.starts == bench.train.titles.starts).sum())
    bodies = int((shown.starts == bench.train.bodies.starts).sum())
    share = len(bench.train) * 0.2
    assert titles == pytest.approx(share, rel=0.5)
    assert bodies == pytest.approx(share, rel=0.5)
    row = int(np.flatnonzero(shown.starts == bench.train.titles.starts)[0])
    mine = shown.batch([row], 0, 32)["input_ids"]
    assert mine.equal(bench.train.titles.batch([row], 0, 32)["input_ids"])


def test_only_mapped_labels_of_the_asked_language_are_read(tmp_path, spec):
    rows = [
        {"id": "1", "title": "a", "body": "one goal", "label": " Football ", "lang": "en"},
        {"id": "2", "title": "b", "body": "two goals", "label": "world", "lang": "en"},
        {"id": "3", "title": "c", "body": "trois buts", "label": "Football", "lang": "fr"},
    ]
    (tmp_path / "daily.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    source = msgspec.structs.replace(spec.sets[0], labels={"Football": "sport"})
    articles = read_corpus(msgspec.structs.replace(spec, sets=(source,)), tmp_path)
    assert [(a.id, a.section) for a in articles] == [("1", "sport")]


def test_the_same_article_in_two_sets_lands_on_one_side(tmp_path, spec, data_folder):
    lines = (data_folder / "daily.jsonl").read_text(encoding="utf-8")
    (tmp_path / "daily.jsonl").write_text(lines, encoding="utf-8")
    (tmp_path / "weekly.jsonl").write_text(lines, encoding="utf-8")
    splits = defaultdict(set)
    for article in read_corpus(spec, tmp_path):
        splits[article.id].add(article.split)
    assert all(len(found) == 1 for found in splits.values())


def test_the_other_publisher_is_not_learned_from_nor_its_near_duplicates(tmp_path, spec):
    def row(number, label, text):
        return json.dumps(
            {"id": str(number), "title": "t", "body": text, "label": label, "lang": "en"}
        )

    def unlike(number):
        return " ".join(f"w{number}x{place}" for place in range(20))

    weekly = [row(n, ("business", "sport")[n % 2], unlike(n)) for n in range(40)]
    daily = [
        row(100, "sport", unlike(1)),  # the same text as in the other set
        row(101, "business", unlike(101)),
        row(102, "health", unlike(102)),  # a section that is not learned
    ]
    (tmp_path / "weekly.jsonl").write_text("\n".join(weekly), encoding="utf-8")
    (tmp_path / "daily.jsonl").write_text("\n".join(daily), encoding="utf-8")
    learned, there = across_parts(spec, read_corpus(spec, tmp_path))
    assert {a.id for a in there} == {"100", "101"}
    assert "1" not in {a.id for a in learned}
    assert {a.dataset for a in learned} == {"weekly"}
    assert {a.split for a in learned} == {"train", "dev"}


def test_the_fingerprint_changes_with_content_and_splits_but_not_with_the_order(spec, data_folder):
    articles = read_corpus(spec, data_folder)
    assert fingerprint(articles[::-1]) == fingerprint(articles)
    assert fingerprint(articles[1:]) != fingerprint(articles)


def test_a_missing_set_is_named(spec, tmp_path):
    with pytest.raises(TrainingError, match=r"The Daily cannot be read.*--data"):
        read_corpus(spec, tmp_path)


def test_a_damaged_line_is_told_by_its_number(spec, tmp_path, data_folder):
    text = (data_folder / "daily.jsonl").read_text(encoding="utf-8").splitlines()
    text[4] = '{"id": "5"'
    (tmp_path / "daily.jsonl").write_text("\n".join(text), encoding="utf-8")
    with pytest.raises(TrainingError, match="Line 5 of"):
        read_corpus(spec, tmp_path)
