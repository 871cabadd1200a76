from collections import Counter, defaultdict

import pytest

from newsdesk.core.splits import split_rows

SHARES = {"train": 0.75, "dev": 0.1, "test": 0.15}


def test_near_duplicates_never_straddle_a_split():
    groups = [row // 3 for row in range(300)]
    names = split_rows(["sport", "news", "sport"] * 100, groups, SHARES, seed=13)
    found = defaultdict(set)
    for group, name in zip(groups, names, strict=True):
        found[group].add(name)
    assert all(len(splits) == 1 for splits in found.values())


def test_every_section_keeps_its_shares():
    strata = ["sport"] * 400 + ["health"] * 40
    names = split_rows(strata, range(440), SHARES, seed=13)
    counts = Counter(zip(strata, names, strict=True))
    assert counts["sport", "test"] == pytest.approx(60, abs=1)
    assert counts["health", "test"] == pytest.approx(6, abs=1)
    assert counts["health", "dev"] == pytest.approx(4, abs=1)


def test_a_rare_section_is_found_on_every_side():
    strata = ["sport"] * 100 + ["rare"] * 3
    names = split_rows(strata, range(103), SHARES, seed=13)
    assert set(names[100:]) == {"train", "dev", "test"}


def test_the_same_seed_gives_the_same_splits_and_another_seed_others():
    strata, groups = ["a", "b"] * 50, list(range(100))
    first = split_rows(strata, groups, SHARES, seed=13)
    assert split_rows(strata, groups, SHARES, seed=13) == first
    assert split_rows(strata, groups, SHARES, seed=21) != first


def test_a_share_of_nothing_is_refused():
    with pytest.raises(ValueError, match="above 0"):
        split_rows(["a"], [0], {"train": 1.0, "test": 0.0}, seed=13)
