"""Why a model answers as it does, by a tiny model whose topic words are known."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import models_made as made
import pytest
from models_made import make_model

from newsdesk.core.article import Article
from newsdesk.core.explanation import Explanation, Influence
from newsdesk.engine.classifier import Classifier
from newsdesk.engine.explain import MOST_PIECES, explain

FILLER = "A new plan was told to the town. All of them went home. It is late in the day."


def last(steps: Iterator[Explanation]) -> Explanation:
    *_, found = steps
    return found


def strongest(explanation: Explanation, level: str) -> Influence:
    return next(each for each in explanation.influences if each.level == level)


def text_of(article: Article, influence: Influence) -> str:
    text = article.title if influence.part == "title" else article.body
    return text[influence.start : influence.end]


def test_the_topic_word_has_the_greatest_weight_and_its_sentence_too(
    classifier: Classifier,
) -> None:
    article = Article("A town", "It is so. The vaccine came. All of it.")
    found = last(explain(classifier, article))
    assert (found.section, found.complete) == ("health", True)
    assert text_of(article, strongest(found, "word")) == "vaccine"
    assert text_of(article, strongest(found, "sentence")) == "The vaccine came."


def test_a_weight_is_what_the_answer_loses_without_the_part(classifier: Classifier) -> None:
    body = f"{FILLER} The vaccine was there."
    found = last(explain(classifier, Article("", body)))
    whole, without = classifier.classify([Article("", body), Article("", FILLER)])
    lost = whole.confidence - next(s.p for s in without.scores if s.code == "health")
    assert strongest(found, "sentence").weight == pytest.approx(lost, abs=1e-5)


def test_a_word_is_left_out_wherever_it_stands_and_all_its_places_are_named(
    classifier: Classifier,
) -> None:
    article = Article("A vaccine", f"The Vaccine came. {FILLER} One vaccine more.")
    found = last(explain(classifier, article))
    places = [each for each in found.influences if text_of(article, each).lower() == "vaccine"]
    assert [(each.part, each.start) for each in places] == [
        ("title", 2),
        ("body", 4),
        ("body", article.body.rindex("vaccine")),
    ]
    assert len({each.weight for each in places}) == 1


def test_what_speaks_against_the_section_has_a_weight_below_nothing(
    classifier: Classifier,
) -> None:
    article = Article("", f"The bank is here. A vaccine and a nurse came. {FILLER}")
    found = last(explain(classifier, article))
    weights = {text_of(article, each): each.weight for each in found.influences}
    assert weights["bank"] < 0 < weights["nurse"]


def test_another_section_can_be_asked_for(classifier: Classifier) -> None:
    article = Article("", f"The bank is here. A vaccine and a nurse came. {FILLER}")
    found = last(explain(classifier, article, "business"))
    assert found.section == "business"
    assert text_of(article, strongest(found, "word")) in {"bank", "vaccine", "nurse"}
    assert next(e for e in found.influences if text_of(article, e) == "bank").weight > 0


@pytest.fixture(scope="module")
def any_script(tmp_path_factory: pytest.TempPathFactory) -> Classifier:
    """A model that knows one topic word in each of several scripts."""
    topics = {
        "business": ("bank", "銀行", "рынок"),
        "health": ("doctor", "疫苗", "врач"),
        "sport": ("goal", "球队", "هدف"),
    }
    words = (*made.SPECIAL, *(w for ws in topics.values() for w in ws))
    words += (*"銀行疫苗球队在城里今天他們去了", *made.LETTERS, *(f"##{c}" for c in made.LETTERS))
    patch = pytest.MonkeyPatch()
    with patch.context() as patched:
        patched.setattr(made, "TOPICS", topics)
        patched.setattr(made, "WORDS", tuple(dict.fromkeys(words)))
        # Chinese characters are pieces by themselves.
        patched.setattr(made, "word_piece", lambda w: made_tokenizer(w))
        return Classifier.from_folder(make_model(tmp_path_factory.mktemp("scripts"), languages=()))


def made_tokenizer(words: tuple[str, ...]) -> object:
    from tokenizers import normalizers

    tokenizer = ORIGINAL(words)
    tokenizer.normalizer = normalizers.BertNormalizer(
        handle_chinese_chars=False, strip_accents=False
    )
    return tokenizer


ORIGINAL = made.word_piece


@pytest.mark.parametrize(
    ("word", "body"),
    [
        ("goal", "😀👩‍👩‍👧 went home 👍🏽. A goal 😀 was seen! They went."),
        ("рынок", "Они пошли домой. Новый рынок открыт в городе. Все ушли."),
        ("врач", "Он пришёл й. Вот врач, он тут. Все ушли."),
        ("هدف", "ذهبوا إلى البيت. كان هدف جميل في المدينة؟ عادوا الآن."),
        ("疫苗", "他們 去了 城里。 今天 疫苗 在 城里。 他們 去了。"),
    ],
)
def test_the_mark_lands_on_the_right_characters_in_any_script(
    any_script: Classifier, word: str, body: str
) -> None:
    article = Article("", body)
    found = last(explain(any_script, article))
    best = strongest(found, "word")
    assert text_of(article, best) == word
    assert (best.start, best.end) == (body.index(word), body.index(word) + len(word))


def test_it_is_the_same_each_time(classifier: Classifier) -> None:
    article = Article("The match", f"{FILLER} The coach and the bank. {FILLER}")
    assert list(explain(classifier, article)) == list(explain(classifier, article))


def test_it_begins_early_and_only_adds(classifier: Classifier) -> None:
    article = Article("", " ".join(f"A goal was told {n}." for n in range(11)))
    steps = list(explain(classifier, article))
    assert steps[0].done <= 4
    assert not any(step.complete for step in steps[:-1])
    assert [step.done for step in steps] == sorted(step.done for step in steps)


class TakenBackError(Exception):
    """What the check of a request raises."""


def test_it_ends_at_the_next_batch_once_it_is_taken_back(classifier: Classifier) -> None:
    told: list[Explanation] = []

    def check() -> None:
        if told:
            raise TakenBackError

    article = Article("", f"{FILLER} The goal. {FILLER}")
    steps = explain(classifier, article, check=check)
    told.append(next(steps))
    with pytest.raises(TakenBackError):
        next(steps)
    assert not told[0].complete


def test_of_a_long_article_only_what_is_read_is_tried_and_places_are_right(
    classifier: Classifier,
) -> None:
    middle = "Then the market fell and the bank was shut. " * 3000
    body = f"The match began. {FILLER} {middle} At the end a coach came."
    article = Article("", body)
    (read,) = classifier.classify([article])
    for known in (read, None):
        found = last(explain(classifier, article, read=known))
        assert found.complete
        coach = next(e for e in found.influences if text_of(article, e) == "coach")
        assert coach.start == body.index("coach")
        for each in found.influences:
            assert each.end <= read.head_end or each.start >= read.tail_start


def test_many_short_sentences_are_tried_in_groups_first(tmp_path: Path) -> None:
    from newsdesk.core.manifest import Preprocessing

    settings = Preprocessing(max_tokens=512, title_tokens=16)
    wide = Classifier.from_folder(make_model(tmp_path, preprocessing=settings))
    body = " ".join("It is so." for _ in range(35)) + " The goal. " + "So it is. " * 20
    article = Article("", body.strip())
    steps = list(explain(wide, article))
    first_round = [s for s in steps if s.done <= MOST_PIECES]
    assert first_round
    best = strongest(steps[-1], "sentence")
    assert text_of(article, best) == "The goal."


@pytest.mark.parametrize("article", [Article("", ""), Article("", "…"), Article("goal", "")])
def test_hardly_any_text_is_explained_at_once(classifier: Classifier, article: Article) -> None:
    assert last(explain(classifier, article)).complete


def test_function_words_are_not_tried(classifier: Classifier) -> None:
    article = Article("", "The goal and the match of it.")
    found = last(explain(classifier, article))
    tried = {text_of(article, each) for each in found.influences if each.level == "word"}
    assert tried == {"goal", "match"}
