"""How an article becomes token ids."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from models_made import word_piece
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors
from tokenizers.trainers import BpeTrainer, UnigramTrainer

from newsdesk.core.errors import ModelError
from newsdesk.core.manifest import Preprocessing
from newsdesk.engine.preprocess import Encoded, TextEncoder, pad

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
NUMBERS = [f"w{n}" for n in range(400)]
CORPUS = [
    "The harbour bridge opened to traffic on Monday.",
    "Shopkeepers on the north bank hope that their customers return.",
    "The council said that the price of steel had doubled.",
    "銀行 市場 股份 利潤",
]
PAIRS = [
    ("Harbour bridge opens", "The council hopes that customers return to the north bank."),
    ("A title", "b"),
    ("“Steel” – doubled!", "Price: 14.2 million; naïve café, 銀行 and 😀."),
    ("", "Only a body, on Monday."),
    ("Two  spaces ", " The body\n\nhas two paragraphs.\n"),
]


def numbered(**settings: object) -> TextEncoder:
    """Every word w0 … w399 is one piece, its id its number plus 4."""
    return TextEncoder(word_piece([*SPECIAL, *NUMBERS]), Preprocessing(**settings))  # type: ignore[arg-type]


def words(count: int, start: int = 0) -> str:
    return " ".join(NUMBERS[start : start + count])


def piece_ids(count: int, start: int = 0) -> list[int]:
    return [start + n + len(SPECIAL) for n in range(count)]


def byte_level() -> Tokenizer:
    """As RoBERTa has it."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = BpeTrainer(
        vocab_size=400,
        special_tokens=["<s>", "<pad>", "</s>", "<unk>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(CORPUS, trainer)
    tokenizer.post_processor = processors.RobertaProcessing(
        ("</s>", 2), ("<s>", 0), trim_offsets=True, add_prefix_space=False
    )
    return tokenizer


def unigram() -> Tokenizer:
    """As ALBERT has it."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.NFKD(), normalizers.StripAccents(), normalizers.Lowercase()]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    trainer = UnigramTrainer(
        vocab_size=120,
        special_tokens=["<pad>", "<unk>", "[CLS]", "[SEP]"],
        unk_token="<unk>",
        show_progress=False,
    )
    tokenizer.train_from_iterator(CORPUS, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS]:0 $A:0 [SEP]:0",
        pair="[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    return tokenizer


def pieces_of_bert() -> Tokenizer:
    letters = "abcdefghijklmnopqrstuvwxyz0123456789.,:;!-–“”銀"
    return word_piece([*SPECIAL, "harbour", "bridge", *letters, *(f"##{c}" for c in letters)])


@cache
def saved(kind: str) -> str:
    """Trained once: a unigram vocabulary comes out a little different each time."""
    makers = {"BERT": pieces_of_bert, "RoBERTa": byte_level, "ALBERT": unigram}
    return makers[kind]().to_str()


KINDS = ("BERT", "RoBERTa", "ALBERT")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("title", "body"), PAIRS)
def test_an_article_that_fits_is_encoded_as_transformers_encodes_a_pair(
    kind: str, title: str, body: str
) -> None:
    transformers = pytest.importorskip("transformers", reason="the training extra is missing")
    tokenizer = Tokenizer.from_str(saved(kind))
    theirs = transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer)
    theirs.model_input_names = ["input_ids", "token_type_ids", "attention_mask"]
    wanted = theirs(title, body) if title else theirs(body)
    found = TextEncoder(Tokenizer.from_str(saved(kind)), Preprocessing(max_tokens=512)).encode(
        title, body
    )
    assert found.ids.tolist() == wanted["input_ids"]
    assert found.type_ids.tolist() == wanted["token_type_ids"]
    assert found.tokens_read == found.tokens_total
    assert (found.head_end, found.tail_start) == (len(body), len(body))


def test_a_long_title_is_cut_at_its_48_tokens_and_leaves_the_rest_to_the_body() -> None:
    found = numbered(max_tokens=256).encode(words(60), words(200, 100))
    room = 256 - 3 - 48
    assert found.ids.tolist() == [2, *piece_ids(48), 3, *piece_ids(200, 100), 3]
    assert len(piece_ids(200, 100)) <= room
    assert found.tokens_total == 60 + 200 + 3


@pytest.mark.parametrize("length", [64, 100, 256])
def test_a_long_body_keeps_three_parts_head_and_one_part_tail(length: int) -> None:
    title, body = words(10), words(380)
    found = numbered(max_tokens=length).encode(title, body)
    room = length - 3 - 10
    head = int(0.75 * room)
    tail = room - head
    assert found.ids.tolist() == [
        2, *piece_ids(10), 3, *piece_ids(head), *piece_ids(tail, 380 - tail), 3
    ]  # fmt: skip
    assert found.type_ids.tolist() == [0] * 12 + [1] * (room + 1)
    assert (found.tokens_read, found.tokens_total) == (length, 10 + 380 + 3)
    assert body[: found.head_end] == words(head)
    assert body[found.tail_start :] == words(tail, 380 - tail)


def test_a_body_of_exactly_the_room_is_read_whole_and_one_more_word_is_not() -> None:
    encoder = numbered(max_tokens=64)
    whole = encoder.encode(words(5), words(56))
    assert whole.tokens_read == whole.tokens_total == 64
    more = encoder.encode(words(5), words(57))
    assert (more.tokens_read, more.tokens_total) == (64, 65)
    assert more.head_end < more.tail_start < len(words(57))


def test_head_only_reads_the_beginning_and_nothing_else() -> None:
    body = words(300)
    found = numbered(max_tokens=64, cut="head_only").encode("", body)
    assert found.ids.tolist() == [2, *piece_ids(62), 3]
    assert body[: found.head_end] == words(62)
    assert found.tail_start == len(body)


def test_an_article_without_title_is_one_sequence() -> None:
    found = numbered().encode("", words(4))
    assert found.ids.tolist() == [2, *piece_ids(4), 3]
    assert found.type_ids.tolist() == [0] * 6


def test_a_title_of_blanks_is_no_title() -> None:
    encoder = numbered()
    assert encoder.encode(" \n", words(4)).ids.tolist() == encoder.encode("", words(4)).ids.tolist()


def test_an_article_without_body_is_its_title_between_the_marks_of_a_pair() -> None:
    found = numbered().encode(words(4), "")
    assert found.ids.tolist() == [2, *piece_ids(4), 3, 3]
    assert (found.head_end, found.tail_start, found.tokens_total) == (0, 0, 7)


def test_nothing_at_all_is_still_an_input() -> None:
    found = numbered().encode("", "")
    assert found.ids.tolist() == [2, 3]
    assert found.unknown_share == 0.0


def test_a_title_longer_than_the_whole_input_never_makes_it_longer() -> None:
    found = numbered(max_tokens=16, title_tokens=48).encode(words(60), words(60, 100))
    assert found.tokens_read == 16
    assert (found.head_end, found.tail_start) == (0, len(words(60, 100)))


MARKS = "\u0301\u0302\u0323"
TEXTS = {
    "Chinese": "銀行市場股份利潤" * 30,
    "emoji": "goal 😀 👩‍🚀 match 🏴 team " * 20,
    "combining marks": "cafe\u0301 re\u0301sume\u0301 a\u0302\u0323 " * 20,
    "mixed": "w1 銀行 e\u0301 😀 " * 30,
}


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("kind", KINDS)
def test_what_was_read_is_marked_by_whole_characters(kind: str, text: str) -> None:
    body = TEXTS[text]
    every = Tokenizer.from_str(saved(kind)).encode(body, add_special_tokens=False)
    for length in range(24, 40):
        encoder = TextEncoder(Tokenizer.from_str(saved(kind)), Preprocessing(max_tokens=length))
        found = encoder.encode("", body)
        assert found.tokens_total > found.tokens_read == length
        assert 0 < found.head_end <= found.tail_start < len(body)
        assert body[found.head_end] not in MARKS
        assert body[found.tail_start] not in MARKS
        room = length - 2
        head = int(0.75 * room)
        tail = room - head
        # Every piece that was read lies in what is marked as read.
        assert all(end <= found.head_end for _, end in every.offsets[:head])
        assert all(
            start >= found.tail_start or end <= found.head_end
            for start, end in every.offsets[-tail:]
        )


def test_a_character_that_was_read_in_part_from_both_sides_is_not_marked_twice() -> None:
    body = "😀" * 5  # four pieces each; one of all twenty is left out, amid a character
    encoder = TextEncoder(Tokenizer.from_str(saved("RoBERTa")), Preprocessing(max_tokens=21))
    found = encoder.encode("", body)
    assert (found.tokens_read, found.tokens_total) == (21, 22)
    assert (found.head_end, found.tail_start) == (4, 4)


def test_chinese_characters_are_counted_as_characters() -> None:
    body = "".join(chr(0x4E00 + n) for n in range(100))
    encoder = TextEncoder(word_piece([*SPECIAL, *body]), Preprocessing(max_tokens=42))
    found = encoder.encode("", body)
    assert (found.head_end, found.tail_start) == (30, 90)


def test_the_share_of_unknown_pieces_counts_title_and_body_whole() -> None:
    encoder = numbered(max_tokens=16)
    assert encoder.encode("xyz w1", words(98)).unknown_share == pytest.approx(0.01)
    assert encoder.encode("", "abc def w1 w2").unknown_share == pytest.approx(0.5)


def test_many_articles_are_encoded_as_one_by_one_and_in_order() -> None:
    encoder = numbered(max_tokens=64)
    articles = [(words(n % 60), words((7 * n) % 300)) for n in range(60)] + PAIRS
    for one, (title, body) in zip(encoder.encode_many(articles), articles, strict=True):
        alone = encoder.encode(title, body)
        np.testing.assert_array_equal(one.ids, alone.ids)
        np.testing.assert_array_equal(one.type_ids, alone.type_ids)
        assert (one.tokens_total, one.unknown_share, one.head_end, one.tail_start) == (
            alone.tokens_total, alone.unknown_share, alone.head_end, alone.tail_start
        )  # fmt: skip


def test_truncation_saved_with_a_tokenizer_does_not_cut_behind_our_back(tmp_path: Path) -> None:
    tokenizer = word_piece([*SPECIAL, *NUMBERS])
    tokenizer.enable_truncation(8)
    tokenizer.enable_padding(length=300)
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    found = TextEncoder.from_folder(tmp_path, Preprocessing(max_tokens=64)).encode("", words(20))
    assert found.tokens_read == 22


def row(length: int) -> Encoded:
    return Encoded(np.full(length, 7), np.ones(length, dtype=np.int64), length, 0.0, 0, 0)


def test_padding_reaches_a_multiple_of_eight_and_is_masked() -> None:
    ids, mask, types = pad([row(3), row(9)], pad_id=5)
    assert ids.shape == mask.shape == types.shape == (2, 16)
    assert ids[0].tolist() == [7] * 3 + [5] * 13
    assert mask.sum(axis=1).tolist() == [3, 9]
    assert types.sum(axis=1).tolist() == [3, 9]


@pytest.mark.parametrize(("length", "width"), [(60, 60), (57, 60), (41, 48)])
def test_padding_never_goes_beyond_the_longest_input(length: int, width: int) -> None:
    assert pad([row(length)], 0, longest=60)[0].shape == (1, width)


@pytest.mark.parametrize("content", [None, "", "{", '{"model": {}}'])
def test_a_tokenizer_that_cannot_be_used_is_told_by_name(
    tmp_path: Path, content: str | None
) -> None:
    if content is not None:
        (tmp_path / "tokenizer.json").write_text(content)
    with pytest.raises(ModelError, match=r"tokenizer\.json cannot be read") as caught:
        TextEncoder.from_folder(tmp_path, Preprocessing())
    assert caught.value.problem.kind == "bad_tokenizer"


def test_a_tokenizer_that_knows_no_letter_is_refused_and_does_not_crash(tmp_path: Path) -> None:
    Tokenizer(models.BPE()).save(str(tmp_path / "tokenizer.json"))
    with pytest.raises(ModelError) as caught:
        TextEncoder.from_folder(tmp_path, Preprocessing())
    assert caught.value.problem.kind == "bad_tokenizer"
