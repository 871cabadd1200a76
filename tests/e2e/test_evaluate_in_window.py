"""From a cell of the matrix to its articles, to a label put right, and back: the real window."""

from __future__ import annotations

from pathlib import Path

from datasets_made import import_rows, section_of, text
from models_made import make_model
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from window_driver import Script, drive

from newsdesk.analysis.evaluating import evaluate
from newsdesk.core import paths
from newsdesk.core.evaluation import Material
from newsdesk.engine.loading import load
from newsdesk.store import Store
from newsdesk.ui.evaluate import EvaluateScreen
from newsdesk.ui.evaluate.matrix import MatrixPage
from newsdesk.ui.main_window import MainWindow

WORDS = {"business": "bank shares profit market", "health": "doctor clinic vaccine nurse",
         "sport": "goal match team coach"}  # fmt: skip
CODES = list(WORDS)
WRONG = "各車站首日秩序良好"


def evaluated(folder: Path) -> None:
    """Thirty articles in a data set, one of sport labelled business; and a model's answers."""
    make_model(paths.installed_models())
    rows = [
        {"title": f"Title {i}", "body": f"{WORDS[CODES[i % 3]]} {text(i)}", "label": CODES[i % 3]}
        for i in range(30)
    ]
    rows[2] |= {"title": WRONG, "label": "business"}
    import_rows(rows, folder)
    with Store.open() as store:
        evaluate(store, load("tiny"), Material("news", "all"))


def test_a_wrong_label_is_found_in_the_matrix_and_put_right(tmp_path: Path) -> None:
    evaluated(tmp_path)

    def script(window: MainWindow) -> Script:
        window.show_place("evaluate")
        screen = window.places.currentWidget()
        assert isinstance(screen, EvaluateScreen)
        panel, service = screen.articles, window.session.evaluate
        page = screen.pages["Matrix"]
        assert isinstance(page, MatrixPage)
        yield lambda: service.opened.evaluated is not None and not service.matrix.busy

        view = page.grid.view
        cell = view.visualRect(view.cells.index(0, 2)).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=cell)
        yield lambda: len(panel.listed) == 1 and not panel.listed.busy
        assert service.selection.what == "Business → Sport"
        assert str(panel.model.index(0).data()) == WRONG

        panel.list.setFocus()
        QTest.keyClick(panel.list, Qt.Key.Key_Return)
        assert panel.reads
        yield lambda: not panel.listed.busy
        QTest.keyClick(panel.reader, Qt.Key.Key_3)
        yield lambda: section_of(3) == "sport"
        yield lambda: not window.session.datasets.busy
        QTest.keyClick(panel.reader, Qt.Key.Key_Escape)
        assert not panel.reads
        window.shortcuts.do("undo")
        yield lambda: section_of(3) == "business"
        yield lambda: not (window.session.datasets.busy or panel.listed.busy)

    drive(script)


def test_points_picked_in_a_plot_are_the_articles_listed_and_marked(tmp_path: Path) -> None:
    evaluated(tmp_path)

    def script(window: MainWindow) -> Script:
        window.session.settings.set_text("evaluate/placed_by", "pca")
        window.show_place("evaluate")
        screen = window.places.currentWidget()
        assert isinstance(screen, EvaluateScreen)
        service, plot = window.session.evaluate, screen.scatter.plots["text"]
        yield lambda: len(plot.canvas.scene.points) == 30
        canvas = plot.canvas
        QTest.keyClick(canvas, Qt.Key.Key_B)
        area = QRectF(canvas.rect())
        for place, act in (
            (QPointF(2, 2), QTest.mousePress),
            (area.center(), QTest.mouseMove),
            (area.bottomRight() - QPointF(3, 3), QTest.mouseMove),
            (area.bottomRight() - QPointF(3, 3), QTest.mouseRelease),
        ):
            if act is QTest.mouseMove:
                act(canvas, place.toPoint())
            else:
                act(canvas, Qt.MouseButton.LeftButton, pos=place.toPoint())
        yield lambda: int(service.selection.mask.sum()) == 30
        yield lambda: len(screen.articles.listed) == 30
        QTest.keyClick(canvas, Qt.Key.Key_Escape)
        yield lambda: not service.selection.mask.any()

    drive(script)
