"""A new job that makes a student: its own form, teachers to choose from, what is still wrong."""

from __future__ import annotations

import pytest
from jobs_made import keep_set, made_rows
from models_made import make_model
from pytestqt.qtbot import QtBot

from newsdesk.core import paths
from newsdesk.core.recipes import DistilSpec, FinetuneSpec, LayerDropSpec, parse_recipe
from newsdesk.store import Store
from newsdesk.ui.training import TrainingScreen
from newsdesk.ui.training.new_job import NewJobDialog


@pytest.fixture
def dialog(store: Store, screen: TrainingScreen) -> NewJobDialog:
    keep_set(store, made_rows())
    for name in ("big", "for-the-desk-only"):
        make_model(paths.installed_models(), name)
    (paths.installed_models() / "big" / "model.safetensors").touch()
    screen.new_job()
    assert screen.dialog is not None
    return screen.dialog


def choose(dialog: NewJobDialog, kind: type[FinetuneSpec], **named: str) -> None:
    for place in range(dialog.recipes.count()):
        spec = dialog.recipes.itemData(place)
        if type(spec) is kind and all(spec.name == name for name in named.values()):
            dialog.recipes.setCurrentIndex(place)
            dialog.recipes.activated.emit(place)
            return
    raise AssertionError(f"no recipe of the kind {kind}")


def test_each_recipe_has_the_fields_that_it_needs(dialog: NewJobDialog) -> None:
    choose(dialog, DistilSpec)
    assert ("teachers",) in dialog.form.rows
    assert ("drop",) not in dialog.form.rows
    choose(dialog, LayerDropSpec)
    assert ("drop",) in dialog.form.rows
    assert ("teachers",) not in dialog.form.rows
    choose(dialog, FinetuneSpec)
    assert ("teachers",) not in dialog.form.rows


def test_what_needs_no_other_model_is_offered_first(dialog: NewJobDialog) -> None:
    kinds = [type(dialog.recipes.itemData(place)) for place in range(dialog.recipes.count())]
    assert kinds[0] is FinetuneSpec


def test_a_student_needs_a_teacher_with_weights(dialog: NewJobDialog, store: Store) -> None:
    choose(dialog, DistilSpec, name="distil-tinybert")
    dialog.use_dataset("made")
    teachers = dialog.form.rows["teachers",]
    assert teachers.problem == "Choose a model to learn from."
    assert not dialog.start_button.isEnabled()
    dialog.form.change({("teachers",): ("for-the-desk-only",)})
    assert "no model for-the-desk-only with weights" in teachers.problem
    dialog.form.change({("teachers",): ("big",)})
    assert not teachers.problem
    assert dialog.form.rows["encoder",].editor.currentText() == "the teacher’s own layers"
    assert dialog.start_button.isEnabled()


def test_what_the_form_says_is_a_specification_of_its_recipe(
    dialog: NewJobDialog, qtbot: QtBot
) -> None:
    choose(dialog, DistilSpec, name="distil-tinybert")
    dialog.use_dataset("made")
    dialog.form.change({("teachers",): ("big",), ("student", "layers"): 2})
    spec = dialog.form.spec()
    assert isinstance(spec, DistilSpec)
    assert (spec.teachers, spec.student.layers, spec.dataset) == (("big",), 2, "made")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('recipe = "melt"\nname = "x"\n', "there is no recipe melt"),
        ('recipe = "distil"\nname = "x"\nteachers = ["t"]\nstudnet = 3\n', "student may be meant"),
        ('recipe = "layer_drop"\nname = "x"\nencoder = "e"\n', "does not give drop"),
    ],
)
def test_a_wrong_specification_is_told_by_its_own_recipe(text: str, said: str) -> None:
    with pytest.raises(Exception, match=said):
        parse_recipe(text)
