"""A job from the dialog to the end of its row: the real window, the real store, a fake trainer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from window_driver import Script, drive

from newsdesk.core import paths
from newsdesk.core.dataset import LabelledArticle, SplitPlan
from newsdesk.core.job import JobResult, MetricPoint, Progress, Trial
from newsdesk.core.manifest import Metric
from newsdesk.core.processes import this_process
from newsdesk.core.recipes import parse_recipe
from newsdesk.core.section import Section
from newsdesk.store import Store
from newsdesk.ui.main_window import MainWindow

ENCODER = "models/tiny"


@pytest.fixture(autouse=True)
def _no_trainer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is trained here: the test itself tells what a trainer would."""
    process = SimpleNamespace(wait=lambda: 0)
    instead = SimpleNamespace(Popen=lambda *_, **__: process, DEVNULL=None, STDOUT=None)
    monkeypatch.setattr("newsdesk.core.worker_process.subprocess", instead)
    monkeypatch.setattr("newsdesk.jobs.submit.missing_training", lambda: None)
    monkeypatch.setattr("newsdesk.jobs.submit.encoder_problem", lambda _: None)
    monkeypatch.setattr("newsdesk.services.encoders.encoder_problem", lambda _: None)
    monkeypatch.setattr("newsdesk.services.encoders.encoder_folder", lambda _: Path())


def make_dataset() -> None:
    with Store.open() as store:
        sections = [Section("sport"), Section("politics")]
        set_id = store.datasets.begin("新聞", "News", "file", "news.csv", sections, SplitPlan())
        rows = [
            LabelledArticle(
                number=number,
                title=f"Title {number}",
                body="Some words.",
                section=sections[number % 2].code,
                group=number,
                split="train",
            )
            for number in range(1, 21)
        ]
        store.datasets.add_rows(set_id, rows)
        store.datasets.finish(set_id, "f" * 32)


def test_a_job_is_started_watched_and_told_of() -> None:
    make_dataset()

    def script(window: MainWindow) -> Script:
        window.train_on("新聞")
        screen = window._training
        assert screen is not None
        dialog = screen.dialog
        assert dialog is not None
        dialog.form.change({("name",): "first-try", ("encoder",): ENCODER})
        assert dialog.start_button.isEnabled(), dialog.form.problems()
        QTest.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
        yield lambda: screen.queue.current is not None
        job = screen.queue.current
        assert job is not None
        assert (job.name, job.dataset, job.state) == ("first-try", "新聞", "queued")
        assert parse_recipe(job.spec).encoder == ENCODER
        with Store.open() as store:
            store.jobs.begin(job.id, this_process(), "cpu")
            trial = Trial(1, 5e-5, 5e-4, 13, state="running", attempts=1)
            points = [MetricPoint(1, step, "loss", 1 / (step + 1)) for step in range(40)]
            store.jobs.tell(job.id, Progress("epoch 1", 40, 100, 60.0), points, [trial])
            yield lambda: len(screen.view.curves.all["loss"].values[0]) == 40
            yield lambda: screen.view.state.text() == "running"
            window.show_place("desk")
            metric = Metric(value=0.97, low=0.95, high=0.99)
            result = JobResult(model="first-try", dev_macro_f1=0.97, macro_f1=metric)
            store.jobs.end(job.id, "done", result=result)
        yield lambda: window.strip.text == "first-try is done: macro-F1 97.0"
        window.strip.action("Show").click()
        assert window.places.currentWidget() is screen
        screen.view.act_button("to_desk").click()
        assert window.strip.text == "The model first-try is not on this machine any more."

    drive(script)
    assert (paths.jobs() / "1" / "spec.toml").is_file()


def test_curves_cost_the_start_of_the_window_nothing() -> None:
    code = (
        "import sys\n"
        "from newsdesk.ui import main_window, app\n"
        "from newsdesk.services.session import Session\n"
        "heavy = {'pyqtgraph', 'torch', 'newsdesk.ui.training'} & set(sys.modules)\n"
        "sys.exit(', '.join(sorted(heavy)) or 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
