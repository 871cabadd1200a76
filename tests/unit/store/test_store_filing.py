"""A model files by itself what reaches its section's threshold, and nothing that was decided."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from newsdesk.core.article import Article
from newsdesk.core.errors import StoreError
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.store import Store, filing
from newsdesk.store.records import FilingRules, InboxQuery

RULES = FilingRules("desk", True, {"sport": 0.8, "arts": 0.5})


def said(code: str, p: float, abstains: str = "", model: str = "desk") -> Prediction:
    return Prediction(model, (SectionScore(code, code.title(), p),), 1, 1, abstains=abstains)


@pytest.fixture
def desk(store: Store) -> Store:
    """1 sport .8; 2 sport .79; 3 arts .6; 4 world .99; 5 abstains; 6 decided, sport .9; 7 gone."""
    store.articles.add([Article(f"n{i}", "x") for i in range(1, 8)])
    store.predictions.add([(1, said("sport", 0.8)), (2, said("sport", 0.79))])
    store.predictions.add([(3, said("arts", 0.6)), (4, said("world", 0.99))])
    store.predictions.add([(5, said("sport", 0.99, "language")), (6, said("sport", 0.9))])
    store.predictions.add([(7, said("sport", 0.95))])
    store.decisions.record(6, "arts", "anna", model="desk")
    store.articles.remove([7])
    return store


def states(store: Store) -> dict[int, str]:
    return {row.id: row.state for row in store.articles.rows(range(1, 8), InboxQuery("desk"))}


def test_off_until_a_person_turns_it_on(desk: Store) -> None:
    assert desk.filing.get("desk") == FilingRules("desk", False, {})
    desk.filing.set(FilingRules("desk", False, RULES.thresholds))
    assert "filed" not in states(desk).values()
    assert desk.filing.get("desk").thresholds == RULES.thresholds


def test_rules_judge_what_was_answered_before_and_what_is_answered_later(desk: Store) -> None:
    desk.filing.set(RULES)
    assert states(desk) == {
        1: "filed", 2: "to_decide", 3: "filed", 4: "to_decide", 5: "unread", 6: "decided",
    }  # fmt: skip
    desk.predictions.add([(2, said("arts", 0.5)), (4, said("arts", 0.9, "language"))])
    assert (states(desk)[2], states(desk)[4]) == ("filed", "unread")
    desk.filing.set(FilingRules("desk", False, RULES.thresholds))
    assert states(desk) == {
        1: "to_decide", 2: "to_decide", 3: "to_decide", 4: "unread", 5: "unread", 6: "decided",
    }  # fmt: skip


def test_a_decision_wins_over_filing_and_taken_back_leaves_it_filed(desk: Store) -> None:
    desk.filing.set(RULES)
    desk.decisions.record(6, None, "anna")
    assert states(desk)[6] == "filed"
    desk.articles.restore([7])
    assert states(desk)[7] == "filed"
    assert desk.decisions.history(7) == []  # filed is no decision


def test_one_models_rules_leave_another_models_answers_alone(desk: Store) -> None:
    desk.predictions.add([(1, said("sport", 0.9, model="other"))])
    desk.filing.set(RULES)
    (row,) = desk.articles.rows([1], InboxQuery("other"))
    assert row.state == "to_decide"


def test_what_thresholds_would_file_is_what_they_file(desk: Store) -> None:
    desk.predictions.add([(4, said("sport", 0.99))])
    assert desk.filing.would_file("desk", {}) == {}
    expected = desk.filing.would_file("desk", RULES.thresholds)
    assert expected == {"sport": 2, "arts": 1}
    desk.filing.set(RULES)
    assert desk.filing.would_file("desk", RULES.thresholds) == expected
    assert desk.articles.counts("desk").filed == sum(expected.values())


@pytest.mark.parametrize("threshold", [-0.1, 1.5, float("nan")])
def test_a_threshold_that_is_no_confidence_is_refused(desk: Store, threshold: float) -> None:
    for ask in (
        lambda: desk.filing.set(FilingRules("desk", True, {"sport": threshold})),
        lambda: desk.filing.would_file("desk", {"sport": threshold}),
    ):
        with pytest.raises(StoreError) as caught:
            ask()
        assert caught.value.problem.kind == "bad_threshold"


def test_measured_by_what_people_decided_last(desk: Store) -> None:
    record = desk.decisions.record
    record(1, "arts", "anna", model="desk")
    record(1, "sport", "ben", model="desk")  # 1 stands as the model said
    record(2, "sport", "anna", model="other")  # with another model on the desk
    record(3, "world", "anna", model="desk", also="arts")  # as the model said, too
    record(4, "world", "anna", model="desk")
    record(4, None, "anna", model="desk")
    record(5, "world", "anna", model="desk")  # the model could not read it
    assert desk.filing.measured("desk") == [
        ("sport", 0.9, False),
        ("sport", 0.8, True),
        ("arts", 0.6, True),
    ]


def test_another_model_under_the_same_name_is_not_measured_by_its_forerunner(desk: Store) -> None:
    assert desk.filing.measured("desk")
    desk.models.remember("desk", "another", "Desk", "{}")
    assert desk.filing.measured("desk") == []
    desk.decisions.record(1, "sport", "anna", model="desk")
    assert desk.filing.measured("desk") == [("sport", 0.8, True)]


@pytest.fixture
def in_portions(desk: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """As after years at the desk: what was answered is judged in several portions."""
    monkeypatch.setattr(filing, "PORTION", 1)
    monkeypatch.setattr(filing, "_PAUSE_S", 0)
    return desk


def after(portions: int, then: Callable[[], bool]) -> Callable[[], bool]:
    """To be asked before every portion; does something before a certain one."""
    begun = iter(range(100))
    return lambda: next(begun) == portions and then()


def test_others_decide_while_the_rules_are_being_applied(
    in_portions: Store, tmp_path: Path
) -> None:
    def decide() -> bool:
        with Store.open(tmp_path / "home" / "newsdesk.db", patience=0) as other:
            other.decisions.record(3, "world", "ben", model="desk")
        return False

    in_portions.filing.set(RULES, after(1, decide))
    assert states(in_portions)[3] == "decided"
    assert states(in_portions)[1] == "filed"


def test_rules_hold_at_once_and_what_a_kill_left_unjudged_is_judged_later(
    in_portions: Store,
) -> None:
    in_portions.filing.set(RULES, after(1, lambda: True))
    assert list(states(in_portions).values()).count("filed") < 2
    assert in_portions.filing.get("desk") == RULES
    in_portions.predictions.add([(4, said("arts", 0.9))])  # judged by the rules in force
    assert states(in_portions)[4] == "filed"
    assert in_portions.filing.unfinished() == ["desk"]
    in_portions.filing.finish()
    assert in_portions.filing.unfinished() == []
    assert [states(in_portions)[i] for i in (1, 2, 3)] == ["filed", "to_decide", "filed"]


def test_rules_set_in_the_middle_of_others_are_the_ones_that_everything_is_judged_by(
    in_portions: Store,
) -> None:
    strict = FilingRules("desk", True, {"sport": 0.97})

    def change_mind() -> bool:
        in_portions.filing.set(strict)
        return False

    in_portions.filing.set(RULES, after(1, change_mind))
    assert "filed" not in states(in_portions).values()
    assert in_portions.filing.get("desk") == strict
    assert in_portions.filing.unfinished() == []


def test_rules_that_wait_for_another_writer_are_applied_all_the_same(
    in_portions: Store, tmp_path: Path
) -> None:
    in_portions.filing.set(RULES, after(0, lambda: True))
    with Store.open(tmp_path / "home" / "newsdesk.db", patience=0) as hasty:
        holding = in_portions._database.write()
        holding.__enter__()
        asked = iter(range(100))

        def let_go_after_a_while() -> bool:
            if next(asked) == 3:
                holding.__exit__(None, None, None)
            return False

        hasty.filing.finish(let_go_after_a_while)
    assert states(in_portions)[1] == "filed"
