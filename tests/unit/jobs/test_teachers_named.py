"""Teachers are found before a job is put into the queue."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from jobs_made import keep_set, made_rows, save_tiny_encoder
from models_made import make_model

from newsdesk.core import paths
from newsdesk.core.errors import TrainingError
from newsdesk.core.recipes import DistilSpec, parse_recipe
from newsdesk.engine.ensemble_files import save_ensemble
from newsdesk.jobs.submit import submit
from newsdesk.store import Store

pytest.importorskip("torch", reason="the training extra is not installed")


@pytest.fixture
def store(home: Path) -> Iterator[Store]:
    for name in ("one", "two", "bare"):
        make_model(paths.installed_models(), name)
    for name in ("one", "two"):
        (paths.installed_models() / name / "model.safetensors").touch()
    with Store.open() as opened:
        keep_set(opened, made_rows())
        yield opened


def spec(folder: Path, *teachers: str) -> DistilSpec:
    encoder = save_tiny_encoder(folder / "encoder")
    return DistilSpec(name="small", dataset="made", encoder=str(encoder), teachers=teachers)


def test_an_ensemble_stands_for_its_members(store: Store, tmp_path: Path) -> None:
    save_ensemble("both", ["one", "two"])
    job = submit(store, spec(tmp_path, "both"), hold=True)
    written = parse_recipe(job.spec)
    assert isinstance(written, DistilSpec)
    assert written.teachers == ("one", "two")


@pytest.mark.parametrize(
    ("teachers", "said"),
    [((), "names no teacher"), (("gone",), "no model gone"), (("bare",), "only what the desk")],
)
def test_a_job_without_a_teacher_to_learn_from_is_refused(
    store: Store, tmp_path: Path, teachers: tuple[str, ...], said: str
) -> None:
    with pytest.raises(TrainingError, match=said):
        submit(store, spec(tmp_path, *teachers), hold=True)
    assert store.jobs.list() == []
