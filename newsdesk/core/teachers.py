"""Where the models lie that students learn from; nothing is loaded."""

from __future__ import annotations

from pathlib import Path

from newsdesk.core import paths
from newsdesk.core.errors import Problem, TrainingError
from newsdesk.core.manifest import FILE_NAME
from newsdesk.core.recipes import DistilSpec, FinetuneSpec

WEIGHTS = "model.safetensors"


def teacher_folder(name: str) -> Path | None:
    """The folder of a model by its name, or by its path; None where it is not here."""
    places = [place / name for place in (paths.installed_models(), paths.bundled_models())]
    places.append(Path(name).expanduser().absolute())
    return next((place for place in places if (place / FILE_NAME).is_file()), None)


def teachers_here() -> list[str]:
    """Names of the models on this machine that hold weights to learn from."""
    places = (paths.installed_models(), paths.bundled_models())
    found = {path.parent.name for place in places for path in place.glob(f"*/{WEIGHTS}")}
    return sorted(name for name in found if teacher_problem(name) is None)


def teacher_problem(name: str) -> Problem | None:
    """Why nothing can be learned from a model; None where it can."""
    folder = teacher_folder(name)
    if folder is None:
        return Problem(
            "no_teacher",
            f"There is no model {name} to learn from.",
            "`newsdesk models list` names those that are here; a folder can be given as well.",
        )
    if not (folder / WEIGHTS).is_file():
        return Problem(
            "no_weights",
            f"The model {name} holds only what the desk needs, and no {WEIGHTS}: no student can "
            "learn from it.",
            "Choose a model that was trained here, or its full folder.",
        )
    return None


def find_teacher(name: str) -> Path:
    """Like `teacher_folder`, but fit to learn from; TrainingError where it is not."""
    problem = teacher_problem(name)
    if problem is not None:
        raise TrainingError(problem.kind, problem.message, problem.remedy)
    folder = teacher_folder(name)
    assert folder is not None
    return folder


def check_teachers(spec: FinetuneSpec) -> None:
    """Raise TrainingError where a recipe lacks a teacher that it needs."""
    if not isinstance(spec, DistilSpec):
        return
    if not spec.teachers:
        raise TrainingError(
            "no_teacher",
            "The specification names no teacher.",
            "Name a model to learn from: `--set 'teachers=[\"NAME\"]'` on the command line.",
        )
    for name in spec.teachers:
        find_teacher(name)


def base_of(spec: FinetuneSpec) -> str:
    """What a specification begins from: its base model, or else its first teacher's folder."""
    if spec.encoder or not isinstance(spec, DistilSpec) or not spec.teachers:
        return spec.encoder
    return str(teacher_folder(spec.teachers[0]) or spec.teachers[0])
