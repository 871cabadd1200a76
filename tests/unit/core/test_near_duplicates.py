import random

import pytest

from newsdesk.core.near_duplicates import NearDuplicates, group_near_duplicates

WORDS = [f"word{number}" for number in range(3000)]


def _article(seed: int, length: int = 120) -> list[str]:
    return random.Random(seed).choices(WORDS, k=length)


def test_an_article_with_a_few_words_changed_is_the_same_group():
    first = _article(1)
    second = [*first[:60], "changed", *first[61:], "and", "a", "line", "more"]
    assert group_near_duplicates([" ".join(first), " ".join(second)]) == [0, 0]


def test_case_and_punctuation_do_not_hide_a_duplicate():
    text = " ".join(_article(2))
    assert group_near_duplicates([text, text.upper().replace(" ", ", ")]) == [0, 0]


def test_articles_on_the_same_subject_stay_apart():
    shared, one, two = _article(3, 30), _article(4), _article(5)
    texts = [" ".join(shared + one), " ".join(shared + two)]
    assert group_near_duplicates(texts) == [0, 1]


def test_likeness_is_passed_on():
    words = _article(6, 200)
    texts = [" ".join(words[:140]), " ".join(words[30:170]), " ".join(words[60:])]
    assert group_near_duplicates([texts[0], texts[2]]) == [0, 1]
    assert group_near_duplicates(texts) == [0, 0, 0]


def test_chinese_is_compared_by_characters():
    first = "立法院今天三讀通過明年度中央政府總預算案，朝野協商後刪減金額創下近年新高。" * 2
    second = first.replace("今天", "昨天", 1)
    other = "職棒總冠軍賽第三戰昨晚在台北大巨蛋登場，地主隊靠著九局下的再見安打獲勝。" * 2
    assert group_near_duplicates([first, second, other]) == [0, 0, 2]


def test_empty_and_short_texts_are_groups_of_their_own_unless_they_are_equal():
    assert group_near_duplicates(["", "", "Rain today", "rain today!", "Sun"]) == [0, 1, 2, 2, 4]


def test_a_thousand_copies_of_one_boilerplate_are_one_group():
    words = _article(7, 80)
    texts = [" ".join([*words, f"copy{number}"]) for number in range(1000)]
    assert set(group_near_duplicates(texts)) == {0}


def test_the_search_may_be_stopped_while_it_compares():
    search = NearDuplicates()
    texts = [" ".join([*_article(8), f"copy{number}"]) for number in range(50)]
    for text in texts:
        search.add(text)

    def stop(done: int, pairs: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search.groups(texts.__getitem__, stop)
