"""A dropped article gets its section: the real program, the real model, a home of its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import documents_made as made
import msgspec
import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from window_driver import Script, drive, drop, drop_on, files

from newsdesk.__main__ import main
from newsdesk.core.article import Article
from newsdesk.store.records import InboxRow
from newsdesk.ui.desk import ColumnsDialog
from newsdesk.ui.main_window import MainWindow

Maker = Callable[[Path, Article], Path]
MAKERS: dict[str, Maker] = {
    "txt": made.make_txt,
    "html": made.make_html,
    "docx": made.make_docx,
    "pdf": made.make_pdf,
    "eml": made.make_eml,
    "csv": lambda folder, article: made.make_csv(folder, [article]),
    "jsonl": lambda folder, article: made.make_jsonl(folder, [article]),
}


def rows(window: MainWindow) -> list[InboxRow]:
    desk = window.session.desk
    return desk.rows(desk.query(), 0, 1000)


def settled(window: MainWindow, articles: int) -> Callable[[], bool]:
    """True once so many rows are in the inbox and none of them waits."""

    def check() -> bool:
        session = window.session
        busy = session.intake.state.running or session.classification.state.running
        counts = session.desk.counts()
        return counts.all >= articles and counts.waiting == 0 and not busy

    return check


def classify_json(capfd: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, object]]:
    capfd.readouterr()
    main(["classify", "--json", *arguments])
    return [json.loads(line) for line in capfd.readouterr().out.splitlines()]


def test_every_kind_of_file_gets_the_same_section_in_window_and_command(
    news_data: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    lines = (news_data / "bbc" / "bbc.jsonl").read_bytes().splitlines()
    original = next(row for row in map(msgspec.json.decode, lines) if row["label"] == "sport")
    article = Article(title=original["title"], body=original["body"])
    paths = [make(tmp_path, article) for make in MAKERS.values()]
    answers = classify_json(capfd, *map(str, paths))
    assert [answer["section"] for answer in answers] == ["sport"] * len(MAKERS)
    found: dict[str, str | None] = {}

    def script(window: MainWindow) -> Script:
        drop(window, files(*paths))
        yield settled(window, len(paths))
        found.update({Path(row.source).suffix: row.section for row in rows(window)})

    drive(script)
    assert found == {path.suffix: "sport" for path in paths}


def test_sample_articles_are_one_click_away_and_keep_their_covers() -> None:
    def script(window: MainWindow) -> Script:
        QTest.mouseClick(window.desk.samples_button, Qt.MouseButton.LeftButton)
        yield settled(window, 12)
        shown = rows(window)
        assert len(shown) == 12
        assert sum(row.cover_digest is not None for row in shown) >= 8
        foreign = [row for row in shown if Path(row.source).stem.endswith(("-zh-hant", "-ru"))]
        assert [row.abstains for row in foreign] == [True, True]
        assert all(row.state == "to_decide" for row in shown if row not in foreign)
        opened = window.session.desk.open(shown[0].id)
        assert opened is not None
        assert opened.cover is not None
        assert opened.prediction is not None
        assert sum(score.p for score in opened.prediction.scores) == pytest.approx(1)

    drive(script)


def test_a_bad_file_says_why_and_stops_no_other(tmp_path: Path) -> None:
    good = made.make_txt(tmp_path)
    bad = tmp_path / "scan.pdf"
    bad.write_bytes(b"%PDF-1.4\n garbage")
    picture = tmp_path / "alone.jpg"
    picture.write_bytes(made.picture(kind="JPEG"))

    def script(window: MainWindow) -> Script:
        drop(window, files(bad, good, picture))
        yield settled(window, 3)
        by_name = {Path(row.source).name: row for row in rows(window)}
        assert by_name[good.name].section is not None
        problem = by_name["scan.pdf"].problem
        assert problem is not None
        assert "scan.pdf" in problem.message
        assert problem.remedy
        assert "Traceback" not in str(problem)
        assert by_name["alone.jpg"].problem is not None
        window.desk.inbox.pick(by_name["scan.pdf"].id)
        assert "scan.pdf" in window.desk.article.heading

    drive(script)


def test_pasted_text_becomes_an_article() -> None:
    def script(window: MainWindow) -> Script:
        QGuiApplication.clipboard().setText(f"{made.SAMPLE.title}\n\n{made.SAMPLE.body}")
        window.paste()
        yield settled(window, 1)
        assert [row.title for row in rows(window)] == [made.SAMPLE.title]
        assert window.desk.article.heading == made.SAMPLE.title

    drive(script)


def test_a_picture_dropped_on_the_open_article_becomes_its_cover(tmp_path: Path) -> None:
    article, cover = made.make_txt(tmp_path), tmp_path / "elsewhere.png"
    cover.write_bytes(made.picture())

    def script(window: MainWindow) -> Script:
        drop(window, files(article))
        yield settled(window, 1)
        assert rows(window)[0].cover_digest is None
        drop(window, files(cover))
        yield lambda: rows(window)[0].cover_digest is not None
        mime = QMimeData()
        image = QImage(64, 48, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.red)
        mime.setImageData(image)
        before = rows(window)[0].cover_digest
        drop(window, mime)
        yield lambda: rows(window)[0].cover_digest != before
        yield settled(window, 1)
        window.session.desk.undo_stack.undo()
        assert rows(window)[0].cover_digest == before
        yield settled(window, 1)

    drive(script)


def test_a_refused_drop_says_why() -> None:
    def script(window: MainWindow) -> Script:
        drop(window, QMimeData())
        assert "Open" in window.strip.text
        mime = QMimeData()
        mime.setUrls(["https://example.org/story"])
        mime.setText("https://example.org/story")
        drop(window, mime)
        assert "internet" in window.strip.text
        yield lambda: True

    drive(script)


def test_cancel_keeps_what_was_read_and_ends_soon(tmp_path: Path) -> None:
    for number in range(3000):
        (tmp_path / f"{number:04}.txt").write_text(f"Title {number}\n\n{made.SAMPLE.body}")

    def script(window: MainWindow) -> Script:
        drop(window, files(tmp_path))
        yield lambda: window.session.desk.counts().all > 0 and window.strip.reading.isVisible()
        window.strip.reading.cancel_button.click()
        yield lambda: not window.session.intake.state.running
        window.session.classification.cancel()
        kept = window.session.desk.counts().all
        assert 0 < kept < 3000
        assert "stopped" in window.strip.text
        yield lambda: not window.session.classification.state.running

    drive(script)


def test_what_was_decided_and_read_is_there_at_the_next_start(tmp_path: Path) -> None:
    path = made.make_txt(tmp_path)

    def first(window: MainWindow) -> Script:
        yield settled(window, 1)
        yield window.desk.sections.confirm.isEnabled
        QTest.keyClick(window, Qt.Key.Key_Return)
        assert rows(window)[0].state == "decided"

    def second(window: MainWindow) -> Script:
        yield lambda: window.session.classification.state.loaded
        (row,) = rows(window)
        assert row.state == "decided"

    drive(first, str(path))
    drive(second)


def test_digits_decide_and_undo_takes_back(tmp_path: Path) -> None:
    made.make_txt(tmp_path, name="a")
    made.make_txt(tmp_path, name="b")

    def script(window: MainWindow) -> Script:
        drop(window, files(tmp_path))
        yield settled(window, 2)
        first, second = rows(window)
        window.desk.inbox.pick(first.id)
        QTest.keyClick(window.desk.inbox.list, Qt.Key.Key_5)
        assert rows(window)[0].section == window.desk.sections.section_at(5)
        assert window.desk.inbox.current == second.id
        QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert rows(window)[0].state == "to_decide"
        window.session.desk.undo_stack.redo()
        assert rows(window)[0].state == "decided"
        window.desk.remove([second.id])
        assert len(rows(window)) == 1
        window.session.desk.undo_stack.undo()
        assert len(rows(window)) == 2

    drive(script)


def test_search_finds_and_an_empty_answer_says_so(tmp_path: Path) -> None:
    made.make_txt(tmp_path)

    def script(window: MainWindow) -> Script:
        drop(window, files(tmp_path))
        yield settled(window, 1)
        window.desk.toolbar.search.setText("harbour")
        yield lambda: window.desk.inbox.model.query.search == "harbour"
        assert window.desk.inbox.model.rowCount() == 1
        window.desk.toolbar.search.setText("nowhere to be found")
        yield lambda: window.desk.inbox.model.rowCount() == 0
        assert "nowhere" in window.desk.inbox.nothing_text

    drive(script)


def test_a_table_says_which_column_is_what_and_can_be_read_another_way(tmp_path: Path) -> None:
    table = tmp_path / "wire.csv"
    table.write_text(
        "kicker,headline,text\n"
        f'"Harbour","{made.SAMPLE.title}","The bridge opened to traffic on Monday morning."\n'
        '"Council","A tramline is voted down","The council met until midnight on Tuesday."\n'
    )

    def script(window: MainWindow) -> Script:
        drop(window, files(table))
        yield settled(window, 2)
        assert "headline" in window.strip.text
        assert next(row.title for row in rows(window)) == made.SAMPLE.title
        window.strip.action("Change columns…").click()
        yield lambda: window.findChild(ColumnsDialog) is not None
        dialog = window.findChild(ColumnsDialog)
        assert isinstance(dialog, ColumnsDialog)
        dialog.choice("title").setCurrentText("kicker")
        dialog.accept()
        yield lambda: [row.title for row in rows(window)] == ["Harbour", "Council"]
        yield settled(window, 2)

    drive(script)


def test_a_guessed_encoding_is_said_and_can_be_changed(tmp_path: Path) -> None:
    path = tmp_path / "wire.txt"
    path.write_bytes("Мост открыт\n\nМост открыли в понедельник после ремонта.".encode("koi8-r"))

    def script(window: MainWindow) -> Script:
        drop(window, files(path))
        yield settled(window, 1)
        opened = window.session.desk.open(rows(window)[0].id)
        assert opened is not None
        assert any(notice.kind.startswith("encoding") for notice in opened.article.notices)
        window.desk.sections.encoding_asked.emit("cp1251")
        yield lambda: rows(window)[0].title != "Мост открыт"
        window.desk.sections.encoding_asked.emit("koi8-r")
        yield lambda: rows(window)[0].title == "Мост открыт"
        yield settled(window, 1)

    drive(script)


def test_a_drop_over_the_search_field_or_the_text_is_an_article_too(tmp_path: Path) -> None:
    one, two = made.make_txt(tmp_path, name="one"), made.make_txt(tmp_path, name="two")

    def script(window: MainWindow) -> Script:
        drop_on(window, window.desk.toolbar.search, files(one))
        yield settled(window, 1)
        assert window.desk.toolbar.search.text() == ""
        drop_on(window, window.desk.article.body_area, files(two))
        yield settled(window, 2)

    drive(script)


def test_undo_takes_back_the_decision_before_the_articles(tmp_path: Path) -> None:
    for number in range(600):
        made.make_txt(tmp_path, name=f"{number:03}")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4 garbage")

    def script(window: MainWindow) -> Script:
        drop(window, files(tmp_path))
        yield lambda: any(row.state == "to_decide" for row in rows(window))
        decided = next(row for row in rows(window) if row.state == "to_decide")
        window.desk.inbox.pick(decided.id)
        yield window.desk.sections.confirm.isEnabled
        window.desk.sections.confirm_first()
        yield lambda: not window.session.intake.state.running
        window.session.classification.cancel()
        window.background.undo()
        assert "Decided" in window.strip.text
        assert window.session.desk.counts().decided == 0
        window.background.undo()
        assert window.session.desk.counts().all == 0
        yield lambda: not window.session.classification.state.running

    drive(script)


def test_enter_keeps_what_was_decided(tmp_path: Path) -> None:
    path = made.make_txt(tmp_path)

    def script(window: MainWindow) -> Script:
        drop(window, files(path))
        yield settled(window, 1)
        yield window.desk.sections.confirm.isEnabled
        QTest.keyClick(window, Qt.Key.Key_5)
        QTest.keyClick(window, Qt.Key.Key_Return)
        QTest.keyClick(window, Qt.Key.Key_Return)
        (row,) = rows(window)
        assert row.section == window.desk.sections.section_at(5)
        assert len(window.session.store.decisions.history(row.id)) == 1

    drive(script)


def test_a_selection_stays_with_its_articles(tmp_path: Path) -> None:
    for name in "abcdef":
        made.make_txt(tmp_path, name=name)

    def script(window: MainWindow) -> Script:
        drop(window, files(tmp_path))
        yield settled(window, 6)
        window.desk.inbox.set_state("to_decide")
        yield lambda: window.desk.inbox.settled
        chosen = [row.id for row in rows(window)[2:5]]
        window.desk.inbox.select(chosen)
        window.session.desk.decide(chosen[1], "sport")
        assert window.desk.inbox.selected() == [chosen[0], chosen[2]]
        yield lambda: True

    drive(script)


def test_what_could_not_be_read_takes_no_cover(tmp_path: Path) -> None:
    broken, cover = tmp_path / "broken.pdf", tmp_path / "cover.png"
    broken.write_bytes(b"%PDF-1.4 garbage")
    cover.write_bytes(made.picture())

    def script(window: MainWindow) -> Script:
        drop(window, files(broken))
        yield settled(window, 1)
        drop(window, files(cover))
        assert "cannot have a cover" in window.strip.text
        assert not window.desk.sections.confirm.isEnabled()
        yield lambda: True

    drive(script)
