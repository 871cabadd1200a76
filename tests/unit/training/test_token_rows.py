"""Tokenised articles: the same as the desk's, cached and mapped."""

import numpy as np
import pytest

from newsdesk.engine.preprocess import pad
from training import tokens
from training.data import read_corpus
from training.tokens import TokenRows, by_length, encode_rows


@pytest.fixture
def articles(spec, data_folder):
    return read_corpus(spec, data_folder)[:30]


def test_a_batch_is_what_the_desk_would_read(bench, articles):
    encoded = bench.encoder.encode_many([(a.title, a.body) for a in articles])
    rows = encode_rows(articles, bench.codes, bench.encoder).whole
    chosen = [7, 2, 20]
    found = rows.batch(chosen, bench.encoder.pad_id, 32)
    wanted = pad([encoded[row] for row in chosen], bench.encoder.pad_id, longest=32)
    names = ("input_ids", "attention_mask", "token_type_ids")
    for name, array in zip(names, wanted, strict=True):
        np.testing.assert_array_equal(found[name].numpy(), array)


def test_chosen_rows_keep_their_order(bench, articles):
    rows = encode_rows(articles, bench.codes, bench.encoder)
    chosen = rows.select([5, 1])
    assert chosen.whole.lengths.tolist() == rows.whole.lengths[[5, 1]].tolist()
    assert chosen.labels.tolist() == rows.labels[[5, 1]].tolist()
    first = chosen.whole.batch([0], 0, 32)["input_ids"]
    assert first.equal(rows.whole.batch([5], 0, 32)["input_ids"])


def test_a_title_alone_stands_where_a_body_is_empty(bench):
    class Article:
        title, body, section = "the goal", "", "sport"

    rows = encode_rows([Article()], bench.codes, bench.encoder, views=True)
    assert rows.bodies.batch([0], 0, 32)["input_ids"].equal(
        rows.titles.batch([0], 0, 32)["input_ids"]
    )


def test_a_second_training_maps_the_tokens_of_the_first(bench, articles, tmp_path, monkeypatch):
    live = encode_rows(articles, bench.codes, bench.encoder, views=True)
    first = encode_rows(articles, bench.codes, bench.encoder, views=True, cache=tmp_path, key="k")
    monkeypatch.setattr(bench.encoder, "encode_many", lambda _: pytest.fail("tokenised again"))
    second = encode_rows(articles, bench.codes, bench.encoder, views=True, cache=tmp_path, key="k")
    assert isinstance(second.whole.ids, np.memmap)
    for rows in (first, second):
        for part in ("whole", "titles", "bodies"):
            mine, wanted = getattr(rows, part), getattr(live, part)
            np.testing.assert_array_equal(mine.lengths, wanted.lengths)
            places = list(range(len(articles)))
            assert mine.batch(places, 0, 32)["input_ids"].equal(
                wanted.batch(places, 0, 32)["input_ids"]
            )
        assert (rows.cut, rows.unknown) == (live.cut, live.unknown)


@pytest.mark.parametrize("name", ["ids.i32", "types.u8", "lengths.npy", "found.json"])
def test_a_cache_that_was_cut_off_is_made_again(bench, articles, tmp_path, name):
    first = encode_rows(articles, bench.codes, bench.encoder, cache=tmp_path, key="k")
    wanted = first.whole.lengths.tolist()
    path = tmp_path / "k-1" / name
    path.write_bytes(path.read_bytes()[:-5])
    again = encode_rows(articles, bench.codes, bench.encoder, cache=tmp_path, key="k")
    assert again.whole.lengths.tolist() == wanted
    assert len(again.whole.ids) == sum(wanted)


def test_cancelling_leaves_nothing_behind(bench, articles, tmp_path, monkeypatch):
    monkeypatch.setattr(tokens, "CHUNK", 10)
    asked = iter([None, None])

    def check():
        if next(asked, "enough") == "enough":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        encode_rows(articles, bench.codes, bench.encoder, cache=tmp_path, key="k", check=check)
    assert list(tmp_path.iterdir()) == []


def test_only_a_few_tokenised_sets_are_kept(bench, articles, tmp_path, monkeypatch):
    monkeypatch.setattr(tokens, "MOST_CACHED", 2)
    for key in ("a", "b", "c"):
        encode_rows(articles, bench.codes, bench.encoder, cache=tmp_path, key=key)
    left = {path.name for path in tmp_path.iterdir()}
    assert len(left) == 2
    assert "c-1" in left


def test_long_articles_and_unknown_words_are_counted(bench):
    class Article:
        section = "sport"

        def __init__(self, title, body):
            self.title, self.body = title, body

    long = Article("goal", " ".join(["match"] * 100))
    rows = encode_rows(
        [long, Article("goal", "zebra"), long, Article("goal", "match")],
        bench.codes,
        bench.encoder,
    )
    assert rows.cut == 0.5
    assert rows.unknown == pytest.approx(1 / 8)


def test_reading_takes_every_row_once_and_like_lengths_together():
    lengths = np.array([9, 1, 8, 2, 7, 3])
    batches = [batch.tolist() for batch in by_length(lengths, size=2)]
    assert batches == [[1, 3], [5, 4], [2, 0]]


def test_no_articles_are_no_rows(bench):
    assert len(encode_rows([], bench.codes, bench.encoder)) == 0
    assert len(TokenRows.of([])) == 0
