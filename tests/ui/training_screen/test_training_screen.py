"""The training screen as a whole: its first sight, its dialog, and what belongs to a job."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLineEdit
from pytestqt.qtbot import QtBot
from training_screen_made import MEMORY, add

from newsdesk.core import paths
from newsdesk.core.errors import Problem
from newsdesk.core.job import JobResult
from newsdesk.core.manifest import Metric
from newsdesk.core.recipes import FinetuneSpec, ScheduleSpec, TuningSpec, write_recipe
from newsdesk.services.training_extra import Installation, InstallCommand
from newsdesk.store import Store
from newsdesk.ui.main_window import MainWindow
from newsdesk.ui.training import TrainingScreen
from newsdesk.ui.training.words import clock, duration, rate, size, verdict, when


def test_without_jobs_it_says_what_can_be_done(screen: TrainingScreen) -> None:
    assert screen.welcome.isVisible()
    assert not screen.splitter.isVisible()


def test_without_the_training_libraries_it_offers_to_install_them(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacks = [Problem("no_training", "This installation cannot train: torch is missing.", "")]
    place = "newsdesk.ui.training.screen.missing"
    monkeypatch.setattr(place, lambda: lacks[0] if lacks else None)
    installation = Installation(command=InstallCommand((), "", "python -m pip install x"))
    screen = TrainingScreen(window.session.jobs, installation)
    qtbot.addWidget(screen)
    screen.show()
    assert screen.extra is not None
    assert screen.extra.isVisible()
    screen.new_job()
    assert screen.dialog is None
    screen.extra.button.click()
    assert "python -m pip install x" in screen.extra.said.text()
    lacks.clear()
    installation.ended.emit(True, "Training is installed.")
    assert screen.extra is None
    assert screen.welcome.isVisible()
    screen.close_workers()


def test_log_and_specification_are_at_hand(
    store: Store, screen: TrainingScreen, window: MainWindow, tmp_path: Path
) -> None:
    job_id = add(store, "talker", "running")
    log = paths.job(job_id) / "log.txt"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("Aufwärmen\n" * 20_000 + "the end\n", encoding="utf-8")
    window.session.watch.look()
    screen.view.tabs.show_page("Log")
    shown = screen.view.log.text.toPlainText()
    assert shown.endswith("the end\n")
    assert shown.startswith("Aufwärmen")
    assert len(shown) < 100_000
    with log.open("a", encoding="utf-8") as file:
        file.write("one more\n")
    screen.view.log.read()
    assert screen.view.log.text.toPlainText().endswith("one more\n")
    target = tmp_path / "again.toml"
    screen.view.specification.save(target)
    job = store.jobs.get(job_id)
    assert job is not None
    assert target.read_text(encoding="utf-8") == job.spec
    screen.view.specification.save(tmp_path / "nowhere" / "x.toml")
    assert "cannot be written" in window.strip.text


def test_a_wrong_specification_file_is_refused_in_words(
    screen: TrainingScreen, window: MainWindow, tmp_path: Path
) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text('recipe = "finetune"\nname = "x"\n', encoding="utf-8")
    screen.read_file(path)
    assert screen.dialog is None
    assert "wrong.toml is wrong" in window.strip.text


def test_again_with_changes_begins_with_what_the_job_was_asked(
    store: Store, screen: TrainingScreen, window: MainWindow
) -> None:
    add(store, "first", "cancelled", tuning=TuningSpec(epochs=7))
    window.session.watch.look()
    screen.view.act_button("again").click()
    dialog = screen.dialog
    assert dialog is not None
    row = dialog.form.rows["tuning", "epochs"]
    assert row.value() == 7
    # The base model is not here, so the way to it is offered and nothing can start.
    assert dialog.encoder.download.isVisibleTo(dialog)
    assert not dialog.start_button.isEnabled()
    dialog.reject()


def test_a_specification_of_a_set_that_is_not_here_cannot_be_started(
    screen: TrainingScreen, tmp_path: Path
) -> None:
    path = tmp_path / "gone.toml"
    path.write_text(write_recipe(FinetuneSpec(name="x", encoder="y", dataset="gone")))
    screen.read_file(path)
    dialog = screen.dialog
    assert dialog is not None
    assert "no data set gone here" in dialog.form.problems()["dataset",]
    assert not dialog.start_button.isEnabled()
    dialog.reject()


def test_as_the_last_time_does_not_wait_for_the_jobs_of_the_last_time(
    store: Store, screen: TrainingScreen, window: MainWindow
) -> None:
    schedule = ScheduleSpec(after=("gone",), night="22:00-06:00")
    spec = FinetuneSpec(name="last", encoder="y", dataset="bbc", schedule=schedule)
    store.jobs.add("last", "finetune", write_recipe(spec), "bbc")
    window.session.watch.look()
    last = screen._jobs.recipes()[0]
    assert "last" in last.title
    assert (last.spec.schedule.after, last.spec.schedule.night) == ((), "22:00-06:00")


@pytest.mark.parametrize(
    ("value", "low", "high", "words"),
    [
        (0.97, 0.96, 0.98, "better than the simple model by more than chance"),
        (0.955, 0.94, 0.97, "no more than chance"),
        (0.94, 0.93, 0.96, "not better"),
        (0.90, 0.88, 0.92, "worse than the simple model"),
    ],
)
def test_a_result_is_told_without_flattery(
    value: float, low: float, high: float, words: str
) -> None:
    result = JobResult(
        model="m",
        dev_macro_f1=0.9,
        macro_f1=Metric(value=value, low=low, high=high),
        baseline_macro_f1=0.95,
    )
    assert words in verdict(result)


def test_figures_read_as_people_write_them() -> None:
    assert (rate(5e-5), rate(1.25e-4), rate(0.001)) == ("5e-5", "1.25e-4", "1e-3")
    assert (clock(41 * 60), clock(30), clock(86_400 * 2 + 3600)) == (
        "00:41",
        "< 1 min",
        "2 d 01:00",
    )
    assert (duration(240), duration(4000), duration(10)) == (
        "4 min", "1 h 7 min", "less than a minute"
    )  # fmt: skip
    assert (size(5.2e9), size(61e6), size(900)) == ("5.2 GB", "61 MB", "900 bytes")
    now = datetime.now(UTC)
    assert when(now - timedelta(days=1)).startswith("yesterday ")
    assert when(None) == ""


def test_every_control_of_the_screen_and_its_dialog_has_a_name(
    store: Store, screen: TrainingScreen, window: MainWindow
) -> None:
    add(store, "seen", "failed", problem=MEMORY)
    window.session.watch.look()
    screen.new_job()
    assert screen.dialog is not None
    for top in (screen, screen.dialog):
        for control in top.findChildren(QAbstractButton) + top.findChildren(QLineEdit):
            if isinstance(control.parent(), QLineEdit) or control.objectName().startswith("qt_"):
                continue
            text = control.text() if isinstance(control, QAbstractButton) else ""
            seen = control.isVisibleTo(top)
            assert control.accessibleName() or text or not seen, control
        for view in top.findChildren(QAbstractItemView):
            assert view.accessibleName() or not view.isVisibleTo(top), view
    screen.dialog.reject()
