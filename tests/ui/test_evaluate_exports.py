"""Charts and reports as files: they open, carry Chinese, and nothing is left of a failure."""

from __future__ import annotations

import csv
import errno
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from evaluated_made import made
from lxml import etree
from PySide6.QtCore import QByteArray, QSizeF
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from newsdesk.analysis.figures import figures_of
from newsdesk.analysis.learning import LearningCurve, LearningPoint
from newsdesk.core.errors import NewsdeskError
from newsdesk.core.evaluation import Evaluation, Material
from newsdesk.core.section import Section
from newsdesk.ui.app import make_application
from newsdesk.ui.evaluate.exporting import ChartMenu, export_chart
from newsdesk.ui.evaluate.exporting import files as chart_files
from newsdesk.ui.evaluate.exporting.content import Content, Side, Sides, content_of
from newsdesk.ui.evaluate.exporting.files import file_name, png_of, svg_of
from newsdesk.ui.evaluate.exporting.html import html_of
from newsdesk.ui.evaluate.exporting.pages import pdf_of
from newsdesk.ui.evaluate.exporting.report import (
    Charts,
    Grid,
    Heading,
    Paragraph,
    report_of,
    title_of,
)
from newsdesk.ui.evaluate.exporting.writing import KINDS, Export
from newsdesk.ui.theme import LIGHT

CHINESE = ("政治", "社會", "體育", "娛樂", "地方", "生活", "國際", "新奇")
LEARNED = LearningCurve(
    (LearningPoint(25, 0.5, 0.4, 0.6), LearningPoint(50, 0.7, 0.65, 0.72)), 50, 20, ""
)


@pytest.fixture(autouse=True)
def _application() -> None:
    make_application()


def side(model: str = "starter", articles: int = 300, sections: int = 6, seed: int = 1) -> Side:
    evaluated = made(articles, sections, seed=seed)
    named = tuple(
        Section(section.code, {"en": CHINESE[i]}) if i < len(CHINESE) else section
        for i, section in enumerate(evaluated.sections)
    )
    titles = ["=HYPERLINK(1)", "<b>各車站</b> & more", *evaluated.titles[2:]]
    evaluated = replace(evaluated, sections=named, titles=titles[:articles])
    figures = figures_of(evaluated.codes, evaluated.truth, evaluated.probabilities, 50)
    now = datetime(2026, 5, 3, 12, tzinfo=UTC)
    evaluation = Evaluation(
        seed, model, "a" * 32, Material("新聞"), "b" * 32, named, "done", articles, articles,
        articles, {"weather": 12}, figures.accuracy, figures.macro_f1, now, now, None, None,
    )  # fmt: skip
    return Side(evaluation, evaluated, figures)


def sides(sections: int = 6, against: bool = False, articles: int = 300) -> Sides:
    other = side("other", articles, sections, seed=2) if against else None
    return Sides(side(articles=articles, sections=sections), other, LEARNED, [])


@pytest.fixture
def content() -> Content:
    return content_of(sides(against=True))


@pytest.mark.parametrize("sections", [2, 17, 60])
def test_every_chart_is_drawn_in_every_kind(sections: int) -> None:
    found = content_of(sides(sections, against=sections == 17))
    assert len(found.charts) >= 9
    for chart in found.charts:
        drawn = svg_of(chart)
        assert QSvgRenderer(QByteArray(drawn)).isValid()
        image = QImage.fromData(png_of(chart))
        assert abs(image.width() - 2 * chart.size().width()) <= 1
        header, rows = chart.table()
        assert rows
        assert {len(row) for row in rows} == {len(header)}
        # Something is drawn on it, not only the ground.
        colours = {image.pixel(x, y) for x in range(0, image.width(), 3)
                   for y in range(0, image.height(), 7)}  # fmt: skip
        assert len(colours) > 3


def test_an_svg_carries_chinese_names_as_text(content: Content, tmp_path: Path) -> None:
    path = tmp_path / "矩陣.svg"
    export_chart(content.matrices[0], path)
    assert "政治" in path.read_text(encoding="utf-8")
    assert QSvgRenderer(str(path)).isValid()
    assert [each.name for each in tmp_path.iterdir()] == ["矩陣.svg"]


def test_a_png_has_twice_the_size(content: Content, tmp_path: Path) -> None:
    export_chart(content.plots[0], tmp_path / "a.png")
    image = QImage(str(tmp_path / "a.png"))
    assert image.size() == (content.plots[0].size() * 2).toSize()
    assert image.pixelColor(1, image.height() - 2) == QColor(LIGHT.panel)


def test_data_comes_back_from_csv_in_full(content: Content, tmp_path: Path) -> None:
    chart = content.matrices[0]
    export_chart(chart, tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    with (tmp_path / "a.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    header, wanted = chart.table()
    assert rows[0][: len(header)] == list(header)
    assert [row[1] for row in rows[1:]] == list(CHINESE[:6])
    counts = [[int(cell) for cell in row[2:8]] for row in rows[1:]]
    assert counts == [list(row[2:8]) for row in wanted]


def test_an_older_file_stays_unless_it_may_go(content: Content, tmp_path: Path) -> None:
    for ending in (".svg", ".csv"):
        path = tmp_path / f"a{ending}"
        path.write_text("older")
        with pytest.raises(NewsdeskError) as caught:
            export_chart(content.plots[0], path)
        assert caught.value.problem.kind == "target_exists"
        assert path.read_text() == "older"
        export_chart(content.plots[0], path, replace=True)
        assert path.read_bytes() != b"older"


@pytest.mark.parametrize("ending", [".svg", ".png", ".csv"])
def test_a_missing_folder_is_said(content: Content, tmp_path: Path, ending: str) -> None:
    with pytest.raises(NewsdeskError) as caught:
        export_chart(content.plots[0], tmp_path / "gone" / f"a{ending}")
    assert caught.value.problem.kind == "no_folder"


@pytest.mark.parametrize("ending", [".svg", ".png", ".csv"])
def test_a_full_disk_is_said_and_leaves_nothing(
    content: Content, tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, *args: object, **values: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(NewsdeskError) as caught:
        export_chart(content.plots[0], tmp_path / f"a{ending}")
    assert caught.value.problem.kind == "disk_full"
    assert not list(tmp_path.iterdir())


def test_an_unknown_ending_is_said(content: Content, tmp_path: Path) -> None:
    with pytest.raises(NewsdeskError) as caught:
        export_chart(content.plots[0], tmp_path / "a.gif")
    assert ".svg, .png or .csv" in str(caught.value)


def test_names_of_files_keep_their_script() -> None:
    assert file_name("starter on 新聞 · test", "Матрица: A/B") == "starter-on-新聞-test-матрица-a-b"
    assert file_name("../..") == "chart"


def test_the_html_report_is_one_file_that_needs_no_other(content: Content) -> None:
    text = html_of(title_of(content), report_of(content))
    tree = etree.fromstring(text.encode(), etree.HTMLParser(recover=False, huge_tree=True))
    assert tree.get("lang") == "en"
    drawn = tree.findall(".//svg")
    assert len(drawn) == 2 + len(content.plots)  # the matrix, and both models side by side
    assert not tree.findall(".//script")
    assert not tree.findall(".//link")
    assert not re.search(r'(src|href)="(?!#)', text)
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    told = " ".join(tree.itertext())
    for wanted in ("政治", "Macro-F1", "12 articles of the section weather", "Held against"):
        assert wanted in told
    assert "<b>各車站</b>" not in text


def test_the_pdf_report_has_pages_with_text(content: Content, tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    path = tmp_path / "report.pdf"
    path.write_bytes(pdf_of(title_of(content), report_of(content)))
    pages = pypdf.PdfReader(path).pages
    texts = ["".join(page.extract_text().split()) for page in pages]
    assert 3 <= len(pages) <= 12
    for number, text in enumerate(texts, 1):
        assert f"{number}/{len(pages)}" in text
    whole = "".join(texts)
    for wanted in ("Evaluationofstarter", "政治", "Macro-F1", "Howitwascomputed"):
        assert wanted in whole
    wide, high = (float(side) * 25.4 / 72 for side in pages[0].mediabox[2:])
    assert (round(wide), round(high)) == (210, 297)


def test_everything_is_exported_into_a_folder_of_its_own(tmp_path: Path) -> None:
    export = Export(sides(), tmp_path, KINDS)
    told: list[tuple[int, int]] = []
    assert not export.replaces
    number = export.write(lambda done, total: told.append((done, total)))
    files = [path for path in export.folder.rglob("*") if path.is_file()]
    assert len(files) == number
    assert told[-1][0] == told[-1][1]
    assert {path.name for path in export.folder.iterdir()} == {
        "report.html", "report.pdf", "charts", "data",
    }  # fmt: skip
    assert (export.folder / "data" / "answers.csv").is_file()
    assert export.replaces
    assert [path.name for path in tmp_path.iterdir()] == [export.folder.name]


@pytest.mark.parametrize("step", [0, 1, 4])
def test_a_cancelled_export_leaves_nothing(tmp_path: Path, step: int) -> None:
    export = Export(sides(), tmp_path, KINDS)
    calls = iter(range(100))

    def check() -> None:
        if next(calls) == step:
            raise NewsdeskError("cancelled", "")

    with pytest.raises(NewsdeskError):
        export.write(check=check)
    assert not list(tmp_path.iterdir())


def test_many_answers_are_written_with_progress_and_cancelled_between_them(tmp_path: Path) -> None:
    many = Export(sides(articles=2_000), tmp_path, ("data",))
    told: list[float] = []
    many.write(lambda done, total: told.append(done / total))
    assert told == sorted(told)
    # The answers are one of many steps, and are told in four.
    assert len({part for part in told if 0 < part < 1 / 8}) >= 3
    stopped = Export(sides(articles=2_000), tmp_path / "again", ("data",))
    (tmp_path / "again").mkdir()

    def check() -> None:
        if stopped_at and stopped_at[-1] > 0:
            raise NewsdeskError("cancelled", "")

    stopped_at: list[float] = []
    with pytest.raises(NewsdeskError):
        stopped.write(lambda done, total: stopped_at.append(done / total), check)
    assert 0 < stopped_at[-1] < 1 / 8
    assert not list((tmp_path / "again").iterdir())


def test_a_disk_that_fills_while_exporting_is_said_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> bytes:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("newsdesk.ui.evaluate.exporting.writing.pdf_of", full)
    with pytest.raises(NewsdeskError) as caught:
        Export(sides(), tmp_path, KINDS).write()
    assert caught.value.problem.kind == "disk_full"
    assert not list(tmp_path.iterdir())


def test_an_export_into_a_folder_that_is_gone_is_said(tmp_path: Path) -> None:
    with pytest.raises(NewsdeskError) as caught:
        Export(sides(), tmp_path / "gone", KINDS).write()
    assert caught.value.problem.kind == "no_folder"


class Square:
    """The least chart that there is."""

    title = "Square 政"

    def size(self) -> QSizeF:
        return QSizeF(20, 10)

    def paint(self, painter: QPainter, size: QSizeF, tokens: object) -> None:
        painter.fillRect(2, 2, 5, 5, QColor("red"))

    def table(self) -> tuple[list[str], list[list[object]]]:
        return ["a", "b"], [[1, "=2+3"], [2.5, None]]


def test_the_menu_saves_copies_and_says_what_it_did(qtbot: QtBot, tmp_path: Path) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    said: list[str] = []
    menu = ChartMenu(Square, said.append, widget)
    menu.save(tmp_path / "a.csv")
    assert said == [f"Saved as {tmp_path / 'a.csv'}"]
    with (tmp_path / "a.csv").open(encoding="utf-8-sig", newline="") as file:
        assert [row[:2] for row in csv.reader(file)] == [["a", "b"], ["1", "'=2+3"], ["2.5", ""]]
    menu.save(tmp_path / "a.csv")
    assert "already there" in said[-1]
    menu.copy_picture()
    assert QGuiApplication.clipboard().image().width() == 40
    assert "copied" in said[-1]


def test_the_menu_is_dead_while_there_is_no_chart(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    none: Callable[[], None] = lambda: None  # noqa: E731
    menu = ChartMenu(none, lambda text: None, widget)
    menu.aboutToShow.emit()
    assert not any(action.isEnabled() for action in menu.actions())
    menu.save(Path("never"))


def test_huge_charts_are_still_pictures() -> None:
    class Wall(Square):
        def size(self) -> QSizeF:
            return QSizeF(12_000, 40)

    image = chart_files.picture_of(Wall())
    assert image.width() == 16_384


def test_a_report_against_another_model_says_which_is_better(content: Content) -> None:
    assert content.forest is not None
    assert content.forest.models == [content.sides.shown.evaluation.model, "other"]
    blocks = report_of(content)
    first, second = content.forest.models
    place = blocks.index(Heading(f"{second} against {first}"))
    verdict, told, table, drawn = blocks[place + 1 : place + 5]
    assert isinstance(verdict, Paragraph)
    assert second in verdict.text
    assert isinstance(told, Paragraph)
    assert "in common to both" in told.text
    assert isinstance(table, Grid)
    assert all("of resamples" in row[1] for row in table.rows)
    assert isinstance(drawn, Charts)
    assert drawn.charts == [content.forest]
    assert "paired bootstrap" in html_of("", blocks)
    alone = report_of(content_of(sides()))
    assert not any("against" in block.text for block in alone if isinstance(block, Heading))
