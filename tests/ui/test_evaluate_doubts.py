"""Labels in doubt, as a person goes through them: keys, verdicts, undo, groups, bad days."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from datasets_made import import_rows, section_of, text
from models_made import make_model
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from newsdesk.analysis.doubts.doubts import Disagreement, Doubt, DoubtReport, Overlap
from newsdesk.analysis.doubts.kept import keep_report
from newsdesk.analysis.doubts.verdicts import kept_labels
from newsdesk.analysis.evaluating import evaluate
from newsdesk.core.errors import Problem
from newsdesk.core.evaluation import Material
from newsdesk.engine.loading import load
from newsdesk.services.session import Session
from newsdesk.store import Store
from newsdesk.ui.app import make_application
from newsdesk.ui.evaluate.doubts import DoubtsPage

WORDS = {"business": "bank shares profit market", "sport": "team goal match cup",
         "politics": "vote party bill law", "world": "border treaty summit envoy"}  # fmt: skip
CODES = list(WORDS)


def import_news(folder: Path, name: str = "news", rows: int = 24) -> str:
    """A data set whose sections take turns; row 5 (business) is in truth about sport."""
    lines = []
    for i in range(rows):
        label = CODES[i % len(CODES)]
        told = "sport" if i == 4 else label
        lines.append(
            {"title": f"Title {i + 1}", "body": f"{WORDS[told]} {text(i)}", "label": label}
        )
    import_rows(lines, folder, name)
    return name


def report_of(name: str = "news") -> None:
    """A report as it would have been found: three labels in doubt, one group, one pair."""
    with Store.open() as store:
        dataset = store.datasets.get(name)
        assert dataset is not None
        rows = {row.number: row for row in store.datasets.rows(dataset.id)}
    first = [
        Doubt(5, rows[5].section, "sport", 0.04, 0.93, True),
        Doubt(2, rows[2].section, "politics", 0.1, 0.6, True),
        Doubt(3, rows[3].section, "sport", 0.2, 0.5, True),
    ]
    rest = [
        Doubt(number, row.section, "world" if row.section != "world" else "sport", 0.9, 0.05, False)
        for number, row in rows.items()
        if number not in (5, 2, 3)
    ]
    pair = Disagreement((7, 8), (rows[7].section, rows[8].section))
    overlap = Overlap(("politics", "sport"), 0, 2)
    report = DoubtReport((*first, *rest), (pair,), (overlap,), 0.875)
    keep_report(dataset.fingerprint, report)


@pytest.fixture
def pages(qtbot: QtBot) -> Iterator[list[DoubtsPage]]:
    shown: list[DoubtsPage] = []
    yield shown
    for page in shown:
        page.close()
        page.deleteLater()
        page.evaluate.session.close()


def opened(qtbot: QtBot, pages: list[DoubtsPage]) -> DoubtsPage:
    make_application()
    page = DoubtsPage(Session().evaluate)
    pages.append(page)
    page.resize(620, 600)
    page.show()
    qtbot.waitUntil(lambda: not page.doubts.busy and page.doubts.dataset is not None)
    return page


@pytest.fixture
def page(qtbot: QtBot, home: Path, tmp_path: Path, pages: list[DoubtsPage]) -> DoubtsPage:
    """A report that is there already is shown at once."""
    import_news(tmp_path)
    report_of()
    made = opened(qtbot, pages)
    qtbot.waitUntil(lambda: made.card.row is not None)
    made.listing.list.setFocus()
    return made


def settled(page: DoubtsPage) -> bool:
    """Whether all is written, and the article shown is the one that is selected."""
    item, row = page.listing.item, page.card.row
    return not page.doubts.busy and item is not None and row is not None and (
        row.number == item.number
    )  # fmt: skip


def type_key(qtbot: QtBot, page: DoubtsPage, key: str | Qt.Key) -> None:
    qtbot.waitUntil(lambda: settled(page))
    if isinstance(key, str):
        QTest.keyClicks(page.listing.list, key)
    else:
        QTest.keyClick(page.listing.list, key)
    qtbot.waitUntil(lambda: settled(page))


def test_what_was_found_is_told_and_the_most_doubtful_label_is_open(page: DoubtsPage) -> None:
    assert page.head.sentence.text() == (
        "3 of 24 labels are probably wrong; a simple linear model that agrees with 88 % of the "
        "labels says so."
    )
    assert page.card.row is not None
    assert page.card.row.number == 5
    assert page.card.progress.text() == "0 of 3 reviewed"
    assert page.card.take.accessibleName() == "Take this section: sport, 93 %"
    assert page.card.keep.accessibleName() == "Keep this label: business, 4 %"
    assert "Title 5" in page.card.text.toPlainText()
    assert "probably sport, 93 %" in page.listing.rows.index(0).data(
        Qt.ItemDataRole.AccessibleTextRole
    )
    assert not page.head.look.isEnabled()


def test_each_key_says_one_thing_and_the_next_label_comes_by_itself(
    page: DoubtsPage, qtbot: QtBot
) -> None:
    type_key(qtbot, page, Qt.Key.Key_Return)
    assert page.listing.item is not None
    assert page.listing.item.number == 2
    type_key(qtbot, page, "2")
    assert page.listing.item.number == 3
    type_key(qtbot, page, "s")
    assert page.card.progress.text() == "2 of 3 reviewed"
    assert section_of(5) == "sport"
    assert section_of(2) == "sport"
    assert section_of(3) == "politics"
    with Store.open() as store:
        dataset = store.datasets.get("news")
        assert dataset is not None
        (line,) = store.datasets.label_history(dataset.id, 5)
    assert (line.from_section, line.to_section) == ("business", "sport")
    assert [item.number for item in page.listing.rows.items if item.settled] == [5, 2]
    qtbot.waitUntil(lambda: "Labels have changed since" in page.head.sentence.text())
    assert page.head.look.isEnabled()
    assert page.head.look.text() == "Look again"


@pytest.mark.parametrize(("keys", "section"), [("3", "politics"), ("4", "world"), ("w", "world"),
                                               ("p", "politics"), ("1", "sport")])  # fmt: skip
def test_another_section_is_a_digit_or_its_first_letter(
    page: DoubtsPage, qtbot: QtBot, keys: str, section: str
) -> None:
    type_key(qtbot, page, keys)
    assert section_of(5) == section


def test_the_menu_and_the_buttons_say_the_same(page: DoubtsPage, qtbot: QtBot) -> None:
    actions = page.card.menu.actions()
    assert [action.text() for action in actions] == ["3   politics", "4   world"]
    actions[1].trigger()
    qtbot.waitUntil(lambda: settled(page) and section_of(5) == "world")
    page.card.take.click()
    qtbot.waitUntil(lambda: settled(page) and section_of(2) == "politics")
    page.card.keep.click()
    qtbot.waitUntil(lambda: page.card.progress.text() == "3 of 3 reviewed")


def test_undo_takes_back_one_verdict_after_the_other_and_returns_to_it(
    page: DoubtsPage, qtbot: QtBot
) -> None:
    for key in ("1", "2"):
        type_key(qtbot, page, key)
    for number, progress in ((2, "1 of 3 reviewed"), (5, "0 of 3 reviewed")):
        QTest.keyClick(page.listing.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda progress=progress: page.card.progress.text() == progress)
        qtbot.waitUntil(lambda: settled(page))
        assert page.listing.item is not None
        assert page.listing.item.number == number
    assert section_of(5) == "business"
    assert not kept_labels()
    assert not page.doubts.stale


def test_a_kept_label_is_not_doubted_again_unless_it_is_asked_for(
    page: DoubtsPage, qtbot: QtBot, pages: list[DoubtsPage]
) -> None:
    type_key(qtbot, page, "2")
    type_key(qtbot, page, "1")
    page.evaluate.doubts.close()
    again = opened(qtbot, pages)
    qtbot.waitUntil(lambda: again.card.row is not None)
    # The report is about labels of which one has changed since: it is found all the same.
    assert again.doubts.stale
    assert [item.number for item in again.listing.rows.items[:2]] == [2, 3]
    assert again.listing.rows.items[0].changed
    assert again.card.progress.text() == "2 of 3 reviewed"
    assert again.listing.kept_button.text() == "Show 1 kept"
    again.listing.kept_button.click()
    assert again.listing.rows.items[0].number == 5
    assert again.listing.kept_button.text() == "Hide 1 kept"


def test_what_was_kept_is_still_kept_when_the_set_has_another_name(
    page: DoubtsPage, qtbot: QtBot, pages: list[DoubtsPage]
) -> None:
    type_key(qtbot, page, "2")
    page.evaluate.doubts.close()
    with Store.open() as store:
        dataset = store.datasets.get("news")
        assert dataset is not None
        store.datasets.rename(dataset.id, "wire")
    again = opened(qtbot, pages)
    qtbot.waitUntil(lambda: again.card.row is not None)
    assert again.doubts.dataset is not None
    assert again.doubts.dataset.name == "wire"
    assert again.listing.kept_button.text() == "Show 1 kept"


def test_near_duplicates_that_disagree_stand_together_until_they_agree(
    page: DoubtsPage, qtbot: QtBot
) -> None:
    page.listing.show_mode("near")
    qtbot.waitUntil(lambda: settled(page))
    assert [item.number for item in page.listing.rows.items] == [7, 8]
    assert page.card.take.code == "world"
    assert page.listing.rows.items[1].suggested == "politics"
    type_key(qtbot, page, "1")
    assert section_of(7) == "world"
    assert all(item.settled for item in page.listing.rows.items)


def test_a_pair_of_sections_narrows_the_list_and_is_lifted(page: DoubtsPage, qtbot: QtBot) -> None:
    page.listing.show_mode("pairs")
    assert page.listing.pairs.index(0).data() == "politics and sport: 2 labels in doubt"
    page.listing.pair_list.setCurrentIndex(page.listing.pairs.index(0))
    QTest.keyClick(page.listing.pair_list, Qt.Key.Key_Return)
    assert [item.number for item in page.listing.rows.items] == [2, 3]
    assert page.listing.pair_chip.text() == "politics and sport  ✕"
    page.listing.pair_chip.click()
    assert len(page.listing.rows.items) == 24


def test_no_key_judges_an_article_that_is_not_shown_yet(page: DoubtsPage, qtbot: QtBot) -> None:
    page.listing._go(1)
    QTest.keyClicks(page.listing.list, "1")
    qtbot.waitUntil(lambda: settled(page))
    assert section_of(2) == "sport"
    assert section_of(5) == "business"


def test_the_article_is_picked_in_the_charts_of_an_evaluation_of_this_set(
    qtbot: QtBot, home: Path, tmp_path: Path, pages: list[DoubtsPage]
) -> None:
    make_model(home / "models")
    import_news(tmp_path, "a-first")
    import_news(tmp_path)
    report_of()
    with Store.open() as store:
        made = evaluate(store, load("tiny"), Material("news", "all"))
    page = opened(qtbot, pages)
    assert page.doubts.dataset is not None
    page.evaluate.opened.open(made)
    qtbot.waitUntil(lambda: page.evaluate.opened.evaluation is not None)
    qtbot.waitUntil(lambda: page.card.row is not None)
    assert page.doubts.dataset.name == "news"
    evaluated = page.evaluate.opened.evaluated
    assert evaluated is not None
    selection = page.evaluate.selection
    page.listing._go(1)
    qtbot.waitUntil(lambda: selection.what == "Row 2, in doubt")
    assert evaluated.keys[selection.mask].tolist() == [2]


def test_labels_are_looked_at_in_a_process_of_its_own_and_again_after_a_change(
    qtbot: QtBot, home: Path, tmp_path: Path, pages: list[DoubtsPage]
) -> None:
    pytest.importorskip("cleanlab")
    import_news(tmp_path, rows=80)
    page = opened(qtbot, pages)
    assert page.doubts.review is None
    page.head.look.click()
    assert page.head.cancel.isVisible()
    qtbot.waitUntil(lambda: page.card.row is not None, timeout=60_000)
    qtbot.waitUntil(lambda: settled(page))
    assert not page.head.cancel.isVisible()
    assert page.card.row is not None
    assert page.card.row.number == 5
    assert page.card.take.code == "sport"
    type_key(qtbot, page, "1")
    qtbot.waitUntil(lambda: page.head.look.isEnabled())
    page.head.look.click()
    qtbot.waitUntil(lambda: not page.doubts.busy and not page.doubts.stale, timeout=60_000)
    assert page.doubts.review is not None
    assert not any(item.number == 5 and item.found for item in page.doubts.review.items)


@pytest.mark.parametrize(
    ("rows", "labels", "kind"),
    [(8, CODES, "too_few_labels"), (20, ["sport"], "one_section"), (20, [""], "too_few_labels")],
)
def test_where_nothing_can_be_told_it_is_said(
    qtbot: QtBot, home: Path, tmp_path: Path, pages: list[DoubtsPage], rows: int,
    labels: list[str], kind: str,
) -> None:  # fmt: skip
    pytest.importorskip("cleanlab")
    lines = [{"title": f"T {i}", "body": text(i), "label": labels[i % len(labels)]}
             for i in range(rows)]  # fmt: skip
    import_rows(lines, tmp_path, "few")
    page = opened(qtbot, pages)
    met: list[Problem] = []
    page.doubts.failed.connect(met.append)
    page.head.look.click()
    qtbot.waitUntil(lambda: bool(met) and not page.doubts.looking, timeout=60_000)
    assert met[0].kind == kind
    assert page.head.sentence.text() == str(met[0])
    assert page.head.look.isEnabled()


def test_a_process_that_dies_is_told_and_can_be_started_again(
    qtbot: QtBot, home: Path, tmp_path: Path, pages: list[DoubtsPage]
) -> None:
    import_news(tmp_path)
    page = opened(qtbot, pages)
    met: list[Problem] = []
    page.doubts.failed.connect(met.append)
    page.head.look.click()
    child = page.doubts._request._child
    assert child is not None
    process = child._process
    assert process is not None
    qtbot.waitUntil(lambda: process.processId() > 0)
    os.kill(process.processId(), signal.SIGKILL)
    qtbot.waitUntil(lambda: bool(met), timeout=20_000)
    assert met[0].kind == "worker_died"
    assert not page.doubts.looking
    assert page.head.look.isVisible()


def test_a_cancelled_look_leaves_nothing_behind(
    qtbot: QtBot, home: Path, tmp_path: Path, pages: list[DoubtsPage]
) -> None:
    pytest.importorskip("cleanlab")
    import_news(tmp_path, rows=80)
    page = opened(qtbot, pages)
    page.head.look.click()
    page.head.cancel.click()
    qtbot.waitUntil(lambda: not page.doubts.looking, timeout=60_000)
    assert page.doubts.review is None
    assert not list((home / "cache").glob("doubts/*.json"))


def test_a_set_that_goes_meanwhile_leaves_an_empty_page(page: DoubtsPage, qtbot: QtBot) -> None:
    dataset = page.doubts.dataset
    assert dataset is not None
    page.evaluate.session.datasets.remove(dataset)
    qtbot.waitUntil(lambda: page.doubts.dataset is None)
    qtbot.waitUntil(lambda: not page.doubts.sets)
    assert not page.head.isVisible()
    assert page.doubts.review is None


def test_a_row_that_is_gone_says_so_and_is_not_judged(page: DoubtsPage, qtbot: QtBot) -> None:
    assert page.listing.item is not None
    page._take(page.listing.item, None)
    assert page.card.caption.text() == "Row 5 is not in the data set any more."
    QTest.keyClicks(page.listing.list, "1")
    qtbot.waitUntil(lambda: not page.doubts.busy)
    assert section_of(5) == "business"
