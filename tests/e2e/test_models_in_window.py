"""Several models in the real window: one beside the other, together, and filing by themselves."""

from __future__ import annotations

from pathlib import Path

from models_made import make_model
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from window_driver import Script, drive, drop, files

from newsdesk.core import paths
from newsdesk.core.filing import FilingCurve, FilingPoint
from newsdesk.store.records import InboxQuery
from newsdesk.ui.desk.models.ensemble_dialog import EnsembleDialog
from newsdesk.ui.desk.models.filing_dialog import FilingDialog
from newsdesk.ui.main_window import MainWindow

CURVES = (FilingCurve("sport", 30, (FilingPoint(0.5, 30, 1),)),)


def dialog_of(kind: type) -> object:
    """The dialog of this kind that is open, if any."""
    found = (w for w in QApplication.topLevelWidgets() if isinstance(w, kind) and w.isVisible())
    return next(found, None)


def pick(window: MainWindow, name: str) -> None:
    card = next(card for card in window.session.models.cards if card.name == name)
    window.desk.toolbar.picker.picked.emit(card)


def test_two_models_answer_side_by_side_then_together_and_file_by_themselves(
    tmp_path: Path,
) -> None:
    make_model(paths.installed_models(), "one", filing=CURVES)
    make_model(paths.installed_models(), "two", order=("sport", "health", "business"))
    for n in range(3):
        (tmp_path / f"sport {n}.txt").write_text(f"Final {n}\n\n" + "goal match team coach " * 9)
    (tmp_path / "bank.txt").write_text("Shares\n\n" + "bank market shares profit " * 9)

    def script(window: MainWindow) -> Script:
        desk, session = window.desk, window.session
        store, picker = session.store, desk.toolbar.picker

        def answered(model: str) -> bool:
            return store.articles.counts(model).to_decide == 4

        yield lambda: session.desk.model is not None
        pick(window, "one")
        drop(window, files(tmp_path))
        yield lambda: answered("one")

        picker.second_picked.emit(next(card for card in session.models.cards if card.name == "two"))
        yield lambda: answered("two")
        assert "beside: two" in picker.accessibleName()
        assert not len(store.articles.listing(InboxQuery("one", beside="two", differs=True)))

        desk.models.open_ensemble()
        yield lambda: dialog_of(EnsembleDialog) is not None
        dialog = dialog_of(EnsembleDialog)
        assert isinstance(dialog, EnsembleDialog)
        dialog.name.setText("both")
        for place in range(dialog.list.count()):
            item = dialog.list.item(place)
            if item.data(Qt.ItemDataRole.UserRole) in ("one", "two"):
                item.setCheckState(Qt.CheckState.Checked)
        dialog.accept()
        yield lambda: answered("both")
        assert session.desk.model is not None
        assert session.desk.model.name == "both", "a new ensemble is put on the desk"
        assert session.models.second is None, "a member cannot stand beside it"

        pick(window, "one")
        yield lambda: session.desk.model is not None and session.desk.model.name == "one"
        QTest.keyClick(desk.inbox.list, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
        yield lambda: dialog_of(FilingDialog) is not None
        filing = dialog_of(FilingDialog)
        assert isinstance(filing, FilingDialog)
        yield lambda: "Of 4 open articles here, 3 would be filed." in filing.open_line.text()
        filing.switch.setChecked(True)
        filing.accept()
        yield lambda: window.strip.text.startswith("one files by itself in ")
        assert store.articles.counts("one").filed == 3
        window.background.undo()
        yield lambda: store.articles.counts("one").filed == 0
        picker.second_picked.emit(next(card for card in session.models.cards if card.name == "two"))

    drive(script)

    def again(window: MainWindow) -> Script:
        yield lambda: window.session.models.second is not None
        assert window.session.models.second is not None
        assert window.session.models.second.name == "two", "the second model is remembered"

    drive(again)
