import json
from collections import defaultdict

import msgspec
import pytest

from newsdesk.core.errors import TrainingError
from newsdesk.core.recipes import TuningSpec
from training.data import batch_order, epoch_rows, fingerprint, read_corpus, second_half
from training.measure import across_parts


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


def test_an_epoch_shows_a_share_of_the_articles_in_each_other_view(bench):
    tuning = TuningSpec(title_only=0.2, body_only=0.2, second_half=0.2)
    shown = epoch_rows(bench.train, tuning, seed=13, epoch=0)
    for view in (bench.train.titles, bench.train.bodies):
        count = sum(a is b for a, b in zip(shown, view, strict=True))
        assert count == pytest.approx(len(bench.train) * 0.2, rel=0.5)
    halves = [
        (a, b, full)
        for a, b, full in zip(shown, bench.train.later, bench.train.whole, strict=True)
        if a is b and b is not full
    ]
    assert halves
    assert all(full.tokens_total > full.tokens_read for _, _, full in halves)
    plain = epoch_rows(bench.train, TuningSpec(), seed=13, epoch=0)
    assert all(a is b for a, b in zip(plain, bench.train.whole, strict=True))


def test_every_epoch_shows_other_views_and_the_same_ones_when_asked_again(bench):
    tuning = TuningSpec(title_only=0.2, body_only=0.2)

    def views(epoch):
        return [id(row) for row in epoch_rows(bench.train, tuning, seed=13, epoch=epoch)]

    assert views(0) == views(0)
    assert views(0) != views(1)


def test_the_second_half_of_a_body_starts_with_a_whole_word():
    assert second_half("one two three four five six") == "four five six"
    assert second_half("政府預算案通過") == "算案通過"
    assert second_half("") == ""


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
